import type {Chance} from "../../semantic/differential/random-layer.ts";
import {nameOf, oneOf, SIGHTS, type Step, someAsk, teamOf} from "./chances.ts";
import {leave} from "./content.ts";
import {saveAction, saveAgent, saveSchedule, seesFromNowOn} from "./later.ts";
import {embed, ONE_NAME} from "./reads.ts";
import {ordersOf, patternOf, REGIONS, sumOf} from "./rows.ts";
import {comeDue, runAction, runAgent, sendSchedule} from "./runs.ts";
import {type Agent, type Effect, hasRoom, newAsk, type Person, type Schedule, type World} from "./state.ts";

/** An action of the team over a dataset. */
export const teamAction: Step = async (world, by, chance) => {
  const dataset = oneOf(chance, world.datasets);
  const ask = newAsk(world, {table: "orders", shape: "by row", ...(dataset ? {dataset} : {})});
  const isThreshold = chance.chance(0.5);
  const effect: Effect = isThreshold
    ? {type: "email", recipients: [chance.pick(world.people).email]}
    : {type: "snapshot_dataset", ask};
  const name = nameOf("Action", world.actions);
  await saveAction(world, by, {
    name,
    team: world.team,
    threshold: isThreshold ? ask : undefined,
    effects: [effect],
  });
};

/** Mails the first dashboard, or the first chart, to the whole team. */
export const teamMail: Step = async (world, by, chance) => {
  const resource = world.dashboards[0] ?? world.charts[0];
  if (!resource) return;
  const recipients = world.people.filter(({isAdmin}) => !isAdmin).map(({email}) => email);
  const filters = chance.chance(0.2) ? [{field: "cust.region", value: patternOf(chance.pick(REGIONS))}] : [];
  const body = {resources: [resource], recipients, filters, condition: undefined};
  await saveSchedule(world, by, {name: nameOf("Mail", world.schedules), team: world.team, ...body});
};

/** A schedule that waits until a dataset has more than some of its rows. */
export const waitingMail: Step = async (world, by, chance) => {
  const [resource] = world.charts;
  const dataset = oneOf(chance, world.datasets);
  if (!resource || !dataset) return;
  const ask = newAsk(world, {table: "orders", shape: "total", dataset});
  const above = sumOf("orders", ask.number, ordersOf(dataset.regions ?? [])) + 1;
  const condition = {ask, above: chance.chance(0.75) ? above : 1};
  const body = {resources: [resource], recipients: [by.email], filters: [], condition};
  await saveSchedule(world, by, {name: nameOf("Mail", world.schedules), team: world.team, ...body});
};

/** An action of the team that sends a schedule or runs an agent. */
export const handyAction: Step = async (world, by, chance) => {
  const [schedule] = world.schedules;
  const [agent] = world.agents;
  const effects: Effect[] = [
    ...(schedule ? [{type: "run_delivery", schedule} as const] : []),
    ...(agent && by.isAdmin ? [{type: "run_agent", agent} as const] : []),
  ];
  const effect = oneOf(chance, effects);
  if (!effect) return;
  const name = nameOf("Action", world.actions);
  await saveAction(world, by, {name, team: world.team, threshold: undefined, effects: [effect]});
};

export const schedules: Step = async (world, by, chance) => {
  const charts = world.charts.filter(({type}) => type === "chart");
  const resource = oneOf(chance, [...world.dashboards, ...world.dashboards, ...charts]);
  if (!resource) return;
  const isStaff =
    resource.type === "dashboard"
      ? resource.filters.some(({field}) => field === "emp.name")
      : resource.ask.table === "emp";
  const recipients = world.people.filter(() => chance.chance(0.3)).map(({email}) => email);
  await saveSchedule(world, by, {
    name: nameOf("Mail", world.schedules),
    team: teamOf(world, by, chance),
    resources: [resource],
    recipients: recipients.length > 0 ? recipients : [by.email],
    filters: chance.chance(0.4)
      ? [isStaff ? ONE_NAME : {field: "cust.region", value: patternOf(chance.pick(REGIONS))}]
      : [],
    condition: chance.chance(0.3) ? someCondition(world, chance) : undefined,
  });
};

/** A condition above what some people see. */
function someCondition(world: World, chance: Chance): Schedule["condition"] {
  if (!hasRoom(world, "orders")) return undefined;
  const ask = newAsk(world, {...someAsk(world, chance), shape: "total"});
  // One more than the sum: a record may quote the condition, and the check would take the sum for rows that leaked.
  return {ask, above: sumOf("orders", ask.number, ordersOf(chance.pick(SIGHTS))) + 1};
}

/** Saves a schedule unchanged, or with another recipient. */
export const savesSchedule: Step = async (world, by, chance) => {
  const before = oneOf(chance, world.schedules);
  if (!before) return;
  const {name, team, resources, recipients, filters, condition} = before;
  const isSame = chance.chance(0.6);
  await saveSchedule(world, by, {
    ...{before, name, team, resources, filters},
    recipients: isSame ? recipients : [by.email],
    condition,
  });
};

