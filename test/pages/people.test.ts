import {afterAll, beforeAll, beforeEach, describe, expect, test} from "bun:test";
import {sql} from "../../shared/core/db.ts";
import {hashToken} from "../../shared/core/secrets.ts";
import {addPasswordLink, setPassword} from "../../shared/identity/sign-in/passwords.ts";
import {collectSignIns} from "../../shared/identity/sign-in/sessions.ts";
import {addUser, forgetThrottles, PASSWORD, signIn, type User, visitor, whoami} from "../oauth/people.ts";
import {formOf, type Visitor} from "../oauth/visitor.ts";
import {type TestApp, testApp} from "../support/app.ts";
import {addDashboard, addGrant} from "../support/content.ts";
import {until} from "../support/until.ts";

let t: TestApp;
let user: User;
let mine = "";
beforeAll(async () => {
  t = await testApp();
  user = await addUser(t);
  mine = await addDashboard(t, {ownerId: user.id});
});
afterAll(() => t.stop());
beforeEach(() => forgetThrottles(t));

const origin = () => new URL(t.web.config.baseUrl).origin;

async function signedIn(person = user): Promise<Visitor> {
  const browser = visitor(t);
  const seen = await signIn(browser, await browser.open("/sign-in"), person);
  if (!seen.text.includes("You are signed in")) throw new Error(seen.text);
  return browser;
}

function askToken(browser: Visitor, headers: Record<string, string> = {origin: origin()}) {
  return browser.send("POST", "/session-token", undefined, headers);
}

async function tokenFor(browser: Visitor): Promise<string> {
  const {status, text} = await askToken(browser);
  if (status !== 200) throw new Error(text);
  return JSON.parse(text).token;
}

describe("a dashboard's page", () => {
  test("asks a stranger to sign in, and leads back to the requested page", async () => {
    const browser = visitor(t);
    const form = await browser.open(`/dashboards/${mine}?theme=dark&refresh=60`);
    expect(form.url).toContain("/sign-in?to=");
    const wrong = await signIn(browser, form, user, "not the password");
    expect(wrong.status).toBe(401);
    const page = await signIn(browser, wrong, user);
    expect(page.url).toBe(`${t.web.config.baseUrl}/dashboards/${mine}?theme=dark&refresh=60`);
    expect(page.status).toBe(200);
    expect(page.text).toContain(`<title>${mine}</title>`);
    // Another tab that still shows the form needs no second sign-in.
    expect((await browser.open(form.url)).url).toBe(page.url);
  });

  test("is the same 404 for missing, unshared and other organizations' dashboards", async () => {
    const other = await t.addOrg("Other");
    const theirs = await addDashboard({...t, org: other}, {ownerId: other.member.id});
    const notShared = await addDashboard(t, {ownerId: t.org.member.id});
    const browser = await signedIn();
    const pages = [];
    for (const id of [
      theirs,
      notShared,
      "dash_01kah6a2c5fw8s3d7g9j1m4p6q",
      "none",
      "%00",
      "%ff",
      mine.toUpperCase(),
    ])
      pages.push(await browser.open(`/dashboards/${id}`));
    expect(pages.map(({status}) => status)).toEqual(pages.map(() => 404));
    expect(new Set(pages.map(({text}) => text)).size).toBe(1);
    // A dashboard is no chart.
    expect((await browser.open(`/charts/${mine}`)).status).toBe(404);
    await addGrant(t, notShared, {userId: user.id});
    expect((await browser.open(`/dashboards/${notShared}`)).status).toBe(200);
  });

  test("runs only its own files, and cannot be framed or cached", async () => {
    const browser = await signedIn();
    const {headers, text} = await browser.open(`/dashboards/${mine}`);
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    expect(headers.get("x-frame-options")).toBe("DENY");
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("referrer-policy")).toBe("same-origin");
    expect(text).not.toMatch(/<script>|\son\w+=|style=/);
    for (const [, file = ""] of text.matchAll(/(?:src|rel="stylesheet" href)="(\/client\/[^"]+)"/g)) {
      expect((await browser.send("GET", file)).status).toBe(200);
    }
    expect((await browser.send("GET", "/client/people.ts")).status).toBe(404);
  });

  test("shows names as text, and has a way to sign out", async () => {
    const id = await addDashboard(t, {ownerId: user.id});
    await sql`update content set name = '</title><script>x' where org_id = ${t.org.id} and id = ${id}`.execute(
      t.db,
    );
    const browser = await signedIn();
    const page = await browser.open(`/dashboards/${id}`);
    expect(page.text).toContain("<title>&lt;/title&gt;&lt;script&gt;x</title>");
    await browser.submit(page, []);
    expect((await browser.open(`/dashboards/${id}`)).url).toContain("/sign-in?to=");
  });
});

