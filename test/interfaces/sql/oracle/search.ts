import {Chance} from "../../../semantic/differential/random-layer.ts";
import {randomMeasured} from "./random-measures.ts";
import {RandomStatements} from "./random-statement.ts";
import {differenceOf, type Oracle} from "./run.ts";

const ZONES = ["UTC", "America/New_York", "Europe/Berlin", "Asia/Kolkata", "America/Sao_Paulo"];
/** The most differences that one search lists. */
const MOST_FOUND = 15;

/** Statements of consecutive seeds. */
export interface Seeds {
  from: number;
  count: number;
}

export interface Tally {
  compared: number;
  /** Statements with measures that are refused, as they may be. */
  refused: number;
  /** Statements that fail in both. */
  failing: number;
  /** By what the plan asks of the warehouse: the statement itself, groups, or rows. */
  whole: number;
  grouped: number;
  rows: number;
  /** By what of them is asked of the warehouse, too: `limit`, `having`, and comparisons of two columns. */
  limited: number;
  having: number;
  columns: number;
  /** By aggregates of some of the rows, of which the warehouse is asked. */
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

/** Random statements without measures, by their plans and over real tables. */
export function searchStatements(oracle: Oracle, seeds: Seeds): Promise<Found> {
  return compareStatements(oracle, seeds, chance =>
    new RandomStatements(chance).statement(1 + chance.below(4)),
  );
}

/** Random aggregates of some of the rows of groups, by their plans and over real tables. */
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
  for (let seed = from; seed < from + count && differences.length < MOST_FOUND; seed++) {
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

/** Random statements with measures, by their plans and with aggregates written by hand over real tables. */
export async function searchMeasures(oracle: Oracle, {from, count}: Seeds): Promise<Found> {
  const differences: string[] = [];
  const tally = noTally();
  for (let seed = from; seed < from + count && differences.length < MOST_FOUND; seed++) {
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
