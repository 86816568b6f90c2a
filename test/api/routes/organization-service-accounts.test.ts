import {afterAll, beforeAll, expect, test} from "bun:test";
import {hashToken} from "../../../shared/core/secrets.ts";
import {type TestApp, testApp} from "../../support/app.ts";
import {onBusyMachine} from "../../support/busy-machine.ts";
import {until} from "../../support/until.ts";

let t: TestApp;
let accounts: string;
beforeAll(async () => {
  t = await testApp();
  accounts = `/api/orgs/${t.org.id}/service-accounts`;
});
afterAll(() => t.stop());

async function addAccount(fields: Record<string, unknown> = {}) {
  const {status, body} = await t.call("POST", accounts, {
    body: {name: "Export", scopes: ["read"], ...fields},
  });
  expect(status).toBe(201);
  return body;
}

const whoami = (token: string) => t.call("GET", "/api/whoami", {token});

test("a service account is created with a token that works, and that is shown once", async () => {
  const {body: team} = await t.call("POST", `/api/orgs/${t.org.id}/teams`, {body: {name: "Exports"}});
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  const {serviceAccount, token} = await addAccount({
    scopes: ["read", "write"],
    orgRole: "member",
    teams: [{teamId: team.id, role: "lead"}],
    attributes: {region: ["EMEA"]},
    expiresAt,
  });
  expect(serviceAccount).toEqual({
    id: expect.stringMatching(/^svc_[0-9a-z]{26}$/),
    name: "Export",
    scopes: ["read", "write"],
    orgRole: "member",
    expiresAt,
    createdAt: expect.any(String),
    lastUsedAt: null,
  });
  expect(token).toMatch(/^svc_pat_[\w-]{43}$/);
  expect((await whoami(token)).body).toMatchObject({
    principal: {id: serviceAccount.id},
    scopes: ["read", "write"],
    teams: [{id: team.id, name: "Exports", role: "lead"}],
    attributes: {region: ["EMEA"]},
  });
  const read = await t.call("GET", `${accounts}/${serviceAccount.id}`);
  expect(read.body).toEqual({...serviceAccount, lastUsedAt: read.body.lastUsedAt});
  const list = await t.call("GET", accounts);
  expect(list.text).not.toContain(token);
  const stored = await t.db
    .selectFrom("tokens")
    .selectAll()
    .where("principal_id", "=", serviceAccount.id)
    .execute();
  expect(stored).toHaveLength(1);
  expect(stored[0]?.hash.equals(hashToken(token))).toBe(true);
});

test("nobody can give a scope that they lack", async () => {
  for (const scope of ["write", "manage"]) {
    const {admin} = t.org;
    await t.db
      .updateTable("principals")
      .set({scopes: ["read", "write"]})
      .where("id", "=", admin.id)
      .execute();
    const token = await t.addToken(admin.id);
    const {status, body, headers} = await t.call("POST", accounts, {
      token,
      body: {name: "More", scopes: ["read", scope]},
    });
    expect(status).toBe(scope === "write" ? 201 : 403);
    if (status === 403) {
      expect(body.code).toBe("missing_scope");
      expect(headers.get("www-authenticate")).toBe('Bearer error="insufficient_scope", scope="manage"');
    }
    const all = ["read", "write", "manage"];
    await t.db.updateTable("principals").set({scopes: all}).where("id", "=", admin.id).execute();
  }
});

test("nobody can rotate a token with a scope that they lack", async () => {
  const {serviceAccount, token} = await addAccount({scopes: ["manage"]});
  const {body: weaker} = await t.call("POST", accounts, {
    body: {name: "Weaker", scopes: ["read", "write"], orgRole: "admin"},
  });
  const path = `${accounts}/${serviceAccount.id}/rotate`;
  const refused = await t.call("POST", path, {token: weaker.token, body: {}});
  expect([refused.status, refused.body.code]).toEqual([403, "missing_scope"]);
  expect((await whoami(token)).status).toBe(200);
});

test("a rotated token ends within a second, or after its overlap", async () => {
  const {serviceAccount, token: first} = await addAccount();
  const path = `${accounts}/${serviceAccount.id}/rotate`;
  expect((await whoami(first)).status).toBe(200);
  const {status, body} = await t.call("POST", path, {body: {overlapSeconds: 5}});
  expect(status).toBe(200);
  expect(body.serviceAccount.id).toBe(serviceAccount.id);
  const second: string = body.token;
  expect(second).not.toBe(first);
  await Bun.sleep(300);
  expect((await whoami(first)).status).toBe(200);
  expect((await whoami(second)).status).toBe(200);
  await until(async () => (await whoami(first)).status === 401, 6000);
  const {body: third} = await t.call("POST", path, {body: {}});
  await until(async () => (await whoami(second)).status === 401, 1000);
  expect((await whoami(third.token)).status).toBe(200);
});

