import type {ServiceError} from "../errors.ts";
import {type Grain, isIntraday, isPeriod, PERIODS, type Period, typeAtGrain} from "./grains.ts";
import type {DimensionType} from "./graph.ts";
import {
  addPeriods,
  type Calendar,
  dateText,
  dayStart,
  floorDate,
  parseDate,
  relativeSpan,
} from "./moments.ts";
import {didYouMean, nearest} from "./names.ts";
import {OPERATORS, type Operator, operatorNamed} from "./operators.ts";
import type {FilterCondition} from "./query.ts";
import {fieldError} from "./resolve-field.ts";
import type {Comparison, Test, Value} from "./tests.ts";
import {readInstantSpan, readValue} from "./values.ts";

/** The field that a condition is about, as far as its values are concerned. */
export interface Subject {
  /** The field as the query names it. */
  name: string;
  type: DimensionType;
  grain?: Grain;
}

export interface ConditionTest {
  test: Test;
  /** Whether the test is of the stored column, not of the grain: an index on the column serves it. */
  raw: boolean;
}

const MAX_VALUES = 10_000;
const NEGATIONS = {"!=": "=", not_in: "in", not_between: "between", not_contains: "contains"} as const;
const ORDERED: readonly Operator[] = [
  "=",
  "!=",
  ">",
  ">=",
  "<",
  "<=",
  "in",
  "not_in",
  "between",
  "not_between",
];
const ALLOWED: Record<DimensionType, readonly Operator[]> = {
  string: [...ORDERED, "contains", "not_contains", "starts_with", "ends_with", "is_null", "is_not_null"],
  number: [...ORDERED, "is_null", "is_not_null"],
  boolean: ["=", "!=", "in", "not_in", "is_null", "is_not_null"],
  date: [...ORDERED, "is_null", "is_not_null", "in_past", "in_next", "in_current"],
  timestamp: [...ORDERED, "is_null", "is_not_null", "in_past", "in_next", "in_current"],
  json: ["is_null", "is_not_null"],
};

/** Reads the operator and value of a condition against the type of its field. Throws `invalid_filter`. */
export function readTest(
  condition: FilterCondition,
  subject: Subject,
  calendar: Calendar,
  pointer: string,
): ConditionTest {
  const operator = operatorNamed(condition.op);
  const type = typeAtGrain(subject.type, subject.grain);
  const allowed = ALLOWED[type];
  if (operator === undefined) {
    const suggestions = nearest(condition.op, OPERATORS);
    throw fieldError("invalid_filter", `${pointer}/op`, {
      message: `"${condition.op}" is not an operator.${didYouMean(suggestions)}`,
      allowed,
      suggestions,
    });
  }
  if (!allowed.includes(operator)) {
    throw fieldError("invalid_filter", `${pointer}/op`, {
      message: `"${operator}" does not go with "${subject.name}", which is of type ${type}.`,
      allowed,
    });
  }
  const value = condition.value;
  if (operator === "is_null" || operator === "is_not_null") {
    return {test: {kind: "null", negated: operator === "is_not_null"}, raw: true};
  }
  const negated = operator in NEGATIONS;
  const positive = negated ? NEGATIONS[operator as keyof typeof NEGATIONS] : operator;
  const reader: Reader = {subject, type, calendar, pointer: `${pointer}/value`};
  if (positive === "in_past" || positive === "in_next" || positive === "in_current") {
    return {test: relativeTest(reader, positive, value), raw: true};
  }
  const test = valueTest(reader, positive, value);
  // Over a period the stored column is compared; over a part, the number taken out of it.
  const raw = subject.grain === undefined || isPeriod(subject.grain);
  return {test: negated ? negate(test) : test, raw};
}

interface Reader {
  subject: Subject;
  type: DimensionType;
  calendar: Calendar;
  pointer: string;
}

type PositiveOperator = Comparison | "in" | "between" | "contains" | "starts_with" | "ends_with";

function negate(test: Test): Test {
  return test.kind === "constant" ? {kind: "constant", holds: !test.holds} : {...test, negated: true};
}

