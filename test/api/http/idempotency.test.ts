import {afterAll, beforeAll, expect, test} from "bun:test";
import {publish} from "../../../shared/core/change-notices.ts";
import {type TestApp, testApp} from "../../support/app.ts";
import {addPerson, addTeam as addTeamOf} from "../../support/people.ts";

let t: TestApp;
let teams: string;
beforeAll(async () => {
  t = await testApp();
  teams = `/api/orgs/${t.org.id}/teams`;
});
afterAll(() => t.stop());

const newKey = () => crypto.randomUUID();
const newName = () => `Team ${crypto.randomUUID()}`;

const addTeam = (key: string, name: string, token = t.org.admin.token) =>
  t.call("POST", teams, {token, body: {name}, headers: {"idempotency-key": key}});

async function countTeams(name: string): Promise<number> {
  const rows = await t.db.selectFrom("teams").select("id").where("name", "=", name).execute();
  return rows.length;
}

function ageOf(key: string, milliseconds: number) {
  return t.db
    .updateTable("idempotency_keys")
    .set({created_at: new Date(Date.now() - milliseconds)})
    .where("key", "=", key)
    .execute();
}

test("a repeated request gets the first answer again", async () => {
  const [key, name] = [newKey(), newName()];
  const first = await addTeam(key, name);
  expect(first.status).toBe(201);
  expect(first.headers.get("idempotent-replayed")).toBeNull();
  const again = await addTeam(key, name);
  expect([again.status, again.text]).toEqual([first.status, first.text]);
  expect(again.headers.get("idempotent-replayed")).toBe("true");
  expect(again.headers.get("content-type")).toBe("application/json");
  expect(again.headers.get("x-request-id")).not.toBe(first.headers.get("x-request-id"));
  expect(await countTeams(name)).toBe(1);
});

test("another body, or another query string, under the same key is a conflict", async () => {
  const [key, name] = [newKey(), newName()];
  await addTeam(key, name);
  const other = await addTeam(key, newName());
  expect([other.status, other.body.code]).toEqual([409, "idempotency_conflict"]);
  const asked = await t.call("POST", `${teams}?x=1`, {body: {name}, headers: {"idempotency-key": key}});
  expect([asked.status, asked.body.code]).toEqual([409, "idempotency_conflict"]);
});

test("a key belongs to one principal and one path", async () => {
  const [key, email] = [newKey(), `${crypto.randomUUID()}@example.com`];
  const headers = {"idempotency-key": key};
  expect((await addTeam(key, newName())).status).toBe(201);
  expect((await addTeam(key, newName(), t.org.adminUser.token)).status).toBe(201);
  const member = await t.call("POST", `/api/orgs/${t.org.id}/members`, {headers, body: {name: "A", email}});
  expect(member.status).toBe(201);
});

test("a hundred equal requests at once, on two processes, do the work once", async () => {
  const other = await t.another();
  const [key, name] = [newKey(), newName()];
  const options = {body: {name}, headers: {"idempotency-key": key}};
  const answers = await Promise.all(
    Array.from({length: 100}, (_, i) => (i % 2 ? t : other).call("POST", teams, options)),
  );
  expect(new Set(answers.map(answer => answer.status))).toEqual(new Set([201]));
  expect(new Set(answers.map(answer => answer.text)).size).toBe(1);
  expect(answers.filter(answer => answer.headers.has("idempotent-replayed"))).toHaveLength(99);
  expect(await countTeams(name)).toBe(1);
});

test("a token is shown once, and never stored", async () => {
  const path = `/api/orgs/${t.org.id}/service-accounts`;
  const options = {body: {name: "Once", scopes: ["read"]}, headers: {"idempotency-key": newKey()}};
  const first = await t.call("POST", path, options);
  expect(first.body.token).toStartWith("svc_pat_");
  const again = await t.call("POST", path, options);
  expect(again.status).toBe(201);
  expect(again.body).toEqual({...first.body, token: null});
  const {rows} = await t.web.pool.query("select k::text as row from idempotency_keys k");
  expect(rows.some(({row}) => String(row).includes("Once"))).toBe(true);
  expect(rows.some(({row}) => String(row).includes("svc_pat_"))).toBe(false);
});

