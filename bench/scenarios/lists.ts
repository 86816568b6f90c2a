import {type IdPrefix, newId} from "../../shared/core/ids.ts";
import {hashToken, newToken} from "../../shared/core/secrets.ts";
import {askOf, load} from "../client.ts";
import {inRounds, quotient, type Summary, summaryOf} from "../rounds.ts";
import {rowOf, type Scenario} from "../scenario.ts";
import {rowsOf, type Stage} from "../stage/stage.ts";

const DASHBOARDS = 500;
const TILES = 20;
const TEAMS = 20;
const PEOPLE = 50;
const PAGE = 100;
/** The maximum number of grants on dashboards. Only every fifth dashboard gets one. */
const DASHBOARD_GRANTS = 100;

export interface ListSizes {
  charts: number;
  /**
   * The number of grants on charts. There are as many grants on dashboards, but at most a hundred; every second one
   * cascades to the charts.
   */
  grants: number;
}

/** The list of charts for a member who sees some of 10,000: their own, their teams', and through 200 grants. */
export const lists: Scenario = {
  name: "lists",
  async run(stage) {
    const {firsts, ratio, note} = await measureList(stage, {charts: 10_000, grants: 100});
    return [
      rowOf("first page: p50 at 1 client", {atMost: 10, unit: "ms"}, firsts, note),
      rowOf("last full page ÷ first", {atMost: 1.5}, ratio),
    ];
  },
};

/** The list of charts, as in `lists`, with a million charts. */
export const listsOfMillion: Scenario = {
  name: "lists-million",
  async run(stage) {
    const {firsts, ratio, note} = await measureList(stage, {charts: 1_000_000, grants: 100});
    return [
      rowOf("first page of 1,000,000 charts: p50 at 1 client", {atMost: 10, unit: "ms"}, firsts, note),
      rowOf("last full page of 1,000,000 charts ÷ first", {atMost: 1.5}, ratio),
    ];
  },
};

/** The milliseconds of the first page, and the time of the last full page ÷ that of the first. */
export async function measureList(
  stage: Stage,
  sizes: ListSizes,
): Promise<{firsts: Summary; ratio: Summary; note: string}> {
  const {address, databaseUrl} = await stage.service();
  const {token, readable} = await fill(databaseUrl, sizes);
  const headers = {authorization: `Bearer ${token}`};
  const pages = await walk(address, headers);
  if (pages.count !== readable) {
    throw new Error(`The list holds ${pages.count} charts, and ${readable} are readable`);
  }
  const ms = stage.quick ? 300 : 1500;
  const p50 = async (path: string) =>
    (await load(askOf(address, {method: "GET", path, headers}), {clients: 1, ms})).p50Ms;
  const firsts: number[] = [];
  const first = async () => {
    const taken = await p50(pages.first);
    firsts.push(taken);
    return taken;
  };
  await first();
  firsts.length = 0;
  const roundCount = stage.quick ? 3 : 7;
  const ratio = await inRounds({
    anchor: first,
    subject: () => p50(pages.last),
    compare: quotient,
    roundCount,
  });
  const note = `${pages.count} of ${sizes.charts} charts in pages of ${PAGE}`;
  return {firsts: summaryOf(firsts), ratio, note};
}

/** The paths of the first page and of the last full one, and the number of charts on all pages. */
async function walk(
  address: string,
  headers: Record<string, string>,
): Promise<{first: string; last: string; count: number}> {
  const first = `/api/charts?limit=${PAGE}`;
  const seen = new Set<string>();
  let last = first;
  for (let path: string | undefined = first; path !== undefined; ) {
    const answer: Response = await fetch(`${address}${path}`, {headers});
    const page: unknown = await answer.json();
    if (!answer.ok || !Array.isArray(page)) throw new Error(`${path} answered ${answer.status}`);
    for (const chart of page) seen.add(chart.id);
    if (page.length === PAGE) last = path;
    path = answer.headers.get("link")?.match(/<(.*)>/)?.[1];
  }
  return {first, last, count: seen.size};
}

interface Fixture {
  org: string;
  teams: string[];
  people: string[];
  charts: string[];
  dashboards: string[];
  run(text: string, ...values: unknown[]): Promise<unknown>;
}

/** Fills an organization with rows as if its members had saved and shared them. */
async function fill(
  databaseUrl: string,
  {charts, grants}: ListSizes,
): Promise<{token: string; readable: number}> {
  const fixture: Fixture = {
    org: newId("org"),
    teams: idsOf(TEAMS, "team"),
    people: idsOf(PEOPLE, "svc"),
    charts: idsOf(charts, "chart"),
    dashboards: idsOf(DASHBOARDS, "dash"),
    run: (text, ...values) => rowsOf(databaseUrl, text, values),
  };
  const [me = ""] = fixture.people;
  const token = newToken();
  await addPeople(fixture, me, token);
  await addCharts(fixture);
  await addDashboards(fixture);
  await addGrants(fixture, me, fixture.charts, grants, 97, null);
  await addGrants(fixture, me, fixture.dashboards, Math.min(grants, DASHBOARD_GRANTS), 5, "view");
  await fixture.run("vacuum analyze");
  return {token, readable: await countReadable(databaseUrl, fixture.org, me)};
}

function idsOf(count: number, prefix: IdPrefix): string[] {
  return Array.from({length: count}, () => newId(prefix));
}

