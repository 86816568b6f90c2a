import {fieldError} from "../layer/field-error.ts";
import {isIntraday, type PeriodGrain} from "../layer/grains.ts";
import type {DimensionType} from "../layer/graph.ts";
import {
  addIntraday,
  floorInstant,
  givenDate,
  givenInstant,
  instantText,
  parseInstant,
  type Span,
} from "./calendar-spans.ts";
import type {Value} from "./predicates.ts";

const DIGITS = /^[+-]?\d{1,1000}$/;
const DECIMAL = /^[+-]?(?:\d{1,1000}\.?\d{0,1000}|\.\d{1,1000})(?:[eE][+-]?\d{1,4})?$/;
const MAX_INT8 = 9223372036854775807n;

/** Parses a filter value of a string, number or boolean field. Throws `invalid_filter`. */
export function readValue(name: string, type: DimensionType, value: unknown, pointer: string): Value {
  switch (type) {
    case "number":
      return readNumber(name, value, pointer);
    case "boolean":
      return {kind: "boolean", value: readBoolean(name, value, pointer)};
    default:
      return {kind: "text", value: readText(name, value, pointer)};
  }
}

/** Numbers may be text with more digits than a double holds, and then keep every digit. */
function readNumber(name: string, value: unknown, pointer: string): Value {
  const text =
    typeof value === "number" && Number.isFinite(value)
      ? String(value)
      : typeof value === "string"
        ? value.trim()
        : "";
  refuseOutOfRange(name, text, pointer);
  if (DIGITS.test(text)) {
    const integer = BigInt(text.startsWith("+") ? text.slice(1) : text);
    const fits = integer <= MAX_INT8 && integer >= -MAX_INT8;
    return {kind: fits ? "integer" : "decimal", value: integer.toString()};
  }
  if (DECIMAL.test(text)) return {kind: "decimal", value: text};
  throw fieldError("invalid_filter", pointer, {
    message: `${show(value)} is not a number, and "${name}" is compared with numbers.`,
  });
}

/**
 * Refuses numbers far outside the range of a double: some engines reject them, others round them to infinity or zero.
 */
function refuseOutOfRange(name: string, text: string, pointer: string): void {
  const near = Number(text);
  const vanishes = near === 0 && /^[^eE]*[1-9]/.test(text);
  if (Number.isNaN(near) || (Number.isFinite(near) && !vanishes)) return;
  throw fieldError("invalid_filter", pointer, {
    message: `${show(text)} is out of range for "${name}": numbers go from 5e-324 to 1.79e308, and the same below zero.`,
  });
}

function readBoolean(name: string, value: unknown, pointer: string): boolean {
  if (typeof value === "boolean") return value;
  if (value === "true") return true;
  if (value === "false") return false;
  throw fieldError("invalid_filter", pointer, {
    message: `${show(value)} is neither true nor false, and "${name}" is a boolean.`,
    allowed: ["true", "false"],
  });
}

function readText(name: string, value: unknown, pointer: string): string {
  if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean") {
    throw fieldError("invalid_filter", pointer, {
      message: `${show(value)} is not a text, and "${name}" is compared with texts.`,
    });
  }
  const text = String(value);
  if (text.includes("\0") || !text.isWellFormed()) {
    throw fieldError("invalid_filter", pointer, {
      message: `The value for "${name}" holds a character that no warehouse stores (a null character or half a surrogate pair).`,
    });
  }
  return text;
}

/** Parses a moment of a timestamp field, or of a date field if it is a midnight. Throws `invalid_filter`. */
export function readInstantSpan(
  name: string,
  value: unknown,
  timezone: string,
  grain: PeriodGrain | undefined,
  asDates: boolean,
  pointer: string,
): Span {
  const text = typeof value === "string" ? value.trim() : "";
  const local = asDates ? "UTC" : timezone;
  const instant = parseInstant(/^(?:\d{4}|-\d{4,6})-\d\d-\d\d$/.test(text) ? `${text}T00:00` : text, local);
  const written = isEarly(text) ? givenInstant : instantText;
  if (instant === undefined) {
    throw fieldError("invalid_filter", pointer, {
      message:
        `${show(value)} is not a ${asDates ? "date" : "moment"}, and "${name}" is compared with ${asDates ? "dates" : "moments"}: write ` +
        (asDates ? `"2024-03-15".` : `"2024-03-15", "2024-03-15T09:30:00" or "2024-03-15T09:30:00Z".`),
    });
  }
  if (asDates) return dateOfMidnight(name, text, instant, grain, pointer);
  if (grain === undefined) return {start: written(instant)};
  if (!isIntraday(grain)) {
    throw fieldError("invalid_filter", pointer, {
      message: `"${name}" is in ${grain}s: write the date that its ${grain} begins with, such as "2024-01-01".`,
    });
  }
  const start = floorInstant(instant, grain);
  if (!start.equals(instant)) {
    throw fieldError("invalid_filter", pointer, {
      message: `${show(value)} is not the start of a ${grain}, and "${name}" is compared with such starts.`,
    });
  }
  return {start: written(start), end: written(addIntraday(start, grain, 1))};
}

function dateOfMidnight(
  name: string,
  text: string,
  instant: Temporal.Instant,
  grain: PeriodGrain | undefined,
  pointer: string,
): Span {
  const midnight = /[T ]00:00(?::00(?:[.,]0+)?)?\s*(?:Z|z|[+-]00:?00)?$/.test(text);
  if (!midnight || (grain !== undefined && grain !== "day")) {
    throw fieldError("invalid_filter", pointer, {
      message: `"${text}" has a time of day, and "${name}" is a date: write "${text.replace(/[T ].*/s, "")}".`,
    });
  }
  return {start: givenDate(instant.toZonedDateTimeISO("UTC").toPlainDate())};
}

/** Whether a text names a year before the year 1, which only some engines have. */
function isEarly(text: string): boolean {
  return text.startsWith("-") || text.startsWith("0000");
}

function show(value: unknown): string {
  const text = typeof value === "string" ? JSON.stringify(value) : (JSON.stringify(value) ?? "nothing");
  return text.length > 80 ? `${text.slice(0, 77).toWellFormed()}…` : text;
}
