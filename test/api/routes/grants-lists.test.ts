import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {type CompiledQuery, Kysely, PostgresDialect} from "kysely";
import {CHART} from "../../../shared/content/charts/charts.ts";
import {DASHBOARD} from "../../../shared/content/dashboards/dashboards.ts";
import {DATASET} from "../../../shared/content/datasets/datasets.ts";
import {SHEET} from "../../../shared/content/sheets/sheets.ts";
import type {Actor} from "../../../shared/core/actor.ts";
import {publish} from "../../../shared/core/change-notices.ts";
import {type ContentType, SHARED_TYPES} from "../../../shared/core/content-types.ts";
import {type Db, sql} from "../../../shared/core/db.ts";
import type {Page} from "../../../shared/core/paging.ts";
import {type ContentKind, listResources} from "../../../shared/tenancy/content-kinds/kind.ts";
import {levelSql, readableIds} from "../../../shared/tenancy/content-rights/rights.ts";
import {type TestApp, testApp} from "../../support/app.ts";
import {addChart, addDashboard, addDataset, addGrant, addSheet} from "../../support/content.ts";
import {addPerson, addTeam} from "../../support/people.ts";

/** The rules of rights, on plain data. Lists, single reads and levels must agree with them. */

interface Piece {
  id: string;
  type: ContentType;
  ownerId: string;
  teamId: string | null;
}

interface Given {
  id: string;
  contentId: string;
  teamId?: string;
  userId?: string;
  permission: "view" | "edit";
  cascade: "view" | "edit" | null;
}

interface Person {
  id: string;
  token: string;
  isAdmin: boolean;
  teams: {id: string; role: "lead" | "member"}[];
}

interface World {
  people: Person[];
  content: Piece[];
  grants: Given[];
  tiles: {dashboardId: string; chartId: string; placedBy: string}[];
}

const RANK = {view: 1, edit: 2};

function isFor(grant: Given, person: Person): boolean {
  return grant.userId === person.id || person.teams.some(team => team.id === grant.teamId);
}

/** The level by ownership, team, organization role, and grants on the content itself. */
function ownLevel(world: World, person: Person, piece: Piece): number {
  if (person.isAdmin) return 4;
  if (piece.teamId === null && piece.ownerId === person.id) return 4;
  const role = person.teams.find(team => team.id === piece.teamId)?.role;
  if (role) return role === "lead" ? 4 : 3;
  const mine = world.grants.filter(grant => grant.contentId === piece.id && isFor(grant, person));
  return Math.max(0, ...mine.map(grant => RANK[grant.permission]));
}

function levelOf(world: World, person: Person, piece: Piece): number {
  const reached = world.tiles
    .filter(tile => tile.chartId === piece.id)
    .flatMap(tile => {
      const placer = world.people.find(one => one.id === tile.placedBy);
      const held = placer ? Math.min(2, ownLevel(world, placer, piece)) : 0;
      return world.grants
        .filter(grant => grant.contentId === tile.dashboardId && isFor(grant, person) && grant.cascade)
        .map(grant => Math.min(held, RANK[grant.cascade ?? "view"]));
    });
  return Math.max(ownLevel(world, person, piece), ...reached);
}

/** Random numbers, the same in every run. */
function dice(seed: number) {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  return {
    chance: (share: number) => next() < share,
    upTo: (most: number) => Math.floor(next() * most),
    pick: <T>(items: readonly T[]): T => items[Math.floor(next() * items.length)]!,
  };
}

let t: TestApp;
let world: World;
let teamIds: string[];
const random = dice(7);

beforeAll(async () => {
  t = await testApp();
  world = await makeWorld();
});
afterAll(() => t.stop());

