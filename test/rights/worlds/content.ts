import {judge, ruleOfReader} from "./oracle.ts";
import {areaOf, type Region} from "./rows.ts";
import type {Json} from "./service.ts";
import {
  type Ask,
  type Chart,
  type Dashboard,
  type Dataset,
  newAsk,
  type Person,
  queryOf,
  type Team,
  tell,
  type World,
} from "./state.ts";

interface Called {
  status: number;
  body: Json;
}

/** A call by a person. Its answer is judged, whatever it is: no answer may have rows that the person may not see. */
export async function call(
  world: World,
  by: Person,
  method: string,
  path: string,
  body?: object | undefined,
  rule = ruleOfReader(world, by),
): Promise<Called> {
  const answer = await world.house.t.call(method, path, {
    token: by.token,
    ...(body === undefined ? {} : {body}),
  });
  if (answer.status >= 500) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
  judge(world, `the answer to ${by.name}'s ${method} ${path} (${answer.status})`, answer.text, rule);
  return answer;
}

/** Makes a request and notes it in the history. Returns `undefined` if the service refused it. */
export async function act(
  world: World,
  by: Person,
  sentence: string,
  [method, path, body]: readonly [method: string, path: string, body?: object | undefined],
): Promise<Json | undefined> {
  const {status, body: answer} = await call(world, by, method, path, body);
  if (status < 300) {
    tell(world, `${by.name} ${sentence}.`);
    return answer ?? {};
  }
  tell(world, `${by.name} tries in vain (${status} ${answer?.code}): ${sentence}.`);
  return undefined;
}

const inTeam = (team: Team | undefined) => (team ? ` in ${team.name}` : "");

export async function addChart(
  world: World,
  by: Person,
  name: string,
  {team, ...asked}: Omit<Ask, "number"> & {team?: Team | undefined},
): Promise<Chart | undefined> {
  const ask = newAsk(world, asked);
  const body = {name, type: "table", query: queryOf(world, ask), teamId: team?.id ?? null};
  const made = await act(world, by, `makes the chart ${name}${inTeam(team)} of ${describe(ask)}`, [
    "POST",
    "/api/charts",
    body,
  ]);
  if (!made) return undefined;
  const chart: Chart = {type: "chart", id: made.id, name, owner: by, team, ask, by, at: world.now};
  world.charts.push(chart);
  return chart;
}

export function describe({number, table, shape, regions, dataset}: Ask): string {
  const over = dataset ? `the dataset ${dataset.slug}` : table;
  return `${over} ${shape}${regions ? ` with ${regions.join(" and ")} only` : ""} (query ${number})`;
}

export async function editChart(
  world: World,
  by: Person,
  chart: Chart,
  asked: Omit<Ask, "number">,
): Promise<void> {
  const ask = newAsk(world, asked);
  const {type, id, name} = chart;
  const request =
    type === "chart"
      ? (["PATCH", `/api/charts/${id}`, {query: queryOf(world, ask)}] as const)
      : (["PUT", `/api/sheets/${id}`, {name, tabs: tabsOf(world, ask)}] as const);
  if (!(await act(world, by, `changes the ${type} ${name} to ${describe(ask)}`, request))) return;
  Object.assign(chart, {ask, by, at: world.now});
}

const tabsOf = (world: World, ask: Ask) => [
  {name: "One", queries: [{anchor: "A1", header: false, query: queryOf(world, ask)}]},
];

/** A sheet with one query. */
export async function addSheet(
  world: World,
  by: Person,
  name: string,
  {team, ...asked}: Omit<Ask, "number"> & {team?: Team | undefined},
): Promise<Chart | undefined> {
  const ask = newAsk(world, asked);
  const body = {name, tabs: tabsOf(world, ask), teamId: team?.id ?? null};
  const made = await act(world, by, `makes the sheet ${name}${inTeam(team)} of ${describe(ask)}`, [
    "POST",
    "/api/sheets",
    body,
  ]);
  if (!made) return undefined;
  const sheet: Chart = {type: "sheet", id: made.id, name, owner: by, team, ask, by, at: world.now};
  world.charts.push(sheet);
  return sheet;
}

export async function addDashboard(
  world: World,
  by: Person,
  name: string,
  team?: Team,
): Promise<Dashboard | undefined> {
  const body = {name, teamId: team?.id ?? null};
  const made = await act(world, by, `makes the dashboard ${name}${inTeam(team)}`, [
    "POST",
    "/api/dashboards",
    body,
  ]);
  if (!made) return undefined;
  const board: Dashboard = {type: "dashboard", id: made.id, name, owner: by, team, tiles: [], filters: []};
  world.dashboards.push(board);
  return board;
}

