import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {sql} from "../../shared/core/db.ts";
import {type TestApp, testApp} from "../support/app.ts";
import {until} from "../support/until.ts";
import {
  addUser,
  allow,
  answerOf,
  authorization,
  codeFor,
  exchange,
  newClient,
  REDIRECT,
  refresh,
  signIn,
  tokenCall,
  tokensOf,
  type User,
  visitor,
  whoami,
} from "./people.ts";
import {formOf} from "./visitor.ts";

let t: TestApp;
let user: User;
beforeAll(async () => {
  t = await testApp();
  user = await addUser(t);
});
afterAll(() => t.stop());

describe("PKCE", () => {
  test("is required, with S256", async () => {
    const clientId = await newClient(t);
    const challenge = "a".repeat(43);
    for (const changes of [
      {code_challenge: null, code_challenge_method: null},
      {code_challenge: null},
      {code_challenge: challenge, code_challenge_method: "plain"},
      {code_challenge: challenge, code_challenge_method: null},
      {code_challenge: "short"},
    ]) {
      const back = await visitor(t).open(authorization(t, clientId, changes).url);
      expect([changes, answerOf(back).get("error")]).toEqual([changes, "invalid_request"]);
    }
  });

  test("lets nobody exchange a code without the right verifier", async () => {
    const clientId = await newClient(t);
    const request = authorization(t, clientId);
    const code = await codeFor(t, user, request);
    for (const code_verifier of [
      "",
      "b".repeat(43),
      request.verifier.toUpperCase(),
      `${request.verifier}x`,
    ]) {
      const {status, body} = await exchange(t, request, code, {code_verifier});
      expect([status, body.error]).toEqual([400, "invalid_grant"]);
    }
    expect((await exchange(t, request, code)).status).toBe(200);
  });
});

describe("an authorization code", () => {
  test("that is used twice ends the grant that was made from it", async () => {
    const clientId = await newClient(t);
    const request = authorization(t, clientId);
    const code = await codeFor(t, user, request);
    const {body: tokens} = await exchange(t, request, code);
    expect(await whoami(t, tokens.access_token)).toBe(200);
    const again = await exchange(t, request, code);
    expect([again.status, again.body.error]).toEqual([400, "invalid_grant"]);
    await untilDead(tokens.access_token);
    expect((await refresh(t, clientId, tokens.refresh_token)).body.error).toBe("invalid_grant");
  });

  test("that is used eight times at once gives at most one answer", async () => {
    const clientId = await newClient(t);
    const request = authorization(t, clientId);
    const code = await codeFor(t, user, request);
    const answers = await Promise.all(Array.from({length: 8}, () => exchange(t, request, code)));
    const good = answers.filter(one => one.status === 200);
    expect(good.length).toBeLessThanOrEqual(1);
    for (const {body} of good) await untilDead(body.access_token);
    for (const {status, body} of answers)
      if (status !== 200) expect([status, body.error]).toEqual([400, "invalid_grant"]);
  });

  test("is valid for the client that asked, with its redirect URI, for a minute", async () => {
    const clientId = await newClient(t);
    const request = authorization(t, clientId);
    const code = await codeFor(t, user, request);
    const stranger = await newClient(t);
    expect((await exchange(t, {...request, clientId: stranger}, code)).body.error).toBe("invalid_grant");
    const elsewhere = {redirect_uri: `${REDIRECT}/`};
    expect((await exchange(t, request, code, elsewhere)).body.error).toBe("invalid_grant");
    await sql`
      update oauth_tokens set payload = payload || jsonb_build_object('exp', extract(epoch from now())::int - 1)
      where kind = 'AuthorizationCode' and consumed_at is null`.execute(t.db);
    expect((await exchange(t, request, code)).body.error).toBe("invalid_grant");
  });
});

