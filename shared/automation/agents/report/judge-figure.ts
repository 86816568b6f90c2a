import type {CheckedFigure} from "../../deliveries/checked-figure.ts";
import type {Figure} from "./answer.ts";
import type {Bound} from "./bind-figures.ts";
import {sourceOf} from "./cells.ts";
import {misfitOf} from "./compare-with-cell.ts";
import {CURRENCY_CODES} from "./currencies.ts";
import type {Evidence} from "./evidence.ts";
import {toNumber} from "./rational.ts";
import {type DecimalMark, readNumber, type WrittenNumber} from "./read-number.ts";
import type {NumberToken} from "./scan-numbers.ts";

interface Judging {
  /** The decimal mark of the report. */
  readonly mark: DecimalMark | undefined;
  readonly results: ReadonlyMap<string, Evidence>;
}

const CURRENCY = new RegExp(`\\p{Sc}|(?<!\\p{L})(?:${CURRENCY_CODES})(?!\\p{L})`, "gu");

/** Compares one number of a text with the cells of its figure. */
export function judgeFigure(
  judging: Judging,
  text: string,
  scanned: NumberToken,
  bound: Bound | undefined,
): CheckedFigure {
  const isBelow = isWrittenNegative(text, scanned);
  const token = isBelow && !scanned.isSigned ? {...scanned, isNegative: true, isSigned: true} : scanned;
  const written = readNumber(token, judging.mark);
  const figure = typeof bound === "object" ? bound : undefined;
  const reason =
    typeof bound === "object"
      ? reasonAgainst(judging, text, token, written, bound)
      : (bound ?? "No figure is declared for it.");
  return {
    text: token.text,
    value: written ? toNumber(written.value) : null,
    ...(figure ? placeOf(figure) : {}),
    ...(reason === undefined ? {status: "verified"} : {status: "unverified", reason}),
  };
}

/**
 * Whether a number is written as accountants write negative numbers: in brackets, with a minus after the number, or
 * with a minus and a space before the number. The number must stand alone or with a currency, for example in a table
 * cell.
 */
function isWrittenNegative(text: string, {start, end, scale}: NumberToken): boolean {
  const behind = scale === undefined ? text.slice(end) : text.slice(end).replace(/^\./, "");
  const beside = [text.slice(0, start), behind].map(part => part.replaceAll(CURRENCY, "").trim());
  return ["(…)", "-…", "−…", "–…", "…-", "…−"].includes(beside.join("…"));
}

function reasonAgainst(
  {results, mark}: Judging,
  text: string,
  token: NumberToken,
  written: WrittenNumber | undefined,
  figure: Figure,
): string | undefined {
  if (!written) {
    return mark === undefined && token.body !== undefined
      ? "The report uses two different decimal marks, so the number is ambiguous."
      : "It cannot be read as one number. Write digits, a sign and a unit.";
  }
  const source = sourceOf(figure, results);
  return typeof source === "string" ? source : misfitOf(token, written, source, text);
}

function placeOf({queryRunId, row, column, of}: Figure): Partial<CheckedFigure> {
  return {queryRunId, row, column, ...(of ? {of} : {})};
}
