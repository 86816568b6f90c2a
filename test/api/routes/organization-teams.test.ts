import {afterAll, beforeAll, expect, test} from "bun:test";
import {sql} from "../../../shared/core/db.ts";
import {newId} from "../../../shared/core/ids.ts";
import {type TestApp, testApp} from "../../support/app.ts";
import {until} from "../../support/until.ts";

let t: TestApp;
let teams: string;
beforeAll(async () => {
  t = await testApp();
  teams = `/api/orgs/${t.org.id}/teams`;
});
afterAll(() => t.stop());

async function addTeam(name: string = crypto.randomUUID()) {
  const {status, body} = await t.call("POST", teams, {body: {name}});
  expect(status).toBe(201);
  return body;
}

test("a team is created, renamed and deleted by an org-admin", async () => {
  const team = await addTeam("Revenue");
  expect(team).toEqual({
    id: expect.stringMatching(/^team_/),
    name: "Revenue",
    role: null,
    memberCount: 0,
  });
  const path = `${teams}/${team.id}`;
  const renamed = await t.call("PATCH", path, {body: {...team, name: "Income"}});
  expect(renamed.status).toBe(200);
  expect((await t.call("GET", path)).body).toEqual({...team, name: "Income"});
  expect((await t.call("DELETE", path)).status).toBe(204);
  expect((await t.call("PATCH", path, {body: {name: "x"}})).status).toBe(404);
  expect((await t.call("DELETE", path)).status).toBe(404);
});

test("teams are listed completely and by name, with the caller's role and the number of members", async () => {
  const b = await addTeam("B team");
  const a = await addTeam("A team");
  await t.call("PUT", `${teams}/${a.id}/members/${t.org.reader.id}`, {body: {role: "lead"}});
  await t.call("PUT", `${teams}/${a.id}/members/${t.org.member.id}`, {body: {role: "member"}});
  const {body} = await t.call("GET", teams, {token: t.org.reader.token});
  const mine = body.filter((team: {id: string}) => [a.id, b.id].includes(team.id));
  expect(mine).toEqual([
    {id: a.id, name: "A team", role: "lead", memberCount: 2},
    {id: b.id, name: "B team", role: null, memberCount: 0},
  ]);
});

test("teams of one organization have different names; those of two may share one", async () => {
  const {name} = await addTeam();
  const again = await t.call("POST", teams, {body: {name}});
  expect([again.status, again.body.code]).toEqual([409, "conflict"]);
  const other = await addTeam();
  expect((await t.call("PATCH", `${teams}/${other.id}`, {body: {name}})).status).toBe(409);
  const org = await t.addOrg("Elsewhere");
  const elsewhere = await t.call("POST", `/api/orgs/${org.id}/teams`, {token: org.admin.token, body: {name}});
  expect(elsewhere.status).toBe(201);
});

test("another violated constraint is not reported as a name that is taken", async () => {
  const {id} = await addTeam();
  await sql`alter table teams add constraint unforeseen check (name <> 'Unforeseen')`.execute(t.db);
  try {
    const body = {name: "Unforeseen"};
    expect((await t.call("POST", teams, {body})).status).toBe(500);
    expect((await t.call("PATCH", `${teams}/${id}`, {body})).status).toBe(500);
  } finally {
    await sql`alter table teams drop constraint unforeseen`.execute(t.db);
  }
});

test("a membership is in whoami within a second, and is gone as fast", async () => {
  const team = await addTeam();
  const path = `${teams}/${team.id}/members/${t.org.writer.id}`;
  const whoami = async () => (await t.call("GET", "/api/whoami", {token: t.org.writer.token})).body.teams;
  expect(await whoami()).toEqual([]);
  const put = await t.call("PUT", path, {body: {role: "member"}});
  expect(put.body).toEqual({id: t.org.writer.id, kind: "service_account", name: "writer", role: "member"});
  const shows = (teams: object[]) => until(async () => Bun.deepEquals(await whoami(), teams), 1000);
  await shows([{id: team.id, name: team.name, role: "member"}]);
  await t.call("PUT", path, {body: {role: "lead"}});
  await t.call("PATCH", `${teams}/${team.id}`, {body: {name: "Renamed"}});
  await shows([{id: team.id, name: "Renamed", role: "lead"}]);
  expect((await t.call("DELETE", path)).status).toBe(204);
  expect((await t.call("DELETE", path)).status).toBe(404);
  await shows([]);
});

