import {ServiceError} from "../../../shared/ground/errors.ts";
import {checkGraph} from "../../../shared/semantic/check/graph.ts";
import {type CompileContext, compile, detail} from "../../../shared/semantic/compile.ts";
import type {Parameter} from "../../../shared/semantic/dialects/dialect.ts";
import type {Graph} from "../../../shared/semantic/layer/graph.ts";
import {buildLayer, type Layer} from "../../../shared/semantic/layer/layer.ts";
import {tableKey} from "../../../shared/semantic/layer/names.ts";
import type {Query} from "../../../shared/semantic/query/query.ts";
import type {Cell, Engine} from "../engines.ts";
import {renameLayer} from "./hostile-names.ts";
import {kindsOf} from "./kinds.ts";
import {Naive} from "./naive/naive.ts";
import {firstRows, isOrdered} from "./naive/order.ts";
import {Refusal} from "./naive/places.ts";
import {addConversions} from "./random-conversions.ts";
import {type Chances, isOfKind, randomAsked, randomOfKind, withRows} from "./random-kinds.ts";
import {Chance, graphFor, randomLayer} from "./random-layer.ts";
import {randomStar} from "./random-star.ts";
import {addWild, isWild, isWildlyOrdered} from "./random-wild.ts";

export interface Tally {
  passed: number;
  /** Those of the passed ones whose answer has no rows, which say little. */
  empty: number;
  /** Those of the passed ones that ask for more than groups and aggregates of rows. */
  ofNewKinds: number;
  /** How many passed of each such kind, and how many of these have an answer without rows. */
  kinds: Map<string, {passed: number; empty: number}>;
  /** Refused: a model without a key cannot be counted exactly, or more than one way is as near. */
  refused: number;
  /** Not run, because an engine would plan them for seconds, or the evaluator would count minutes over months. */
  left: number;
  /** Failed inside of DuckDB, whose optimizer cannot plan one in about twenty thousand of these queries. */
  engineFaults: number;
}

export function newTally(): Tally {
  return {passed: 0, empty: 0, ofNewKinds: 0, kinds: new Map(), refused: 0, left: 0, engineFaults: 0};
}

/** How the models of a random layer lie: each joined to one before it, or several facts around shared dimensions. */
export type Shape = "tree" | "star";

export interface SeedOptions {
  shape: Shape;
  queries: number;
  /** Funnels and retentions, after the queries. */
  journeys: number;
  /** Only queries of a kind whose name begins with these words. */
  kind?: string;
  /** Queries that are made for these kinds, by turns, in place of any. */
  only?: readonly string[];
  /** Is told of each difference; without it the first one is thrown. */
  onDifference?: (fault: Error) => void;
}

