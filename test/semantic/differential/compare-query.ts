import {ServiceError} from "../../../shared/ground/errors.ts";
import {type CompileContext, compile, detail} from "../../../shared/semantic/compile.ts";
import type {Parameter} from "../../../shared/semantic/dialects/dialect.ts";
import type {Layer} from "../../../shared/semantic/layer/layer.ts";
import type {Query} from "../../../shared/semantic/query/query.ts";
import type {Cell, Engine} from "../engines.ts";
import type {Naive} from "./naive/naive.ts";
import {firstRows, isOrdered} from "./naive/order.ts";
import {Refusal} from "./naive/places.ts";
import {isWildlyOrdered} from "./random-wild.ts";

type Compiled = ReturnType<typeof compile>;

/**
 * ClickHouse writes out a named select wherever it is read and plans it each time: the tenth of statements that is longer
 * than this takes most of its time. One in ten of these is run.
 */
const PLANNED_SLOWLY = 5000;

const JOIN_PATHS: ReadonlySet<string> = new Set(["ambiguous_join_path", "no_join_path"]);

/** The number of rows of an answer that is the same, else why it was not compared. */
export type Outcome = number | "refused" | "left";

/** What the compiler makes of the queries of a layer for one engine. */
export class Statements {
  readonly #known = new WeakMap<Query, Compiled | {fault: unknown}>();

  constructor(
    readonly layers: {plain: Layer; sized: Layer},
    readonly context: CompileContext,
    readonly renamed: (query: Query) => Query,
  ) {}

  /** The statement, or what the compiler says against the query. */
  of(query: Query): Compiled | {fault: unknown} {
    const found = this.#known.get(query) ?? this.#compile(query);
    this.#known.set(query, found);
    return found;
  }

  /** As a layer is compiled whose tables have other sizes. */
  ofSized(query: Query): Compiled {
    return compile(this.layers.sized, this.renamed(query), this.context);
  }

  pasted(query: Query): string {
    return detail(this.layers.plain, this.renamed(query), this.context);
  }

  #compile(query: Query): Compiled | {fault: unknown} {
    try {
      return compile(this.layers.plain, this.renamed(query), this.context);
    } catch (fault) {
      return {fault};
    }
  }
}

/** Messages of refusals that the evaluator does not judge. */
const UNJUDGED = [
  // What cannot be exact without a key is refused.
  /primaryKey/,
  // What is compared is of one row.
  /of different rows on many sides/,
  // What follows on a row counts in one group.
  /counts what follows on a row/,
  // Values that come and go are not compared along periods.
  /within which "top" chooses anew/,
  // The periods of a window are not summed up.
  /has a window(, whose periods| along)/,
  // Windows are computed along one dimension of their own, filtered by spans of time.
  /is computed along|goes over at most/,
  // One span of numbers is moved, whose places both spans have.
  /"compare"/,
  // A period that is added is not added to each of its own parts.
  /is of the same time/,
  // An event is of one entity, at one time, and only the first events are picked by time.
  /is on a many side|filter on the time of a retention/,
];

/** Whether a query may be refused so; nothing else of these queries may be. */
export function isRightlyRefused(fault: unknown, query: Query, answers: Answers): boolean {
  if (!(fault instanceof ServiceError)) return false;
  const {code, message} = fault;
  if (UNJUDGED.some(pattern => pattern.test(message))) return true;
  const isPairs = /their pairs mean nothing/.test(message);
  // A row is shown once, and its columns have one value.
  const isMany = /has several values (for one row|of ")/.test(message);
  if (!JOIN_PATHS.has(code) && !isPairs && !isMany) return false;
  const answer = answers.of(query);
  if (!(answer instanceof Refusal)) return false;
  // What has several faults is refused for any of them.
  return JOIN_PATHS.has(code) || answer.code === (isPairs ? "pairs" : "many");
}

/** Compares what an engine and the evaluator answer. All but the engine's own answers is found before the first of them. */
export async function compareQuery(
  engine: Engine,
  plain: Query,
  answers: Answers,
  statements: Statements,
  {isPasted, isSized, isSpared}: {isPasted: boolean; isSized: boolean; isSpared: boolean},
): Promise<Outcome> {
  const compiled = statements.of(plain);
  if ("fault" in compiled) {
    if (isRightlyRefused(compiled.fault, plain, answers)) return "refused";
    throw compiled.fault;
  }
  if (engine.name === "clickhouse" && isWildlyOrdered(plain)) return "left";
  if (isSpared && compiled.sql.length > PLANNED_SLOWLY) return "left";
  const answer = answers.of(plain);
  if (answer instanceof Refusal && answer.code === "times") return "left";
  if (answer instanceof Refusal) throw answer;
  const truths = (row: Cell[]) => (engine.name === "mysql" ? row.map(asNumber) : row);
  const wanted = firstRows(plain, answer.map(truths));
  const asks = [compiled];
  if (isPasted) asks.push({...compiled, sql: statements.pasted(plain), parameters: []});
  const other = isSized ? statements.ofSized(plain) : compiled;
  if (other.sql !== compiled.sql) asks.push(other);
  const totalsWanted = compiled.totals === undefined ? [] : [truths(answers.naive.totals(plain))];
  for (const {sql, parameters} of asks) {
    const rows = (await run(engine, sql, parameters)).slice(0, plain.limit);
    const fits = isOrdered(plain)
      ? JSON.stringify(rows) === JSON.stringify(wanted)
      : JSON.stringify(sorted(rows)) === JSON.stringify(sorted(wanted));
    if (!fits) throw difference(sql, rows, wanted);
  }
  if (compiled.totals !== undefined) {
    const totals = await run(engine, compiled.totals.sql, compiled.totals.parameters);
    if (JSON.stringify(totals) !== JSON.stringify(totalsWanted))
      throw difference(compiled.totals.sql, totals, totalsWanted);
  }
  return wanted.length;
}

/** What the evaluator answers, which is asked once for all engines. */
export class Answers {
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
      return this.naive.isEmpty(query);
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
