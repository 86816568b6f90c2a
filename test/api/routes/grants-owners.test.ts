import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {sql} from "../../../shared/core/db.ts";
import {newId} from "../../../shared/core/ids.ts";
import {addChart, addDashboard, addDataset, addGrant, addSheet} from "../../support/content.ts";
import {addPerson, addTeam} from "../../support/people.ts";
import {shopProjects} from "../../support/shop.ts";
import {type TestService, testService} from "../../support/worker.ts";

let t: TestService;
let shops: Awaited<ReturnType<typeof shopProjects>>;
let projectId: string;

beforeAll(async () => {
  t = await testService();
  shops = await shopProjects(t);
  projectId = shops.duckdb.projectId;
});

afterAll(async () => {
  await t.stop();
  await shops.drop();
});

const remove = (id: string, query = "") =>
  t.call("DELETE", `/api/orgs/${t.org.id}/service-accounts/${id}${query}`);
const chartOf = (owner: {id: string}, teamId: string | null = null) =>
  addChart(t, projectId, {ownerId: owner.id, teamId});
const get = (token: string, id: string) => t.call("GET", `/api/charts/${id}`, {token});

describe("deleting a principal who owns content", () => {
  test("is refused without an heir, and names what there is to inherit", async () => {
    const [owner, other] = [await addPerson(t), await addPerson(t)];
    const charts: string[] = [];
    for (let i = 0; i < 4; i++) charts.unshift(await chartOf(owner));
    const tiles = [{chartId: charts[0] ?? "", placedBy: owner.id}];
    const dashboard = await addDashboard(t, {ownerId: owner.id});
    await addDashboard(t, {ownerId: other.id, tiles});
    const {status, body} = await remove(owner.id);
    expect([status, body.code]).toEqual([409, "conflict"]);
    const names = charts.slice(0, 3).map(name => `"${name}"`);
    expect(body.detail).toContain(`owns 4 charts (${names.join(", ")}, …) and 1 dashboard ("${dashboard}")`);
    expect(body.detail).toContain("has placed 1 tile on dashboards: name an heir with ?transferTo=");
    expect((await get(owner.token, charts[0] ?? "")).status).toBe(200);
  });

  test("gives the content and the placed tiles to the heir, and removes grants to the deleted principal", async () => {
    const team = await addTeam(t, "of the deleted");
    const [owner, heir, friend, guest] = [
      await addPerson(t, {teams: [{id: team, role: "lead"}]}),
      await addPerson(t),
      await addPerson(t),
      await addPerson(t),
    ];
    const chart = await chartOf(owner);
    const ofTeam = await chartOf(owner, team);
    const lent = await chartOf(friend);
    const given = await addGrant(t, lent, {userId: owner.id});
    const dashboard = await addDashboard(t, {
      ownerId: owner.id,
      tiles: [{chartId: chart, placedBy: owner.id}],
    });
    await addGrant(t, dashboard, {userId: guest.id, cascade: "edit"});
    const kept = await addGrant(t, chart, {userId: friend.id});
    expect((await remove(owner.id, `?transferTo=${heir.id}`)).status).toBe(204);

    expect((await get(heir.token, chart)).body).toMatchObject({ownerId: heir.id, teamId: null});
    // A team's chart remains the team's: an heir who is not in the team cannot see it.
    expect((await get(heir.token, ofTeam)).status).toBe(404);
    expect((await get(t.org.admin.token, ofTeam)).body).toMatchObject({ownerId: heir.id, teamId: team});
    const changed = await t.call("PATCH", `/api/charts/${chart}`, {token: guest.token, body: {name: "N"}});
    expect(changed.status).toBe(200);
    const on = async (id: string) =>
      (await t.call("GET", `/api/grants?resourceType=chart&resourceId=${id}`)).body.map(
        (grant: {id: string}) => grant.id,
      );
    expect(await on(chart)).toEqual([kept]);
    expect(await on(lent)).not.toContain(given);
  });

  test("opens nothing to others through the heir's wider rights", async () => {
    const [author, placer, guest] = [await addPerson(t), await addPerson(t), await addPerson(t)];
    const chart = await chartOf(author);
    const grant = await addGrant(t, chart, {userId: placer.id});
    const tiles = [{chartId: chart, placedBy: placer.id}];
    const dashboard = await addDashboard(t, {ownerId: placer.id, tiles});
    await addGrant(t, dashboard, {userId: guest.id, cascade: "view"});
    expect((await get(guest.token, chart)).status).toBe(200);
    await sql`delete from grants where org_id = ${t.org.id} and id = ${grant}`.execute(t.db);
    expect((await get(guest.token, chart)).status).toBe(404);
    expect((await remove(placer.id, `?transferTo=${t.org.admin.id}`)).status).toBe(204);
    expect((await get(guest.token, chart)).status).toBe(404);
    expect((await t.call("GET", "/api/charts", {token: guest.token})).body).toEqual([]);
    // A person who moves a tile is not its placer; a person who removes it and places it again is.
    const lay = async (place: object[]) =>
      expect(
        (await t.call("PUT", `/api/dashboards/${dashboard}/layout`, {body: {tiles: place}})).status,
      ).toBe(200);
    const tile = {chartId: chart, x: 1, y: 1, w: 2, h: 2};
    await lay([tile, {...tile, x: 4}]);
    expect((await get(guest.token, chart)).status).toBe(404);
    await lay([]);
    await lay([tile]);
    expect((await get(guest.token, chart)).status).toBe(200);
  });

  test("happens completely or not at all", async () => {
    const [owner, heir] = [await addPerson(t), await addPerson(t)];
    const chart = await chartOf(owner);
    await sql`create table held (org_id text, id text, foreign key (org_id, id) references principals (org_id, id))`.execute(
      t.db,
    );
    await sql`insert into held values (${t.org.id}, ${owner.id})`.execute(t.db);
    expect((await remove(owner.id, `?transferTo=${heir.id}`)).status).toBe(409);
    expect((await get(owner.token, chart)).body.ownerId).toBe(owner.id);
    await sql`drop table held`.execute(t.db);
  });
});

