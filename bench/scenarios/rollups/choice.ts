import type {BuiltColumn, BuiltRollup, Query, Rollup} from "../../../shared/semantic/documents.ts";
import {type CompileContext, compileResolved, resolve} from "../../../shared/semantic/index.ts";
import {buildLayer, type RollupPlan} from "../../../shared/semantic/layers.ts";
import {chooseRollup, planRollups} from "../../../shared/semantic/rollup-matching/index.ts";
import {percentile, summaryOf} from "../../rounds.ts";
import {type Row, rowOf, type Scenario} from "../../scenario.ts";
import {graphOf} from "./data.ts";

const GRAINS = ["hour", "day", "week", "month", "quarter", "year"] as const;
const SOURCE = {dialect: "postgres", weekStart: "monday", id: "conn", version: 1} as const;
const COLUMNS = [
  ["origin.state"],
  ["flights.origin"],
  ["flights.destination", "flights.origin"],
  ["destination.city"],
];

/** Columns of texts, which the warehouse and the engine of the files compare alike, and of whole numbers. */
function columnsOf({dimensions, parts}: RollupPlan): BuiltColumn[] {
  return [
    ...dimensions.map(({column: name, type}): BuiltColumn => {
      if (type === "timestamp" || type === "date") return {name, kind: type, engineType: type};
      return {name, kind: "text", engineType: "varchar", same: true, sorted: true};
    }),
    ...[...parts.values()].map(
      ({column: name}): BuiltColumn => ({name, kind: "integer", engineType: "bigint"}),
    ),
  ];
}

/**
 * The compiler and the choice among roll-ups alone, for queries that a roll-up answers and for queries that none
 * answers.
 */
export const rollupChoice: Scenario = {
  name: "rollup-choice",
  run: async ({quick}) => [50, 500].flatMap(count => choiceRows(count, quick)),
};

function choiceRows(count: number, quick: boolean): Row[] {
  const graph = graphOf("days_of_states");
  const [first] = graph.rollups ?? [];
  if (!first) throw new Error("The layer has no roll-up");
  const rollups = Array.from({length: count}, (_, n): Rollup => {
    const grain = GRAINS[n % GRAINS.length] ?? "day";
    const {incremental: _whole, ...whole} = first;
    return {
      ...whole,
      name: `r${n}`,
      dimensions: COLUMNS[n % COLUMNS.length] ?? [],
      time: {dimension: "flights.date", grain},
    };
  });
  const layer = buildLayer({...graph, rollups});
  const planned = planRollups(layer, SOURCE);
  const built = planned.map((one, n): BuiltRollup => {
    if (!("plan" in one)) throw new Error(`Roll-up ${one.name} does not fit: ${JSON.stringify(one.faults)}`);
    return {
      name: one.name,
      buildId: one.name,
      signature: one.signature,
      dataAsOf: new Date(0).toISOString(),
      rowCount: 1000 * (n + 1),
      columns: columnsOf(one.plan),
    };
  });
  const context: CompileContext = {
    dialect: "postgres",
    timezone: "UTC",
    weekStart: "monday",
    attributes: {},
    now: new Date(0),
    defaultLimit: 1000,
  };
  const p50 = (queryOf: (n: number) => Query, answers: boolean) => {
    const durations: number[] = [];
    for (let n = 0; n < (quick ? 1000 : 5000); n++) {
      const query = queryOf(n);
      const started = performance.now();
      const resolution = resolve(layer, query, context);
      compileResolved(resolution);
      const {chosen} = chooseRollup(resolution, {planned, built});
      durations.push(performance.now() - started);
      if ((chosen !== undefined) !== answers)
        throw new Error(`${chosen?.rollup} answers ${JSON.stringify(query)}`);
    }
    return percentile(durations, 0.5);
  };
  const rows = (what: string, queryOf: (n: number) => Query, answers: boolean) => {
    p50(queryOf, answers);
    const rounds = Array.from({length: quick ? 3 : 9}, () => p50(queryOf, answers));
    return rowOf(what, {atMost: 0.2, unit: "ms"}, summaryOf(rounds));
  };
  return [
    rows(`compiling with ${count} roll-ups, one of which answers the query: p50`, answeredQuery, true),
    rows(`compiling with ${count} roll-ups, none of which answers: p50`, otherQuery, false),
    rows(
      `compiling with ${count} roll-ups, half of which have the fields and none of which answers: p50`,
      refusedQuery,
      false,
    ),
  ];
}

const COMMON = {
  model: "flights",
  measures: ["flights.flights", "flights.average_delay"],
  orderBy: ["flights.flights desc"],
};

function answeredQuery(n: number): Query {
  return {
    ...COMMON,
    dimensions: ["flights.origin", "flights.date.year"],
    filters: [{field: "flights.date", op: ">=", value: `${2000 + (n % 20)}`}],
    limit: 100 + n,
  };
}

function otherQuery(n: number): Query {
  return {
    ...COMMON,
    dimensions: ["origin.state", "destination.state"],
    filters: [{field: "flights.distance", op: ">", value: n}],
    limit: 100,
  };
}

/** A query with a filter that no roll-up may answer, because the warehouse's collation could select other rows. */
function refusedQuery(n: number): Query {
  return {
    ...COMMON,
    dimensions: ["flights.origin", "flights.date.year"],
    filters: [{field: "flights.origin", op: "contains", value: `a${n}`}],
    limit: 100,
  };
}
