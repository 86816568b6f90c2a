import {afterAll, beforeAll, beforeEach, describe, expect, test} from "bun:test";
import {UnsecuredJWT} from "jose";
import {authorization, exchange, forgetThrottles, newClient, whoami} from "../oauth/people.ts";
import {onBusyMachine} from "../support/busy-machine.ts";
import {newKey} from "./provider.ts";
import {singleSignOn, type Traveller, type World} from "./world.ts";

let w: World;
beforeAll(async () => {
  w = await singleSignOn();
});
afterAll(() => w.stop());
beforeEach(() => forgetThrottles(w));

const FORM = {"content-type": "application/x-www-form-urlencoded"};

async function backChannel(token: string) {
  const body = new URLSearchParams({logout_token: token}).toString();
  return w.callOnce("POST", "/sign-out/back-channel", {token: null, headers: FORM, body});
}

async function sessionOf(account: string): Promise<{sid: string; browser: Traveller}> {
  const browser = await w.signedIn(account);
  const {rows} = await w.web.pool.query(
    "select provider_session from browser_sessions order by created_at desc limit 1",
  );
  return {sid: rows[0].provider_session, browser};
}

/** The tokens of an application that the person of the browser has let in. */
async function granted(browser: Traveller): Promise<string> {
  const request = authorization(w, await newClient(w));
  const page = await browser.here.open(request.url);
  const seen = await browser.here.submit(page, [
    ["scope", "read"],
    ["action", "allow"],
  ]);
  const code = new URL(seen.headers.get("location") ?? "").searchParams.get("code") ?? "";
  return (await exchange(w, request, code)).body.access_token;
}

