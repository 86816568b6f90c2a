import {checkGraph} from "../../../shared/semantic/check/graph.ts";
import type {CompileContext} from "../../../shared/semantic/compile.ts";
import type {Graph} from "../../../shared/semantic/layer/graph.ts";
import {buildLayer} from "../../../shared/semantic/layer/layer.ts";
import {tableKey} from "../../../shared/semantic/layer/names.ts";
import type {Query} from "../../../shared/semantic/query/query.ts";
import type {Engine} from "../engines.ts";
import {Answers, compareQuery, isExpectedRefusal, type Outcome, Statements} from "./compare-query.ts";
import {renameLayer} from "./hostile-names.ts";
import {kindsOf} from "./kinds.ts";
import {Naive} from "./naive/naive.ts";
import {addConversions} from "./random-conversions.ts";
import {type Chances, isOfKind, randomAsked, randomOfKind, withRows} from "./random-kinds.ts";
import {Chance, graphFor, NOW, type RandomLayer, randomLayer} from "./random-layer.ts";
import {randomStar} from "./random-star.ts";
import {addWild, isWild} from "./random-wild.ts";

export interface Tally {
  passed: number;
  /** Passed queries whose answer has no rows. Such queries prove little. */
  empty: number;
  /** Passed queries that have more than groups and aggregates of rows. */
  ofNewKinds: number;
  /** For each kind of these queries, the number of passed queries, and of those whose answer has no rows. */
  kinds: Map<string, {passed: number; empty: number}>;
  /** Refused queries: a model without a key cannot be counted exactly, or several join paths are equally near. */
  refused: number;
  /**
   * Queries that were not run, because an engine would plan the query for seconds, or the evaluator would need minutes.
   */
  skipped: number;
  /** Failures inside DuckDB, whose optimizer cannot plan about one in twenty thousand of these queries. */
  engineFaults: number;
}

export function newTally(): Tally {
  return {passed: 0, empty: 0, ofNewKinds: 0, kinds: new Map(), refused: 0, skipped: 0, engineFaults: 0};
}

/**
 * How the models of a random layer are joined. `tree`: each model to an earlier model. `star`: several facts around
 * shared dimensions.
 */
export type Shape = "tree" | "star";

export interface SeedOptions {
  shape: Shape;
  queries: number;
  /** The number of funnels and retentions, which are generated after the other queries. */
  journeys: number;
  /** If given, only queries of a kind whose name begins with these words. */
  kind?: string;
  /** The kinds of queries to generate, in turn, instead of queries of any kind. */
  only?: readonly string[];
  /** Called with each difference. Without this callback, the first difference is thrown. */
  onDifference?: (fault: Error) => void;
}

/**
 * Generates a random layer with its data, and random queries, funnels and retentions over the layer. Compares each
 * engine's answers with the answers of the naive evaluator. Returns a tally for each engine. Generating and evaluating
 * the queries takes as long for one engine as for all.
 */
