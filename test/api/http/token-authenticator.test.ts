import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {RateLimiter} from "../../../api/http/rate-limit.ts";
import {SCOPES, type Scope} from "../../../shared/core/actor.ts";
import {publish} from "../../../shared/core/change-notices.ts";
import {hashToken} from "../../../shared/core/secrets.ts";
import {type TestApp, testApp} from "../../support/app.ts";
import {onBusyMachine} from "../../support/busy-machine.ts";
import {until} from "../../support/until.ts";

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.stop());

interface Documented {
  method: string;
  path: string;
  scope: Scope | undefined;
}

/** Webhooks that expect a signature and no token; `test/billing` and `test/github` test them. */
const RECEIVERS = ["/api/billing/webhook", "/api/webhooks/github"];

/** Every other route under /api as documented, with ids that lead nowhere. */
async function routes(orgId: string): Promise<Documented[]> {
  const {body} = await t.call("GET", "/swagger/json", {token: null});
  const found: Documented[] = [];
  for (const [path, operations] of Object.entries<Record<string, {description: string}>>(body.paths)) {
    if (!path.startsWith("/api/") || RECEIVERS.includes(path)) continue;
    for (const [verb, {description}] of Object.entries(operations)) {
      const named = /Scope: `(\w+)`/.exec(description)?.[1];
      found.push({
        method: verb.toUpperCase(),
        path: path.replace("{orgId}", orgId).replace(/\{\w+\}/g, "none"),
        scope: SCOPES.find(scope => scope === named),
      });
    }
  }
  return found;
}

describe("a token", () => {
  const unauthenticated = async (headers: Record<string, string>) => {
    const answer = await t.call("GET", "/api/whoami", {token: null, headers});
    expect(answer.status).toBe(401);
    expect(answer.headers.get("www-authenticate")).toBe("Bearer");
    expect(answer.headers.get("content-type")).toBe("application/problem+json");
    expect(answer.body).toMatchObject({code: "unauthenticated", status: 401, type: "about:blank"});
    return answer.body.detail;
  };

  test("that is missing, of another scheme, or invalid is unauthenticated", async () => {
    expect(await unauthenticated({})).toContain("Authorization: Bearer <token>");
    for (const authorization of [
      "",
      "Bearer",
      "Bearer ",
      "Basic dXNlcjpwYXNz",
      t.org.admin.token,
      `Token ${t.org.admin.token}`,
      `Bearer ${t.org.admin.token}x`,
      `Bearer ${t.org.admin.token}, Bearer ${t.org.admin.token}`,
      `Bearer ${"x".repeat(100_000)}`,
      "Bearer ☃".replace("☃", "%E2%98%83"),
      "Bearer '; drop table tokens --",
      `Bearer ${hashToken(t.org.admin.token).toString("base64")}`,
    ]) {
      await unauthenticated({authorization});
    }
  });

  test("is not taken from the query string or a cookie", async () => {
    const {token} = t.org.admin;
    for (const [path, headers] of [
      [`/api/whoami?access_token=${token}`, {}],
      ["/api/whoami", {cookie: `token=${token}`}],
      ["/api/whoami", {"x-api-key": token}],
    ] as const) {
      expect((await t.call("GET", path, {token: null, headers})).status).toBe(401);
    }
  });

  test("may be introduced by its scheme in any case", async () => {
    const headers = {authorization: `bearer   ${t.org.admin.token} `};
    expect((await t.call("GET", "/api/whoami", {token: null, headers})).status).toBe(200);
  });

  test("that has expired, or whose principal has, is unauthenticated, even if it was cached", async () => {
    const past = await t.addToken(t.org.reader.id, new Date(Date.now() - 1));
    expect((await t.call("GET", "/api/whoami", {token: past})).status).toBe(401);
    const expiresMs = Date.now() + onBusyMachine(500);
    const soon = await t.addToken(t.org.reader.id, new Date(expiresMs));
    expect((await t.call("GET", "/api/whoami", {token: soon})).status).toBe(200);
    await until(() => Date.now() > expiresMs);
    expect((await t.call("GET", "/api/whoami", {token: soon})).status).toBe(401);
  });
});