describe("a log-out at the provider", () => {
  test("ends the session, its pages' tokens and its grants, on every process within a second", async () => {
    await w.person("ada");
    const browser = await w.signedIn("ada");
    const [page, access] = [await browser.token(), await granted(browser)];
    const other = await w.another();
    for (const token of [page, access])
      expect((await other.call("GET", "/api/whoami", {token})).status).toBe(200);
    const form = await browser.there.open(`${w.provider.issuer}/session/end`);
    const [, xsrf = ""] = /name="xsrf" value="([^"]+)"/.exec(form.text) ?? [];
    const began = performance.now();
    const body = new URLSearchParams({xsrf, logout: "yes"});
    await browser.there.send("POST", `${w.provider.issuer}/session/end/confirm`, body);
    expect((await browser.me()).status).toBe(401);
    await other.web.notices.caughtUp();
    for (const app of [w, other]) {
      for (const token of [page, access])
        expect((await app.call("GET", "/api/whoami", {token})).status).toBe(401);
    }
    expect(performance.now() - began).toBeLessThan(onBusyMachine(10_000));
  });

  test("ends the account with which the session's pages make an org-admin's changes, and so does a release", async () => {
    const {id} = await w.person("root", {}, {role: "admin"});
    const accounts = `/api/orgs/${w.org.id}/service-accounts`;
    const unlocked = async () => {
      const token = await (await w.signedIn("root")).token();
      const body = {name: "root in a browser", scopes: ["read", "write"], orgRole: "admin", endsWithMe: true};
      const made = await w.call("POST", accounts, {token, body});
      expect((await w.call("GET", "/api/whoami", {token: made.body.token})).status).toBe(200);
      return made.body.token;
    };
    const release = () => w.call("DELETE", `/api/orgs/${w.org.id}/members/${id}/single-sign-on`);
    const endings = [async () => backChannel(await w.provider.logoutToken({sub: "root"})), release];
    for (const end of endings) {
      const token = await unlocked();
      expect((await end()).status).toBeLessThan(300);
      await w.web.notices.caughtUp();
      expect((await w.call("GET", "/api/whoami", {token})).status).toBe(401);
    }
  });

  test("by a session's name ends that session alone; by the subject, all sessions of the person and of nobody else", async () => {
    await w.person("grace");
    await w.person("hedy");
    const [one, two, theirs] = [await sessionOf("grace"), await sessionOf("grace"), await sessionOf("hedy")];
    const status = async ({browser}: {browser: Traveller}) => (await browser.me()).status;
    expect(one.sid).not.toBe(two.sid);
    expect((await backChannel(await w.provider.logoutToken({sid: one.sid}))).status).toBe(200);
    expect([await status(one), await status(two), await status(theirs)]).toEqual([401, 200, 200]);
    const mixed = await w.provider.logoutToken({sub: "hedy", sid: two.sid});
    expect((await backChannel(mixed)).status).toBe(200);
    expect([await status(two), await status(theirs)]).toEqual([200, 200]);
    expect((await backChannel(await w.provider.logoutToken({sub: "grace"}))).status).toBe(200);
    expect([await status(two), await status(theirs)]).toEqual([401, 200]);
  });

  test("that is sent again later ends no session that began in the meantime", async () => {
    await w.person("joan");
    const old = await w.provider.logoutToken({sub: "joan", iat: Math.floor(Date.now() / 1000) - 90});
    const {browser} = await sessionOf("joan");
    expect((await backChannel(old)).status).toBe(200);
    expect((await browser.me()).status).toBe(200);
  });

  describe("during a sign-in", () => {
    /** The page to which the provider's answer leads after the log-outs. */
    async function crossed(
      account: string,
      ...claims: (string | Record<string, unknown>)[]
    ): Promise<string> {
      const browser = w.browser();
      w.provider.account = account;
      const answer = await browser.answer();
      for (const one of claims) {
        const given = typeof one === "string" ? {sub: one} : one;
        expect((await backChannel(await w.provider.logoutToken(given))).status).toBe(200);
      }
      return (await browser.open(answer)).text;
    }

    test("makes the sign-in open no session", async () => {
      await w.person("rae");
      expect(await crossed("rae", "rae")).toContain("signed out meanwhile");
      const {rows} = await w.web.pool.query(
        "select from browser_sessions s join sign_in_bindings b using (principal_id) where b.subject = 'rae'",
      );
      expect(rows).toEqual([]);
      await w.signedIn("rae");
    });

    test("does not stop it if the log-out is another person's, another session's, or an old one that is sent again", async () => {
      await w.person("sue");
      const old = {sub: "sue", iat: Math.floor(Date.now() / 1000) - 90};
      const text = await crossed("sue", "kim", {sid: "another"}, {sub: "sue", sid: "another"}, old);
      expect(text).toContain("You are signed in");
    });

    test("at the very moment either ends the session or is seen by the sign-in, however often this is repeated", async () => {
      await w.person("tom");
      for (let i = 0; i < 20; i++) {
        const browser = w.browser();
        w.provider.account = "tom";
        const answer = await browser.answer();
        const token = await w.provider.logoutToken({sub: "tom"});
        await Promise.all([browser.open(answer), Bun.sleep(i * 2).then(() => backChannel(token))]);
        expect((await browser.me()).status).toBe(401);
      }
    });
  });

  test("does not concern whoever signed in with a password", async () => {
    const {id} = await w.person("both");
    const {browser} = await sessionOf("both");
    await w.web.pool.query(
      "update browser_sessions set issuer = null, provider_session = null where principal_id = $1",
      [id],
    );
    expect((await backChannel(await w.provider.logoutToken({sub: "both"}))).status).toBe(200);
    expect((await browser.me()).status).toBe(200);
  });

  const forged: [string, () => Promise<string>][] = [
    ["nothing", async () => ""],
    ["of another issuer", () => w.provider.logoutToken({sub: "kay", iss: "https://evil.example"})],
    ["of another audience", () => w.provider.logoutToken({sub: "kay", aud: "another"})],
    ["that has expired", () => w.provider.logoutToken({sub: "kay", exp: 1})],
    ["without a time", () => w.provider.logoutToken({sub: "kay", iat: undefined})],
    ["without the event", () => w.provider.logoutToken({sub: "kay", events: {}})],
    ["with a nonce, as an ID token has", () => w.provider.logoutToken({sub: "kay", nonce: "n"})],
    ["of nobody", () => w.provider.logoutToken({})],
    [
      "signed with another key",
      async () => w.provider.logoutToken({sub: "kay"}, {key: (await newKey()).privateKey}),
    ],
    ["with an unknown key", () => w.provider.logoutToken({sub: "kay"}, {kid: "unknown"})],
    [
      "without a signature",
      async () =>
        new UnsecuredJWT({sub: "kay", events: {"http://schemas.openid.net/event/backchannel-logout": {}}})
          .setIssuer(w.provider.issuer)
          .setAudience("analytics")
          .setIssuedAt()
          .setExpirationTime("1m")
          .encode(),
    ],
  ];
  test("that is forged is refused, and ends nothing", async () => {
    await w.person("kay");
    const {browser} = await sessionOf("kay");
    for (const [what, forge] of forged) {
      const {status, body} = await backChannel(await forge());
      expect([what, status, body.error]).toEqual([what, 400, "invalid_request"]);
    }
    expect((await browser.me()).status).toBe(200);
  });

  test("through a frame ends the session that it names, and needs no cookie", async () => {
    await w.person("lee");
    const {sid, browser} = await sessionOf("lee");
    const at = (query: Record<string, string>) =>
      w.callOnce("GET", `/sign-out/front-channel?${new URLSearchParams(query)}`, {token: null});
    for (const query of [{}, {sid}, {iss: w.provider.issuer}, {iss: "https://evil.example", sid}]) {
      expect((await at(query as Record<string, string>)).status).toBe(422);
    }
    expect((await at({iss: w.provider.issuer, sid: "unknown"})).status).toBe(200);
    expect((await browser.me()).status).toBe(200);
    const {status, headers} = await at({iss: w.provider.issuer, sid});
    expect(status).toBe(200);
    expect(headers.get("content-security-policy")).toContain(`frame-ancestors ${w.provider.issuer}`);
    expect(headers.get("x-frame-options")).toBeNull();
    expect((await browser.me()).status).toBe(401);
  });
});

