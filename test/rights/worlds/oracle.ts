import {
  ALL_EMPLOYEES,
  customersOf,
  DEPARTMENTS,
  employeesOf,
  type Finding,
  findRows,
  ORDERS,
  ordersOf,
  patternOf,
  REGIONS,
  type Rows,
} from "./rows.ts";
import type {
  Ask,
  Authored,
  Chart,
  Condition,
  Dashboard,
  Dataset,
  Later,
  Person,
  Thing,
  Tile,
  World,
} from "./state.ts";

/** Whether the person may see the thing at all. */
export function canSee(world: World, person: Person, thing: Thing): boolean {
  if (holds(world, person, thing)) return true;
  // A cascade reaches as far as the rights of the chart's placer.
  return world.dashboards.some(
    board =>
      board.tiles.some(({chart, by}) => chart === thing && holds(world, by, chart)) &&
      world.grants.some(grant => grant.thing === board && grant.to === person && grant.cascades),
  );
}

function holds({grants}: World, person: Person, thing: Thing): boolean {
  if (person.isAdmin) return true;
  const {team, owner} = thing;
  if (team ? person.teams.some(one => one.team === team) : owner === person) return true;
  return grants.some(grant => grant.thing === thing && grant.to === person);
}

/** Whether the person may run the thing by hand. */
export function canSend(person: Person, {owner, team}: Thing): boolean {
  if (person.isAdmin || owner === person) return true;
  return person.teams.some(one => one.team === team && one.role === "lead");
}

/** Whether the person may query the employees. */
function isPersonnel({house}: World, {isAdmin, teams}: Person): boolean {
  return isAdmin || teams.some(({team}) => team.id === house.personnel);
}

/** The path from a run to the rows of a query: the query's authors, and the tile of its chart. */
export interface Route {
  ask: Ask;
  authors: readonly Authored[];
  chart?: Chart;
  /** The dashboard and the tile. */
  tile?: {board: Dashboard; tile: Tile};
}

export function routesOf(resource: Dashboard | Chart): Route[] {
  if (resource.type !== "dashboard") return [{ask: resource.ask, authors: [resource], chart: resource}];
  return resource.tiles.map(tile => {
    const {chart} = tile;
    return {ask: chart.ask, authors: [chart, tile], chart, tile: {board: resource, tile}};
  });
}

/** The dataset to which a slug refers now. */
function datasetNow({datasets}: World, {dataset}: Ask): Dataset | undefined {
  return dataset && datasets.find(one => one.slug === dataset.slug && !one.isGone);
}

/** The orders of a query that may be in the output of a run with the rights of `later`. */
export function allowedOrders(world: World, later: Later, {ask, authors}: Route): Rows {
  const {runAs, savedAt, approved} = later;
  const dataset = datasetNow(world, ask);
  const own = ordersOf(runAs.regions);
  const isSame = dataset === ask.dataset;
  if (dataset?.frozen) return isSame ? dataset.frozen.rows : 0;
  const late = approved.has(ask) ? [] : authors;
  return [...late, ...(dataset && !isSame ? [dataset] : [])]
    .filter(({by, at}) => by !== runAs && at > savedAt)
    .reduce((rows, {by}) => rows & ordersOf(by.regions), own);
}

/** The orders that the filters of a schedule keep. Frozen rows are not filtered. */
function filteredOrders(world: World, {ask}: Route, filters: readonly Condition[]): Rows {
  const patterns = filters.filter(({field}) => field === "cust.region").map(({value}) => value);
  if (patterns.length === 0 || datasetNow(world, ask)?.frozen) return ordersOf(REGIONS);
  return ordersOf(REGIONS.filter(region => patterns.includes(patternOf(region))));
}

/** Returns why a finding is forbidden; `undefined` if it is allowed. */
type Rule = (finding: Finding, ask: Ask | undefined) => string | undefined;

/** Notes each finding in an output that the rule forbids. */
export function judge(world: World, what: string, text: string, rule: Rule): void {
  for (const finding of findRows(text)) {
    world.found++;
    const ask = world.asks.find(({table, number}) => table === finding.table && number === finding.ask);
    const reason = rule(finding, ask);
    if (reason !== undefined) world.faults.push(`${what} has ${inWords(finding)}: ${reason}.`);
  }
}

