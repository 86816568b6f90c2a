import type {Calculation} from "../../../../shared/semantic/query/calculations.ts";
import {RETAIL} from "../random-layer.ts";
import {divide, sum} from "./arithmetic.ts";
import {addPeriods} from "./time.ts";
import type {Value} from "./values.ts";

type Key = readonly Value[];

/** The groups from which a calculation is computed. */
export interface CalculationInput {
  /** The column names of the dimensions. */
  dimensions: readonly string[];
  /** For each dimension, the grain of its periods, if its values are periods. */
  periods: readonly (string | undefined)[];
  /** The groups that the query selects, before the filters on calculations. */
  keys: readonly Key[];
  /**
   * The value of the source (a measure, or an earlier calculation) in a group; null if the group is neither selected
   * nor a period.
   */
  value(key: Key): Value;
  /**
   * The values by which a calculation is ordered, if it goes along a measure or an earlier calculation instead of a
   * dimension.
   */
  orderBy?: {value(key: Key): Value; isRank: boolean};
}

/** Calculations that read earlier periods. A period counts even if it has no rows. */
const READS_EARLIER_PERIODS: ReadonlySet<string> = new Set([
  "difference",
  "percent_change",
  "moving_average",
]);

/**
 * The dimension that a calculation goes along, if the calculation reads earlier periods and the values of the dimension
 * are periods.
 */
export function axisOf(
  {type, along}: Calculation,
  {dimensions, periods}: Pick<CalculationInput, "dimensions" | "periods">,
): number | undefined {
  if (!READS_EARLIER_PERIODS.has(type)) return undefined;
  const axis = axisAlong(along, {dimensions, periods});
  return periods[axis] === undefined ? undefined : axis;
}

/**
 * The value of a calculation in a group. Two behaviours are not documented: a running total continues after a null, and
 * `first` and `last` of a line may be null.
 */
export function calculated(calculation: Calculation, input: CalculationInput, key: Key): Value {
  const {type, within = [], along, direction = "desc", offset = 1, count = 1} = calculation;
  const {dimensions, keys, value} = input;
  const own = value(key);
  if (type === "percent_of_total" || type === "rank") {
    const indexes = within.map(name => dimensions.indexOf(name));
    const values = keys.filter(other => indexes.every(i => other[i] === key[i])).map(value);
    if (type === "percent_of_total") return divide(own, sum(numbersOf(values)));
    const isBefore = (other: Value) =>
      other !== null && (own === null || (direction === "asc" ? other < own : other > own));
    return 1 + values.filter(isBefore).length;
  }
  if (input.orderBy) return sumUpTo(calculation, input, input.orderBy, key);
  const axis = axisAlong(along, input);
  if (key[axis] === null) return null;
  const line = keys
    .filter(other => other[axis] !== null && other.every((part, i) => i === axis || part === key[i]))
    .toSorted((one, other) => compare(one[axis]!, other[axis]!));
  const index = line.findIndex(other => other[axis] === key[axis]);
  const before = (steps: number): Value => {
    if (axisOf(calculation, input) === undefined) {
      const other = line[index - steps];
      return other === undefined ? null : value(other);
    }
    const period = periodBefore(String(key[axis]), input.periods[axis] ?? "", steps);
    return period === undefined ? null : value(key.with(axis, period));
  };
  switch (type) {
    case "running_total":
      return rounded(sum(numbersOf(line.slice(0, index + 1).map(value))));
    case "first":
      return value(line[0]!);
    case "last":
      return value(line.at(-1)!);
    case "difference":
      return rounded(less(own, before(offset)));
    case "percent_change":
      return divide(less(own, before(offset)), before(offset));
    case "moving_average": {
      const numbers = numbersOf(Array.from({length: count}, (_, steps) => before(steps)));
      return divide(sum(numbers), numbers.length);
    }
  }
}

/**
 * The sum of the groups up to this group, ordered by a value of each group. Groups of equal value are ordered by all
 * dimensions, nulls last.
 */
function sumUpTo(
  {within = [], direction}: Calculation,
  {dimensions, keys, value}: CalculationInput,
  orderBy: NonNullable<CalculationInput["orderBy"]>,
  key: Key,
): Value {
  const isAscending = direction === "asc" || (direction === undefined && orderBy.isRank);
  const own = orderBy.value(key);
  if (own === null) return null;
  const alike = within.map(name => dimensions.indexOf(name));
  const isNoLater = (other: Key): boolean => {
    const its = orderBy.value(other);
    if (its === null) return false;
    const order = compare(its, own);
    if (order !== 0) return isAscending ? order < 0 : order > 0;
    const at = key.findIndex((part, i) => part !== other[i]);
    const [mine = null, theirs = null] = [key[at], other[at]];
    return at < 0 || mine === null || (theirs !== null && compare(theirs, mine) < 0);
  };
  const line = keys.filter(other => alike.every(i => other[i] === key[i]) && isNoLater(other));
  return rounded(sum(numbersOf(line.map(value))));
}

/** The index of the dimension that a calculation goes along. Without `along`, this is the only dimension of periods. */
function axisAlong(
  along: string | undefined,
  {dimensions, periods}: Pick<CalculationInput, "dimensions" | "periods">,
): number {
  const axis =
    along === undefined ? periods.findIndex(period => period !== undefined) : dimensions.indexOf(along);
  if (axis < 0) throw new Error(`there is no dimension ${along}`);
  return axis;
}

/**
 * The period that is `steps` before another period. The calendar's own periods are in the order of the calendar's days.
 */
function periodBefore(period: string, grain: string, steps: number): string | undefined {
  if (grain !== "retail") return addPeriods(Temporal.PlainDate.from(period), grain, -steps).toString();
  const all = [...new Set(RETAIL.values())];
  return all[all.indexOf(period) - steps];
}

/** The order of numbers that are not finite. NaN is the greatest number. */
const NON_FINITE_ORDER: Readonly<Record<string, number>> = {
  "-Infinity": Number.NEGATIVE_INFINITY,
  Infinity: Number.MAX_VALUE,
  NaN: Number.POSITIVE_INFINITY,
};

/** Orders texts by code points, numbers by size and before any text (the name of the rest), and false before true. */
export function compare(one: NonNullable<Value>, other: NonNullable<Value>): number {
  const a = NON_FINITE_ORDER[String(one)] ?? one;
  const b = NON_FINITE_ORDER[String(other)] ?? other;
  if (typeof a === "number" && typeof b === "string") return -1;
  if (typeof a === "string" && typeof b === "number") return 1;
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Rounds to fifteen digits, so that the shares of a whole add up to 1. */
function rounded(value: Value): Value {
  return typeof value === "number" ? Number(value.toPrecision(15)) : value;
}

function less(one: Value, other: Value): Value {
  return one === null || other === null ? null : Number(one) - Number(other);
}

function numbersOf(values: readonly Value[]): number[] {
  return values.filter(value => value !== null).map(Number);
}
