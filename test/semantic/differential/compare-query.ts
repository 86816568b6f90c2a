import {ServiceError} from "../../../shared/core/errors.ts";
import {type CompileContext, compile, detail} from "../../../shared/semantic/compile.ts";
import type {Parameter} from "../../../shared/semantic/dialects/dialect.ts";
import type {Layer} from "../../../shared/semantic/layer/layer.ts";
import type {Query} from "../../../shared/semantic/query/query.ts";
import type {Cell, Engine} from "../engines.ts";
import {Refusal} from "./naive/field-paths.ts";
import type {Naive} from "./naive/naive.ts";
import {firstRows, isOrdered} from "./naive/order.ts";
import {isWildlyOrdered} from "./random-wild.ts";

type Compiled = ReturnType<typeof compile>;

/**
 * For statements that are longer than this, only one in ten is run on ClickHouse, which expands a named select wherever
 * it is used and plans each copy. About a tenth of all statements are that long, and would take most of the time of a
 * run.
 */
const PLANNED_SLOWLY = 5000;

const JOIN_PATHS: ReadonlySet<string> = new Set(["ambiguous_join_path", "no_join_path"]);

/** The number of rows of an answer that matches, or the reason why the query was not compared. */
export type Outcome = number | "refused" | "skipped";

/** The statements that the compiler writes for the queries of a layer, for one engine. */
export class Statements {
  readonly #known = new WeakMap<Query, Compiled | {fault: unknown}>();

  constructor(
    readonly layers: {plain: Layer; sized: Layer},
    readonly context: CompileContext,
    readonly renamed: (query: Query) => Query,
  ) {}

  /** The statement, or the compiler's error. */
  of(query: Query): Compiled | {fault: unknown} {
    const found = this.#known.get(query) ?? this.#compile(query);
    this.#known.set(query, found);
    return found;
  }

  /** The statement that is compiled with other estimated sizes of the tables. */
  ofSized(query: Query): Compiled {
    return compile(this.layers.sized, this.renamed(query), this.context);
  }

  inlined(query: Query): string {
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

/** Messages of refusals that the evaluator does not check. */
const UNCHECKED_REFUSALS = [
  // A model without a key, over which no exact count is possible.
  /primaryKey/,
  // Fields of a comparison must belong to one row.
  /to different rows on many sides/,
  // A conversion counts in one group.
  /counts the rows that follow a row/,
  // Values that are chosen anew in each period cannot be compared along periods.
  /within which "top" chooses anew/,
  // The periods of a window cannot be summed up.
  /has a window(, whose periods| along)/,
  // A window is computed along one dimension of its own, which only spans of time may filter.
  /is computed along|goes over at most/,
  // A comparison moves one span of numbers, and both spans must have the same periods.
  /"compare"/,
  // A filled period is not added to each of its own parts.
  /belongs to the same time/,
  // An event has one entity and one time, and filters on the time apply to first events alone.
  /is on a many side|filter on the time of a retention/,
];

/** Whether the compiler may refuse the query with this error. No other error is accepted. */
export function isExpectedRefusal(fault: unknown, query: Query, answers: Answers): boolean {
  if (!(fault instanceof ServiceError)) return false;
  const {code, message} = fault;
  if (UNCHECKED_REFUSALS.some(pattern => pattern.test(message))) return true;
  const isPairs = /their pairs mean nothing/.test(message);
  // In a query of rows, a row appears once, and each of its columns has one value.
  const isMany = /has several values (for one row|of ")/.test(message);
  if (!JOIN_PATHS.has(code) && !isPairs && !isMany) return false;
  const answer = answers.of(query);
  if (!(answer instanceof Refusal)) return false;
  // A query with several faults may be refused because of any of them.
  return JOIN_PATHS.has(code) || answer.code === (isPairs ? "pairs" : "many");
}

/**
 * Compares the answer of an engine with the answer of the evaluator. Everything except the engine's answer is computed
 * before the first `await`.
 */
export async function compareQuery(
  engine: Engine,
  plain: Query,
  answers: Answers,
  statements: Statements,
  {isInlined, isSized, isSkippedIfLong}: {isInlined: boolean; isSized: boolean; isSkippedIfLong: boolean},
): Promise<Outcome> {
  const compiled = statements.of(plain);
  if ("fault" in compiled) {
    if (isExpectedRefusal(compiled.fault, plain, answers)) return "refused";
    throw compiled.fault;
  }
  if (engine.name === "clickhouse" && isWildlyOrdered(plain)) return "skipped";
  if (isSkippedIfLong && compiled.sql.length > PLANNED_SLOWLY) return "skipped";
  const answer = answers.of(plain);
  if (answer instanceof Refusal && answer.code === "times") return "skipped";
  if (answer instanceof Refusal) throw answer;
  const inEngineTypes = (row: Cell[]) => (engine.name === "mysql" ? row.map(asNumber) : row);
  const expected = firstRows(plain, answer.map(inEngineTypes));
  const statementsToRun = [compiled];
  if (isInlined) statementsToRun.push({...compiled, sql: statements.inlined(plain), parameters: []});
  const other = isSized ? statements.ofSized(plain) : compiled;
  if (other.sql !== compiled.sql) statementsToRun.push(other);
  const expectedTotals = compiled.totals === undefined ? [] : [inEngineTypes(answers.naive.totals(plain))];
  for (const {sql, parameters} of statementsToRun) {
    const rows = (await run(engine, sql, parameters)).slice(0, plain.limit);
    const fits = isOrdered(plain)
      ? JSON.stringify(rows) === JSON.stringify(expected)
      : JSON.stringify(sorted(rows)) === JSON.stringify(sorted(expected));
    if (!fits) throw difference(sql, rows, expected);
  }
  if (compiled.totals !== undefined) {
    const totals = await run(engine, compiled.totals.sql, compiled.totals.parameters);
    if (JSON.stringify(totals) !== JSON.stringify(expectedTotals))
      throw difference(compiled.totals.sql, totals, expectedTotals);
  }
  return expected.length;
}

/** The evaluator's answers, each computed once for all engines. */
export class Answers {
  readonly #known = new WeakMap<Query, Cell[][] | Refusal>();

  constructor(readonly naive: Naive) {}

  of(query: Query): Cell[][] | Refusal {
    const found = this.#known.get(query) ?? this.#ask(query);
    this.#known.set(query, found);
    return found;
  }

  /** Whether the answer has no rows. For a query that the compiler refuses, the evaluator may not know this. */
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

/** The rows of a statement. An error of the engine is thrown with the statement's text. */
async function run(engine: Engine, sql: string, parameters: readonly Parameter[]): Promise<Cell[][]> {
  try {
    return (await engine.run(sql, parameters)).map(withoutZones);
  } catch (cause) {
    throw new Error(`${String(cause)}\n${sql}`, {cause});
  }
}

function difference(sql: string, rows: Cell[][], expected: Cell[][]): Error {
  return new Error(`${sql}\n  got ${JSON.stringify(rows)}\n expected ${JSON.stringify(expected)}`);
}

function sorted(rows: readonly Cell[][]): string[] {
  return rows.map(row => JSON.stringify(row)).sort();
}

/** Removes the zone from moments, because all moments have the same zone. */
function withoutZones(row: Cell[]): Cell[] {
  return row.map(cell => (cell !== null && /^\d{4}-\d\d-\d\d .*\+00$/.test(cell) ? cell.slice(0, -3) : cell));
}
