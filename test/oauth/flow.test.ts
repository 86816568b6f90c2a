import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import type pg from "pg";
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
  type Tokens,
  tokensOf,
  type User,
  visitor,
  whoami,
} from "./people.ts";

let t: TestApp;
let user: User;
beforeAll(async () => {
  t = await testApp();
  user = await addUser(t);
});
afterAll(() => t.stop());

describe("metadata", () => {
  test("contain addresses below BASE_URL, at both places of both documents", async () => {
    const base = t.web.config.baseUrl;
    for (const suffix of ["", "/mcp"]) {
      const server = await t.call("GET", `/.well-known/oauth-authorization-server${suffix}`, {token: null});
      expect(server.status).toBe(200);
      expect(server.body).toMatchObject({
        issuer: base,
        authorization_endpoint: `${base}/oauth/authorize`,
        token_endpoint: `${base}/oauth/token`,
        registration_endpoint: `${base}/oauth/register`,
        revocation_endpoint: `${base}/oauth/revoke`,
        scopes_supported: ["read", "write"],
        code_challenge_methods_supported: ["S256"],
        token_endpoint_auth_methods_supported: ["none"],
      });
      const resource = await t.call("GET", `/.well-known/oauth-protected-resource${suffix}`, {token: null});
      expect(resource.body).toMatchObject({
        resource: `${base}/mcp`,
        authorization_servers: [base],
        scopes_supported: ["read", "write"],
      });
    }
  });

  test("do not depend on the address in a request", async () => {
    const headers = {
      host: "evil.example",
      "x-forwarded-host": "evil.example",
      "x-forwarded-proto": "https",
      forwarded: "host=evil.example;proto=https",
    };
    const {text} = await t.call("GET", "/.well-known/oauth-authorization-server", {token: null, headers});
    expect(text).not.toContain("evil.example");
    expect(text).not.toContain("https://127");
    const clientId = await newClient(t);
    const browser = visitor(t);
    const {headers: answered} = await browser.send("GET", authorization(t, clientId).url, undefined, headers);
    expect(answered.get("location")).toStartWith(`${t.web.config.baseUrl}/oauth/interaction/`);
    expect(answered.get("set-cookie")).not.toContain("evil");
  });

  test("do not come with other addresses of the library", async () => {
    for (const path of [
      "/.well-known/openid-configuration",
      "/oauth/jwks",
      "/jwks",
      "/me",
      "/oauth/userinfo",
      "/oauth/introspect",
      "/token/introspection",
      "/session/end",
      "/request",
      "/device",
      "/device/auth",
      "/oauth/register/client_1",
    ]) {
      for (const method of ["GET", "POST"]) {
        expect([path, (await t.call(method, path, {token: null})).status]).toEqual([path, 404]);
      }
    }
  });
});

