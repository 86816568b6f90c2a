import {civilMsOf} from "../formats/day-serial.ts";

/** Formats a number; returns `undefined` where the number format is not supported. */
export type NumberFormat = (value: number) => string | undefined;

const MONTH = new Intl.DateTimeFormat("en", {month: "long", timeZone: "UTC"});
const WEEKDAY = new Intl.DateTimeFormat("en", {weekday: "long", timeZone: "UTC"});

/** Whether a token of a number format stands for a part of a date or of a time of day. */
export function isDatePart(token: string): boolean {
  return isField(token) || isHalfDay(token);
}

const isField = (token: string) => /^[ymdhs]/i.test(token);
const isHalfDay = (token: string) => /^A(?:M\/PM|\/P)$/i.test(token);

/**
 * A format for serial day numbers, whose fraction is the time of day, from tokens such as `yyyy`, `mmm`, `hh` and
 * `AM/PM`.
 */
export function dateFormat(
  tokens: readonly string[],
  literalOf: (token: string) => string | undefined,
): NumberFormat {
  const parts = tokens.map((token, at) => partOf(token, tokens, at) ?? literalOf(token));
  const decimals = Math.max(0, ...tokens.map(token => /^s+\.(0+)$/i.exec(token)?.[1]?.length ?? 0));
  if (decimals > 3 || parts.includes(undefined)) return () => undefined;
  const unitMs = 1000 / 10 ** decimals;
  return serial => {
    const ms = civilMsOf(serial);
    if (ms === undefined) return undefined;
    // The time is rounded to the milliseconds that the serial number was made from, and then cut to the shown unit, so
    // that 23:59:59.5 stays on its day.
    const date = new Date(Math.floor(Math.round(ms) / unitMs) * unitMs);
    return parts.map(part => (typeof part === "function" ? part(date) : part)).join("");
  };
}

type Part = (date: Date) => string;

const twoDigits = (value: number) => String(value).padStart(2, "0");

function partOf(token: string, tokens: readonly string[], at: number): Part | undefined {
  if (isHalfDay(token)) {
    const [morning = "", evening = ""] = token.split("/");
    return date => (date.getUTCHours() < 12 ? morning : evening);
  }
  if (!isField(token)) return undefined;
  const padded = (value: number) => (token.length > 1 ? twoDigits(value) : String(value));
  switch (token[0]?.toLowerCase()) {
    case "y":
      return date =>
        token.length > 2 ? String(date.getUTCFullYear()) : twoDigits(date.getUTCFullYear() % 100);
    case "m":
      if (token.length > 2) return date => abbreviate(MONTH.format(date), token.length);
      return isMinute(tokens, at)
        ? date => padded(date.getUTCMinutes())
        : date => padded(date.getUTCMonth() + 1);
    case "d":
      if (token.length > 2) return date => abbreviate(WEEKDAY.format(date), token.length);
      return date => padded(date.getUTCDate());
    case "h":
      return tokens.some(isHalfDay)
        ? date => padded(date.getUTCHours() % 12 || 12)
        : date => padded(date.getUTCHours());
    default:
      return secondPart(token);
  }
}

/** Whether an `m` stands for minutes: it does after hours and before seconds, and for months otherwise. */
function isMinute(tokens: readonly string[], at: number): boolean {
  const before = tokens.slice(0, at).findLast(isField) ?? "";
  const after = tokens.slice(at + 1).find(isField) ?? "";
  return /^h/i.test(before) || /^s/i.test(after);
}

function secondPart(token: string): Part {
  const [whole = "", fraction = ""] = token.split(".");
  const second = (date: Date) => (whole.length > 1 ? twoDigits : String)(date.getUTCSeconds());
  if (fraction === "") return second;
  const decimals = (date: Date) =>
    String(date.getUTCMilliseconds()).padStart(3, "0").slice(0, fraction.length);
  return date => `${second(date)}.${decimals(date)}`;
}

/** Abbreviates a name: `Jan` for three letters, `January` for four, `J` for five. */
function abbreviate(name: string, letters: number): string {
  if (letters === 3) return name.slice(0, 3);
  return letters === 5 ? name.slice(0, 1) : name;
}