function valueTest(reader: Reader, operator: Operator, value: unknown): Test {
  switch (operator as PositiveOperator) {
    case "in":
      return inTest(reader, value);
    case "between": {
      const [from, to] = readPair(reader, value);
      return betweenTest(reader, from, to);
    }
    case "contains":
    case "starts_with":
    case "ends_with":
      return {kind: "like", pattern: readPattern(reader, operator as PositiveOperator, value)};
    default:
      return comparisonTest(reader, operator as Comparison, value, reader.pointer);
  }
}

function isTemporal(reader: Reader): boolean {
  return reader.type === "date" || reader.type === "timestamp";
}

function comparisonTest(reader: Reader, op: Comparison, value: unknown, pointer: string): Test {
  refuseNull(reader, value, pointer);
  if (Array.isArray(value)) {
    throw invalidValue(pointer, `"${op}" takes one value for "${reader.subject.name}". For a list use "in".`);
  }
  if (!isTemporal(reader)) {
    return {kind: "compare", op, value: readValue(reader.subject.name, reader.type, value, pointer)};
  }
  const {start, end} = readSpan(reader, value, pointer);
  if (end === undefined) return {kind: "compare", op, value: start};
  if (op === "=") return {kind: "range", from: start, before: end};
  if (op === ">=" || op === "<") return {kind: "compare", op, value: start};
  return {kind: "compare", op: op === ">" ? ">=" : "<", value: end};
}

function inTest(reader: Reader, value: unknown): Test {
  const list = Array.isArray(value) ? value : [value];
  if (list.length > MAX_VALUES) {
    throw invalidValue(
      reader.pointer,
      `"in" takes at most ${MAX_VALUES} values; "${reader.subject.name}" has ${list.length}.`,
    );
  }
  if (list.length === 0) return {kind: "constant", holds: false};
  const tests = list.map((item, index) => {
    const pointer = Array.isArray(value) ? `${reader.pointer}/${index}` : reader.pointer;
    return comparisonTest(reader, "=", item, pointer);
  });
  const values: Value[] = [];
  for (const test of tests) {
    if (test.kind !== "compare") return {kind: "any", tests};
    values.push(test.value);
  }
  return {kind: "in", values};
}

function betweenTest(reader: Reader, from: unknown, to: unknown): Test {
  const name = reader.subject.name;
  if (!isTemporal(reader)) {
    return {
      kind: "between",
      from: readValue(name, reader.type, from, `${reader.pointer}/0`),
      to: readValue(name, reader.type, to, `${reader.pointer}/1`),
    };
  }
  const first = readSpan(reader, from, `${reader.pointer}/0`);
  const last = readSpan(reader, to, `${reader.pointer}/1`);
  if (last.end !== undefined) return {kind: "range", from: first.start, before: last.end};
  return {kind: "between", from: first.start, to: last.start};
}

function readPair(reader: Reader, value: unknown): [unknown, unknown] {
  if (!Array.isArray(value) || value.length !== 2) {
    throw invalidValue(
      reader.pointer,
      `"between" takes a list of two values, the least and the greatest, for "${reader.subject.name}".`,
    );
  }
  refuseNull(reader, value[0], `${reader.pointer}/0`);
  refuseNull(reader, value[1], `${reader.pointer}/1`);
  return [value[0], value[1]];
}

/** `%`, `_` and `~`, which escapes, stand for themselves. Matching is case-sensitive, as `=` is. */
function readPattern(reader: Reader, operator: PositiveOperator, value: unknown): Value {
  refuseNull(reader, value, reader.pointer);
  const text = readValue(reader.subject.name, "string", value, reader.pointer).value;
  const escaped = String(text).replaceAll(/[~%_]/g, "~$&");
  const head = operator === "starts_with" ? "" : "%";
  const tail = operator === "ends_with" ? "" : "%";
  return {kind: "pattern", value: head + escaped + tail};
}

function refuseNull(reader: Reader, value: unknown, pointer: string): void {
  if (value !== null && value !== undefined) return;
  throw invalidValue(
    pointer,
    value === null
      ? `null equals nothing. To find rows without "${reader.subject.name}" use the operator "is_null", else "is_not_null".`
      : `A value for "${reader.subject.name}" is missing.`,
  );
}