describe("the way through the browser", () => {
  test("gives tokens for what the person was asked", async () => {
    const clientId = await newClient(t);
    const request = authorization(t, clientId, {state: "a/b c"});
    const browser = visitor(t);
    const login = await browser.open(request.url);
    expect(login.text).toContain("Test client");
    const consent = await signIn(browser, login, user);
    for (const shown of ["Test client", user.email, "Acme", "127.0.0.1:4711", "Read", "Write"]) {
      expect(consent.text).toContain(shown);
    }
    const back = await allow(browser, consent);
    expect(back.headers.get("location")).toStartWith(`${REDIRECT}?`);
    const answer = answerOf(back);
    expect(answer.get("state")).toBe("a/b c");
    expect(answer.get("iss")).toBe(t.web.config.baseUrl);
    const tokens = await exchange(t, request, answer.get("code") ?? "");
    expect(tokens.status).toBe(200);
    expect(tokens.headers.get("cache-control")).toBe("no-store");
    expect(tokens.body).toMatchObject({token_type: "Bearer", expires_in: 3600, scope: "read write"});
    const me = await t.call("GET", "/api/whoami", {token: tokens.body.access_token});
    expect(me.body).toMatchObject({
      principal: {id: user.id, kind: "user", email: user.email},
      orgId: t.org.id,
      scopes: ["read", "write"],
    });
  });

  test("gives access for an hour, which can be renewed for 30 days, and not once that is over", async () => {
    const clientId = await newClient(t);
    const request = authorization(t, clientId);
    const {body: tokens} = await exchange(t, request, await codeFor(t, user, request));
    const {rows} = await sql`
      select t.kind, round(extract(epoch from t.expires_at - now()) / 3600)::int as hours
      from oauth_tokens t join oauth_grants g on g.id = t.grant_id
      where g.client_id = ${clientId} and t.kind <> 'AuthorizationCode' order by t.kind`.execute(t.db);
    expect(rows).toEqual([
      {kind: "AccessToken", hours: 1},
      {kind: "RefreshToken", hours: 720},
    ]);
    await sql`
      update oauth_tokens t set expires_at = t.expires_at - interval '720 hours',
        payload = jsonb_set(t.payload, '{exp}', to_jsonb((t.payload ->> 'exp')::int - 720 * 3600 - 1))
      from oauth_grants g where g.id = t.grant_id and g.client_id = ${clientId}`.execute(t.db);
    expect((await t.call("GET", "/api/whoami", {token: tokens.access_token})).status).toBe(401);
    expect((await refresh(t, clientId, tokens.refresh_token)).body.error).toBe("invalid_grant");
  });

  test("asks a person who is already signed in only for consent", async () => {
    const clientId = await newClient(t);
    const browser = visitor(t);
    await signIn(browser, await browser.open(authorization(t, clientId).url), user);
    const page = await browser.open(authorization(t, clientId).url);
    expect(page.text).toContain("Allow");
    expect(page.text).not.toContain('type="password"');
  });

  test("tells the client if the person declines, and creates nothing", async () => {
    const clientId = await newClient(t);
    const browser = visitor(t);
    const page = await signIn(browser, await browser.open(authorization(t, clientId).url), user);
    const answer = answerOf(await browser.submit(page, [["action", "deny"]]));
    expect(answer.get("error")).toBe("access_denied");
    expect(answer.get("state")).toBe("state-1");
    expect(answer.has("code")).toBe(false);
    const grants = await sql`select from oauth_grants where client_id = ${clientId}`.execute(t.db);
    expect(grants.rows).toEqual([]);
  });

  test("lets another person sign in instead", async () => {
    const other = await addUser(t);
    const clientId = await newClient(t);
    const browser = visitor(t);
    const page = await signIn(browser, await browser.open(authorization(t, clientId).url), user);
    const login = await browser.submit(page, [["action", "switch"]]);
    expect(login.text).toContain('type="password"');
    expect((await signIn(browser, login, other)).text).toContain(other.email);
  });

  test("answers with an error to a client that wants no page shown", async () => {
    const clientId = await newClient(t);
    const back = await visitor(t).open(authorization(t, clientId, {prompt: "none"}).url);
    expect(answerOf(back).get("error")).toBe("consent_required");
  });
});

