import {isDeepStrictEqual} from "node:util";
import {type Static, Type} from "@sinclair/typebox";
import {Query} from "../../../shared/semantic/documents.ts";
import {isLongNumber} from "../files.ts";
import {cellText} from "../table.ts";

const closed = {additionalProperties: false} as const;
const Comparison = Type.Union([">", ">=", "<", "<=", "=", "!="].map(op => Type.Literal(op)));

const MeasureHolds = Type.Object(
  {name: Type.String(), op: Comparison, value: Type.Union([Type.Number(), Type.String()])},
  closed,
);

/** The assertions of a test on a query's result; all that are given must hold. */
const Expectation = Type.Object(
  {
    rows: Type.Optional(Type.Array(Type.Array(Type.Unknown()))),
    empty: Type.Optional(Type.Literal(true)),
    not_empty: Type.Optional(Type.Literal(true)),
    row_count: Type.Optional(
      Type.Union([Type.Integer(), Type.Object({op: Comparison, value: Type.Integer()}, closed)]),
    ),
    measure: Type.Optional(Type.Union([MeasureHolds, Type.Array(MeasureHolds, {minItems: 1})])),
    unique: Type.Optional(Type.Array(Type.String(), {minItems: 1})),
  },
  {...closed, minProperties: 1},
);
type Expectation = Static<typeof Expectation>;
type MeasureHolds = Static<typeof MeasureHolds>;

export const LayerTest = Type.Object(
  {name: Type.String({minLength: 1}), query: Query, expect: Expectation},
  closed,
);
export type LayerTest = Static<typeof LayerTest>;

/** The schema of a test file. */
export const LayerTests = Type.Object({tests: Type.Array(LayerTest, {minItems: 1})}, closed);

export interface Answer {
  columns: readonly {name: string}[];
  rows: readonly (readonly unknown[])[];
  truncated: boolean;
}

/** The result of one test. */
export interface Outcome {
  file: string;
  name: string;
  passed: boolean;
  /** The assertions that failed, or the service's error. */
  faults: string[];
  rowCount: number | null;
  durationMs: number;
}

/** The relative tolerance of numbers: engines sum fractions in different orders. */
const TOLERANCE = 1e-9;
const MAX_SHOWN = 200;

/** The assertions that failed, each as a sentence with the actual value; empty if all hold. */
export function faultsOf({expect, query}: LayerTest, answer: Answer): string[] {
  const {rows, truncated} = answer;
  if (truncated && query.limit === undefined) {
    return [`there are more than the ${rows.length} rows that a query without a limit gives: set its limit`];
  }
  const faults: string[] = [];
  if (expect.rows) faults.push(...rowFaults(expect.rows, rows));
  if (expect.empty && rows.length > 0)
    faults.push(`there are ${rows.length} rows, the first ${rowText(rows[0])}`);
  if (expect.not_empty && rows.length === 0) faults.push("there are no rows");
  if (expect.row_count !== undefined) {
    const {op, value} =
      typeof expect.row_count === "number" ? {op: "=", value: expect.row_count} : expect.row_count;
    if (!compares(rows.length, op, value)) faults.push(`there are ${rows.length} rows, not ${op} ${value}`);
  }
  const measures = expect.measure ?? [];
  for (const one of Array.isArray(measures) ? measures : [measures])
    faults.push(...measureFaults(one, answer));
  if (expect.unique) faults.push(...uniqueFaults(expect.unique, answer));
  return faults;
}

function rowFaults(expected: Expectation["rows"] & object, rows: Answer["rows"]): string[] {
  const at = expected.findIndex((row, i) => !isSameRow(row, rows[i]));
  if (at >= 0) return [`row ${at + 1} is ${rowText(rows[at])}, not ${rowText(expected[at])}`];
  if (rows.length === expected.length) return [];
  return [
    `there are ${rows.length} rows, not ${expected.length}; row ${expected.length + 1} is ${rowText(rows[expected.length])}`,
  ];
}

function isSameRow(one: readonly unknown[], other: readonly unknown[] | undefined): boolean {
  return other?.length === one.length && one.every((value, c) => isSame(value, other[c]));
}

function isSame(one: unknown, other: unknown): boolean {
  if (typeof one === "number" && typeof other === "number") {
    return Math.abs(one - other) <= TOLERANCE * Math.max(Math.abs(one), Math.abs(other));
  }
  // A long number in the file is a text, and a fraction in the answer is a double.
  if (typeof one === "string" && typeof other === "number" && isLongNumber(one))
    return isSame(Number(one), other);
  return typeof one === typeof other && isDeepStrictEqual(one, other);
}

function measureFaults({name, op, value}: MeasureHolds, {columns, rows}: Answer): string[] {
  const at = columns.findIndex(column => column.name === name);
  if (at < 0)
    return [`"${name}" is not a column of the query: ${columns.map(column => column.name).join(", ")}`];
  if (rows.length === 0) return [`${name} cannot be compared: there are no rows`];
  const wrong = rows.filter(row => !compares(row[at], op, value));
  if (wrong.length === 0) return [];
  const where =
    rows.length === 1 ? "" : ` in ${wrong.length} of ${rows.length} rows, the first ${rowText(wrong[0])}`;
  return [`${name} is ${valueText(wrong[0]?.[at])}, not ${op} ${cellText(value)}${where}`];
}

/** Compares two values. A comparison with null fails. Numbers that are texts, to keep all digits, are compared as numbers. */
function compares(found: unknown, op: string, value: number | string): boolean {
  if (found === null || found === undefined) return false;
  const numbers = [found, value].map(numberOf);
  const [one, other] = numbers.includes(undefined) ? [String(found), String(value)] : numbers;
  if (one === undefined || other === undefined) return false;
  const equal = String(found) === String(value) || isSame(one, other);
  switch (op) {
    case "=":
      return equal;
    case "!=":
      return !equal;
    case ">":
      return one > other;
    case ">=":
      return one > other || equal;
    case "<":
      return one < other;
    default:
      return one < other || equal;
  }
}

function numberOf(value: unknown): number | undefined {
  if (typeof value === "number") return value;
  return typeof value === "string" && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : undefined;
}

function uniqueFaults(names: readonly string[], {columns, rows}: Answer): string[] {
  const places = names.map(name => columns.findIndex(column => column.name === name));
  const missing = names.filter((_, i) => (places[i] ?? -1) < 0);
  if (missing.length > 0) return [`"${missing.join('", "')}" is not among the query's columns`];
  const seen = new Map<string, number>();
  for (const row of rows) {
    const key = JSON.stringify(places.map(at => row[at]));
    seen.set(key, (seen.get(key) ?? 0) + 1);
  }
  const repeated = [...seen].filter(([, times]) => times > 1);
  if (!repeated[0]) return [];
  const [key, times] = repeated[0];
  return [`${names.join(", ")} repeats: ${key} is in ${times} rows (${repeated.length} such)`];
}

function rowText(row: readonly unknown[] | undefined): string {
  return row === undefined ? "missing" : valueText(row);
}

function valueText(value: unknown): string {
  const text = JSON.stringify(value) ?? "missing";
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}