/** A random layer with its data, and random queries, funnels and retentions over it: what the engines say is what the naive evaluator says. */
export async function compareSeed(
  engines: readonly Engine[],
  seed: number,
  {shape, queries, journeys, kind = "", only = [], onDifference}: SeedOptions,
): Promise<Tally> {
  const chance = new Chance(seed);
  const random = shape === "star" ? randomStar(chance) : randomLayer(chance);
  addConversions(new Chance(seed + 5_000_003), random);
  addWild(random);
  // By its own chance, so that a seed keeps its layer and queries whatever the names are drawn from.
  const renamed = renameLayer(new Chance(seed + 1_000_003), random);
  const faults = checkGraph(renamed.graph(random.graph));
  if (faults.length > 0) throw new Error(`seed ${seed}: ${JSON.stringify(faults)}`);
  for (const engine of engines) await engine.load(renamed.data);
  const sizes = randomSizes(new Chance(seed + 4_000_003), renamed.graph(random.graph));
  const layers = new Map(
    engines.map(({name}) => {
      const graph = renamed.graph(graphFor(name, random.graph));
      return [name, {plain: buildLayer(graph), sized: buildLayer(graph, sizes)}];
    }),
  );
  const attributes = {
    ...(chance.chance(0.93) ? {x: ["a", "b", "small", "2", "5"]} : {}),
    ...(chance.chance(0.93) ? {y: ["c", "large", "1", "a"]} : {}),
  };
  const answers = new Answers(new Naive(random, attributes));
  const tally = newTally();
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
  const leaning = only.map((name, i) => new Chance(seed + 13_000_003 + 1_000_003 * i, name));
  const ofLoosening = new Chance(seed + 30_000_003);
  for (let i = 0; i < queries + journeys; i++) {
    const lean = leaning[i % leaning.length];
    const asked = () =>
      lean ? randomOfKind(lean, random) : randomAsked(of, random, {at: i, isJourney: i >= queries});
    const query = withRows(ofLoosening, asked, {
      isEmpty: one => answers.isEmpty(one),
      isKept: one => isOfKind(one, random, lean?.leaning ?? kind),
    });
    if (query === undefined) continue;
    const kinds = kindsOf(query, random);
    for (const engine of engines) {
      // MySQL has no such numbers.
      if (engine.name === "mysql" && isWild(query)) continue;
      const context: CompileContext = {
        dialect: engine.name,
        timezone: "UTC",
        weekStart: "monday",
        attributes,
        now: new Date("2024-03-15T12:00:00Z"),
      };
      const comparison = compareQuery(
        engine,
        query,
        renamed.query(query),
        context,
        answers,
        layers.get(engine.name)!,
        // What is pasted differs only in how values are written.
        {isPasted: (seed + i) % 3 === 0, isSpared: engine.name === "clickhouse" && (seed + i) % 10 !== 0},
      );
      const outcome = await comparison.catch((fault: unknown) => {
        if (String(fault).includes("INTERNAL Error: Failed to bind column reference"))
          return "engineFaults" as const;
        const difference = new Error(
          `${shape} ${seed}, query ${i}, ${engine.name}: ${JSON.stringify(query)} ${JSON.stringify(attributes)}\n` +
            `${JSON.stringify(random.graph.joins)}\n${JSON.stringify(renamed.query(query))}\n` +
            `${JSON.stringify(renamed.graph(random.graph).joins)}\n${String(fault)}`,
          {cause: fault},
        );
        if (onDifference === undefined) throw difference;
        onDifference(difference);
        return undefined;
      });
      if (outcome === undefined) continue;
      if (typeof outcome === "number") {
        tally.passed++;
        if (outcome === 0) tally.empty++;
      } else tally[outcome]++;
      if (typeof outcome !== "number" || kinds.size === 0) continue;
      tally.ofNewKinds++;
      for (const kind of kinds) {
        const {passed, empty} = tally.kinds.get(kind) ?? {passed: 0, empty: 0};
        tally.kinds.set(kind, {passed: passed + 1, empty: empty + (outcome === 0 ? 1 : 0)});
      }
    }
  }
  return tally;
}

/**
 * ClickHouse writes out a named select wherever it is read and plans it each time: the tenth of statements that is longer
 * than this takes most of its time. One in ten of these is run.
 */
const PLANNED_SLOWLY = 5000;

/** Numbers of rows that somebody once estimated, right or wrong: no answer depends on them. */
function randomSizes(chance: Chance, {models}: Graph): Map<string, number> {
  return new Map(
    models.flatMap(({table}) =>
      "name" in table && chance.chance(0.9)
        ? [[tableKey(table), chance.pick([1, 50, 100_000])] as const]
        : [],
    ),
  );
}

const JOIN_PATHS: ReadonlySet<string> = new Set(["ambiguous_join_path", "no_join_path"]);