test("a deleted service account's token ends within a second, in every process", async () => {
  const other = await t.another();
  const {serviceAccount, token} = await addAccount();
  expect((await other.call("GET", "/api/whoami", {token})).status).toBe(200);
  expect((await whoami(token)).status).toBe(200);
  expect((await t.call("DELETE", `${accounts}/${serviceAccount.id}`)).status).toBe(204);
  await until(async () => (await other.call("GET", "/api/whoami", {token})).status === 401, 1000);
  await until(async () => (await whoami(token)).status === 401, 1000);
  expect((await t.call("DELETE", `${accounts}/${serviceAccount.id}`)).status).toBe(404);
  expect((await t.call("POST", `${accounts}/${serviceAccount.id}/rotate`, {body: {}})).status).toBe(404);
});

test("an expired service account is unauthenticated, and cannot be rotated", async () => {
  const expiresMs = Date.now() + onBusyMachine(500);
  const expiresAt = new Date(expiresMs).toISOString();
  const {serviceAccount, token} = await addAccount({expiresAt});
  expect((await whoami(token)).status).toBe(200);
  await until(() => Date.now() > expiresMs);
  await until(async () => (await whoami(token)).status === 401, 1000);
  const {status} = await t.call("POST", `${accounts}/${serviceAccount.id}/rotate`, {body: {}});
  expect(status).toBe(409);
});

test.each([
  [{name: ""}, "/name"],
  [{name: "   "}, "/name"],
  [{name: "bell \u0007"}, "/name"],
  [{name: "x".repeat(201)}, "/name"],
  [{scopes: []}, "/scopes"],
  [{scopes: ["read", "read"]}, "/scopes"],
  [{scopes: ["reed"]}, "/scopes/0"],
  [{orgRole: "owner"}, "/orgRole"],
  [{expiresAt: "2020-01-01T00:00:00Z"}, "/expiresAt"],
  [{expiresAt: "tomorrow"}, "/expiresAt"],
  [{expiresAt: "2999-13-45T00:00:00Z"}, "/expiresAt"],
  [{expiresAt: "2999-02-29T00:00:00Z"}, "/expiresAt"],
  [{teams: [{teamId: "team_nowhere", role: "lead"}]}, "/teams/0/teamId"],
  [{attributes: {region: "EMEA"}}, "/attributes/region"],
  [{attributes: {"": ["x"]}}, "/attributes/"],
  [{scope: ["read"]}, "/scope"],
])("%j is refused and nothing is created", async (fields, path) => {
  const before = (await t.call("GET", `${accounts}?limit=1`)).body[0].id;
  const {status, body} = await t.call("POST", accounts, {
    body: {name: "Export", scopes: ["read"], ...fields},
  });
  expect(status).toBe(422);
  expect(body.code).toBe("invalid_request");
  expect(body.errors.map((error: {path: string}) => error.path)).toContain(path);
  expect((await t.call("GET", `${accounts}?limit=1`)).body[0].id).toBe(before);
});

test("a team of another organization, or one named twice, is refused", async () => {
  const other = await t.addOrg("With a team");
  const {body: foreign} = await t.call("POST", `/api/orgs/${other.id}/teams`, {
    token: other.admin.token,
    body: {name: "Theirs"},
  });
  const {body: own} = await t.call("POST", `/api/orgs/${t.org.id}/teams`, {body: {name: "Ours"}});
  const teams = [own.id, foreign.id, own.id].map(teamId => ({teamId, role: "member"}));
  const {status, body} = await t.call("POST", accounts, {body: {name: "Spy", scopes: ["read"], teams}});
  expect(status).toBe(422);
  expect(body.errors.map((error: {path: string}) => error.path)).toEqual([
    "/teams/1/teamId",
    "/teams/2/teamId",
  ]);
});

test("the last use is stored with a delay, and survives a graceful stop", async () => {
  const other = await t.another();
  const {serviceAccount, token} = await addAccount();
  const lastUsedAt = async () => (await t.call("GET", `${accounts}/${serviceAccount.id}`)).body.lastUsedAt;
  const before = Date.now();
  expect((await other.call("GET", "/api/whoami", {token})).status).toBe(200);
  expect(await lastUsedAt()).toBeNull();
  await other.web.authenticate.stop();
  const first = await lastUsedAt();
  expect(Date.parse(first)).toBeGreaterThanOrEqual(before);
  // Within the minute it does not change, even if another process sees the token.
  await Bun.sleep(5);
  await whoami(token);
  await t.web.authenticate.stop();
  expect(await lastUsedAt()).toBe(first);
});
