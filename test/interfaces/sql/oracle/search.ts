import {Chance} from "../../../semantic/differential/random-layer.ts";
import {randomMeasured} from "./random-measures.ts";
import {RandomStatements} from "./random-statement.ts";
import {differenceOf, type Oracle} from "./run.ts";

const ZONES = ["UTC", "America/New_York", "Europe/Berlin", "Asia/Kolkata", "America/Sao_Paulo"];
/** The most differences that one search lists. */
const MAX_FOUND = 15;

/** A range of consecutive seeds, for a statement each. */
export interface Seeds {
  from: number;
  count: number;
}

export interface Tally {
  compared: number;
  /** Refused statements with measures; the planner is allowed to refuse each of them. */
  refused: number;
  /** Statements that fail on the plain tables, and so must fail by their plan. */
  failing: number;
  /** Plans by what they query in the warehouse: the whole statement, groups, or rows. */
  whole: number;
  grouped: number;
  rows: number;
  /** Plans in which the warehouse also evaluates a `limit`, a `having`, or a comparison of two columns. */
  limited: number;
  having: number;
  columns: number;
  /** Plans in which the warehouse evaluates aggregates with conditions. */
  conditional: number;
}

export interface Found {
  tally: Tally;
  differences: string[];
}

const noTally = (): Tally => ({
  compared: 0,
  refused: 0,
  failing: 0,
  whole: 0,
  grouped: 0,
  rows: 0,
  limited: 0,
  having: 0,
  columns: 0,
  conditional: 0,
});

type Plan = ReturnType<Oracle["plan"]>;

/** Compares random statements without measures: by their plans, and over plain tables. */
export function searchStatements(oracle: Oracle, seeds: Seeds): Promise<Found> {
  return compareStatements(oracle, seeds, chance =>
    new RandomStatements(chance).statement(1 + chance.below(4)),
  );
}

/** Compares random aggregates with conditions: by their plans, and over plain tables. */
export function searchConditional(oracle: Oracle, seeds: Seeds): Promise<Found> {
  return compareStatements(oracle, seeds, chance => new RandomStatements(chance).conditional());
}

async function compareStatements(
  oracle: Oracle,
  {from, count}: Seeds,
  write: (chance: Chance) => string,
): Promise<Found> {
  const differences: string[] = [];
  const tally = noTally();
  for (let seed = from; seed < from + count && differences.length < MAX_FOUND; seed++) {
    const chance = new Chance(seed);
    const sql = write(chance);
    const timezone = chance.pick(ZONES);
    const expected = await oracle.expected(sql, timezone);
    if ("sqlState" in expected && expected.sqlState === "57014") continue;
    const plan = oracle.plan(sql, {timezone});
    const actual = await answerOf(oracle, plan, timezone);
    tally.compared += 1;
    if ("sqlState" in expected) tally.failing += 1;
    note(tally, plan);
    const isOrdered = /order by 1[^()]*$/.test(sql);
    const difference = differenceOf(expected, actual, isOrdered);
    if (difference !== undefined)
      differences.push(`seed ${seed} (${timezone}): ${sql}\n  ${JSON.stringify(plan)}\n  ${difference}`);
  }
  return {tally, differences};
}

/** Compares random statements with measures: by their plans, and with aggregates by hand over plain tables. */
export async function searchMeasures(oracle: Oracle, {from, count}: Seeds): Promise<Found> {
  const differences: string[] = [];
  const tally = noTally();
  for (let seed = from; seed < from + count && differences.length < MAX_FOUND; seed++) {
    const chance = new Chance(seed);
    const {sql, byHand, mayRefuse} = randomMeasured(chance, oracle.collated);
    const timezone = chance.pick(ZONES);
    const plan = oracle.plan(sql, {timezone});
    tally.compared += 1;
    if ("sqlState" in plan && plan.sqlState === "0A000" && mayRefuse) {
      tally.refused += 1;
      continue;
    }
    const expected = await oracle.expected(byHand, timezone);
    if ("sqlState" in expected) tally.failing += 1;
    note(tally, plan);
    const difference = differenceOf(expected, await answerOf(oracle, plan, timezone), false, true);
    if (difference !== undefined)
      differences.push(
        `seed ${seed} (${timezone}): ${sql}\n  ${byHand}\n  ${JSON.stringify(plan)}\n  ${difference}`,
      );
  }
  return {tally, differences};
}

async function answerOf(oracle: Oracle, plan: Plan, timezone: string) {
  if ("sqlState" in plan) return plan;
  return oracle
    .actual(plan, timezone)
    .catch((error: unknown) => ({sqlState: "XX000", message: String(error)}));
}

function note(tally: Tally, plan: Plan): void {
  if ("sqlState" in plan) return;
  if (plan.kind === "query") tally.whole += 1;
  else if (plan.inputs.some(({query}) => query.rows !== true)) tally.grouped += 1;
  else tally.rows += 1;
  const queries = plan.kind === "query" ? [plan.query] : plan.inputs.map(({query}) => query);
  if (queries.some(({limit}) => limit !== undefined)) tally.limited += 1;
  const filters = queries.flatMap(query => JSON.stringify(query.filters ?? []));
  if (
    filters.some(one => /"field":"(?:sql_|\w+\.(?:count|total|farthest|mean|states|paid|ratio)")/.test(one))
  )
    tally.having += 1;
  if (filters.some(one => one.includes('"other":'))) tally.columns += 1;
  const aggregates = queries.flatMap(({measures = []}) => measures);
  if (aggregates.some(one => typeof one !== "string" && "where" in one)) tally.conditional += 1;
}
