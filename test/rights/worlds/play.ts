import {Chance} from "../../semantic/differential/random-layer.ts";
import type {House} from "./service.ts";
import {addPersonTo, addTeamTo, newWorld, type World} from "./state.ts";
import {STEPS, type StepName} from "./steps.ts";

/** One step of a plan: the index of the person who does it, and the seed of its random source. */
interface Planned {
  step: StepName;
  by: number;
  seed: number;
}

export interface Plan {
  seed: number;
  steps: readonly Planned[];
}

const ALICE = 0;
const EVE = 1;
const BOB = 2;
const ROOT = 3;
const ROBIN = 4;

/** What a world begins with, what may happen in it, and how it ends. */
interface Theme {
  first: readonly (readonly [step: StepName, by: number])[];
  between: readonly StepName[];
  last: readonly (readonly [step: StepName, by: number])[];
}

const BOARD = [
  ["teamChart", ALICE],
  ["teamChart", ALICE],
  ["teamDashboard", ALICE],
  ["laysOut", ALICE],
] as const;

const THEMES: readonly Theme[] = [
  // Dashboards that are mailed.
  {
    first: [...BOARD, ["teamMail", ALICE]],
    between: [
      "laysOut",
      "laysOut",
      "editsChart",
      "addsChart",
      "savesSchedule",
      "seesOtherwise",
      "sends",
      "leaves",
    ],
    last: [
      ["sends", ALICE],
      ["looksBack", EVE],
      ["seesOtherwise", ALICE],
      ["looksBack", ALICE],
    ],
  },
  // Dashboards and other content in the grounding of agents.
  {
    first: [...BOARD, ["teamSheet", ALICE], ["teamAgent", ROOT]],
    between: [
      "laysOut",
      "laysOut",
      "editsChart",
      "editsSheet",
      "editsSheet",
      "addsChart",
      "savesAgent",
      "seesOtherwise",
      "replacesDataset",
    ],
    last: [
      ["runsAgent", ROOT],
      ["seesOtherwise", ROOT],
      ["looksBack", ROOT],
    ],
  },
  // Datasets that actions query.
  {
    first: [
      ["teamDataset", ALICE],
      ["teamAction", ALICE],
    ],
    between: [
      "replacesDataset",
      "replacesDataset",
      "replacesDataset",
      "savesAction",
      "addsAction",
      "seesOtherwise",
    ],
    last: [
      ["runsAction", EVE],
      ["runsAction", ALICE],
      ["looks", EVE],
      ["seesOtherwise", ALICE],
      ["looksBack", ALICE],
    ],
  },
  // Datasets that schedules wait for.
  {
    first: [
      ["teamDataset", ALICE],
      ["teamChart", ALICE],
      ["waitingMail", ALICE],
    ],
    between: ["replacesDataset", "replacesDataset", "editsChart", "savesSchedule", "seesOtherwise"],
    last: [
      ["sends", ALICE],
      ["looksBack", BOB],
    ],
  },
  // Charts over a model that not everybody may query.
  {
    first: [
      ["addsStaffChart", BOB],
      ["addsStaffChart", BOB],
      ["teamDashboard", BOB],
      ["laysOut", BOB],
      ["declaresName", BOB],
      ["grantsStaff", BOB],
    ],
    between: [
      "grantsStaff",
      "grants",
      "laysOut",
      "laysOut",
      "declares",
      "addsStaffChart",
      "schedules",
      "leaves",
    ],
    last: [
      ["laysOut", EVE],
      ["looks", EVE],
      ["embeds", ROOT],
      ["sends", ROOT],
    ],
  },
  // What actions do for people who may not do it themselves.
  {
    first: [
      ["teamChart", ALICE],
      ["teamMail", ALICE],
      ["groundsAgent", ROOT],
      ["handyAction", ROOT],
    ],
    between: ["laysOut", "editsChart", "handyAction", "addsAction", "savesAction", "seesOtherwise"],
    last: [
      ["runsAction", EVE],
      ["runsAction", BOB],
      ["looksBack", EVE],
    ],
  },
];

/** The plan of a world. Its steps can be omitted one by one, because each works with what is there. */
export function planOf(seed: number): Plan {
  const chance = new Chance(seed);
  const {first, between, last} = THEMES[seed % THEMES.length]!;
  const planned = (step: StepName, by: number): Planned => ({step, by, seed: chance.below(1e9)});
  const steps = first.map(([step, by]) => planned(step, by));
  const count = 1 + chance.below(5);
  for (let i = 0; i < count; i++) {
    // Anything may happen in between, but mostly steps of the theme.
    const names = chance.chance(0.15) ? ALL_STEPS : between;
    const step = chance.pick(names);
    steps.push(planned(step, ROBOTS_STEPS.has(step) ? chance.pick([ROOT, ROBIN]) : chance.pick(ACTORS)));
  }
  return {seed, steps: [...steps, ...last.map(([step, by]) => planned(step, by))]};
}

const ALL_STEPS = Object.keys(STEPS).filter((name): name is StepName => name in STEPS);
const ROBOTS_STEPS: ReadonlySet<StepName> = new Set([
  "teamAgent",
  "groundsAgent",
  "savesAgent",
  "runsAgent",
  "embeds",
]);
/** Eve acts most often. */
const ACTORS = [...Array.from({length: 7}, () => EVE), ALICE, BOB, BOB, ROOT, ROBIN];

/** Plays a plan from the beginning in a new world of the organization. */
export async function play(house: House, {seed, steps}: Plan, name: string): Promise<World> {
  const world = newWorld(house, name);
  await addPeople(world, new Chance(seed + 7_000_003));
  const people = [...world.people];
  for (const {step, by, seed: own} of steps) {
    const person = people[by];
    if (person && world.people.includes(person)) await STEPS[step](world, person, new Chance(own));
  }
  return world;
}

async function addPeople(world: World, chance: Chance): Promise<void> {
  const sales = await addTeamTo(world, "Sales");
  world.team = sales;
  const personnel = {id: world.house.personnel, name: "Personnel"};
  const inSales = (role: "lead" | "member") => ({team: sales, role});
  const hr = {team: personnel, role: "member"} as const;
  await addPersonTo(world, "Alice", {
    regions: chance.chance(0.7) ? ["EU", "US"] : ["EU", "US", "AS"],
    teams: [inSales("lead"), ...(chance.chance(0.3) ? [hr] : [])],
  });
  await addPersonTo(world, "Eve", {
    regions: chance.pick([["EU"], ["EU"], ["US"], ["AS"]]),
    teams: chance.chance(0.85) ? [inSales("member")] : [],
  });
  await addPersonTo(world, "Bob", {
    regions: chance.pick([["EU"], ["US"], ["EU", "US"], []]),
    teams: [...(chance.chance(0.8) ? [inSales("member")] : []), ...(chance.chance(0.9) ? [hr] : [])],
  });
  await addPersonTo(world, "Root", {regions: ["EU", "US"], isAdmin: true});
  await addPersonTo(world, "Robin", {regions: chance.pick([["EU"], ["US"], []]), isAdmin: true});
}

/** The shortest plan that still has a fault, found by omitting one step after another. */
export async function shrink(
  house: House,
  plan: Plan,
  nextName: () => string,
): Promise<{plan: Plan; world: World}> {
  let found = {plan, world: await play(house, plan, nextName())};
  for (let i = plan.steps.length - 1; i >= 0; i--) {
    const steps = found.plan.steps.toSpliced(i, 1);
    const world = await play(house, {...plan, steps}, nextName());
    if (world.faults.length > 0) found = {plan: {...plan, steps}, world};
  }
  return found;
}