describe("refresh tokens", () => {
  test("that are used at the same time have one successor", async () => {
    const tokens = await tokensOf(t, user);
    const answers = await Promise.all(
      Array.from({length: 8}, () => refresh(t, tokens.clientId, tokens.refresh)),
    );
    expect(answers.map(one => one.status)).toEqual(Array(8).fill(200));
    const successors = new Set(answers.map(one => one.body.refresh_token));
    expect(successors.size).toBe(1);
    expect(successors.has(tokens.refresh)).toBe(false);
    for (const {body} of answers) expect(await whoami(t, body.access_token)).toBe(200);
    const [successor] = successors;
    expect((await refresh(t, tokens.clientId, successor)).status).toBe(200);
  });

  test("that are used at the same time on two processes have one successor", async () => {
    const other = await t.another();
    const tokens = await tokensOf(t, user);
    const answers = await Promise.all([t, other].map(app => refresh(app, tokens.clientId, tokens.refresh)));
    expect(new Set(answers.map(one => one.body.refresh_token)).size).toBe(1);
  });

  test("that were used before end the whole grant", async () => {
    const tokens = await tokensOf(t, user);
    const {body: next} = await refresh(t, tokens.clientId, tokens.refresh);
    await sql`
      update oauth_tokens set consumed_at = now() - interval '11 seconds' where consumed_at is not null`.execute(
      t.db,
    );
    const reused = await refresh(t, tokens.clientId, tokens.refresh);
    expect([reused.status, reused.body.error]).toEqual([400, "invalid_grant"]);
    await untilDead(next.access_token);
    await untilDead(tokens.access);
    expect((await refresh(t, tokens.clientId, next.refresh_token)).body.error).toBe("invalid_grant");
  });

  test("whose successor was used count as reused at once, without any leeway", async () => {
    const tokens = await tokensOf(t, user);
    const {body: second} = await refresh(t, tokens.clientId, tokens.refresh);
    const {body: third} = await refresh(t, tokens.clientId, second.refresh_token);
    expect((await refresh(t, tokens.clientId, tokens.refresh)).body.error).toBe("invalid_grant");
    await untilDead(third.access_token);
  });

  test("belong to one client and are no access tokens, nor are access tokens refresh tokens", async () => {
    const tokens = await tokensOf(t, user);
    const stranger = await newClient(t);
    expect((await refresh(t, stranger, tokens.refresh)).body.error).toBe("invalid_grant");
    expect((await refresh(t, tokens.clientId, tokens.access)).body.error).toBe("invalid_grant");
    expect(await whoami(t, tokens.refresh)).toBe(401);
    expect(await whoami(t, tokens.access)).toBe(200);
  });

  test("whose grant is revoked at the same time give nothing", async () => {
    const tokens = await tokensOf(t, user);
    const form = new URLSearchParams({client_id: tokens.clientId, token: tokens.refresh}).toString();
    const revoke = t.call("POST", "/oauth/revoke", {
      token: null,
      headers: {"content-type": "application/x-www-form-urlencoded"},
      body: form,
    });
    const answers = await Promise.all([
      revoke,
      ...Array.from({length: 4}, () => refresh(t, tokens.clientId, tokens.refresh)),
    ]);
    for (const {status, body} of answers.slice(1)) {
      expect([200, 400]).toContain(status);
      if (status === 200) await untilDead(body.access_token);
    }
  });
});

