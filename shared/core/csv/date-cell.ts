import {isDigit, textOf, ZERO} from "./bytes.ts";

const SPACE = 32;
const MINUS = 45;
const DOT = 46;
const SLASH = 47;
const COLON = 58;
const UPPER_T = 84;
const UPPER_Z = 90;

/**
 * The reading of a cell: a day or a moment in ISO 8601 or in a local form (`31.12.2026`, `12/31/2026`); `text` for
 * anything else, and for days that no calendar has.
 */
export interface DateCell {
  kind: "date" | "timestamp" | "localDate" | "localTimestamp" | "text";
  /** An offset, as in `+02:00`, `Z` or ` UTC`. */
  zone?: string;
  hasSeconds?: boolean;
  /** For a local form: the separator of its parts, and the part that comes first, as far as the numbers show it. */
  separator?: "." | "/";
  first?: "day" | "month" | "either";
}

const TEXT: DateCell = {kind: "text"};
const DATE: DateCell = {kind: "date"};

/**
 * Reads `2026-01-31`, `2026-01-31T10:00`, `2026-01-31 10:00:00.123456+02:00`, `…Z`, `… UTC`, `31.1.2026`, `31.01.2026 10:00`,
 * `12/31/2026 9:05` and `31/12/2026`.
 */
export function readDate(bytes: Uint8Array, start: number, end: number): DateCell {
  if (end - start >= 10 && bytes[start + 4] === MINUS) return readIso(bytes, start, end);
  return readLocal(bytes, start, end);
}

function readIso(bytes: Uint8Array, start: number, end: number): DateCell {
  if (bytes[start + 7] !== MINUS) return TEXT;
  if (!isDay(numberAt(bytes, start, 4), numberAt(bytes, start + 5, 2), numberAt(bytes, start + 8, 2)))
    return TEXT;
  if (end - start === 10) return DATE;
  if (bytes[start + 10] !== SPACE && bytes[start + 10] !== UPPER_T) return TEXT;
  const time = readTime(bytes, start + 11, 2, end);
  if (!time) return TEXT;
  const {at, hasSeconds} = time;
  if (at === end) return {kind: "timestamp", hasSeconds};
  const zone = textOf(bytes, at, end);
  return isZone(zone) ? {kind: "timestamp", zone, hasSeconds} : TEXT;
}

/**
 * `D.M.YYYY`, `D/M/YYYY` or `M/D/YYYY` with one or two digits of the day and the month. A time without an offset may
 * follow after a space. Dates with points never have the month first.
 */
function readLocal(bytes: Uint8Array, start: number, end: number): DateCell {
  const firstDigits = digitsAt(bytes, start);
  const secondAt = start + firstDigits + 1;
  const secondDigits = digitsAt(bytes, secondAt);
  const yearAt = secondAt + secondDigits + 1;
  if (firstDigits === 0 || secondDigits === 0 || yearAt + 4 > end) return TEXT;
  const separator = bytes[secondAt - 1];
  if ((separator !== DOT && separator !== SLASH) || bytes[yearAt - 1] !== separator) return TEXT;
  const first = numberAt(bytes, start, firstDigits);
  const second = numberAt(bytes, secondAt, secondDigits);
  const year = numberAt(bytes, yearAt, 4);
  const isDayFirst = isDay(year, second, first);
  // A first part of more than 12 is not a month, whatever the separator.
  const isMonthFirst = separator === SLASH ? isDay(year, first, second) : isDayFirst && first <= 12;
  if (!isDayFirst && !isMonthFirst) return TEXT;
  const local = {
    separator: separator === DOT ? "." : "/",
    first: isDayFirst && isMonthFirst ? "either" : isDayFirst ? "day" : "month",
  } as const;
  if (yearAt + 4 === end) return {kind: "localDate", ...local};
  if (bytes[yearAt + 4] !== SPACE) return TEXT;
  const time = readTime(bytes, yearAt + 5, digitsAt(bytes, yearAt + 5), end);
  return time?.at === end ? {kind: "localTimestamp", ...local} : TEXT;
}

/** The end of a time such as `10:00` or `10:00:00.123456`; `undefined` where there is none. */
function readTime(
  bytes: Uint8Array,
  from: number,
  hourDigits: number,
  end: number,
): {at: number; hasSeconds: boolean} | undefined {
  let at = from + hourDigits;
  if (hourDigits === 0 || end - at < 3 || bytes[at] !== COLON) return undefined;
  if (!within(numberAt(bytes, from, hourDigits), 23) || !within(numberAt(bytes, at + 1, 2), 59))
    return undefined;
  at += 3;
  const hasSeconds = at < end && bytes[at] === COLON;
  if (!hasSeconds) return {at, hasSeconds};
  if (end - at < 3 || !within(numberAt(bytes, at + 1, 2), 59)) return undefined;
  at += 3;
  if (at < end && bytes[at] === DOT) {
    const fractionStart = ++at;
    // Digits beyond microseconds must be zeros.
    while (at < end && isDigit(bytes[at]!))
      if (at++ - fractionStart >= 6 && bytes[at - 1] !== ZERO) return undefined;
    if (at === fractionStart) return undefined;
  }
  return {at, hasSeconds};
}

function isZone(text: string): boolean {
  return text.charCodeAt(0) === UPPER_Z
    ? text.length === 1
    : /^( UTC| ?[+-](0\d|1[0-5])(:?[0-5]\d)?)$/.test(text);
}

function within(value: number, most: number): boolean {
  return value >= 0 && value <= most;
}

/** How many digits stand there, up to two. */
function digitsAt(bytes: Uint8Array, at: number): number {
  if (at >= bytes.length || !isDigit(bytes[at]!)) return 0;
  return at + 1 < bytes.length && isDigit(bytes[at + 1]!) ? 2 : 1;
}

/** A number of exactly `length` digits; `-1` where one of them is not a digit. */
function numberAt(bytes: Uint8Array, at: number, length: number): number {
  let value = 0;
  for (let i = at; i < at + length; i++) {
    const digit = bytes[i]! - ZERO;
    if (!(digit >= 0 && digit <= 9)) return -1;
    value = value * 10 + digit;
  }
  return value;
}

function isDay(year: number, month: number, day: number): boolean {
  return year >= 1 && within(month - 1, 11) && day >= 1 && day <= daysIn(year, month);
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}
