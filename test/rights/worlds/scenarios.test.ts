import {afterAll, beforeAll, expect, test} from "bun:test";
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
import {saveAction, saveAgent, saveSchedule, seesFromNowOn} from "./later.ts";
import {embed, lookAtDashboard, lookAtEverything, lookAtKept} from "./reads.ts";
import {ordersOf, sumOf} from "./rows.ts";
import {comeDue, runAction, runAgent, sendSchedule} from "./runs.ts";
import {type House, type Service, startService} from "./service.ts";
import {addPersonTo, addTeamTo, newAsk, newWorld, type World} from "./state.ts";

let service: Service;
let house: House;

beforeAll(async () => {
  service = await startService();
  house = await service.addHouse("Scenarios");
});

afterAll(() => service?.stop());

let count = 0;

/** Alice leads a team and sees two regions; Eve is in the team and sees one of them; Root is an admin. */
async function teamWorld() {
  const world = newWorld(house, `s${++count}`);
  const team = await addTeamTo(world, "Sales");
  const alice = await addPersonTo(world, "Alice", {regions: ["EU", "US"], teams: [{team, role: "lead"}]});
  const eve = await addPersonTo(world, "Eve", {regions: ["EU"], teams: [{team, role: "member"}]});
  const root = await addPersonTo(world, "Root", {regions: ["EU", "US"], isAdmin: true});
  return {world, team, alice, eve, root};
}

function some<T>(thing: T | undefined): T {
  if (thing === undefined) throw new Error("the service has refused what everybody may do");
  return thing;
}

function clean(world: World): void {
  if (world.faults.length > 0) {
    throw new Error([...world.history, "", ...world.faults].join("\n"));
  }
}

/** The number of rows that were found, which must not be zero. */
function foundOf({found}: World): number {
  expect(found).toBeGreaterThan(0);
  return found;
}

const orders = {table: "orders"} as const;
const to = (...recipients: string[]) => ({recipients, filters: [], condition: undefined});

test("a person who places another's chart on a dashboard gets no more rows by the dashboard's mails, and neither does an agent's model", async () => {
  const {world, team, alice, eve, root} = await teamWorld();
  const one = some(await addChart(world, alice, "One", {...orders, shape: "by row", regions: ["EU"], team}));
  const other = some(await addChart(world, alice, "Other", {...orders, shape: "by row", team}));
  const board = some(await addDashboard(world, alice, "Board", team));
  await layOut(world, alice, board, [one]);
  const resources = [board];
  const mail = some(await saveSchedule(world, alice, {name: "Mail", team, resources, ...to(eve.email)}));
  const agent = some(await saveAgent(world, root, {name: "Agent", grounding: [board]}));
  await sendSchedule(world, alice, mail);
  await runAgent(world, root, agent);
  foundOf(world);
  await layOut(world, eve, board, [one, other]);
  await sendSchedule(world, alice, mail);
  await runAgent(world, root, agent);
  await lookAtEverything(world, eve);
  clean(world);
});

test("a person who changes another's chart or sheet gets no more rows by its mails, and neither does a model", async () => {
  const {world, team, alice, eve, root} = await teamWorld();
  const few = {...orders, shape: "by row", regions: ["EU"], team} as const;
  const chart = some(await addChart(world, alice, "One", few));
  const sheet = some(await addSheet(world, alice, "Two", few));
  const mail = {name: "Mail", team, resources: [chart], ...to(eve.email)};
  const schedule = some(await saveSchedule(world, alice, mail));
  const agent = some(await saveAgent(world, root, {name: "Agent", grounding: [chart, sheet]}));
  await sendSchedule(world, alice, schedule);
  await runAgent(world, root, agent);
  foundOf(world);
  for (const thing of [chart, sheet]) await editChart(world, eve, thing, {...orders, shape: "by row"});
  await sendSchedule(world, alice, schedule);
  await runAgent(world, root, agent);
  clean(world);
});

/** Alice's dataset for the team, and a function with which Eve replaces it. */
async function datasetWorld() {
  const made = await teamWorld();
  const {world, team, alice, eve} = made;
  const dataset = some(await addDataset(world, alice, `set ${world.name}`, {team, regions: ["EU"]}));
  const replace = async () => {
    await deleteDataset(world, eve, dataset);
    some(await addDataset(world, eve, `set ${world.name}`, {team}));
  };
  const ask = (shape: "by row" | "total") => newAsk(world, {...orders, shape, dataset});
  return {...made, dataset, ask, replace};
}

test("a person who replaces a dataset under its slug freezes no further rows by another's action", async () => {
  const {world, team, alice, eve, ask, replace} = await datasetWorld();
  const effects = [{type: "snapshot_dataset", ask: ask("by row")}] as const;
  const action = some(await saveAction(world, alice, {name: "Freeze", team, threshold: undefined, effects}));
  await runAction(world, eve, action);
  foundOf(world);
  await replace();
  await runAction(world, eve, action);
  await lookAtEverything(world, eve);
  clean(world);
});

