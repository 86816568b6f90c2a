import {nameOf, oneOf, type Step, someAsk, teamOf} from "./chances.ts";
import {
  addChart,
  addDashboard,
  addDataset,
  addSheet,
  declareFilters,
  deleteDataset,
  editChart,
  grant,
  layOut,
} from "./content.ts";
import {REGIONS} from "./rows.ts";
import {hasRoom} from "./state.ts";

export const addsChart: Step = async (world, by, chance) => {
  if (!hasRoom(world, "orders")) return;
  const make = chance.chance(0.85) ? addChart : addSheet;
  const name = nameOf("Chart", world.charts);
  await make(world, by, name, {...someAsk(world, chance), team: teamOf(world, by, chance)});
};

/** A chart of the team, mostly over everything that its author sees. */
export const teamChart: Step = (world, by, chance) => {
  const regions = chance.chance(0.25) ? ([chance.pick(REGIONS)] as const) : undefined;
  const shape = chance.chance(0.6) ? "by row" : "total";
  const asked = {table: "orders", shape, ...(regions ? {regions} : {}), team: world.team} as const;
  return addChart(world, by, nameOf("Chart", world.charts), asked);
};

export const teamSheet: Step = (world, by, chance) => {
  const asked = {
    table: "orders",
    shape: "by row",
    regions: [chance.pick(REGIONS)],
    team: world.team,
  } as const;
  return addSheet(world, by, nameOf("Sheet", world.charts), asked);
};

export const editsSheet: Step = async (world, by, chance) => {
  const [sheet] = world.charts.filter(({type}) => type === "sheet");
  if (sheet && hasRoom(world, "orders")) await editChart(world, by, sheet, someAsk(world, chance));
};

export const teamDashboard: Step = (world, by) =>
  addDashboard(world, by, nameOf("Board", world.dashboards), world.team);

export const teamDataset: Step = (world, by, chance) => {
  const name = `set ${world.datasets.length + 1} ${world.name}`;
  return addDataset(world, by, name, {team: world.team, regions: [chance.pick(REGIONS)]});
};

/** Grants a chart of the staff, which the giver owns, to Eve or to somebody else. */
export const grantsStaff: Step = async (world, by, chance) => {
  const staff = world.charts.filter(({ask, owner}) => ask.table === "emp" && owner === by);
  const to = chance.chance(0.8) ? world.people[1] : oneOf(chance, world.people);
  const placed = world.dashboards.flatMap(({tiles}) => tiles.map(({chart}) => chart));
  const unplaced = staff.filter(chart => !placed.includes(chart));
  const chart = oneOf(chance, chance.chance(0.7) && unplaced.length > 0 ? unplaced : staff);
  if (chart && to) await grant(world, by, chart, to);
};

export const declaresName: Step = async (world, by) => {
  const [board] = world.dashboards;
  if (board) await declareFilters(world, by, board, ["emp.name"]);
};

export const addsStaffChart: Step = async (world, by, chance) => {
  if (!hasRoom(world, "emp")) return;
  const shape = chance.chance(0.5) ? "total" : "by department";
  await addChart(world, by, nameOf("Staff", world.charts), {
    ...{table: "emp", shape},
    team: chance.chance(0.3) ? teamOf(world, by, chance) : undefined,
  });
};

export const editsChart: Step = async (world, by, chance) => {
  const chart = oneOf(
    chance,
    world.charts.filter(({ask}) => ask.table === "orders"),
  );
  if (chart && hasRoom(world, "orders")) await editChart(world, by, chart, someAsk(world, chance));
};

export const addsDashboard: Step = (world, by, chance) =>
  addDashboard(world, by, nameOf("Board", world.dashboards), teamOf(world, by, chance));

export const laysOut: Step = async (world, by, chance) => {
  const board = oneOf(chance, world.dashboards);
  if (!board) return;
  const there = board.tiles.map(({chart}) => chart);
  const others = world.charts.filter(chart => chart.type === "chart" && !there.includes(chart));
  const added = oneOf(chance, others);
  const kept = chance.chance(0.25) ? there.filter(() => chance.chance(0.6)) : there;
  await layOut(world, by, board, added && chance.chance(0.85) ? [...kept, added] : kept);
};

export const declares: Step = async (world, by, chance) => {
  const board = oneOf(chance, world.dashboards);
  if (!board) return;
  const field = chance.pick(["emp.name", "emp.name", "emp.department", "cust.region", "orders.tag"]);
  const there = board.filters.map(one => one.field);
  const isThere = there.includes(field);
  await declareFilters(world, by, board, isThere ? there.filter(one => one !== field) : [...there, field]);
};

export const grants: Step = async (world, by, chance) => {
  const staff = world.charts.filter(({ask}) => ask.table === "emp");
  const charts =
    chance.chance(0.5) && staff.length > 0 ? staff : world.charts.filter(({type}) => type === "chart");
  const thing = oneOf(chance, [
    ...charts,
    ...world.dashboards,
    ...world.datasets.filter(({isGone}) => !isGone),
  ]);
  const to = oneOf(chance, world.people);
  if (!thing || !to) return;
  const cascades = thing.type === "dashboard" && chance.chance(0.6);
  await grant(world, by, thing, to, {permission: chance.chance(0.5) ? "view" : "edit", cascades});
};

export const addsDataset: Step = (world, by, chance) => {
  const regions = chance.chance(0.7) ? [chance.pick(REGIONS)] : undefined;
  const name = `set ${world.datasets.length + 1} ${world.name}`;
  return addDataset(world, by, name, {team: teamOf(world, by, chance), ...(regions ? {regions} : {})});
};

/** Deletes a dataset, and perhaps creates another one with the same name and slug. */
export const replacesDataset: Step = async (world, by, chance) => {
  const dataset = oneOf(
    chance,
    world.datasets.filter(({isGone, frozen}) => !isGone && !frozen),
  );
  if (!dataset) return;
  await deleteDataset(world, by, dataset);
  if (!dataset.isGone || chance.chance(0.1)) return;
  const maker = chance.chance(0.8) ? by : chance.pick(world.people);
  const regions = chance.chance(0.25) ? [chance.pick(REGIONS)] : undefined;
  const {name} = dataset;
  await addDataset(world, maker, name, {team: teamOf(world, maker, chance), ...(regions ? {regions} : {})});
};