describe("the way back after signing in", () => {
  const id = "dash_01kah6a2c5fw8s3d7g9j1m4p6q";
  test.each([
    "//evil.example",
    "///evil.example/dashboards/x",
    "/\\evil.example",
    "\\\\evil.example",
    "https://evil.example/dashboards/x",
    "https:evil.example",
    "javascript:alert(1)",
    "data:text/html,x",
    " /dashboards/x",
    "/dashboards/x\n//evil.example",
    "/dashboards/x\r\nSet-Cookie: a=b",
    "/\t/evil.example",
    "/dashboards//evil.example",
    "/dashboards/../oauth/authorize?client_id=x",
    "/dashboards/%2e%2e/sign-out",
    "/dashboards/x@evil.example",
    "@evil.example",
    ".evil.example",
    "/sign-out",
    "/api/whoami",
    `/dashboards/${id}#//evil.example`,
    `/dashboards/${id}?to=//evil.example/`,
    "dashboards/x",
    `/dashboards/${"x".repeat(5000)}`,
    "",
  ])("never leads to %j", async to => {
    const browser = visitor(t);
    const form = await browser.open(`/sign-in?to=${encodeURIComponent(to)}`);
    const {action, hidden} = formOf(form.text);
    expect(action).toBe(`${t.web.config.baseUrl}/sign-in`);
    const body = new URLSearchParams([...hidden, ["email", user.email], ["password", PASSWORD]]);
    // As if somebody had changed the address of the form itself.
    const answer = await browser.send("POST", `/sign-in?to=${encodeURIComponent(to)}`, body);
    expect(answer.status).toBe(303);
    expect(answer.headers.get("location")).toBe(`${t.web.config.baseUrl}/sign-in`);
    const again = await browser.send("GET", `/sign-in?to=${encodeURIComponent(to)}`);
    expect(again.status).toBe(200);
  });

  test("leads nowhere if the address names two targets", async () => {
    const form = await visitor(t).open(`/sign-in?to=/dashboards/${id}&to=//evil.example`);
    expect(formOf(form.text).action).toBe(`${t.web.config.baseUrl}/sign-in`);
  });
});

