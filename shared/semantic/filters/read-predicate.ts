import {fieldError} from "../layer/field-error.ts";
import {isPeriod, typeAtGrain} from "../layer/grains.ts";
import type {DimensionType} from "../layer/graph.ts";
import type {ItemType} from "../layer/items.ts";
import type {FilterCondition} from "../query/filter.ts";
import type {Calendar} from "./calendar-spans.ts";
import {withinYears} from "./last-supported-year.ts";
import type {Operator} from "./operators.ts";
import type {Comparison, Test, Value} from "./predicates.ts";
import {readCaseSensitive, readOperator, SEARCHES} from "./read-operator.ts";
import {type FilterReader, invalidValue, type Subject} from "./reader.ts";
import {readSpan, relativeTest} from "./time-filter.ts";
import {readValue} from "./values.ts";

export interface ConditionTest {
  test: Test;
  /** Whether the test is on the stored column instead of the grain, so that an index on the column can be used. */
  raw: boolean;
  /** Whether the test depends on the current time. */
  dependsOnNow: boolean;
}

const MAX_VALUES = 10_000;
/** The most values for an array: some engines need a condition for each value. */
const MAX_ITEMS = 1000;
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
  string: [...ORDERED, ...SEARCHES, "is_null", "is_not_null"],
  number: [...ORDERED, "is_null", "is_not_null"],
  boolean: ["=", "!=", "in", "not_in", "is_null", "is_not_null"],
  date: [...ORDERED, "is_null", "is_not_null", "in_past", "in_next", "in_current"],
  timestamp: [...ORDERED, "is_null", "is_not_null", "in_past", "in_next", "in_current"],
  json: ["is_null", "is_not_null"],
};
/** The operators on arrays. */
const MEMBERSHIP: readonly Operator[] = ["has", "has_any", "has_all", "has_none"];

/** Parses a condition's operator and value for the type of its field. Throws `invalid_filter`. */
export function readTest(
  condition: FilterCondition,
  subject: Subject,
  calendar: Calendar,
  pointer: string,
): ConditionTest {
  const type = typeAtGrain(subject.type, subject.grain);
  const {items} = subject;
  const allowed = items === undefined ? ALLOWED[type] : [...MEMBERSHIP, ...ALLOWED.json];
  const operator = readOperator(condition.op, allowed, pointer);
  if (!allowed.includes(operator)) {
    throw fieldError("invalid_filter", `${pointer}/op`, {
      message: `"${operator}" does not go with "${subject.name}", which is ${items === undefined ? `of type ${type}` : `an array of ${items}s`}.${
        type === "json" && items === undefined && MEMBERSHIP.includes(operator)
          ? ` Arrays have it where the layer says with "items" what they hold.`
          : ""
      }`,
      allowed,
    });
  }
  const {value} = condition;
  const caseSensitive = readCaseSensitive(condition, operator, pointer);
  if (operator === "is_null" || operator === "is_not_null") {
    const test: Test = {kind: "null", negated: operator === "is_not_null"};
    return {test, raw: true, dependsOnNow: false};
  }
  if (items !== undefined) {
    const test = membershipTest(subject.name, items, operator, value, `${pointer}/value`);
    return {test, raw: true, dependsOnNow: false};
  }
  const negated = isNegation(operator);
  const positive = negated ? NEGATIONS[operator] : operator;
  const reader: FilterReader = {subject, type, calendar, pointer: `${pointer}/value`};
  if (positive === "in_past" || positive === "in_next" || positive === "in_current") {
    return {test: withinYears(relativeTest(reader, positive, value)), raw: true, dependsOnNow: true};
  }
  const test = isTemporal(reader)
    ? withinYears(valueTest(reader, positive, value))
    : valueTest(reader, positive, value, caseSensitive);
  // A period is compared on the stored column, a part of a date on the number extracted from it.
  const raw = subject.grain === undefined || isPeriod(subject.grain);
  return {test: negated ? negate(test) : test, raw, dependsOnNow: false};
}

