import type {AskRun} from "../agents/ask/schemas.ts";
import type {CheckedFigure} from "../deliveries/checked-figure.ts";
import {areSameRows, numberOf} from "./compare-rows.ts";
import {
  type DecimalMark,
  decimalMarkOf,
  isFigure,
  matchesCell,
  type ReadFigure,
  readFigure,
} from "./read-figure.ts";
import type {RunResult} from "./schemas.ts";

/** A result of a query that the harness itself has run. */
export interface Rows {
  columns: readonly string[];
  rows: readonly (readonly unknown[])[];
  totals?: readonly unknown[] | undefined;
}

/** The right answer. `isOrdered`: the question asks for an order. `unknown`: the query of the truth has failed. */
export type Truth =
  | {kind: "rows"; rows: Rows["rows"]; totals?: Rows["totals"]; isOrdered: boolean}
  | {kind: "figures"; figures: readonly {text: string; read: ReadFigure}[]}
  | {kind: "unknown"; why: string}
  | {kind: "no_answer"}
  | {kind: "asks_back"};

interface Judged {
  run: AskRun;
  truth: Truth;
  /** The rows of the queries that the answer shows, by the ids of their runs. */
  read: ReadonlyMap<string, Rows>;
}

type Verdict = Pick<RunResult, "outcome" | "correct" | "why" | "figures" | "verifiedQuestionId">;

/** The queries that an answer shows: the queries that its figures cite, and its charts. */
export function shownQueryIds({answer, evidence}: AskRun): string[] {
  if (!answer) return [];
  const cited = answer.figures.flatMap(({queryRunId, of}) => [queryRunId ?? [], of?.queryRunId ?? []].flat());
  const drawn = answer.charts.flatMap(({query: {projectId: _, ...query}}) =>
    evidence.flatMap(({queryRunId, query: {projectId: __, ...ranQuery}}) =>
      Bun.deepEquals(ranQuery, query) ? [queryRunId] : [],
    ),
  );
  return [...new Set([...cited, ...drawn])];
}

/** Judges an answer by the truth, and its figures by the cells that they cite. */
export function judge(judged: Judged): Verdict {
  const {run, truth} = judged;
  const figures = countFigures(judged);
  const why = faultOf(judged, figures.unverified);
  // An unknown truth does not prove that an answer is wrong, so it does not count against the verified question that
  // the answer names.
  const {verifiedQuestionId} = truth.kind === "unknown" ? {} : (run.answer ?? {});
  return {
    correct: why === undefined,
    outcome: outcomeOf(run),
    ...(why === undefined ? {} : {why}),
    figures,
    ...(verifiedQuestionId === undefined ? {} : {verifiedQuestionId}),
  };
}

function outcomeOf({answer, clarify}: AskRun): NonNullable<RunResult["outcome"]> {
  if (clarify) return "asked_back";
  if (!answer) return "failed";
  return answer.cannotAnswer === undefined ? "answered" : "refused";
}

/** The reason why the answer is wrong, as a sentence; `undefined` for a right answer. */
function faultOf({run, truth, read}: Judged, unverified: number): string | undefined {
  const {answer, clarify, status, error} = run;
  if (truth.kind === "unknown") return `The query of the truth failed: ${truth.why}`;
  if (!answer && !clarify) return error ?? `The run ended as ${status}, without an answer.`;
  if (truth.kind === "asks_back") return clarify ? undefined : "The answer should have been a question back.";
  if (clarify) return "The answer is a question back.";
  if (!answer) return "The run has no answer.";
  if (truth.kind === "no_answer") {
    if (answer.cannotAnswer === undefined)
      return "The answer should have said that the question cannot be answered.";
    return answer.figures.length > 0
      ? "The answer says that the question cannot be answered, but gives figures."
      : undefined;
  }
  if (answer.cannotAnswer !== undefined) return "The answer says that the question cannot be answered.";
  if (unverified > 0) return "The answer has figures that are not verified.";
  if (truth.kind === "figures") return missingFigure(truth.figures, answer.figures);
  const results = shownQueryIds(run).flatMap(id => read.get(id) ?? []);
  if (results.some(result => isSameResult(truth, result))) return undefined;
  if (hasFiguresOfRow(truth.rows, answer.figures)) return undefined;
  if (results.length > 0) return "The rows of the answer differ from the truth.";
  return shownQueryIds(run).length > 0
    ? "The rows of the answer could not be read again."
    : "The answer shows no rows.";
}