describe("deleting", () => {
  test("a project that contains charts and datasets is refused, and they are named", async () => {
    const body = {name: "Holder", connectionId: shops.duckdb.connectionId};
    const {id} = (await t.call("POST", "/api/projects", {body})).body;
    const chart = await addChart(t, id, {ownerId: t.org.member.id});
    const dataset = newId("ds");
    await sql`
      insert into content (id, org_id, type, name, owner_id)
      values (${dataset}, ${t.org.id}, 'dataset', 'Frozen', ${t.org.member.id})`.execute(t.db);
    await sql`
      insert into datasets (id, org_id, project_id, kind, slug, columns)
      values (${dataset}, ${t.org.id}, ${id}, 'snapshot', 'frozen', '[]')`.execute(t.db);
    const sheet = await addSheet(t, {ownerId: t.org.member.id});
    await sql`
      insert into sheet_queries (org_id, sheet_id, position, project_id)
      values (${t.org.id}, ${sheet}, 0, ${id}), (${t.org.id}, ${sheet}, 1, ${id})`.execute(t.db);
    const refused = await t.call("DELETE", `/api/projects/${id}`);
    expect([refused.status, refused.body.code]).toEqual([409, "conflict"]);
    expect(refused.body.detail).toBe(
      `"Holder" holds 1 chart ("${chart}") and 1 dataset ("Frozen") and 1 sheet ("${sheet}"): delete them or move them to another project first.`,
    );
    await sql`delete from content where id in (${chart}, ${dataset}, ${sheet})`.execute(t.db);
    expect((await t.call("DELETE", `/api/projects/${id}`)).status).toBe(204);
  });

  test("a team that owns content is refused; a team with grants is deleted with its grants", async () => {
    const team = await addTeam(t, "owning");
    const chart = await chartOf(t.org.member, team);
    const path = `/api/orgs/${t.org.id}/teams/${team}`;
    const refused = await t.call("DELETE", path);
    expect([refused.status, refused.body.code]).toEqual([409, "conflict"]);
    expect(refused.body.detail).toContain('"owning"');
    const given = await addTeam(t, "given");
    await addGrant(t, chart, {teamId: given});
    expect((await t.call("DELETE", `/api/orgs/${t.org.id}/teams/${given}`)).status).toBe(204);
    expect((await t.call("PATCH", `/api/charts/${chart}`, {body: {teamId: null}})).status).toBe(200);
    expect((await t.call("DELETE", path)).status).toBe(204);
  });

  test("a dataset that a sheet queries is refused, and the sheet is named if the caller sees it", async () => {
    const [owner, other] = [await addPerson(t), await addPerson(t)];
    const {id, slug} = await addDataset(t, projectId, {ownerId: owner.id});
    await addGrant(t, id, {userId: other.id});
    const query = {model: slug, measures: ["orders.count"]};
    const body = {name: "QueryContext", tabs: [{name: "A", queries: [{anchor: "A1", query}]}]};
    const sheets = [];
    for (const {token} of [owner, other]) {
      sheets.push((await t.call("POST", "/api/sheets", {token, body})).body.id);
    }
    const gone = (token: string) => t.call("DELETE", `/api/datasets/${id}`, {token});
    const refused = await gone(owner.token);
    expect([refused.status, refused.body.code]).toEqual([409, "conflict"]);
    expect(refused.body.detail).toContain(
      `is used by sheets: "QueryContext" (${sheets[0]}), 1 that you cannot see.`,
    );
    for (const sheet of sheets) await t.call("DELETE", `/api/sheets/${sheet}`);
    expect((await gone(owner.token)).status).toBe(204);
  });

  test("a connection in use is refused", async () => {
    const refused = await t.call("DELETE", `/api/connections/${shops.duckdb.connectionId}`);
    expect([refused.status, refused.body.code]).toEqual([409, "conflict"]);
  });
});