interface ValueSpan {
  start: Value;
  /** The first moment that is past the value; absent where the value is a single moment. */
  end?: Value;
}

/**
 * A date, or a period at a grain, is all its moments: `<= 2024-01-31` keeps the whole day. Bounds are in
 * the stored form (dates, or UTC), so that the column itself is compared.
 */
function readSpan(reader: Reader, given: unknown, pointer: string): ValueSpan {
  const {subject, calendar} = reader;
  const value = subject.grain === "year" && typeof given === "number" ? String(given) : given;
  const grain = subject.grain !== undefined && isPeriod(subject.grain) ? subject.grain : undefined;
  const date = typeof value === "string" ? parseDate(value.trim()) : undefined;
  const asDates = subject.type === "date";
  if (date === undefined || (grain !== undefined && isIntraday(grain))) {
    const span = readInstantSpan(subject.name, value, calendar.timezone, grain, asDates, pointer);
    const kind = asDates ? "date" : "timestamp";
    const start = {kind, value: span.start} as const;
    return span.end === undefined ? {start} : {start, end: {kind, value: span.end}};
  }
  const period = grain ?? writtenPeriod(value as string);
  const floor = floorDate(date, period, calendar.weekStart);
  if (!floor.equals(date)) {
    throw invalidValue(
      pointer,
      `"${String(value)}" is not the start of a ${period}: the ${period} of "${subject.name}" that holds it is "${floor.toString()}".`,
    );
  }
  const end = addPeriods(floor, period, 1);
  if (!asDates) {
    return {
      start: {kind: "timestamp", value: dayStart(floor, calendar.timezone)},
      end: {kind: "timestamp", value: dayStart(end, calendar.timezone)},
    };
  }
  const start = {kind: "date", value: dateText(floor)} as const;
  // A single day of a date column is plain equality.
  return period === "day" ? {start} : {start, end: {kind: "date", value: dateText(end)}};
}

/** `2024` is a year, `2024-03` a month, `2024-Q1` a quarter, a full date a day. */
function writtenPeriod(text: string): Period {
  if (/q/i.test(text)) return "quarter";
  const dashes = text.split("-").length - 1;
  return dashes === 0 ? "year" : dashes === 1 ? "month" : "day";
}

interface RelativeValue {
  unit: Period;
  count: number;
  completed: boolean;
}

/**
 * `in_past` counts the current period as its last, `in_next` as its first; with `completed` both leave it
 * out and count whole periods only. `in_current` is the current period alone.
 */
function relativeTest(reader: Reader, operator: "in_past" | "in_next" | "in_current", value: unknown): Test {
  const {unit, count, completed} = readRelative(reader, operator, value);
  const grain = reader.subject.grain;
  if (grain !== undefined && isPeriod(grain) && grain !== unit) {
    const nested = PERIODS.indexOf(grain) < PERIODS.indexOf(unit) && grain !== "week";
    if (!nested) {
      throw invalidValue(
        `${reader.pointer}/unit`,
        `"${reader.subject.name}" is in ${grain}s, which the unit "${unit}" does not hold whole. Filter the field without its grain.`,
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
  const span = relativeSpan(reader.calendar, unit, first, last, asDates);
  const kind = asDates ? "date" : "timestamp";
  return {
    kind: "range",
    from: {kind, value: span.start},
    before: {kind, value: span.end ?? span.start},
  };
}

function readRelative(reader: Reader, operator: Operator, value: unknown): RelativeValue {
  const example = `{"unit": "day", "count": 7}`;
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw invalidValue(
      reader.pointer,
      `"${operator}" takes a unit and a count for "${reader.subject.name}": ${example}.`,
    );
  }
  const {unit, count, completed, ...others} = value as Record<string, unknown>;
  const unknown = Object.keys(others)[0];
  if (unknown !== undefined) {
    throw invalidValue(
      `${reader.pointer}/${pointerPart(unknown)}`,
      `"${operator}" takes "unit", "count" and "completed", not "${unknown}".`,
    );
  }
  const units = reader.subject.type === "date" ? PERIODS.slice(3) : PERIODS;
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

function pointerPart(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}

function invalidValue(pointer: string, message: string): ServiceError {
  return fieldError("invalid_filter", pointer, {message});
}