test("a lead can manage the team's members, a member cannot, and neither can manage the team", async () => {
  const team = await addTeam();
  const path = `${teams}/${team.id}`;
  const as = (token: string, method: string, place: string, body?: unknown) =>
    t.call(method, `${path}${place}`, {token, ...(body ? {body} : {})});
  const {member, writer, reader} = t.org;
  expect((await as(reader.token, "GET", "/members")).status).toBe(403);
  await t.call("PUT", `${path}/members/${member.id}`, {body: {role: "lead"}});
  await t.call("PUT", `${path}/members/${writer.id}`, {body: {role: "member"}});
  const add = () => as(member.token, "PUT", `/members/${reader.id}`, {role: "member"});
  await until(async () => (await add()).status === 200, 1000);
  const {body: listed} = await as(writer.token, "GET", "/members");
  expect(new Set(listed.map((one: {id: string}) => one.id))).toEqual(
    new Set([member.id, writer.id, reader.id]),
  );
  const refused = await as(writer.token, "PUT", `/members/${reader.id}`, {role: "lead"});
  expect([refused.status, refused.body.code]).toEqual([403, "missing_privilege"]);
  expect((await as(member.token, "PATCH", "", {name: "Mine"})).body.code).toBe("missing_privilege");
  expect((await as(member.token, "DELETE", "")).body.code).toBe("missing_privilege");
  expect((await as(member.token, "DELETE", `/members/${reader.id}`)).status).toBe(204);
});

test("nobody of another organization can join a team", async () => {
  const team = await addTeam();
  const other = await t.addOrg("Strangers");
  for (const id of [other.member.id, "svc_nobody", "'; drop table teams --"]) {
    const path = `${teams}/${team.id}/members/${encodeURIComponent(id)}`;
    const {status, body} = await t.call("PUT", path, {body: {role: "member"}});
    expect([status, body.code]).toEqual([404, "not_found"]);
  }
  const {status} = await t.call("PUT", `/api/orgs/${other.id}/teams/${team.id}/members/${other.member.id}`, {
    token: other.admin.token,
    body: {role: "member"},
  });
  expect(status).toBe(404);
  expect((await t.call("GET", `${teams}/${team.id}`)).body.memberCount).toBe(0);
});

test("a team for which a project is reserved cannot be deleted", async () => {
  const team = await addTeam();
  const org_id = t.org.id;
  const connection_id = newId("conn");
  const project_id = newId("proj");
  await t.db
    .insertInto("connections")
    .values({id: connection_id, org_id, name: "c", type: "duckdb", config: "{}"})
    .execute();
  await t.db.insertInto("projects").values({id: project_id, org_id, name: "p", connection_id}).execute();
  await t.db.insertInto("project_teams").values({org_id, project_id, team_id: team.id}).execute();
  const {status, body} = await t.call("DELETE", `${teams}/${team.id}`);
  expect([status, body.code]).toEqual([409, "conflict"]);
});

test("a stale If-Match leaves a team unchanged", async () => {
  const team = await addTeam();
  const path = `${teams}/${team.id}`;
  const etag = (await t.call("GET", path)).headers.get("etag") ?? "";
  const headers = {"if-match": etag};
  expect((await t.call("PATCH", path, {headers, body: {name: `${team.name}!`}})).status).toBe(200);
  expect((await t.call("PATCH", path, {headers, body: {name: `${team.name}?`}})).status).toBe(412);
  expect((await t.call("DELETE", path, {headers})).status).toBe(412);
  expect((await t.call("DELETE", path, {headers: {"if-match": "*"}})).status).toBe(204);
});