describe("redirects", () => {
  test("go exactly where the client registered, on any port of this machine", async () => {
    const https = "https://app.example/cb?x=1";
    const clientId = await newClient(t, {redirect_uris: [REDIRECT, https, "cursor://anysphere/mcp"]});
    for (const redirect_uri of [REDIRECT, "http://127.0.0.1:9/callback", https, "cursor://anysphere/mcp"]) {
      const page = await visitor(t).open(authorization(t, clientId, {redirect_uri}).url);
      expect([redirect_uri, page.status]).toEqual([redirect_uri, 200]);
    }
    for (const redirect_uri of [
      `${REDIRECT}/`,
      `${REDIRECT}x`,
      `${REDIRECT}?a=1`,
      `${REDIRECT}#a`,
      "http://127.0.0.1:4711/Callback",
      "http://127.0.0.1:4711/callback/../evil",
      "http://localhost:4711/callback",
      "http://127.0.0.1:4711@evil.example/callback",
      "http://127.0.0.1.evil.example/callback",
      "https://127.0.0.1:4711/callback",
      "https://app.example/cb",
      "https://app.example/cb?x=2",
      "https://app.example:8443/cb?x=1",
      "https://app.example.evil.example/cb?x=1",
      "https://evil.example",
      "//evil.example",
      "cursor://anysphere/mcp2",
      "javascript:alert(1)",
      "",
      null,
    ]) {
      const seen = await visitor(t).open(authorization(t, clientId, {redirect_uri}).url);
      expect([redirect_uri, seen.status, seen.headers.get("location")]).toEqual([redirect_uri, 400, null]);
      expect(seen.headers.get("content-security-policy")).toContain("default-src 'none'");
      expect(seen.text).not.toContain("evil.example");
    }
  });

  test("do not happen for an unknown client, whatever it names", async () => {
    const seen = await visitor(t).open(authorization(t, "client_nobody", {state: "<b>x</b>"}).url);
    expect([seen.status, seen.headers.get("location")]).toEqual([400, null]);
    expect(seen.text).not.toContain("<b>");
  });

  test("do not happen twice if parameters are given twice", async () => {
    const clientId = await newClient(t);
    const {url} = authorization(t, clientId);
    for (const extra of [
      `redirect_uri=${encodeURIComponent("https://evil.example")}`,
      "client_id=client_other",
      "code_challenge=x",
    ]) {
      const seen = await visitor(t).open(`${url}&${extra}`);
      expect(seen.headers.get("location") ?? "").not.toContain("evil.example");
      expect(seen.text).not.toContain('type="password"');
    }
  });

  test("never leave the service by the sign-in page", async () => {
    const browser = visitor(t);
    for (const query of [
      "?next=https://evil.example",
      "?return_to=//evil.example",
      "?redirect_uri=https://evil.example",
    ]) {
      const seen = await signIn(browser, await browser.open(`/sign-in${query}`), user);
      expect(new URL(seen.url).origin).toBe(t.web.config.baseUrl);
      expect(seen.text).not.toContain("evil.example");
      browser.cookies = [];
    }
  });
});

describe("a pending authorization", () => {
  test("is answered by the browser in which it began, and by no other", async () => {
    const clientId = await newClient(t);
    const attacker = await addUser(t);
    const mallory = visitor(t);
    const theirs = await signIn(mallory, await mallory.open(authorization(t, clientId).url), attacker);
    // The victim is signed in, and is led to the attacker's authorization.
    const victim = visitor(t);
    const own = await signIn(victim, await victim.open(authorization(t, clientId).url), user);
    const seen = await victim.open(theirs.url);
    expect(seen.status).toBe(410);
    const sent = await victim.submit(theirs, [
      ["scope", "read"],
      ["action", "allow"],
    ]);
    expect(sent.status).toBe(410);
    // Even if the attacker plants the cookie of this authorization too, the form's proof belongs to another browser.
    const {pathname} = new URL(theirs.url);
    const uid = pathname.split("/").at(-1) ?? "";
    victim.cookies.push({name: "oauth_interaction", value: uid, path: pathname});
    expect(
      (
        await victim.submit(theirs, [
          ["scope", "read"],
          ["action", "allow"],
        ])
      ).status,
    ).toBe(403);
    // Going on with the authorization needs the other cookie, too.
    expect((await victim.open(`/oauth/authorize/${uid}`)).status).toBe(400);
    expect(answerOf(await allow(victim, own)).has("code")).toBe(true);
  });

  test("is answered once", async () => {
    const clientId = await newClient(t);
    const browser = visitor(t);
    const page = await signIn(browser, await browser.open(authorization(t, clientId).url), user);
    expect(answerOf(await allow(browser, page)).has("code")).toBe(true);
    expect((await allow(browser, page)).status).toBe(410);
  });

  test("is not answered by a form from another site", async () => {
    const clientId = await newClient(t);
    const browser = visitor(t);
    const page = await signIn(browser, await browser.open(authorization(t, clientId).url), user);
    const {action, hidden} = formOf(page.text);
    const answer = new URLSearchParams([
      ["scope", "read"],
      ["action", "allow"],
    ]);
    expect((await browser.send("POST", action, answer)).status).toBe(403);
    const forged = new URLSearchParams([...answer, ["csrf", "A".repeat(43)]]);
    expect((await browser.send("POST", action, forged)).status).toBe(403);
    const right = new URLSearchParams([...answer, ...hidden]);
    for (const headers of [
      {origin: "https://evil.example"},
      {origin: "null"},
      {"sec-fetch-site": "cross-site"},
      {"sec-fetch-site": "same-site"},
    ]) {
      expect((await browser.send("POST", action, right, headers)).status).toBe(403);
    }
    const {status} = await browser.send("POST", action, right, {origin: t.web.config.baseUrl});
    expect(status).toBe(303);
  });

  test("is not consented to by a person who has signed out meanwhile", async () => {
    const clientId = await newClient(t);
    const browser = visitor(t);
    const page = await signIn(browser, await browser.open(authorization(t, clientId).url), user);
    await sql`delete from browser_sessions where principal_id = ${user.id}`.execute(t.db);
    const seen = await allow(browser, page);
    expect(seen.status).toBe(401);
    expect(seen.text).toContain('type="password"');
  });
});