/** Everybody is in three teams, the first person in the teams 8, 9 and 10. */
async function addPeople({org, teams, people, run}: Fixture, me: string, token: string): Promise<void> {
  await run("insert into orgs (id, name) values ($1, 'Lists')", org);
  await run(
    `insert into principals (id, org_id, kind, name, org_role, scopes)
     select id, $1, 'service_account', id, 'member', '{read}' from unnest($2::text[]) id`,
    org,
    people,
  );
  await run("insert into tokens (hash, org_id, principal_id) values ($1, $2, $3)", hashToken(token), org, me);
  await run("insert into teams (id, org_id, name) select id, $1, id from unnest($2::text[]) id", org, teams);
  await run(
    `insert into team_members (org_id, team_id, principal_id, role)
     select $1, ($2::text[])[1 + (n * 7 + k) % $4], id, 'member'
     from unnest($3::text[]) with ordinality p (id, n), generate_series(0, 2) k`,
    org,
    teams,
    people,
    TEAMS,
  );
}

/** Seven of ten charts belong to a team. */
async function addCharts({org, teams, people, charts, run}: Fixture): Promise<void> {
  const [connection, project] = [newId("conn"), newId("proj")];
  await run(
    "insert into connections (id, org_id, name, type, config) values ($1, $2, 'Lists', 'duckdb', '{}')",
    connection,
    org,
  );
  await run(
    "insert into projects (id, org_id, name, connection_id) values ($1, $2, 'Lists', $3)",
    project,
    org,
    connection,
  );
  await run(
    `insert into content (id, org_id, type, name, owner_id, team_id)
     select id, $1, 'chart', 'Flights by state ' || n, ($3::text[])[1 + n % $5],
       case when n % 10 > 2 then ($4::text[])[1 + n * 13 % $6] end
     from unnest($2::text[]) with ordinality c (id, n)`,
    org,
    charts,
    people,
    teams,
    PEOPLE,
    TEAMS,
  );
  await run(
    `insert into charts (id, org_id, project_id, type, query)
     select id, $1, $2, 'bar', $4::json from unnest($3::text[]) id`,
    org,
    project,
    charts,
    JSON.stringify({model: "flights", dimensions: ["origin.state"], measures: ["flights.count"], limit: 20}),
  );
}

/** No dashboard belongs to the member. Each tile was placed by the chart's owner. */
async function addDashboards({org, people, charts, dashboards, run}: Fixture): Promise<void> {
  await run(
    `insert into content (id, org_id, type, name, owner_id)
     select id, $1, 'dashboard', id, $3 from unnest($2::text[]) id`,
    org,
    dashboards,
    people[1],
  );
  await run("insert into dashboards (id, org_id) select id, $1 from unnest($2::text[]) id", org, dashboards);
  await run(
    `insert into dashboard_tiles (org_id, dashboard_id, position, chart_id, x, y, w, h, placed_by)
     select $1, d.id, k, c.id, 0, k, 1, 1, c.owner_id
     from unnest($2::text[]) with ordinality d (id, n) cross join generate_series(1, $4::int) k
       join unnest($3::text[]) with ordinality p (id, at) on p.at = 1 + (n * 131 + k * 17) % $5
       join content c on c.id = p.id`,
    org,
    dashboards,
    charts,
    TILES,
    charts.length,
  );
}

/** Half of the grants go to the member, half to the member's teams; every second one cascades, where it can. */
async function addGrants(
  {org, teams, run}: Fixture,
  me: string,
  resources: readonly string[],
  count: number,
  step: number,
  cascade: "view" | null,
): Promise<void> {
  await run(
    `insert into grants (id, org_id, content_id, grantee_user_id, grantee_team_id, permission,
       cascade_charts_permission)
     select g.id, $1, ($3::text[])[1 + n * $4 % $5], case when n % 2 = 0 then $6 end,
       case when n % 2 = 1 then ($7::text[])[8 + n % 3] end, 'view', case when n % 4 < 2 then $8 end
     from unnest($2::text[]) with ordinality g (id, n)`,
    org,
    idsOf(count, "grant"),
    resources,
    step,
    resources.length,
    me,
    teams,
    cascade,
  );
}

/**
 * Counts by the access rules, independently of the lists' own statement. Every tile was placed by its chart's owner.
 */
async function countReadable(databaseUrl: string, org: string, me: string): Promise<number> {
  const [row] = await rowsOf<{count: number}>(
    databaseUrl,
    `with teams as (select team_id as id from team_members where principal_id = $2),
       shared as (select * from grants where org_id = $1 and (grantee_user_id = $2
         or grantee_team_id in (select id from teams))),
       cascaded as (select c.id from dashboard_tiles t join shared s on s.content_id = t.dashboard_id
         join content c on c.org_id = $1 and c.id = t.chart_id
         left join team_members m on m.team_id = c.team_id and m.principal_id = t.placed_by
         where s.cascade_charts_permission is not null and (c.team_id is null or m.team_id is not null))
     select count(*)::int as count from content c where c.org_id = $1 and c.type = 'chart' and (
       (c.team_id is null and c.owner_id = $2) or c.team_id in (select id from teams)
       or c.id in (select content_id from shared) or c.id in (select id from cascaded))`,
    [org, me],
  );
  return row?.count ?? 0;
}
