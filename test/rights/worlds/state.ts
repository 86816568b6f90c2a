import {hashToken, newToken} from "../../../shared/core/secrets.ts";
import {addPerson, addTeam} from "../../support/people.ts";
import {ASKS, areaOf, type Region, type Rows, type Table} from "./rows.ts";
import type {House} from "./service.ts";

/** The oracle's own record of a world: who created, placed, declared and changed what, and when. */
export interface World {
  house: House;
  name: string;
  /** A counter of events, in place of a clock. */
  now: number;
  people: Person[];
  /** The team that owns most things. */
  team: Team | undefined;
  charts: Chart[];
  dashboards: Dashboard[];
  datasets: Dataset[];
  grants: Grant[];
  schedules: Schedule[];
  actions: Action[];
  agents: Agent[];
  kept: Kept[];
  asks: Ask[];
  /** How many mails and model requests there were when this world last counted. */
  received: number;
  asked: number;
  /** What happened, in words. */
  history: string[];
  /** How often rows were found where somebody saw them, whether or not they may. */
  found: number;
  /** What should not have left the service, in words. */
  faults: string[];
}

export interface Team {
  id: string;
  name: string;
}

export interface Person {
  id: string;
  name: string;
  token: string;
  email: string;
  regions: readonly Region[];
  teams: readonly {team: Team; role: "lead" | "member"}[];
  /** Whether this is an org-admin's service account; all people here are service accounts. */
  isAdmin: boolean;
}

/** Something that a person did, and when. */
export interface Authored {
  by: Person;
  at: number;
}

/** A query that was written once. Its rows are recognized by its table and number wherever they appear. */
export interface Ask {
  number: number;
  table: Table;
  shape: "total" | "by row" | "by department";
  /** A filter in the query itself. */
  regions?: readonly Region[];
  /** The dataset to which its slug referred when the query was written. */
  dataset?: Dataset;
}

export interface Thing {
  id: string;
  name: string;
  owner: Person;
  team: Team | undefined;
}

export interface Dataset extends Thing, Authored {
  type: "dataset";
  slug: string;
  isGone: boolean;
  /** The filter of a live dataset. */
  regions?: readonly Region[];
  /** The query of a snapshot, and which of its rows may be there. */
  frozen?: {ask: Ask; rows: Rows};
}

/** A chart. Its author is the person who wrote its query. */
export interface Chart extends Thing, Authored {
  /** A sheet of one query is like a chart on no dashboard. */
  type: "chart" | "sheet";
  ask: Ask;
}

export interface Tile extends Authored {
  chart: Chart;
}

export interface Declared extends Authored {
  field: string;
}

export interface Dashboard extends Thing {
  type: "dashboard";
  tiles: Tile[];
  filters: Declared[];
}

export interface Grant {
  thing: Thing;
  to: Person;
  cascades: boolean;
}

export interface Condition {
  field: string;
  value: string;
}

/** Something that runs later, with the rights of the person who last saved what decides its rows. */
export interface Later extends Thing {
  runAs: Person;
  savedAt: number;
  /** The queries that it had when `runAs` saved it. */
  approved: ReadonlySet<Ask>;
}

export interface Schedule extends Later {
  resources: readonly (Dashboard | Chart | Dataset)[];
  recipients: readonly string[];
  filters: readonly Condition[];
  /** The condition for sending: the measure is above the value. */
  condition: {ask: Ask; above: number} | undefined;
  /** Whether it has come due: a minute makes it come due once. */
  hasComeDue?: boolean;
}

export type Effect =
  | {type: "email"; recipients: readonly string[]; chart?: Chart}
  | {type: "snapshot_dataset"; ask: Ask}
  | {type: "run_delivery"; schedule: Schedule}
  | {type: "run_agent"; agent: Agent};

export interface Action extends Later {
  /** The query of a threshold, which fires for all of its rows. Without one the action is run by hand only. */
  threshold: Ask | undefined;
  effects: readonly Effect[];
}