describe("scopes", () => {
  test("are limited to those asked for, registered, allowed by the seat and ticked, and never include manage", async () => {
    const viewer = await addUser(t, {seat: "viewer"});
    const cases: [User, Record<string, string>, string[], string][] = [
      [user, {scope: "read write manage openid offline_access"}, ["read", "write", "manage"], "read write"],
      [user, {scope: "read"}, ["read", "write"], "read"],
      [user, {}, ["write"], "write"],
      [viewer, {}, ["read", "write"], "read"],
    ];
    for (const [person, changes, ticked, granted] of cases) {
      expect((await tokensOf(t, person, {changes, scopes: ticked})).scope).toBe(granted);
    }
    const clientId = await newClient(t, {scope: "read profile"});
    const request = authorization(t, clientId);
    const {body} = await exchange(t, request, await codeFor(t, user, request, ["read", "write"]));
    expect(body.scope).toBe("read");
  });

  test("limit what a token may do", async () => {
    const {access} = await tokensOf(t, user, {scopes: ["read"]});
    const body = {name: "x"};
    const {status, body: problem} = await t.call("POST", "/api/charts", {token: access, body});
    expect([status, problem.code]).toEqual([403, "missing_scope"]);
  });

  test("can be narrowed by a refresh, but not widened", async () => {
    const tokens = await tokensOf(t, user, {scopes: ["read", "write"]});
    const narrow = await refresh(t, tokens.clientId, tokens.refresh, {scope: "read"});
    expect(narrow.body.scope).toBe("read");
    const reader = await tokensOf(t, user, {scopes: ["read"]});
    expect((await refresh(t, reader.clientId, reader.refresh, {scope: "read write"})).body.error).toBe(
      "invalid_scope",
    );
  });

  test("shrink within a second when the seat does", async () => {
    const person = await addUser(t);
    const {access} = await tokensOf(t, person);
    const scopes = async () => (await t.call("GET", "/api/whoami", {token: access})).body.scopes;
    expect(await scopes()).toEqual(["read", "write"]);
    const path = `/api/orgs/${t.org.id}/members/${person.id}`;
    expect((await t.call("PATCH", path, {body: {seat: "viewer"}})).status).toBe(200);
    expect(await scopes()).toEqual(["read"]);
  });

  test("of a refresh and of a code are those that the seat allows at that time", async () => {
    const person = await addUser(t);
    const path = `/api/orgs/${t.org.id}/members/${person.id}`;
    const sit = async (seat: string) =>
      expect((await t.call("PATCH", path, {body: {seat}})).status).toBe(200);
    const both = await tokensOf(t, person);
    const writing = await tokensOf(t, person, {scopes: ["write"]});
    const request = authorization(t, await newClient(t));
    const code = await codeFor(t, person, request);
    await sit("viewer");
    expect((await exchange(t, request, code)).body.scope).toBe("read");
    const less = await refresh(t, both.clientId, both.refresh);
    expect(less.body.scope).toBe("read");
    expect((await t.call("GET", "/api/whoami", {token: less.body.access_token})).body.scopes).toEqual([
      "read",
    ]);
    const none = await refresh(t, writing.clientId, writing.refresh);
    expect([none.status, none.body.error]).toEqual([400, "invalid_grant"]);
    const narrowed = await refresh(t, both.clientId, less.body.refresh_token, {scope: "write"});
    expect([narrowed.status, narrowed.body.error]).toEqual([400, "invalid_scope"]);
    await sit("editor");
    expect((await refresh(t, both.clientId, less.body.refresh_token)).body.scope).toBe("read write");
    expect((await refresh(t, writing.clientId, writing.refresh)).body.scope).toBe("write");
  });

  test("of an admin's token do not allow what only a service account may do", async () => {
    const admin = await addUser(t, {role: "admin"});
    const {access} = await tokensOf(t, admin);
    const body = {name: "p", connectionId: "conn_none"};
    const {status, body: problem} = await t.call("POST", "/api/projects", {token: access, body});
    expect([status, problem.code]).toEqual([403, "missing_privilege"]);
    expect((await t.call("GET", `/api/orgs/${t.org.id}/members`, {token: access})).status).toBe(200);
  });
});