function isNegation(operator: Operator): operator is keyof typeof NEGATIONS {
  return operator in NEGATIONS;
}

function negate(test: Test): Test {
  return test.kind === "constant" ? {kind: "constant", holds: !test.holds} : {...test, negated: true};
}

function valueTest(reader: FilterReader, operator: Operator, value: unknown, caseSensitive = false): Test {
  switch (operator) {
    case "in":
      return inTest(reader, value);
    case "between": {
      const [from, to] = readPair(reader, value);
      return betweenTest(reader, from, to);
    }
    case "contains":
    case "starts_with":
    case "ends_with":
      return {
        kind: "like",
        pattern: readPattern(reader, operator, value),
        caseSensitive,
      };
    case "=":
    case ">":
    case ">=":
    case "<":
    case "<=":
      return comparisonTest(reader, operator, value, reader.pointer);
    default:
      throw new Error(`"${operator}" compares no value`);
  }
}

function isTemporal(reader: FilterReader): boolean {
  return reader.type === "date" || reader.type === "timestamp";
}

function comparisonTest(reader: FilterReader, op: Comparison, value: unknown, pointer: string): Test {
  refuseNull(reader.subject.name, value, pointer);
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

function inTest(reader: FilterReader, value: unknown): Test {
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

function betweenTest(reader: FilterReader, from: unknown, to: unknown): Test {
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

function readPair(reader: FilterReader, value: unknown): [unknown, unknown] {
  if (!Array.isArray(value) || value.length !== 2) {
    throw invalidValue(
      reader.pointer,
      `"between" takes a list of two values, the least and the greatest, for "${reader.subject.name}".`,
    );
  }
  refuseNull(reader.subject.name, value[0], `${reader.pointer}/0`);
  refuseNull(reader.subject.name, value[1], `${reader.pointer}/1`);
  return [value[0], value[1]];
}

/** An empty list is read as `in` reads it: `has_any` holds for no array, `has_all` and `has_none` for every array. */
function membershipTest(
  name: string,
  items: ItemType,
  operator: Operator,
  value: unknown,
  pointer: string,
): Test {
  if (operator === "has" && Array.isArray(value)) {
    const message = `"has" takes one value for "${name}". For a list use "has_any" or "has_all".`;
    throw invalidValue(pointer, message);
  }
  const list: unknown[] = Array.isArray(value) ? value : [value];
  if (list.length > MAX_ITEMS) {
    const message = `"${operator}" takes at most ${MAX_ITEMS} values; "${name}" has ${list.length}.`;
    throw invalidValue(pointer, message);
  }
  const all = operator === "has_all";
  const negated = operator === "has_none";
  if (list.length === 0) return {kind: "constant", holds: all || negated};
  const values = list.map((item, index) => {
    const at = Array.isArray(value) ? `${pointer}/${index}` : pointer;
    refuseNull(name, item, at);
    return readValue(name, items, item, at);
  });
  return {kind: "has", values, all, items, ...(negated ? {negated} : {})};
}

/** `%`, `_` and the escape character `~` are escaped, so that they are matched literally. */
function readPattern(reader: FilterReader, operator: Operator, value: unknown): Value {
  refuseNull(reader.subject.name, value, reader.pointer);
  const text = readValue(reader.subject.name, "string", value, reader.pointer).value;
  const escaped = String(text).replaceAll(/[~%_]/g, "~$&");
  const head = operator === "starts_with" ? "" : "%";
  const tail = operator === "ends_with" ? "" : "%";
  return {kind: "pattern", value: head + escaped + tail};
}

function refuseNull(name: string, value: unknown, pointer: string): void {
  if (value !== null && value !== undefined) return;
  throw invalidValue(
    pointer,
    value === null
      ? `null equals nothing. To find rows without "${name}" use the operator "is_null", else "is_not_null".`
      : `A value for "${name}" is missing.`,
  );
}