export interface Agent extends Later {
  grounding: readonly (Dashboard | Chart | Dataset | "orders")[];
}

/** Rows that a run has stored, and the path to read them. */
export interface Kept {
  what: string;
  path: string;
}

export function newWorld(house: House, name: string): World {
  return {
    house,
    name,
    now: 0,
    people: [],
    team: undefined,
    charts: [],
    dashboards: [],
    datasets: [],
    grants: [],
    schedules: [],
    actions: [],
    agents: [],
    kept: [],
    asks: [],
    received: house.smtp.received.length,
    asked: 0,
    history: [],
    found: 0,
    faults: [],
  };
}

export async function addTeamTo({house, name: ofWorld}: World, name: string): Promise<Team> {
  return {name, id: await addTeam({...house.t, org: house.org}, `${name} of ${ofWorld}`)};
}

export async function addPersonTo(
  world: World,
  name: string,
  {
    regions = [],
    teams = [],
    isAdmin = false,
  }: {regions?: readonly Region[]; teams?: Person["teams"]; isAdmin?: boolean},
): Promise<Person> {
  const {t, org} = world.house;
  const {id, token} = await addPerson(
    {...t, org, addToken: of => addToken(world.house, of)},
    {
      teams: teams.map(({team, role}) => ({id: team.id, role})),
      attributes: attributesOf(regions),
      role: isAdmin ? "admin" : "member",
    },
  );
  const email = `${name.toLowerCase()}.${world.name}@example.com`;
  const person = {id, name, token, email, regions, teams, isAdmin};
  world.people.push(person);
  const place = teams.map(({team, role}) => `, ${role} of ${team.name}`).join("");
  tell(
    world,
    `${name} sees ${regions.join(" and ") || "no region"}${place}${isAdmin ? ", an org-admin" : ""}.`,
  );
  return person;
}

/** The attributes of a person who sees these regions. */
export function attributesOf(regions: readonly Region[]): Record<string, string[]> {
  return regions.length > 0 ? {region: regions.map(areaOf)} : {};
}

async function addToken({t: {db}, org}: House, principalId: string): Promise<string> {
  const token = newToken();
  const values = {hash: hashToken(token), org_id: org.id, principal_id: principalId, expires_at: null};
  await db.insertInto("tokens").values(values).execute();
  return token;
}

export function tell(world: World, sentence: string): void {
  world.now++;
  world.history.push(sentence);
}

/** Whether one more query of the table can be told apart. */
export function hasRoom({asks}: World, table: Table): boolean {
  return asks.filter(ask => ask.table === table).length < ASKS;
}

export function newAsk(world: World, {table, ...ask}: Omit<Ask, "number">): Ask {
  const number = world.asks.filter(one => one.table === table).length;
  if (number >= ASKS) throw new Error("a world has no more queries");
  const made = {...ask, table, number};
  world.asks.push(made);
  return made;
}

/** The query for the API. A snapshot has the frozen rows, under the names of its query. */
export function queryOf({house}: World, {number, table, shape, regions, dataset}: Ask) {
  const projectId = table === "orders" ? house.ordersProject : house.employeesProject;
  const model = dataset?.slug ?? table;
  const frozen = dataset?.frozen;
  if (frozen) {
    const rows = frozen.ask.shape === "by row" ? [`${model}.t${frozen.ask.number}`] : [];
    return {model, projectId, dimensions: rows, measures: [`${model}.m${frozen.ask.number}_sum`]};
  }
  const dimensions =
    shape === "by row" ? [`${model}.t${number}`] : shape === "total" ? [] : [`${model}.department`];
  const filters = regions ? [{field: "cust.region", op: "in", value: regions.map(areaOf)}] : [];
  return {model, projectId, dimensions, measures: [`${model}.m${number}`], filters};
}