describe("the token of a page", () => {
  test("has the person's rights with the scopes of their seat, and is stored as a hash only", async () => {
    const browser = await signedIn();
    const {status, text, headers} = await askToken(browser);
    expect(status).toBe(200);
    expect(headers.get("cache-control")).toBe("no-store");
    const {token, ...rest} = JSON.parse(text);
    expect(rest).toEqual({expiresInSeconds: 600, userId: user.id});
    const {body} = await t.call("GET", "/api/whoami", {token});
    expect(body).toMatchObject({
      principal: {id: user.id, kind: "user"},
      orgId: t.org.id,
      scopes: ["read", "write"],
    });
    const viewer = await signedIn(await addUser(t, {seat: "viewer"}));
    const seen = await t.call("GET", "/api/whoami", {token: await tokenFor(viewer)});
    expect(seen.body.scopes).toEqual(["read"]);
    const {rows} = await sql<{hash: Buffer; left: number}>`
      select hash, extract(epoch from expires_at - now())::int as left from session_tokens`.execute(t.db);
    const stored = rows.find(({hash}) => hash.equals(hashToken(token)));
    expect(stored?.left).toBeGreaterThan(590);
    expect(stored?.left).toBeLessThanOrEqual(600);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test("can make changes like its person, but never with the scope manage", async () => {
    const token = await tokenFor(await signedIn());
    const made = await t.call("POST", "/api/dashboards", {token, body: {name: "From a page"}});
    expect(made).toMatchObject({status: 201, body: {ownerId: user.id}});
    expect((await t.call("DELETE", `/api/dashboards/${made.body.id}`, {token})).status).toBe(403);
    const {body} = await t.call("GET", `/api/orgs/${t.org.id}/audit-log?limit=1`);
    expect(body).toMatchObject([{action: "dashboard.create", actorId: user.id, resourceId: made.body.id}]);
  });

  test.each([
    ["of another site", {origin: "https://evil.example"}],
    ["of this host on another port", {origin: "http://localhost:1"}],
    ["of this host without TLS, or with it", {origin: "https://localhost:3000"}],
    ["that hides where it is from", {origin: "null"}],
    ["that does not say where it is from", {}],
    ["that a browser calls foreign", {origin: "own", "sec-fetch-site": "cross-site"}],
    ["of a sister of this host", {origin: "own", "sec-fetch-site": "same-site"}],
  ])("is not given to a page %s", async (_what, headers: Record<string, string>) => {
    const sent = headers["origin"] === "own" ? {...headers, origin: origin()} : headers;
    const {status, text} = await askToken(await signedIn(), sent);
    expect(status).toBe(403);
    expect(text).not.toContain("page.");
  });

  test("is not given to anybody who is not signed in, or for a GET", async () => {
    expect((await askToken(visitor(t))).status).toBe(401);
    const browser = await signedIn();
    expect((await browser.send("GET", "/session-token", undefined, {origin: origin()})).status).toBe(405);
    const token = await tokenFor(browser);
    const {status} = await visitor(t).send("POST", "/session-token", undefined, {
      origin: origin(),
      authorization: `Bearer ${token}`,
    });
    expect(status).toBe(401);
  });

  test("ends with the session within a second, on every process", async () => {
    const another = await t.another();
    const ends: [string, (browser: Visitor, person: User) => Promise<unknown>][] = [
      ["signed out", async browser => browser.submit(await browser.open("/sign-in"), [])],
      [
        "another password",
        async (_, {id}) => {
          const {url} = await addPasswordLink(t.db, t.org.id, id, "");
          await setPassword(t.web, url.split("token=")[1] ?? "", `${PASSWORD} 2`, {});
        },
      ],
      [
        "deleted",
        async (_, {id}) => {
          const {status, text} = await t.call("DELETE", `/api/orgs/${t.org.id}/members/${id}`);
          if (status !== 204) throw new Error(text);
        },
      ],
    ];
    for (const [what, end] of ends) {
      const person = await addUser(t);
      const browser = await signedIn(person);
      const token = await tokenFor(browser);
      for (const process of [t, another]) expect(await whoami(process, token)).toBe(200);
      await end(browser, person);
      await until(async () => (await whoami(another, token)) !== 200, 1000);
      expect([what, await whoami(t, token)]).toEqual([what, 401]);
      const write = await t.call("POST", "/api/dashboards", {token, body: {name: "too late"}});
      expect(write.status).toBe(401);
    }
  });

  test("ends after ten minutes, and when its session has become too old", async () => {
    const browser = await signedIn();
    const [first, second] = [await tokenFor(browser), await tokenFor(browser)];
    await sql`
      update session_tokens set expires_at = now() - interval '1 second' where hash = ${hashToken(first)}`.execute(
      t.db,
    );
    expect(await whoami(t, first)).toBe(401);
    await sql`update browser_sessions set created_at = now() - interval '8 days'`.execute(t.db);
    expect(await whoami(t, second)).toBe(401);
    expect((await askToken(browser)).status).toBe(401);
    await collectSignIns(t.db);
    expect((await sql`select from session_tokens`.execute(t.db)).rows).toEqual([]);
  });

  test("is given a limited number of times", async () => {
    const browser = await signedIn();
    let asked = 0;
    while ((await askToken(browser)).status === 200) if (++asked > 500) break;
    expect(asked).toBeGreaterThan(60);
    expect(asked).toBeLessThan(200);
    expect((await askToken(browser)).headers.get("retry-after")).toMatch(/^\d+$/);
  });
});