describe("a log-out at the service", () => {
  test("leads on to the provider, which ends its own session and leads back", async () => {
    await w.person("mia");
    const browser = await w.signedIn("mia");
    const page = await browser.here.submit(await browser.open("/sign-in"), []);
    expect((await browser.me()).status).toBe(401);
    const [, href = ""] = /http-equiv="refresh" content="0; url=([^"]+)"/.exec(page.text) ?? [];
    const url = new URL(href.replaceAll("&amp;", "&"));
    expect(url.origin).toBe(w.provider.issuer);
    expect(url.searchParams.get("post_logout_redirect_uri")).toBe(`${w.web.config.baseUrl}/sign-in`);
    expect(url.searchParams.get("id_token_hint")).toMatch(/^eyJ/);
    const form = await browser.there.open(url.href);
    const [, xsrf = ""] = /name="xsrf" value="([^"]+)"/.exec(form.text) ?? [];
    const done = await browser.there.send(
      "POST",
      `${w.provider.issuer}/session/end/confirm`,
      new URLSearchParams({xsrf, logout: "yes"}),
    );
    expect(done.headers.get("location")).toBe(`${w.web.config.baseUrl}/sign-in`);
  });

  test("works while the provider is away, and the stored ID token is encrypted", async () => {
    const {id} = await w.person("nan");
    const browser = await w.signedIn("nan");
    const {rows} = await w.web.pool.query(
      "select sealed_id_token from browser_sessions where principal_id = $1",
      [id],
    );
    expect(rows[0].sealed_id_token.toString("latin1")).not.toContain("eyJ");
    const page = await browser.here.submit(await browser.open("/sign-in"), []);
    expect(page.status).toBe(200);
    expect((await browser.me()).status).toBe(401);
  });
});

describe("an application that asks for access", () => {
  test("is let in by a person who signs in at the provider on the way", async () => {
    const {id} = await w.person("oli");
    w.provider.account = "oli";
    const browser = w.browser();
    const request = authorization(w, await newClient(w));
    const form = await browser.here.open(request.url);
    expect(form.text).toContain("Acme ID");
    const [, href = ""] = /<a class="act" href="([^"]+)">/.exec(form.text) ?? [];
    const consent = await browser.open(href.replaceAll("&amp;", "&"));
    expect(consent.text).toContain("use your analytics?");
    const seen = await browser.here.submit(consent, [
      ["scope", "read"],
      ["action", "allow"],
    ]);
    const code = new URL(seen.headers.get("location") ?? "").searchParams.get("code") ?? "";
    const {body} = await exchange(w, request, code);
    expect((await w.call("GET", "/api/whoami", {token: body.access_token})).body.principal.id).toBe(id);
    expect((await backChannel(await w.provider.logoutToken({sub: "oli"}))).status).toBe(200);
    expect(await whoami(w, body.access_token)).toBe(401);
  });
});