export const addsAction: Step = async (world, by, chance) => {
  if (!hasRoom(world, "orders")) return;
  const threshold = chance.chance(0.4) ? newAsk(world, someAsk(world, chance)) : undefined;
  const effects = [someEffect(world, by, chance)];
  if (chance.chance(0.3)) effects.push(someEffect(world, by, chance));
  await saveAction(world, by, {
    name: nameOf("Action", world.actions),
    team: teamOf(world, by, chance),
    threshold,
    effects,
  });
};

/** Saves an action unchanged, or with another recipient of its mails. */
export const savesAction: Step = async (world, by, chance) => {
  const before = oneOf(chance, world.actions);
  if (!before) return;
  const isSame = chance.chance(0.5);
  const effects = before.effects.map(effect =>
    effect.type === "email" && !isSame ? {...effect, recipients: [by.email]} : effect,
  );
  await saveAction(world, by, {...before, before, effects});
};

function someEffect(world: World, by: Person, chance: Chance): Effect {
  const schedule = oneOf(chance, world.schedules);
  const agent = oneOf(chance, world.agents);
  const kind = chance.below(4);
  if (kind === 0 && schedule) return {type: "run_delivery", schedule};
  if (kind === 1 && agent && by.isAdmin) return {type: "run_agent", agent};
  if (kind < 3 && hasRoom(world, "orders")) {
    return {type: "snapshot_dataset", ask: newAsk(world, {...someAsk(world, chance), shape: "by row"})};
  }
  const chart = oneOf(
    chance,
    world.charts.filter(({type}) => type === "chart"),
  );
  const recipients = [chance.pick(world.people).email];
  return {type: "email", recipients, ...(chart && chance.chance(0.6) ? {chart} : {})};
}

/** An agent, mostly over the first dashboard or sheet. */
export const teamAgent: Step = async (world, by, chance) => {
  const [board] = world.dashboards;
  const sheet = world.charts.find(({type}) => type === "sheet");
  if (!board || chance.chance(0.25)) return groundsAgent(world, by, chance);
  const grounding = [sheet && chance.chance(0.4) ? sheet : board];
  await saveAgent(world, by, {name: nameOf("Agent", world.agents), team: world.team, grounding});
};

export const groundsAgent: Step = async (world, by, chance) => {
  const live = world.datasets.filter(({isGone}) => !isGone);
  const all: Agent["grounding"] = [
    ...world.dashboards,
    ...world.dashboards,
    ...world.charts,
    ...live,
    "orders",
  ];
  const grounding = [...new Set([oneOf(chance, all), chance.chance(0.3) ? oneOf(chance, all) : undefined])];
  const team = chance.chance(0.3) ? world.team : undefined;
  await saveAgent(world, by, {
    ...{name: nameOf("Agent", world.agents), team},
    grounding: grounding.filter(one => one !== undefined),
  });
};

export const savesAgent: Step = async (world, by, chance) => {
  const before = oneOf(chance, world.agents);
  if (before)
    await saveAgent(world, by, {before, name: before.name, team: before.team, grounding: before.grounding});
};

export const seesOtherwise: Step = (world, by, chance) => {
  const others = SIGHTS.filter(sight => !by.regions.every(region => sight.includes(region)));
  return seesFromNowOn(
    world,
    by,
    chance.chance(0.8) && others.length > 0 ? chance.pick(others) : chance.pick(SIGHTS),
  );
};

/** Alice, Eve or Bob leaves. The first admin deletes them. */
export const leaves: Step = async (world, by, chance) => {
  const root = world.people.find(({isAdmin}) => isAdmin);
  const heir = oneOf(
    chance,
    world.people.filter(one => one !== by),
  );
  if (root && heir && !by.isAdmin && world.people.length > 3) await leave(world, root, by, heir);
};

export const sends: Step = async (world, by, chance) => {
  const schedule = oneOf(chance, world.schedules);
  if (!schedule) return;
  if (schedule.condition && !schedule.hasComeDue) await comeDue(world, schedule);
  else await sendSchedule(world, by, schedule, chance.chance(0.15) ? [by.email] : undefined);
};

export const runsAction: Step = async (world, by, chance) => {
  const action = oneOf(chance, world.actions);
  if (action) await runAction(world, by, action, {isRehearsal: chance.chance(0.15)});
};

export const runsAgent: Step = async (world, by, chance) => {
  const agent = oneOf(chance, world.agents);
  if (agent) await runAgent(world, by, agent);
};

export const embeds: Step = async (world, by, chance) => {
  const board = oneOf(chance, world.dashboards);
  if (board) await embed(world, by, board, chance.pick(SIGHTS));
};