/** Whether a result has the rows of the truth. Its totals count only if the truth has totals. */
function isSameResult(truth: Truth & {kind: "rows"}, {rows, totals}: Omit<Rows, "columns">): boolean {
  const {totals: expected, isOrdered} = truth;
  if (!expected) return areSameRows(truth.rows, rows, isOrdered);
  return totals !== undefined && areSameRows([...truth.rows, expected], [...rows, totals], isOrdered);
}

/** Whether the truth is a single row of numbers, and each of these numbers is a verified figure of the answer. */
function hasFiguresOfRow(rows: Rows["rows"], figures: readonly CheckedFigure[]): boolean {
  const [row, ...others] = rows;
  if (!row || others.length > 0 || row.length === 0) return false;
  const written = verifiedFigures(figures);
  return row.every(cell => {
    const number = numberOf(cell);
    return number !== undefined && written.some(figure => matchesCell(figure, number));
  });
}

function verifiedFigures(figures: readonly CheckedFigure[]): ReadFigure[] {
  const mark = decimalMarkOf(figures.map(({text}) => text));
  return figures.flatMap(({text, status}) => (status === "verified" ? (readFigure(text, mark) ?? []) : []));
}

/** A sentence about a figure of the truth that is not among the answer's verified figures. */
function missingFigure(
  truth: readonly {text: string; read: ReadFigure}[],
  figures: readonly CheckedFigure[],
): string | undefined {
  const written = verifiedFigures(figures);
  const missing = truth.find(({read}) => !written.some(figure => isFigure(read, figure)));
  return missing && `The answer does not have the figure ${missing.text}.`;
}

function countFigures({run, read}: Judged): RunResult["figures"] {
  const all = run.answer?.figures ?? [];
  const verified = all.filter(({status}) => status === "verified");
  const mark = decimalMarkOf(all.map(({text}) => text));
  return {
    verified: verified.length,
    unverified: all.length - verified.length,
    wrong: verified.filter(figure => isWrong(figure, read, mark)).length,
  };
}

/**
 * Whether a verified figure differs from the cells that it cites, after reading the cells again. Only numbers are
 * compared.
 */
function isWrong(
  {text, queryRunId, row, column, of}: CheckedFigure,
  read: Judged["read"],
  mark: DecimalMark | undefined,
): boolean {
  const written = readFigure(text, mark);
  const cell = cellOf(read, {queryRunId, row, column});
  if (written === undefined || typeof cell === "string") return false;
  if (cell === undefined) return true;
  if (!of) return !matchesCell(written, cell);
  const other = cellOf(read, of);
  if (typeof other !== "number") return other !== "gone";
  const value = {
    difference: cell - other,
    change: (cell - other) / other,
    ratio: cell / other,
    share: cell / other,
  }[of.as];
  return !matchesCell(written, value);
}

/**
 * The number in a cell; the cell's text if it contains a text, such as a date; `gone` if the query was not read again.
 */
function cellOf(
  read: Judged["read"],
  {
    queryRunId,
    row,
    column,
  }: {queryRunId?: string | undefined; row?: number | undefined; column?: string | undefined},
): number | string | undefined {
  const result = queryRunId === undefined ? undefined : read.get(queryRunId);
  if (!result || row === undefined || column === undefined) return "gone";
  const cells = row === result.rows.length + 1 ? result.totals : result.rows[row - 1];
  const cell = cells?.[result.columns.indexOf(column)];
  return numberOf(cell) ?? (typeof cell === "string" ? cell : undefined);
}