describe("the token endpoint", () => {
  test("accepts only forms of bounded size, and no other grant type", async () => {
    const clientId = await newClient(t);
    for (const grant_type of [
      "password",
      "client_credentials",
      "implicit",
      "urn:ietf:params:oauth:grant-type:device_code",
      "",
    ]) {
      const {status, body} = await tokenCall(t, {grant_type, client_id: clientId});
      expect(status).toBe(400);
      expect(body.error).toBeString();
    }
    const json = await t.call("POST", "/oauth/token", {token: null, body: {grant_type: "refresh_token"}});
    expect(json.status).toBe(415);
    const large = await tokenCall(t, {grant_type: "refresh_token", refresh_token: "x".repeat(100_000)});
    expect(large.status).toBe(413);
    const unknown = await refresh(t, "client_nobody", "x");
    expect([unknown.status, unknown.body.error]).toEqual([401, "invalid_client"]);
  });
});

test("input that cannot be stored or read is refused everywhere, and never answered as an internal error", async () => {
  const clientId = await newClient(t);
  const {url} = authorization(t, clientId);
  for (const extra of ["state=%00", "nonce=%00", "%00=x", "client_id=%00", "resource=%00"]) {
    const {status} = await visitor(t).open(`${url}&${extra}`);
    expect([extra, status]).toEqual([extra, 422]);
  }
  for (const path of [
    "/oauth/authorize/%00",
    "/oauth/interaction/%00",
    "/oauth/interaction/%zz",
    "/password?token=%ff",
  ]) {
    const {status} = await visitor(t).open(path);
    expect([path, status >= 400 && status < 500]).toEqual([path, true]);
  }
  for (const body of [
    "grant_type=refresh_token&client_id=%00",
    "grant_type=%00",
    "client_id=%ff&token=%fe",
    "&&&=",
    "",
  ]) {
    const headers = {"content-type": "application/x-www-form-urlencoded"};
    for (const path of ["/oauth/token", "/oauth/revoke"]) {
      const {status, body: answer} = await t.call("POST", path, {token: null, headers, body});
      expect([path, body, [400, 401].includes(status)]).toEqual([path, body, true]);
      expect(answer.error).toBeString();
    }
  }
  const browser = visitor(t);
  const page = await browser.open("/sign-in");
  const seen = await browser.submit(page, [
    ["email", "a\0@example.com"],
    ["password", "x"],
  ]);
  expect(seen.status).toBe(422);
  browser.cookies = [{name: "analytics_session", value: "\u00ff", path: "/"}];
  expect((await browser.open("/sign-in")).status).toBe(200);
});

test("a token of one organization sees nothing of another", async () => {
  const other = await t.addOrg("Elsewhere");
  const {access} = await tokensOf(t, await addUser(t, {orgId: other.id, role: "admin"}));
  const get = async (path: string) => (await t.call("GET", path, {token: access})).status;
  expect(await get(`/api/orgs/${other.id}/members`)).toBe(200);
  expect(await get(`/api/orgs/${t.org.id}/members`)).toBe(404);
  expect(await get(`/api/orgs/${t.org.id}/oauth-grants`)).toBe(404);
});

/** Waits until the token is refused, for a second at most. */
async function untilDead(token: string): Promise<void> {
  await until(async () => (await whoami(t, token)) === 401, 1000);
  expect(await whoami(t, token)).toBe(401);
}