describe("resources", () => {
  test("are the service's own addresses, which all mean the same", async () => {
    const base = t.web.config.baseUrl;
    for (const resource of [`${base}/mcp`, base, `${base}/`, `${base}/mcp/`]) {
      const clientId = await newClient(t);
      const request = authorization(t, clientId, {resource});
      const code = await codeFor(t, user, request);
      const {status, body} = await exchange(t, request, code, {resource});
      expect([resource, status]).toEqual([resource, 200]);
      expect(await whoami(t, body.access_token)).toBe(200);
      expect((await refresh(t, clientId, body.refresh_token, {resource})).status).toBe(200);
    }
  });

  test("of others are refused at every step", async () => {
    const clientId = await newClient(t);
    const foreign = {resource: "https://elsewhere.example/mcp"};
    const back = await visitor(t).open(authorization(t, clientId, foreign).url);
    expect(answerOf(back).get("error")).toBe("invalid_target");
    const request = authorization(t, clientId);
    const refused = await exchange(t, request, await codeFor(t, user, request), foreign);
    expect([refused.status, refused.body.error]).toEqual([400, "invalid_target"]);
    const tokens = await tokensOf(t, user);
    expect((await refresh(t, tokens.clientId, tokens.refresh, foreign)).body.error).toBe("invalid_target");
  });

  test("that are no longer the service's addresses make the tokens issued for them unauthenticated", async () => {
    const {access, clientId} = await tokensOf(t, user);
    await sql`
      update oauth_tokens set audience = 'https://elsewhere.example/mcp'
      where grant_id = (select id from oauth_grants where client_id = ${clientId})`.execute(t.db);
    expect(await whoami(t, access)).toBe(401);
  });
});

describe("the check of an access token", () => {
  test("is one statement, and then none", async () => {
    // Statements that the process sends by itself now and then, such as those of last uses, are not in all of the tries.
    const counts: [first: number, later: number][] = [];
    for (
      let attempt = 0;
      attempt < 5 && !counts.some(([first, later]) => first === 1 && later === 0);
      attempt++
    ) {
      const {access} = await tokensOf(t, user);
      const first = await countingStatements(async () => {
        expect(await whoami(t, access)).toBe(200);
      });
      expect(first.filter(one => one.includes("oauth_tokens")).length).toBe(1);
      const later = await countingStatements(async () => {
        for (let i = 0; i < 20; i++) expect(await whoami(t, access)).toBe(200);
      });
      counts.push([first.length, later.length]);
    }
    expect(counts).toContainEqual([1, 0]);
  });

  async function countingStatements(work: () => Promise<void>): Promise<string[]> {
    const seen: string[] = [];
    const {pool} = t.web;
    const connect = pool.connect.bind(pool);
    const original = pool.connect;
    const plain = new Map<pg.PoolClient, pg.PoolClient["query"]>();
    const spy = async () => {
      const client = await connect();
      const {query} = client;
      if (plain.has(client)) return client;
      plain.set(client, query);
      const counted = (...asked: unknown[]) => {
        seen.push(String(asked[0]));
        return Reflect.apply(query, client, asked);
      };
      return Object.assign(client, {query: counted});
    };
    Object.assign(pool, {connect: spy});
    try {
      await work();
    } finally {
      Object.assign(pool, {connect: original});
      for (const [client, query] of plain) Object.assign(client, {query});
    }
    // The last use is recorded after the answer.
    return seen.filter(one => !one.includes("last_used_at"));
  }

  test("meets a revocation within a second, on every process", async () => {
    const other = await t.another();
    const {access, refresh: token, clientId} = await tokensOf(t, user);
    for (const app of [t, other]) expect(await whoami(app, access)).toBe(200);
    const revoked = await revoke(clientId, token);
    expect(revoked.status).toBe(200);
    expect(await whoami(t, access)).toBe(401);
    await until(async () => (await whoami(other, access)) === 401, 1000);
    expect(await whoami(other, access)).toBe(401);
  });
});

function revoke(clientId: string, token: string) {
  return t.call("POST", "/oauth/revoke", {
    token: null,
    headers: {"content-type": "application/x-www-form-urlencoded"},
    body: new URLSearchParams({client_id: clientId, token}).toString(),
  });
}