export async function compareSeed<One extends Engine>(
  engines: readonly One[],
  seed: number,
  {shape, queries, journeys, kind = "", only = [], onDifference}: SeedOptions,
): Promise<Map<One, Tally>> {
  const chance = new Chance(seed);
  const random = shape === "star" ? randomStar(chance) : randomLayer(chance);
  addConversions(new Chance(seed + 5_000_003), random);
  addWild(random);
  if (seed % 3 === 0) addDecimals(new Chance(seed + 31_000_003), random);
  // Names have a separate random source, so that a seed gives the same layer with any names.
  const renamed = renameLayer(new Chance(seed + 1_000_003), random);
  const faults = checkGraph(renamed.graph(random.graph));
  if (faults.length > 0) throw new Error(`seed ${seed}: ${JSON.stringify(faults)}`);
  for (const engine of engines) await engine.load(renamed.data);
  const sizes = randomSizes(new Chance(seed + 4_000_003), renamed.graph(random.graph));
  const attributes = {
    ...(chance.chance(0.93) ? {x: ["a", "b", "small", "2", "5"]} : {}),
    ...(chance.chance(0.93) ? {y: ["c", "large", "1", "a"]} : {}),
  };
  const answers = new Answers(new Naive(random, attributes));
  const statements = new Map(
    engines.map(engine => {
      const graph = renamed.graph(graphFor(engine.name, random.graph));
      const context: CompileContext = {
        dialect: engine.name,
        timezone: "UTC",
        weekStart: "monday",
        attributes,
        now: new Date(NOW),
      };
      const layers = {plain: buildLayer(graph), sized: buildLayer(graph, sizes)};
      return [engine, new Statements(layers, context, query => renamed.query(query))] as const;
    }),
  );
  const tallies = new Map(engines.map(engine => [engine, newTally()]));
  /** Whether the query is refused by all engines. Such a query is counted, and replaced by another query. */
  const isRefused = (query: Query): boolean => {
    const isRefusedBy = (own: Statements) => {
      const found = own.of(query);
      return "fault" in found && isExpectedRefusal(found.fault, query, answers);
    };
    const isRefusedByAll = [...statements.values()].every(isRefusedBy);
    if (isRefusedByAll) for (const tally of tallies.values()) tally.refused++;
    return isRefusedByAll;
  };
  const of: Chances = {
    plain: chance,
    journeys: new Chance(seed + 2_000_003),
    facts: new Chance(seed + 3_000_003),
    conversions: new Chance(seed + 6_000_003),
    compare: new Chance(seed + 8_000_003),
    comparisons: new Chance(seed + 9_000_003),
    subtotals: new Chance(seed + 7_000_003),
    nested: new Chance(seed + 10_000_003),
    rows: new Chance(seed + 12_000_003),
    wild: new Chance(seed + 11_000_003),
  };
  const chances = only.map((name, i) => new Chance(seed + 13_000_003 + 1_000_003 * i, name));
  const looseningChance = new Chance(seed + 30_000_003);
  // The next query is generated while the engines answer the previous query.
  let answering: Promise<void>[] = [];
  for (let i = 0; i < queries + journeys; i++) {
    const chanceOfQuery = chances[i % chances.length];
    const nextQuery = () =>
      chanceOfQuery
        ? randomOfKind(chanceOfQuery, random)
        : randomAsked(of, random, {at: i, isJourney: i >= queries});
    const query = withRows(looseningChance, nextQuery, {
      isRefused,
      isEmpty: one => answers.isEmpty(one),
      isKept: one => isOfKind(one, random, chanceOfQuery?.requestedKind ?? kind),
    });
    if (query === undefined) continue;
    const kinds = kindsOf(query, random);
    const compareOn = async (engine: One) => {
      const tally = tallies.get(engine)!;
      try {
        const outcome = await compareQuery(engine, query, answers, statements.get(engine)!, {
          // An inlined statement differs only in the notation of its values.
          isInlined: (seed + i) % 3 === 0,
          // Few statements depend on the sizes of tables.
          isSized: (seed + i) % 3 === 1,
          isSkippedIfLong: engine.name === "clickhouse" && (seed + i) % 10 !== 0,
        });
        count(tally, outcome, kinds);
      } catch (fault) {
        if (String(fault).includes("INTERNAL Error: Failed to bind column reference")) {
          tally.engineFaults++;
          return;
        }
        const difference = new Error(
          `${shape} ${seed}, query ${i}, ${engine.name}: ${JSON.stringify(query)} ${JSON.stringify(attributes)}\n` +
            `${JSON.stringify(random.graph.joins)}\n${JSON.stringify(renamed.query(query))}\n` +
            `${JSON.stringify(renamed.graph(random.graph).joins)}\n${String(fault)}`,
          {cause: fault},
        );
        if (onDifference === undefined) throw difference;
        onDifference(difference);
      }
    };
    await Promise.all(answering);
    // MySQL has neither NaN nor infinities.
    answering = engines.filter(({name}) => name !== "mysql" || !isWild(query)).map(compareOn);
    // An error is thrown at the `await`.
    for (const one of answering) one.catch(() => undefined);
  }
  await Promise.all(answering);
  return tallies;
}

function count(tally: Tally, outcome: Outcome, kinds: ReadonlySet<string>): void {
  if (typeof outcome !== "number") {
    tally[outcome]++;
    return;
  }
  const empty = outcome === 0 ? 1 : 0;
  tally.passed++;
  tally.empty += empty;
  if (kinds.size > 0) tally.ofNewKinds++;
  for (const kind of kinds) {
    const before = tally.kinds.get(kind) ?? {passed: 0, empty: 0};
    tally.kinds.set(kind, {passed: before.passed + 1, empty: before.empty + empty});
  }
}

/** Adds halves, quarters and eighths, which a double holds exactly, to the numbers of a layer's rows. */
function addDecimals(chance: Chance, {rows, data}: RandomLayer): void {
  for (const [table, list] of rows) {
    const known = data[table];
    const at = known === undefined ? -1 : Object.keys(known.columns).indexOf("n");
    if (known === undefined || at < 0) continue;
    for (const [i, row] of list.entries()) {
      if (typeof row["n"] !== "number") continue;
      row["n"] += chance.pick([0, 0, 0.5, 0.25, 0.125]);
      known.rows[i]![at] = row["n"];
    }
    data[table] = {...known, columns: {...known.columns, n: "decimal(12,3)"}};
  }
}

/** Random estimates of the tables' sizes, right or wrong, on which no answer may depend. */
function randomSizes(chance: Chance, {models}: Graph): Map<string, number> {
  return new Map(
    models.flatMap(({table}) =>
      "name" in table && chance.chance(0.9)
        ? [[tableKey(table), chance.pick([1, 50, 100_000])] as const]
        : [],
    ),
  );
}