/** The rows of the answer if it is the same, else why it was not compared. */
async function compareQuery(
  engine: Engine,
  plain: Query,
  query: Query,
  context: CompileContext,
  answers: Answers,
  {plain: layer, sized}: {plain: Layer; sized: Layer},
  {isPasted, isSpared}: {isPasted: boolean; isSpared: boolean},
): Promise<number | "refused" | "left"> {
  let compiled: ReturnType<typeof compile>;
  try {
    compiled = compile(layer, query, context);
  } catch (fault) {
    if (fault instanceof ServiceError && JOIN_PATHS.has(fault.code)) {
      // What has several faults is refused for any of them.
      if (answers.of(plain) instanceof Refusal) return "refused";
    }
    if (fault instanceof ServiceError && /their pairs mean nothing/.test(fault.message)) {
      const answer = answers.of(plain);
      if (answer instanceof Refusal && answer.code === "pairs") return "refused";
    }
    // What cannot be exact without a key is refused; nothing else of these queries may be.
    if (fault instanceof ServiceError && fault.message.includes("primaryKey")) return "refused";
    // A row is shown once, and its columns have one value.
    if (fault instanceof ServiceError && /has several values for one row/.test(fault.message)) {
      const answer = answers.of(plain);
      if (answer instanceof Refusal && answer.code === "many") return "refused";
    }
    // What is compared is of one row.
    if (fault instanceof ServiceError && /of different rows on many sides/.test(fault.message))
      return "refused";
    // What follows on a row counts in one group.
    if (fault instanceof ServiceError && /counts what follows on a row/.test(fault.message)) return "refused";
    // Values that come and go are not compared along periods.
    if (fault instanceof ServiceError && /within which "top" chooses anew/.test(fault.message))
      return "refused";
    // The periods of a window are not summed up.
    if (fault instanceof ServiceError && /has a window, whose periods/.test(fault.message)) return "refused";
    // Windows go along one dimension of their own, filtered by spans of time.
    if (fault instanceof ServiceError && /goes (along|over at most)/.test(fault.message)) return "refused";
    // One span of numbers is moved, whose places both spans have.
    if (fault instanceof ServiceError && fault.message.includes('"compare"')) return "refused";
    // A period that is added is not added to each of its own parts.
    if (fault instanceof ServiceError && /is of the same time/.test(fault.message)) return "refused";
    // An event is of one entity, at one time, and only the first events are picked by time.
    if (
      fault instanceof ServiceError &&
      /is on a many side|filter on the time of a retention/.test(fault.message)
    )
      return "refused";
    throw fault;
  }
  if (engine.name === "clickhouse" && isWildlyOrdered(plain)) return "left";
  if (isSpared && compiled.sql.length > PLANNED_SLOWLY) return "left";
  const answer = answers.of(plain);
  if (answer instanceof Refusal && answer.code === "times") return "left";
  if (answer instanceof Refusal) throw answer;
  const truths = (row: Cell[]) => (engine.name === "mysql" ? row.map(asNumber) : row);
  const wanted = firstRows(plain, answer.map(truths));
  const asks = [compiled];
  if (isPasted) asks.push({...compiled, sql: detail(layer, query, context), parameters: []});
  const other = compile(sized, query, context);
  if (other.sql !== compiled.sql) asks.push(other);
  for (const {sql, parameters} of asks) {
    const rows = (await run(engine, sql, parameters)).slice(0, plain.limit);
    const fits = isOrdered(plain)
      ? JSON.stringify(rows) === JSON.stringify(wanted)
      : JSON.stringify(sorted(rows)) === JSON.stringify(sorted(wanted));
    if (!fits) throw difference(sql, rows, wanted);
  }
  if (compiled.totals !== undefined) {
    const totals = await run(engine, compiled.totals.sql, compiled.totals.parameters);
    const expected = [truths(answers.naive.totals(plain))];
    if (JSON.stringify(totals) !== JSON.stringify(expected)) {
      throw difference(compiled.totals.sql, totals, expected);
    }
  }
  return wanted.length;
}

/** What the evaluator answers, which is asked once for all engines. */
class Answers {
  readonly #known = new WeakMap<Query, Cell[][] | Refusal>();

  constructor(readonly naive: Naive) {}

  of(query: Query): Cell[][] | Refusal {
    const found = this.#known.get(query) ?? this.#ask(query);
    this.#known.set(query, found);
    return found;
  }

  /** Whether the answer has no rows. Of what the compiler refuses the evaluator may know none at all. */
  isEmpty(query: Query): boolean {
    try {
      const answer = this.of(query);
      return !(answer instanceof Refusal) && answer.length === 0;
    } catch {
      return false;
    }
  }

  #ask(query: Query): Cell[][] | Refusal {
    try {
      return this.naive.answer(query);
    } catch (fault) {
      if (fault instanceof Refusal) return fault;
      throw fault;
    }
  }
}

function asNumber(cell: Cell): Cell {
  return cell === "true" ? "1" : cell === "false" ? "0" : cell;
}

/** The rows of a statement; what the engine says against it comes with its text. */
async function run(engine: Engine, sql: string, parameters: readonly Parameter[]): Promise<Cell[][]> {
  try {
    return (await engine.run(sql, parameters)).map(tidy);
  } catch (cause) {
    throw new Error(`${String(cause)}\n${sql}`, {cause});
  }
}

function difference(sql: string, rows: Cell[][], wanted: Cell[][]): Error {
  return new Error(`${sql}\n  got ${JSON.stringify(rows)}\n wanted ${JSON.stringify(wanted)}`);
}

function sorted(rows: readonly Cell[][]): string[] {
  return rows.map(row => JSON.stringify(row)).sort();
}

/** A moment with the zone that all of them have. */
function tidy(row: Cell[]): Cell[] {
  return row.map(cell => (cell !== null && /^\d{4}-\d\d-\d\d .*\+00$/.test(cell) ? cell.slice(0, -3) : cell));
}
