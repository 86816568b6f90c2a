import {call} from "./content.ts";
import {canSee, judge, type Route, ruleOfReader} from "./oracle.ts";
import type {Region} from "./rows.ts";
import {attributesOf, type Chart, type Condition, type Dashboard, type Person, type World} from "./state.ts";

/** Reads everything that exists as this person, by its id, and everything that runs have stored. */
export async function lookAtEverything(world: World, reader: Person): Promise<void> {
  for (const board of world.dashboards) await lookAtDashboard(world, reader, board);
  for (const chart of world.charts) await lookAtChart(world, reader, chart);
  for (const {slug, frozen, isGone} of world.datasets) {
    if (isGone) continue;
    const dimensions = [frozen ? `${slug}.t${frozen.ask.number}` : `${slug}.tag`];
    await call(world, reader, "POST", "/api/query", {model: slug, dimensions});
  }
  await lookAtKept(world, reader);
}

export async function lookAtKept(world: World, reader: Person): Promise<void> {
  for (const {what, path} of world.kept) {
    const rule = ruleOfReader(world, reader);
    const before = world.faults.length;
    await call(world, reader, "GET", path, undefined, rule);
    for (const [i, fault] of world.faults.entries()) {
      if (i >= before) world.faults[i] = `${what}: ${fault}`;
    }
  }
}

async function lookAtChart(world: World, reader: Person, chart: Chart): Promise<void> {
  const [method, path] =
    chart.type === "sheet"
      ? ["POST", `/api/sheets/${chart.id}/calculate`]
      : ["GET", `/api/charts/${chart.id}/data`];
  const {status} = await call(world, reader, method, path);
  if (status === 200 && !canSee(world, reader, chart)) {
    world.faults.push(`${reader.name} may read ${chart.name} and does not see it`);
  }
}

/** Part of an employee's name, so that an echo of it is not mistaken for a name. */
export const ONE_NAME: Condition = {field: "emp.name", value: "mp#2"};

/** Reads a dashboard with and without a filter on a field, and the values that the field's filter offers. */
export async function lookAtDashboard(world: World, reader: Person, board: Dashboard): Promise<void> {
  for (const filters of [[], [ONE_NAME]]) {
    const given = filters.map(({field, value}) => ({field, op: "contains", value}));
    const path = `/api/dashboards/${board.id}/data`;
    const {status, body} = await call(world, reader, "POST", path, {filters: given}, () => undefined);
    if (status !== 200) continue;
    for (const [i, answer] of body.tiles.entries()) {
      const tile = board.tiles[i];
      if (!tile) throw new Error("a tile that nobody has placed");
      const place = {board, tile};
      const what = `the tile ${tile.chart.name} of ${board.name} for ${reader.name}${filters.length > 0 ? " with a filter on emp.name" : ""}`;
      judge(world, what, JSON.stringify(answer), ruleOfReader(world, reader, {tile: place, filters}));
      if (answer.result && !canSee(world, reader, tile.chart)) {
        world.faults.push(`${what} has rows, and ${reader.name} does not see the chart`);
      }
    }
  }
  await lookAtValues(world, reader, board);
}

async function lookAtValues(world: World, reader: Person, board: Dashboard): Promise<void> {
  for (const {field} of board.filters) {
    const path = `/api/dashboards/${board.id}/filters/values`;
    const places = board.tiles
      .filter(({chart}) => chart.ask.table === "emp" && canSee(world, reader, chart))
      .map(tile => ({board, tile}));
    await call(world, reader, "POST", path, {field}, valuesRule(world, reader, places, field));
  }
}

/** A value may be listed if the filter is open on one of the visible charts. */
function valuesRule(world: World, reader: Person, places: readonly Route["tile"][], field: string) {
  const filters = [{field, value: ""}];
  const rules = (places.length > 0 ? places : [undefined]).map(tile =>
    ruleOfReader(world, reader, {tile, filters}),
  );
  return (...given: Parameters<(typeof rules)[0]>) => {
    const faults = rules.map(rule => rule(...given));
    return faults.includes(undefined) ? undefined : faults[0];
  };
}

/** What an embedding page shows of a dashboard, by a token with these attributes. */
export async function embed(
  world: World,
  admin: Person,
  board: Dashboard,
  regions: readonly Region[],
): Promise<void> {
  const {t, org} = world.house;
  const resource = {resourceType: "dashboard", resourceId: board.id, attributes: attributesOf(regions)};
  const {status, body} = await call(world, admin, "POST", `/api/orgs/${org.id}/embed-tokens`, resource);
  if (status !== 201) return;
  const nobody = {...admin, name: "the embed token", isAdmin: false, teams: [], regions};
  for (const tile of board.tiles) {
    const {chart, by} = tile;
    for (const filters of [[], [ONE_NAME]]) {
      const given = filters.map(({field, value}) => ({field, op: "contains", value}));
      const path = `/api/embed/charts/${chart.id}/data`;
      const answer = await t.call("POST", path, {token: body.token, body: {filters: given}});
      const what = `${chart.name} of ${board.name}, embedded for ${regions.join(" and ")}`;
      judge(world, what, answer.text, ruleOfReader(world, nobody, {tile: {board, tile}, filters}));
      if (answer.status === 200 && !canSee(world, by, chart)) {
        world.faults.push(`${what} has rows, and ${by.name}, who placed it, does not see it`);
      }
    }
  }
}