describe("revocation", () => {
  test("of either token ends the whole grant", async () => {
    for (const kind of ["access", "refresh"] as const) {
      const tokens = await tokensOf(t, user);
      expect(await whoami(t, tokens.access)).toBe(200);
      expect((await revoke(tokens.clientId, tokens[kind])).status).toBe(200);
      await isDead(tokens);
    }
  });

  test("by another client, or of no token at all, says nothing and does nothing", async () => {
    const tokens = await tokensOf(t, user);
    const stranger = await newClient(t);
    expect((await revoke(stranger, tokens.refresh)).status).toBe(200);
    expect((await revoke(tokens.clientId, "nothing")).status).toBe(200);
    expect(await whoami(t, tokens.access)).toBe(200);
    expect((await refresh(t, tokens.clientId, tokens.refresh)).status).toBe(200);
  });

  test("by an org-admin is by its id, in a list that names client and person", async () => {
    const tokens = await tokensOf(t, user);
    expect(await whoami(t, tokens.access)).toBe(200);
    const path = `/api/orgs/${t.org.id}/oauth-grants`;
    const {body: grants, status} = await t.call("GET", `${path}?limit=1`);
    expect(status).toBe(200);
    expect(grants).toMatchObject([
      {clientName: "Test client", user: {id: user.id, email: user.email}, scopes: ["read", "write"]},
    ]);
    const {headers} = await t.call("GET", `${path}?limit=1`);
    const [, next = ""] = /<(.*?)>/.exec(headers.get("link") ?? "") ?? [];
    const {body: rest} = await t.call("GET", next);
    expect(rest[0].id).not.toBe(grants[0].id);
    const stranger = await t.addOrg("Strangers");
    const foreign = {token: stranger.admin.token};
    expect((await t.call("GET", `/api/orgs/${stranger.id}/oauth-grants`, foreign)).body).toEqual([]);
    const theirs = `/api/orgs/${stranger.id}/oauth-grants/${grants[0].id}`;
    expect((await t.call("DELETE", theirs, foreign)).status).toBe(404);
    expect(await whoami(t, tokens.access)).toBe(200);
    expect((await t.call("DELETE", `${path}/${grants[0].id}`)).status).toBe(204);
    await isDead(tokens);
    expect((await t.call("DELETE", `${path}/${grants[0].id}`)).status).toBe(404);
  });

  test("comes with a member's removal", async () => {
    const person = await addUser(t);
    const tokens = await tokensOf(t, person);
    expect(await whoami(t, tokens.access)).toBe(200);
    const {status} = await t.call("DELETE", `/api/orgs/${t.org.id}/members/${person.id}`);
    expect(status).toBe(204);
    await isDead(tokens);
  });

  async function isDead(tokens: Tokens): Promise<void> {
    expect(await whoami(t, tokens.access)).toBe(401);
    const {status, body} = await refresh(t, tokens.clientId, tokens.refresh);
    expect([status, body.error]).toEqual([400, "invalid_grant"]);
  }
});

test("the last use of a grant is recorded", async () => {
  const {access, clientId} = await tokensOf(t, user);
  expect(await whoami(t, access)).toBe(200);
  await t.web.authenticate.stop();
  const {rows} = await sql<{last_used_at: Date | null}>`
    select last_used_at from oauth_grants where client_id = ${clientId}`.execute(t.db);
  expect(rows[0]?.last_used_at).toBeInstanceOf(Date);
});

test("no code, token or cookie is stored as it is", async () => {
  const {access, refresh: token} = await tokensOf(t, user);
  for (const table of ["oauth_tokens", "oauth_interactions", "browser_sessions", "oauth_grants"]) {
    const {rows} = await sql`select * from ${sql.table(table)}`.execute(t.db);
    const stored = JSON.stringify(rows);
    expect([table, stored.includes(access), stored.includes(token)]).toEqual([table, false, false]);
    expect(stored).not.toContain('"jti"');
  }
});
