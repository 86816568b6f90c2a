import {isDigit, textOf, ZERO} from "./bytes.ts";
import {readDate} from "./date-cell.ts";

/**
 * The type that all cells of a column fit; `none` for a column without values, `double` for numbers of which some are
 * `NaN`, `Infinity` or `-Infinity`.
 */
export type CellKind =
  | "none"
  | "number"
  | "double"
  | "boolean"
  | "date"
  | "timestamp"
  | "localDate"
  | "localTimestamp"
  | "text";

const SPACE = 32;
const TAB = 9;
const MINUS = 45;
const PLUS = 43;
const DOT = 46;
const COMMA = 44;

/** A double holds every number of up to 15 digits exactly, but only some of 16 or 17. */
const SAFE_DIGITS = 15;
const DOUBLE_DIGITS = 17;
const MAX_TIMESTAMP_LENGTH = 40;
const GROUP = 3;
const NOT_FINITE = new Set(["NaN", "Infinity", "-Infinity"]);
const MAX_NOT_FINITE_LENGTH = "-Infinity".length;
const MAX_INT64_TEXT = "9223372036854775807";
const SMALLEST_64 = "9223372036854775808";

/**
 * Looks at every cell of one column and finds the narrowest type that holds them all exactly. A cell that fits no type
 * makes the column text: leading zeros, a plus sign, `inf`, dates that do not exist. Empty cells fit every type.
 */
export class ColumnProfile {
  kind: CellKind = "none";
  /** Whether cells have spaces around them, or are empty quotes, which must be removed before a cast. */
  needsTrim = false;
  /** The most digits before the decimal mark; `scale` is the most after it. */
  wholeDigits = 0;
  scale = 0;
  beyond64 = false;
  hasExponent = false;
  /** A comma before the decimals, as in `1,5` and `1.234,5`. */
  hasComma = false;
  /** A point before the decimals, as in `1.5` and `1,234.5`. */
  hasPoint = false;
  /**
   * Points that can only stand between groups of three digits, because of several points or a comma after them:
   * `1.234,5`.
   */
  hasPointGroups = false;
  /**
   * Commas that can only stand between groups of three digits, because of several commas or a point after them:
   * `1,234.5`.
   */
  hasCommaGroups = false;
  /** Points between groups and a decimal comma in one cell, which is unambiguous: `1.234,5`. */
  hasGroupsAndComma = false;
  /** The most digits before the point of cells such as `1.234`, which can mean 1234 or 1.234; 0 without such cells. */
  eitherPointDigits = 0;
  /** The most digits before the comma of cells such as `1,234`, which can mean 1234 or 1.234; 0 without such cells. */
  eitherCommaDigits = 0;
  survivesDouble = true;
  hasOffset = false;
  /**
   * Whether an offset is written in a way that DuckDB does not parse: without a colon, after a space, or after a time
   * without seconds.
   */
  hasLooseOffset = false;
  /**
   * Local dates: written with points, written with slashes, and with numbers that show that the day, or the month,
   * comes first.
   */
  hasPointDates = false;
  hasSlashDates = false;
  isDayFirst = false;
  isMonthFirst = false;

  /** Adds a cell to the profile: its content, without the quotes around it. */
  addCell(bytes: Uint8Array, from: number, to: number, quoted: boolean): void {
    let start = from;
    let end = to;
    while (start < end && isSpace(bytes[start]!)) start++;
    while (end > start && isSpace(bytes[end - 1]!)) end--;
    if (start > from || end < to || (quoted && start === end)) this.needsTrim = true;
    if (start === end) return;
    const kind = this.#kindOf(bytes, start, end);
    if (this.kind === kind) return;
    this.kind = this.kind === "none" ? kind : common(this.kind, kind);
  }

  #kindOf(bytes: Uint8Array, start: number, end: number): CellKind {
    const first = bytes[start]!;
    if (isDigit(first) || first === MINUS || first === DOT) {
      if (this.#takeNumber(bytes, start, end)) return "number";
      if (isNotFinite(bytes, start, end)) return "double";
      return end - start <= MAX_TIMESTAMP_LENGTH ? this.#takeDate(bytes, start, end) : "text";
    }
    const length = end - start;
    if (length === 4 || length === 5) {
      const word = textOf(bytes, start, end).toLowerCase();
      if (word === "true" || word === "false") return "boolean";
    }
    return isNotFinite(bytes, start, end) ? "double" : "text";
  }