async function makeWorld(): Promise<World> {
  teamIds = [];
  for (let i = 0; i < 5; i++) teamIds.push(await addTeam(t, `team ${i}`));
  const people: Person[] = [];
  for (let i = 0; i < 9; i++) {
    const isAdmin = i === 0;
    const teams = teamIds
      .filter(() => random.chance(0.3))
      .map(id => ({id, role: random.chance(0.3) ? ("lead" as const) : ("member" as const)}));
    const person = await addPerson(t, {teams, role: isAdmin ? "admin" : "member"});
    people.push({...person, isAdmin, teams});
  }
  const projectId = await addProject();
  const otherId = await addProject("proj_other");
  const made: World = {people, content: [], grants: [], tiles: []};
  const place = () => ({
    ownerId: random.pick(people).id,
    teamId: random.chance(0.5) ? random.pick(teamIds) : null,
  });
  const keep = (type: ContentType, id: string, at: {ownerId: string; teamId: string | null}) =>
    made.content.push({id, type, ...at});
  const charts: string[] = [];
  for (let i = 0; i < 260; i++) {
    const at = place();
    charts.push(await addChart(t, projectId, at));
    keep("chart", charts.at(-1) ?? "", at);
    if (i % 5 === 0) {
      const tiles = Array.from({length: random.upTo(7)}, () => ({
        chartId: random.pick(charts),
        placedBy: random.pick(people).id,
      }));
      const dashboard = place();
      const dashboardId = await addDashboard(t, {...dashboard, tiles});
      keep("dashboard", dashboardId, dashboard);
      made.tiles.push(...tiles.map(tile => ({dashboardId, ...tile})));
    }
    if (i % 8 === 0) {
      const other = place();
      const type = random.pick(["sheet", "dataset"] as const);
      const id =
        type === "sheet"
          ? await addSheet(t, other)
          : (await addDataset(t, i % 3 === 0 ? otherId : projectId, other)).id;
      keep(type, id, other);
    }
  }
  for (const piece of made.content) {
    const share = piece.type === "dashboard" ? 1.4 : 0.7;
    while (random.chance(share / 2)) await give(made, piece);
  }
  return made;
}

async function addProject(projectId = "proj_lists"): Promise<string> {
  const connectionId = projectId.replace("proj", "conn");
  await sql`insert into connections (id, org_id, name, type, config) values (${connectionId}, ${t.org.id}, 'c', 'duckdb', '{}')`.execute(
    t.db,
  );
  await sql`insert into projects (id, org_id, name, connection_id) values (${projectId}, ${t.org.id}, 'p', ${connectionId})`.execute(
    t.db,
  );
  return projectId;
}

async function give(to: World, piece: Piece): Promise<void> {
  const grantee = random.chance(0.5) ? {teamId: random.pick(teamIds)} : {userId: random.pick(to.people).id};
  const isThere = to.grants.some(
    grant =>
      grant.contentId === piece.id &&
      ("teamId" in grantee ? grant.teamId === grantee.teamId : grant.userId === grantee.userId),
  );
  if (isThere) return;
  const permission = random.pick(["view", "edit"] as const);
  const cascade = piece.type === "dashboard" ? random.pick(["view", "edit", null] as const) : null;
  const grant = {contentId: piece.id, ...grantee, permission, cascade};
  to.grants.push({id: await addGrant(t, piece.id, grant), ...grant});
}

/** The actor that the person's token would give. */
function actorOf({id, isAdmin, teams}: Person): Actor {
  return {
    id,
    kind: "service_account",
    name: id,
    orgId: t.org.id,
    orgName: "Acme",
    orgRole: isAdmin ? "admin" : "member",
    seat: "editor",
    scopes: ["read", "write", "manage"],
    teams: teams.map(team => ({...team, name: team.id})),
    attributes: {},
  };
}

/** What the person can read, newest first. */
function readable(person: Person, type: ContentType): string[] {
  return world.content
    .filter(piece => piece.type === type && levelOf(world, person, piece) > 0)
    .map(piece => piece.id)
    .sort()
    .reverse();
}