function inWords({table, rows, text}: Finding): string {
  const which = Array.from({length: 8}, (_, i) => i).filter(i => rows & (1 << i));
  const regions = table === "orders" ? ` of ${[...new Set(which.map(i => ORDERS[i]))].join(" and ")}` : "";
  return `${text}, the ${table} ${which.join(", ")}${regions}`;
}

export function isWithin(rows: Rows, allowed: Rows): boolean {
  return (rows & ~allowed) === 0;
}

/**
 * Employees that a person may learn about through a chart over them: a person who may not query them gets the groups that the
 * chart shows, and parts of these only by filters that are open.
 */
function employeesFault(
  world: World,
  reader: Person,
  {rows}: Finding,
  {tile, filters = []}: {tile: Route["tile"]; filters?: readonly Condition[]},
  ask: Ask | undefined,
): string | undefined {
  if (isPersonnel(world, reader)) return undefined;
  const groups = ask?.shape === "by department" ? DEPARTMENTS.map(employeesOf) : ask ? [ALL_EMPLOYEES] : [];
  if (groups.includes(rows)) return undefined;
  if (filters.some(({field}) => isOpen(world, tile, field))) return undefined;
  return `${reader.name} may not query the employees, and nobody who may has opened such a filter`;
}

/** Whether a declared filter opens a field of a chart to people who may only view. */
function isOpen(world: World, place: Route["tile"], field: string): boolean {
  if (!place) return false;
  const {board, tile} = place;
  return board.filters.some(
    declared =>
      declared.field === field &&
      (isPersonnel(world, tile.by) || (declared.at > tile.at && isPersonnel(world, declared.by))),
  );
}

/**
 * The rule for a run with the rights of `later`: nothing outside of these routes, and on each route no row that one of its
 * authors does not see.
 */
export function ruleOfRun(
  world: World,
  later: Later,
  routes: readonly Route[],
  filters: readonly Condition[] = [],
): Rule {
  return (finding, ask) => {
    const {runAs} = later;
    if (finding.table === "cust") {
      return isWithin(finding.rows, customersOf(runAs.regions))
        ? undefined
        : "no order that it may see leads there";
    }
    if (ask === undefined) {
      if (finding.table === "emp") {
        const {tile} = routes.find(one => one.ask.table === "emp") ?? {};
        return employeesFault(world, runAs, finding, {tile, filters}, undefined);
      }
      return isWithin(finding.rows, ordersOf(runAs.regions)) ? undefined : `${runAs.name} does not see them`;
    }
    const of = routes.filter(route => route.ask === ask || datasetNow(world, route.ask)?.frozen?.ask === ask);
    if (of.length === 0) return "it is not asked for there";
    if (!of.some(({chart}) => chart === undefined || canSee(world, runAs, chart))) {
      return `${runAs.name} does not see the chart`;
    }
    if (ask.table === "emp") {
      const faults = of.map(({tile}) => employeesFault(world, runAs, finding, {tile, filters}, ask));
      return faults.includes(undefined) ? undefined : faults[0];
    }
    const allowed = of.reduce(
      (rows, route) => rows | (allowedOrders(world, later, route) & filteredOrders(world, route, filters)),
      0,
    );
    if (isWithin(finding.rows, allowed)) return undefined;
    const authors = of.flatMap(route => route.authors.map(({by}) => by.name));
    return `it runs as ${runAs.name}, and is the doing of ${[...new Set(authors)].join(" and ") || "somebody else"}`;
  };
}

/**
 * The rule for an answer to a person: rows that the person sees, or rows that were frozen for everybody who sees the dataset.
 */
export function ruleOfReader(
  world: World,
  reader: Person,
  of: {tile?: Route["tile"]; filters?: readonly Condition[]} = {},
): Rule {
  return (finding, ask) => {
    if (finding.table === "cust") return undefined;
    if (finding.table === "emp") return employeesFault(world, reader, finding, {tile: of.tile, ...of}, ask);
    if (isWithin(finding.rows, ordersOf(reader.regions))) return undefined;
    const isFrozen = world.datasets.some(
      dataset =>
        dataset.frozen !== undefined &&
        dataset.frozen.ask === ask &&
        isWithin(finding.rows, dataset.frozen.rows) &&
        canSee(world, reader, dataset),
    );
    return isFrozen ? undefined : `${reader.name} does not see them`;
  };
}