  #takeNumber(bytes: Uint8Array, start: number, end: number): boolean {
    const signed = bytes[start] === MINUS;
    let at = signed ? start + 1 : start;
    const whole = at;
    while (at < end && isDigit(bytes[at]!)) at++;
    let wholeDigits = at - whole;
    if (wholeDigits > 1 && bytes[whole] === ZERO) return false;
    let groups = 0;
    const groupMark = bytes[at];
    if (wholeDigits > 0 && wholeDigits <= GROUP && bytes[whole] !== ZERO) {
      while (isGroup(bytes, at, end) && bytes[at] === groupMark) {
        at += GROUP + 1;
        groups++;
      }
      if (groups === 1 && at === end) {
        if (groupMark === DOT) this.eitherPointDigits = Math.max(this.eitherPointDigits, wholeDigits);
        else this.eitherCommaDigits = Math.max(this.eitherCommaDigits, wholeDigits);
        return true;
      }
      wholeDigits += groups * GROUP;
    }
    let scale = 0;
    if (at < end && isMark(bytes[at]!) && (groups === 0 || bytes[at] !== groupMark)) {
      const isComma = bytes[at] === COMMA;
      const fractionStart = ++at;
      while (at < end && isDigit(bytes[at]!)) at++;
      scale = at - fractionStart;
      if (scale === 0) return false;
      if (!isComma) this.hasPoint = true;
      else {
        this.hasComma = true;
        if (groups > 0) this.hasGroupsAndComma = true;
      }
    }
    if (wholeDigits + scale === 0) return false;
    if (at < end) return groups === 0 && this.#takeExponent(bytes, start, at, end, wholeDigits);
    if (groups > 0 && groupMark === DOT) this.hasPointGroups = true;
    if (groups > 0 && groupMark === COMMA) this.hasCommaGroups = true;
    const grouping = groups === 0 ? "" : groupMark === DOT ? "." : ",";
    if (wholeDigits > this.wholeDigits) this.wholeDigits = wholeDigits;
    if (scale > this.scale) this.scale = scale;
    if (scale === 0 && wholeDigits >= 19 && !this.beyond64) {
      const digits = textOf(bytes, whole, end).replaceAll(grouping, "");
      this.beyond64 = wholeDigits > 19 || digits > (signed ? SMALLEST_64 : MAX_INT64_TEXT);
    }
    if (wholeDigits + scale > SAFE_DIGITS) this.#checkDouble(bytes, start, end, grouping);
    return true;
  }

  /** An exponent, as in `1.5e-07`. With more than one digit before the point, the cell may be a code, so it is text. */
  #takeExponent(bytes: Uint8Array, start: number, at: number, end: number, wholeDigits: number): boolean {
    if ((bytes[at]! | 32) !== 101 || wholeDigits !== 1) return false;
    let digits = at + 1;
    if (bytes[digits] === MINUS || bytes[digits] === PLUS) digits++;
    if (digits >= end) return false;
    for (let i = digits; i < end; i++) if (!isDigit(bytes[i]!)) return false;
    this.hasExponent = true;
    this.#checkDouble(bytes, start, end, "");
    return true;
  }

  /** Checks whether a double would print the same digits again. */
  #checkDouble(bytes: Uint8Array, start: number, end: number, grouping: string): void {
    if (!this.survivesDouble) return;
    const written = textOf(bytes, start, end);
    // Most numbers are written in JavaScript's own form, which is the quickest check.
    if (String(Number(written)) === written) return;
    const text = written.replaceAll(grouping, "").replace(",", ".");
    const value = Number(text);
    const digits = significant(text);
    this.survivesDouble =
      Number.isFinite(value) &&
      digits.length <= DOUBLE_DIGITS &&
      significant(value.toExponential()) === digits;
  }

  #takeDate(bytes: Uint8Array, start: number, end: number): CellKind {
    const {kind, zone, hasSeconds, separator, first} = readDate(bytes, start, end);
    this.hasPointDates ||= separator === ".";
    this.hasSlashDates ||= separator === "/";
    this.isDayFirst ||= first === "day";
    this.isMonthFirst ||= first === "month";
    if (zone !== undefined) {
      this.hasOffset = true;
      this.hasLooseOffset ||= !hasSeconds || /^ [+-]|\d{4}$/.test(zone);
    }
    return kind;
  }
}

/** The kind that holds the cells of two kinds. */
function common(one: CellKind, other: CellKind): CellKind {
  const both = [one, other];
  if (both.every(kind => kind === "number" || kind === "double")) return "double";
  if (both.every(kind => kind === "date" || kind === "timestamp")) return "timestamp";
  if (both.every(kind => kind === "localDate" || kind === "localTimestamp")) return "localTimestamp";
  return "text";
}

/** Whether a cell is spelled as this service writes a number that is not finite. */
function isNotFinite(bytes: Uint8Array, start: number, end: number): boolean {
  return end - start <= MAX_NOT_FINITE_LENGTH && NOT_FINITE.has(textOf(bytes, start, end));
}

/** Whether a point or comma and three digits stand there, and no fourth. */
function isGroup(bytes: Uint8Array, at: number, end: number): boolean {
  const after = at + GROUP + 1;
  if (after > end || !isMark(bytes[at]!)) return false;
  for (let i = at + 1; i < after; i++) if (!isDigit(bytes[i]!)) return false;
  return after === end || isMark(bytes[after]!);
}

function isMark(byte: number): boolean {
  return byte === DOT || byte === COMMA;
}

function significant(text: string): string {
  const mantissa = /^-?([\d.]*)/.exec(text)?.[1] ?? "";
  return mantissa.replace(".", "").replace(/^0+/, "").replace(/0+$/, "");
}

function isSpace(byte: number): boolean {
  return byte === SPACE || byte === TAB;
}