test("a repeated request has its rights checked again", async () => {
  const org = await t.addOrg("Demoted");
  const path = `/api/orgs/${org.id}/teams`;
  const options = {token: org.admin.token, body: {name: "T"}, headers: {"idempotency-key": newKey()}};
  expect((await t.call("POST", path, options)).status).toBe(201);
  await t.db.updateTable("principals").set({org_role: "member"}).where("id", "=", org.admin.id).execute();
  const heard = t.web.notices.waitFor("principal", org.admin.id, 60_000);
  await publish(t.db, {kind: "principal", id: org.admin.id});
  expect(await heard).toBe(true);
  const again = await t.call("POST", path, options);
  expect([again.status, again.body.code]).toEqual([403, "missing_privilege"]);
});

test("content of a team is shown again only to people who are still members of the team", async () => {
  const teamId = await addTeamOf(t, newName());
  const {id, token} = await addPerson(t, {teams: [{id: teamId, role: "member"}]});
  const answers = async (key: string) => {
    const headers = {"idempotency-key": key};
    const dashboard = t.call("POST", "/api/dashboards", {token, body: {name: "D", teamId}, headers});
    const sheet = t.call("POST", "/api/sheets", {token, body: {name: "S", teamId}, headers});
    return (await Promise.all([dashboard, sheet])).map(({status, body}) => [status, body.code]);
  };
  const key = newKey();
  const made = [
    [201, undefined],
    [201, undefined],
  ];
  expect(await answers(key)).toEqual(made);
  expect(await answers(key)).toEqual(made);
  const left = await t.call("DELETE", `${teams}/${teamId}/members/${id}`);
  expect(left.status).toBe(204);
  const refused = [403, "missing_privilege"];
  expect(await answers(key)).toEqual([refused, refused]);
});

test("a refused request may be tried again under its key", async () => {
  const [key, name] = [newKey(), newName()];
  const {body: taken} = await t.call("POST", teams, {body: {name}});
  expect((await addTeam(key, name)).status).toBe(409);
  expect((await addTeam(key, name)).body.code).toBe("conflict");
  await t.call("DELETE", `${teams}/${taken.id}`);
  const {status, body} = await addTeam(key, name);
  expect(status).toBe(201);
  expect(body.id).not.toBe(taken.id);
});

test("an invalid body does not use up its key", async () => {
  const key = newKey();
  const bad = await t.call("POST", teams, {body: {nam: "x"}, headers: {"idempotency-key": key}});
  expect(bad.status).toBe(422);
  expect((await addTeam(key, newName())).status).toBe(201);
});

test("a first request that never ended is waited for, and its key is free again after a while", async () => {
  const [key, name] = [newKey(), newName()];
  await addTeam(key, name);
  await t.db.updateTable("idempotency_keys").set({status: null}).where("key", "=", key).execute();
  await t.db.deleteFrom("teams").where("name", "=", name).execute();
  await ageOf(key, 118_000);
  const started = performance.now();
  const {status, headers} = await addTeam(key, name);
  expect([status, headers.get("idempotent-replayed")]).toEqual([201, null]);
  expect(performance.now() - started).toBeGreaterThan(1500);
  expect(await countTeams(name)).toBe(1);
  expect((await addTeam(key, name)).headers.get("idempotent-replayed")).toBe("true");
});

test("a first request that takes too long makes the second one a conflict", async () => {
  const [key, name] = [newKey(), newName()];
  await addTeam(key, name);
  await t.db.updateTable("idempotency_keys").set({status: null}).where("key", "=", key).execute();
  const {status, body, headers} = await addTeam(key, name);
  expect([status, body.code]).toEqual([409, "idempotency_conflict"]);
  expect(headers.get("retry-after")).toBe("5");
});

test("a key is free again after a day", async () => {
  const [key, name] = [newKey(), newName()];
  const first = await addTeam(key, name);
  await t.call("DELETE", `${teams}/${first.body.id}`);
  expect((await addTeam(key, name)).body.id).toBe(first.body.id);
  await ageOf(key, 24 * 3_600_000 + 1000);
  const next = await addTeam(key, name);
  expect(next.status).toBe(201);
  expect(next.body.id).not.toBe(first.body.id);
});

test.each(["", " ", "x".repeat(256), "with space", "ümlaut"])("the key %j is refused", async key => {
  const name = newName();
  const {status, body} = await addTeam(key, name);
  expect([status, body.code]).toEqual([422, "invalid_request"]);
  expect(await countTeams(name)).toBe(0);
});
