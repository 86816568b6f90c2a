import {escapeSegment} from "../coded-error.ts";
import {decidedGrains} from "../layer/decided-grains.ts";
import {fieldError} from "../layer/field-error.ts";
import {isIntraday, isPeriod, PERIODS, type PeriodGrain} from "../layer/grains.ts";
import {
  addPeriods,
  dayStart,
  firstInstant,
  floorDate,
  givenDate,
  givenInstant,
  parseDate,
  parseEarlyDate,
  relativeSpan,
} from "./calendar-spans.ts";
import type {Operator} from "./operators.ts";
import type {Test, Value} from "./predicates.ts";
import {type FilterReader, invalidValue} from "./reader.ts";
import {readInstantSpan} from "./values.ts";

export interface ValueSpan {
  start: Value;
  /** The first moment after the value; absent if the value is a single moment. */
  end?: Value;
}

/**
 * A date, or a period at a grain, includes all its moments: `<= 2024-01-31` includes the whole day. Bounds are in the
 * stored form (dates, or UTC), so that the column itself is compared.
 */
export function readSpan(reader: FilterReader, given: unknown, pointer: string): ValueSpan {
  const {subject, calendar} = reader;
  const value = subject.grain === "year" && typeof given === "number" ? String(given) : given;
  const grain = subject.grain !== undefined && isPeriod(subject.grain) ? subject.grain : undefined;
  const text = typeof value === "string" ? value.trim() : "";
  const early = parseEarlyDate(text);
  const date = early ?? parseDate(text);
  const asDates = subject.type === "date";
  if (date === undefined || (grain !== undefined && isIntraday(grain))) {
    const span = readInstantSpan(subject.name, value, calendar.timezone, grain, asDates, pointer);
    const kind = asDates ? "date" : "timestamp";
    const start = {kind, value: span.start} as const;
    return span.end === undefined ? {start} : {start, end: {kind, value: span.end}};
  }
  const period = grain ?? (early ? "day" : writtenPeriod(text));
  const floor = floorDate(date, period, calendar);
  if (!floor.equals(date)) {
    throw invalidValue(
      pointer,
      `"${String(value)}" is not the start of a ${period}: the ${period} of "${subject.name}" that holds it is "${givenDate(floor)}".`,
    );
  }
  const end = addPeriods(floor, period, 1);
  if (!asDates) {
    const {timezone} = calendar;
    const begin = early
      ? (day: Temporal.PlainDate) => givenInstant(firstInstant(day, timezone))
      : (day: Temporal.PlainDate) => dayStart(day, timezone);
    return {start: {kind: "timestamp", value: begin(floor)}, end: {kind: "timestamp", value: begin(end)}};
  }
  const start = {kind: "date", value: givenDate(floor)} as const;
  // A single day of a date column is a plain equality.
  return period === "day" ? {start} : {start, end: {kind: "date", value: givenDate(end)}};
}

/** `2024` is a year, `2024-03` a month, `2024-Q1` a quarter, a full date a day. */
function writtenPeriod(text: string): PeriodGrain {
  if (/q/i.test(text)) return "quarter";
  const dashes = text.split("-").length - 1;
  return dashes === 0 ? "year" : dashes === 1 ? "month" : "day";
}

interface RelativeValue {
  unit: PeriodGrain;
  count: number;
  completed: boolean;
}

/**
 * `in_past` includes the current period as its last, `in_next` as its first; with `completed` both exclude it and use
 * only whole periods. `in_current` is the current period alone.
 */
export function relativeTest(
  reader: FilterReader,
  operator: "in_past" | "in_next" | "in_current",
  value: unknown,
): Test {
  const {unit, count, completed} = readRelative(reader, operator, value);
  const grain = reader.subject.grain;
  if (grain !== undefined && isPeriod(grain) && grain !== unit) {
    if (!decidedGrains(reader.subject.type, grain, reader.calendar.timezone).includes(unit)) {
      throw invalidValue(
        `${reader.pointer}/unit`,
        `"${reader.subject.name}" is in ${grain}s, and a ${unit} does not consist of whole ${grain}s. Filter the field without its grain.`,
      );
    }
  }
  const gap = completed ? 1 : 0;
  const [first, last] =
    operator === "in_current"
      ? [0, 0]
      : operator === "in_past"
        ? [1 - count - gap, -gap]
        : [gap, count - 1 + gap];
  const asDates = reader.subject.type === "date";
  const calendar = operator === "in_next" ? {...reader.calendar, toDate: false} : reader.calendar;
  const span = relativeSpan(calendar, unit, first, last, asDates);
  const kind = asDates ? "date" : "timestamp";
  return {
    kind: "range",
    from: {kind, value: span.start},
    before: {kind, value: span.end ?? span.start},
  };
}

function readRelative(reader: FilterReader, operator: Operator, value: unknown): RelativeValue {
  const example = `{"unit": "day", "count": 7}`;
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw invalidValue(
      reader.pointer,
      `"${operator}" takes a unit and a count for "${reader.subject.name}": ${example}.`,
    );
  }
  const {unit, count, completed, ...others}: {unit?: unknown; count?: unknown; completed?: unknown} = value;
  const unknown = Object.keys(others)[0];
  if (unknown !== undefined) {
    throw invalidValue(
      `${reader.pointer}/${escapeSegment(unknown)}`,
      `"${operator}" takes "unit", "count" and "completed", not "${unknown}".`,
    );
  }
  const units: readonly string[] = [
    ...(reader.subject.type === "date" ? PERIODS.slice(3) : PERIODS),
    ...(reader.calendar.fiscalStart === undefined ? [] : ["fiscal_quarter", "fiscal_year"]),
  ];
  if (typeof unit !== "string" || !isPeriod(unit) || !units.includes(unit)) {
    throw fieldError("invalid_filter", `${reader.pointer}/unit`, {
      message: `"unit" of "${operator}" on "${reader.subject.name}" must be one of ${units.join(", ")}.`,
      allowed: units,
    });
  }
  const number = count ?? (operator === "in_current" ? 1 : undefined);
  if (typeof number !== "number" || !Number.isInteger(number) || number < 1 || number > 10_000) {
    throw invalidValue(
      `${reader.pointer}/count`,
      `"count" of "${operator}" must be a whole number from 1 to 10000.`,
    );
  }
  if (operator === "in_current" && number !== 1) {
    throw invalidValue(
      `${reader.pointer}/count`,
      `"in_current" is the one current ${unit}. For several use "in_past" or "in_next".`,
    );
  }
  if (completed !== undefined && typeof completed !== "boolean") {
    throw invalidValue(`${reader.pointer}/completed`, `"completed" of "${operator}" must be true or false.`);
  }
  return {unit, count: number, completed: completed === true};
}