/** Puts exactly these charts on the dashboard. A chart that is there already keeps its placer. */
export async function layOut(
  world: World,
  by: Person,
  board: Dashboard,
  charts: readonly Chart[],
): Promise<void> {
  const tiles = charts.map(({id}, i) => ({chartId: id, x: 0, y: 4 * i, w: 12, h: 4}));
  const sentence = `puts ${charts.map(({name}) => name).join(", ") || "nothing"} on ${board.name}`;
  const path = `/api/dashboards/${board.id}/layout`;
  if (!(await act(world, by, sentence, ["PUT", path, {tiles}]))) return;
  board.tiles = charts.map(
    chart => board.tiles.find(tile => tile.chart === chart) ?? {chart, by, at: world.now},
  );
}

export async function declareFilters(
  world: World,
  by: Person,
  board: Dashboard,
  fields: readonly string[],
): Promise<void> {
  const filters = fields.map(field => ({field}));
  const sentence = `declares ${fields.join(", ") || "no filter"} on ${board.name}`;
  if (!(await act(world, by, sentence, ["PATCH", `/api/dashboards/${board.id}`, {filters}]))) return;
  board.filters = fields.map(
    field => board.filters.find(one => one.field === field) ?? {field, by, at: world.now},
  );
}

export async function grant(
  world: World,
  by: Person,
  thing: Chart | Dashboard | Dataset,
  to: Person,
  {permission = "view", cascades = false}: {permission?: "view" | "edit"; cascades?: boolean} = {},
): Promise<void> {
  const body = {
    resourceType: thing.type,
    resourceId: thing.id,
    granteeUserId: to.id,
    permission,
    ...(cascades ? {cascadeChartsPermission: "view"} : {}),
  };
  const sentence = `lets ${to.name} ${permission} ${thing.name}${cascades ? " with its charts" : ""}`;
  if (!(await act(world, by, sentence, ["POST", "/api/grants", body]))) return;
  world.grants = world.grants.filter(one => one.thing !== thing || one.to !== to);
  world.grants.push({thing, to, cascades});
}

/** A live dataset over the orders. */
export async function addDataset(
  world: World,
  by: Person,
  name: string,
  {team, regions}: {team?: Team | undefined; regions?: readonly Region[]} = {},
): Promise<Dataset | undefined> {
  const filters = regions ? [{field: "cust.region", op: "in", value: regions.map(areaOf)}] : [];
  const body = {name, kind: "live", definition: {model: "orders", filters}, teamId: team?.id ?? null};
  const path = `/api/projects/${world.house.ordersProject}/datasets`;
  const sentence = `makes the dataset ${name}${inTeam(team)}${regions ? ` with ${regions.join(" and ")} only` : ""}`;
  const made = await act(world, by, sentence, ["POST", path, body]);
  if (!made) return undefined;
  return addedDataset(world, by, made, {team, ...(regions ? {regions} : {})});
}

/** Notes a dataset that the service has created. */
export function addedDataset(
  world: World,
  by: Person,
  {id, slug, name}: {id: string; slug: string; name: string},
  more: {team: Team | undefined} & Pick<Dataset, "regions" | "frozen">,
): Dataset {
  const of = {type: "dataset", id, name, slug, owner: by, by, at: world.now, isGone: false} as const;
  const dataset: Dataset = {...of, ...more};
  world.datasets.push(dataset);
  return dataset;
}

export async function deleteDataset(world: World, by: Person, dataset: Dataset): Promise<void> {
  if (
    !(await act(world, by, `deletes the dataset ${dataset.name}`, ["DELETE", `/api/datasets/${dataset.id}`]))
  )
    return;
  dataset.isGone = true;
}

/** Passes everything that a person owns to the heir, together with the person's authorship. */
export async function leave(world: World, by: Person, person: Person, heir: Person): Promise<void> {
  const path = `/api/orgs/${world.house.org.id}/service-accounts/${person.id}?transferTo=${heir.id}`;
  if (!(await act(world, by, `removes ${person.name}, whose heir is ${heir.name}`, ["DELETE", path]))) return;
  world.people = world.people.filter(one => one !== person);
  const heirs = (thing: {owner?: Person; by?: Person; runAs?: Person}) => {
    if (thing.owner === person) thing.owner = heir;
    if (thing.by === person) thing.by = heir;
    if (thing.runAs === person) thing.runAs = heir;
  };
  const {charts, dashboards, datasets, schedules, actions, agents} = world;
  for (const thing of [...charts, ...dashboards, ...datasets, ...schedules, ...actions, ...agents])
    heirs(thing);
  for (const {tiles, filters} of dashboards) for (const one of [...tiles, ...filters]) heirs(one);
}