async function inPages(path: string, token: string): Promise<string[]> {
  const seen: string[] = [];
  let next: string | undefined = path;
  while (next) {
    const page = await t.call("GET", next, {token});
    expect(page.status).toBe(200);
    seen.push(...page.body.map((one: {id: string}) => one.id));
    next = page.headers.get("link")?.match(/<(.*)>/)?.[1];
  }
  return seen;
}

async function idsInPages(actor: Actor, type: ContentType, limit: number): Promise<string[]> {
  const seen: string[] = [];
  for (;;) {
    const part = {before: seen.at(-1), limit};
    const {rows} = await sql<{id: string}>`
      select id from ${readableIds(actor, type, part)} readable order by id desc`.execute(t.db);
    seen.push(...rows.map(row => row.id));
    if (rows.length < limit || seen.length > world.content.length) return seen;
  }
}

async function expectAgreement(): Promise<void> {
  for (const person of world.people) {
    const actor = actorOf(person);
    const {rows} = await sql<{id: string; level: number}>`
      select c.id, ${levelSql(actor)} as level from content c where c.org_id = ${t.org.id}`.execute(t.db);
    const levels = new Map(rows.map(row => [row.id, row.level]));
    const expected = new Map(world.content.map(piece => [piece.id, levelOf(world, person, piece)]));
    expect(levels).toEqual(expected);
    for (const type of SHARED_TYPES) {
      expect(await idsInPages(actor, type, 4 + random.upTo(9))).toEqual(readable(person, type));
      expect(await idsInPages(actor, type, 500)).toEqual(readable(person, type));
    }
    const {rows: placed} = await sql<{
      id: string;
      project_id: string;
    }>`select id, project_id from datasets`.execute(t.db);
    for (const projectId of ["proj_lists", "proj_other"]) {
      const inProject = new Set(placed.filter(row => row.project_id === projectId).map(row => row.id));
      const path = `/api/projects/${projectId}/datasets?limit=${1 + random.upTo(4)}`;
      expect(await inPages(path, person.token)).toEqual(
        readable(person, "dataset").filter(id => inProject.has(id)),
      );
    }
    for (const type of SHARED_TYPES) {
      const path = `/api/${type}s`;
      const ids = readable(person, type);
      expect(await inPages(`${path}?limit=${6 + random.upTo(20)}`, person.token)).toEqual(ids);
      for (const piece of world.content.filter(one => one.type === type && random.chance(0.1))) {
        const {status} = await t.call("GET", `${path}/${piece.id}`, {token: person.token});
        expect({id: piece.id, status}).toEqual({id: piece.id, status: ids.includes(piece.id) ? 200 : 404});
      }
    }
  }
}

describe("lists, single reads and levels", () => {
  test("cover mixed rights: every level, and every way to a level", () => {
    const [, ...members] = world.people;
    const all = members.flatMap(person =>
      world.content.map(piece => [levelOf(world, person, piece), ownLevel(world, person, piece)]),
    );
    for (const level of [0, 1, 2, 3, 4]) expect(all.some(([found]) => found === level)).toBe(true);
    // By a cascade alone, to view and to edit; and to edit where a grant already allowed to view.
    for (const pair of [
      [1, 0],
      [2, 0],
      [2, 1],
    ])
      expect(all).toContainEqual(pair);
  });

  test("agree with the rules for every caller, page by page", expectAgreement, 60_000);

  test("agree after grants were revoked, people changed teams and content changed owners", async () => {
    for (const grant of world.grants.filter(() => random.chance(0.4))) {
      await sql`delete from grants where org_id = ${t.org.id} and id = ${grant.id}`.execute(t.db);
      world.grants = world.grants.filter(one => one !== grant);
    }
    for (const person of world.people.slice(1)) {
      const [left] = person.teams;
      if (!left) continue;
      await sql`delete from team_members where org_id = ${t.org.id} and team_id = ${left.id} and principal_id = ${person.id}`.execute(
        t.db,
      );
      await publish(t.db, {kind: "principal", id: person.id});
      person.teams = person.teams.slice(1);
    }
    for (const piece of world.content.filter(() => random.chance(0.3))) {
      piece.teamId = random.chance(0.5) ? random.pick(teamIds) : null;
      await sql`update content set team_id = ${piece.teamId} where org_id = ${t.org.id} and id = ${piece.id}`.execute(
        t.db,
      );
    }
    await t.web.notices.caughtUp();
    await expectAgreement();
  });

  test("contain nothing of another organization", async () => {
    const other = await t.addOrg("Elsewhere");
    const seen = await inPages("/api/charts?limit=500", other.admin.token);
    expect(seen).toEqual([]);
  });
});