test("a person who replaces a dataset under its slug is mailed no further rows by another's threshold", async () => {
  const {world, team, alice, eve, ask, replace} = await datasetWorld();
  const effects = [{type: "email", recipients: [eve.email]}] as const;
  const action = some(
    await saveAction(world, alice, {name: "Watch", team, threshold: ask("by row"), effects}),
  );
  await runAction(world, eve, action);
  foundOf(world);
  await replace();
  await runAction(world, eve, action);
  await lookAtKept(world, eve);
  clean(world);
});

test("a person who replaces a dataset under its slug meets no condition by further rows", async () => {
  const {world, team, alice, eve, ask, replace} = await datasetWorld();
  const chart = some(
    await addChart(world, alice, "One", {...orders, shape: "by row", regions: ["EU"], team}),
  );
  const total = ask("total");
  const above = sumOf("orders", total.number, ordersOf(["EU"]));
  const condition = {ask: total, above: above - 1};
  const resources = [chart];
  const mail = {name: "Mail", team, resources, recipients: [eve.email], filters: []};
  const met = some(await saveSchedule(world, alice, {...mail, condition}));
  await comeDue(world, met);
  foundOf(world);
  const unmet = some(await saveSchedule(world, alice, {...mail, condition: {ask: total, above: above + 1}}));
  await replace();
  await comeDue(world, unmet);
  clean(world);
});

test("a declared filter does not open a chart that was added by somebody who may not query its model", async () => {
  const made = await teamWorld();
  const {world, team, eve, root} = made;
  const personnel = {team: {id: house.personnel, name: "Personnel"}, role: "member"} as const;
  const sales = {team, role: "lead"} as const;
  const ann = await addPersonTo(world, "Ann", {regions: ["EU"], teams: [sales, personnel]});
  const total = some(await addChart(world, ann, "Salaries", {table: "emp", shape: "total"}));
  const parts = some(await addChart(world, ann, "Departments", {table: "emp", shape: "by department"}));
  await grant(world, ann, total, eve);
  const board = some(await addDashboard(world, ann, "Staff", team));
  await layOut(world, ann, board, [parts]);
  await declareFilters(world, ann, board, ["emp.name"]);
  await layOut(world, eve, board, [parts, total]);
  await lookAtDashboard(world, ann, board);
  foundOf(world);
  await grant(world, ann, parts, eve);
  await layOut(world, eve, board, [total]);
  await lookAtDashboard(world, eve, board);
  await embed(world, root, board, []);
  const filters = [{field: "emp.name", value: "mp#2"}];
  const resources = [board];
  const mail = {name: "Mail", team, resources, recipients: [eve.email], filters, condition: undefined};
  const schedule = some(await saveSchedule(world, eve, mail));
  await sendSchedule(world, ann, schedule);
  await declareFilters(world, ann, board, []);
  await declareFilters(world, ann, board, ["emp.name"]);
  const before = world.found;
  await lookAtDashboard(world, eve, board);
  expect(world.found).toBeGreaterThan(before + 3);
  clean(world);
});

test("a person who may run neither a schedule nor an agent cannot run them by an action of the team", async () => {
  const {world, team, alice, eve, root} = await teamWorld();
  const chart = some(await addChart(world, alice, "One", {...orders, shape: "by row", team}));
  const mail = {name: "Mail", team, resources: [chart], ...to(alice.email)};
  const schedule = some(await saveSchedule(world, alice, mail));
  const agent = some(await saveAgent(world, root, {name: "Agent", grounding: ["orders"]}));
  await sendSchedule(world, eve, schedule);
  await runAgent(world, eve, agent);
  const effects = [
    {type: "run_delivery", schedule},
    {type: "run_agent", agent},
  ] as const;
  for (const effect of effects) {
    const action = {name: effect.type, team, threshold: undefined, effects: [effect]};
    const made = some(await saveAction(world, root, action));
    await runAction(world, root, made);
    foundOf(world);
    await runAction(world, eve, made);
  }
  clean(world);
});

test("an agent over a model learns nothing of another model that only the row access uses", async () => {
  const {world, root} = await teamWorld();
  const agent = some(await saveAgent(world, root, {name: "Agent", grounding: ["orders"]}));
  await runAgent(world, root, agent);
  foundOf(world);
  clean(world);
});

test("stored results of a run cannot be read by its principal once the principal no longer sees the rows", async () => {
  const {world, team, alice, root} = await teamWorld();
  const chart = some(await addChart(world, alice, "One", {...orders, shape: "by row", team}));
  const mail = {name: "Mail", team, resources: [chart], ...to(alice.email)};
  await sendSchedule(world, alice, some(await saveSchedule(world, alice, mail)));
  const threshold = newAsk(world, {...orders, shape: "by row"});
  const effects = [{type: "email", recipients: [alice.email]}] as const;
  const action = some(await saveAction(world, alice, {name: "Watch", team, threshold, effects}));
  await runAction(world, alice, action);
  await runAgent(world, root, some(await saveAgent(world, root, {name: "Agent", grounding: [chart]})));
  const before = foundOf(world);
  for (const reader of [alice, root]) await lookAtKept(world, reader);
  expect(world.found).toBeGreaterThan(before);
  for (const reader of [alice, root]) {
    await seesFromNowOn(world, reader, ["EU"]);
    await lookAtKept(world, reader);
  }
  clean(world);
});