describe("every route under /api", () => {
  test("asks for a token before anything else", async () => {
    for (const {method, path} of await routes("org_elsewhere")) {
      const {status, body} = await t.call(method, path, {token: null});
      expect([method, path, status, body.code]).toEqual([method, path, 401, "unauthenticated"]);
    }
  });

  test("refuses a token without the route's scope, before anything is looked up", async () => {
    for (const {method, path, scope} of await routes("org_elsewhere")) {
      if (!scope) continue;
      const others = SCOPES.filter(other => other !== scope);
      await setScopes(others);
      const {status, body, headers} = await t.call(method, path, {
        token: t.org.member.token,
        body: undefined,
      });
      expect([method, path, status, body.code]).toEqual([method, path, 403, "missing_scope"]);
      expect(headers.get("www-authenticate")).toBe(`Bearer error="insufficient_scope", scope="${scope}"`);
    }
    await setScopes([...SCOPES]);
  });

  test("of an organization treats another organization's id like a missing one", async () => {
    const other = await t.addOrg("Other");
    for (const orgId of [other.id, "org_nowhere", "'; drop table orgs --", "%00", "%zz"]) {
      for (const {method, path} of await routes(encodeURI(orgId).replaceAll("%25", "%"))) {
        if (!path.startsWith("/api/orgs/")) continue;
        const {status, body} = await t.call(method, path);
        expect([method, path, status, body.code]).toEqual([method, path, 404, "not_found"]);
      }
    }
  });

  /** An address to erase may belong to nobody. */
  const namesNothing = (path: string) => path.includes("none") && !path.includes("/recipients/");

  test("of an organization changes nothing for a member, or for a viewer's seat", async () => {
    for (const {method, path, scope} of await routes(t.org.id)) {
      if (!path.startsWith("/api/orgs/") || scope === undefined) continue;
      const {status, body} = await t.call(method, path, {token: t.org.member.token});
      // A missing thing is reported before a missing right.
      const refusal = namesNothing(path) ? [404, "not_found"] : [403, "missing_privilege"];
      expect([method, path, status, body.code]).toEqual([method, path, ...refusal]);
      if (scope === "read") continue;
      const asViewer = await t.call(method, path, {token: t.org.viewer.token});
      expect([asViewer.status, asViewer.body.code]).toEqual([403, "missing_privilege"]);
    }
  });

  test("finds nothing under ids that do not exist, for an org-admin", async () => {
    for (const {method, path} of await routes(t.org.id)) {
      if (!path.startsWith("/api/orgs/") || !namesNothing(path)) continue;
      const {status, body} = await t.call(method, path, {body: method === "GET" ? undefined : {}});
      expect([method, path, status, body.code]).toEqual([method, path, 404, "not_found"]);
    }
  });

  async function setScopes(scopes: Scope[]): Promise<void> {
    const heard = t.web.notices.waitFor("principal", t.org.member.id, 60_000);
    await t.db.updateTable("principals").set({scopes}).where("id", "=", t.org.member.id).execute();
    await publish(t.db, {kind: "principal", id: t.org.member.id});
    expect(await heard).toBe(true);
  }
});

describe("while the notification channel is down", () => {
  test("every call queries the database, and caches are used again after the outage", async () => {
    const {notices} = t.web;
    const token = await t.addToken(t.org.reader.id);
    const status = async () => (await t.call("GET", "/api/whoami", {token})).status;
    expect(await status()).toBe(200);
    await t.web.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'analytics-service notices'`,
    );
    await until(() => !notices.connected);
    // No notice announces that the token is gone: only a query finds out.
    await t.db.deleteFrom("tokens").where("hash", "=", hashToken(token)).execute();
    expect(await status()).toBe(401);
    await t.db
      .insertInto("tokens")
      .values({hash: hashToken(token), org_id: t.org.id, principal_id: t.org.reader.id})
      .execute();
    expect(await status()).toBe(200);
    await until(() => notices.connected);
    expect(await status()).toBe(200);
    await t.db.deleteFrom("tokens").where("hash", "=", hashToken(token)).execute();
    expect(await status()).toBe(200);
    await publish(t.db, {kind: "principal", id: t.org.reader.id});
    await until(async () => (await status()) === 401, 1000);
  });
});

describe("the rate limit", () => {
  test("is counted for each token: 429 with the time to wait, and the remaining calls in every answer", async () => {
    const limited = await testApp({RATE_LIMIT_PER_MINUTE: "3"});
    const call = (token: string) => limited.call("GET", "/api/whoami", {token});
    const {admin, reader} = limited.org;
    const startedAt = performance.now();
    const first = await call(admin.token);
    expect(first.headers.get("ratelimit-policy")).toBe('"default";q=3;w=60');
    expect(first.headers.get("ratelimit")).toBe('"default";r=2;t=20');
    await call(admin.token);
    await call(admin.token);
    const refused = await call(admin.token);
    expect(refused.status).toBe(429);
    expect(refused.body.code).toBe("rate_limited");
    const seconds = (performance.now() - startedAt) / 1000;
    expect(Number(refused.headers.get("retry-after"))).toBeWithin(19 - seconds, 21);
    expect(refused.headers.get("ratelimit")).toStartWith('"default";r=0;t=');
    expect(refused.headers.get("ratelimit-policy")).toBe('"default";q=3;w=60');
    expect((await call(reader.token)).status).toBe(200);
    expect((await call("svc_pat_unknown")).status).toBe(401);
    await limited.stop();
  });

  test("refills evenly over the minute, up to the quota and no further", () => {
    const limiter = new RateLimiter(60);
    for (let i = 0; i < 60; i++) limiter.take("a", 0);
    expect(() => limiter.take("a", 999)).toThrow("calls a minute");
    expect(limiter.take("a", 1000)).toBe('"default";r=0;t=60');
    expect(() => limiter.take("a", 1000)).toThrow("calls a minute");
    expect(limiter.take("a", 31_000)).toBe('"default";r=29;t=31');
    expect(limiter.take("a", 10_000_000)).toBe('"default";r=59;t=1');
  });
});