describe("a list of ten thousand pieces of content", () => {
  test("is read by indexes, for a member with many grants and for an org-admin", async () => {
    await fill(10_000);
    const [admin, member] = world.people;
    for (const person of [admin, member]) {
      if (!person) throw new Error("The world has people");
      const before = (await idsInPages(actorOf(person), "chart", 500))[300];
      for (const page of [
        {before: undefined, limit: 100},
        {before, limit: 100},
      ]) {
        for (const list of [listOf(CHART), listOf(DASHBOARD), listOf(DATASET), ofProject, listOf(SHEET)]) {
          for (const plan of await plansOf(db => list(db, actorOf(person), page))) {
            expect(plan).not.toMatch(/Seq Scan on (content|charts|grants) /);
          }
        }
      }
    }
  });
});

function ofProject(db: Db, actor: Actor, page: Page): Promise<unknown> {
  return listResources({db}, actor, DATASET, {...page, find: {projectId: "proj_lists"}});
}

function listOf<S, R, V, L>(kind: ContentKind<S, R, V, {readonly db: Db}, L>) {
  return (db: Db, actor: Actor, page: Page): Promise<unknown> => listResources({db}, actor, kind, page);
}

/** Postgres' plans of the sent statement: with its values, and as a generic plan. */
async function plansOf(send: (db: Db) => Promise<unknown>): Promise<string[]> {
  const sent: CompiledQuery[] = [];
  const {pool} = t.web;
  await send(new Kysely({dialect: new PostgresDialect({pool}), log: ({query}) => void sent.push(query)}));
  const [statement] = sent;
  expect(sent).toHaveLength(1);
  const plans = [
    await pool.query(`explain ${statement?.sql}`, [...(statement?.parameters ?? [])]),
    await pool.query(`explain (generic_plan) ${statement?.sql}`),
  ];
  return plans.map(({rows}) => rows.map(row => row["QUERY PLAN"]).join("\n"));
}

/** Adds charts of other people, and grants on some of them. */
async function fill(count: number): Promise<void> {
  const {db, org} = t;
  const owners = world.people.map(person => person.id);
  await sql`
    with made as (
      insert into content (id, org_id, type, name, owner_id, team_id)
      select 'chart_' || lpad(n::text, 26, '0'), ${org.id}, 'chart', 'Chart ' || n,
        (${owners}::text[])[1 + n % ${owners.length}], case when n % 3 = 0 then (${teamIds}::text[])[1 + n % 5] end
      from generate_series(1, ${count}::int) n returning id)
    insert into charts (id, org_id, project_id, type, query)
    select id, ${org.id}, 'proj_lists', 'table', '{"model": "orders", "measures": ["orders.count"]}' from made`.execute(
    db,
  );
  await sql`
    insert into grants (id, org_id, content_id, grantee_user_id, permission)
    select 'grant_' || c.id, ${org.id}, c.id, ${owners[1]}, 'view' from content c
    where c.org_id = ${org.id} and c.type = 'chart' and c.owner_id <> ${owners[1]} and c.name like '%7'
    on conflict do nothing`.execute(db);
  await sql`vacuum analyze`.execute(db);
}
