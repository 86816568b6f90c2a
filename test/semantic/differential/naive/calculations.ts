import type {Calculation} from "../../../../shared/semantic/query/calculations.ts";
import {RETAIL} from "../random-layer.ts";
import {divide, sum} from "./arithmetic.ts";
import {addPeriods} from "./time.ts";
import type {Value} from "./values.ts";

type Key = readonly Value[];

/** The groups that a calculation is computed from. */
export interface Shown {
  /** The column names of the dimensions. */
  dimensions: readonly string[];
  /** For each dimension, the grain of its periods, if its values are periods. */
  periods: readonly (string | undefined)[];
  /** The groups that the query shows, before the filters on calculations. */
  keys: readonly Key[];
  /**
   * The value of the source (a measure, or an earlier calculation) in a group; null if the group is not shown and is no period.
   */
  value(key: Key): Value;
  /** The values by which a calculation is ordered, if it goes along a measure or an earlier calculation and not a dimension. */
  place?: {value(key: Key): Value; isRank: boolean};
}

/** Calculations that read earlier periods. Each period has its place, whether or not it has rows. */
const LOOKING_BACK: ReadonlySet<string> = new Set(["difference", "percent_change", "moving_average"]);

/** The dimension that a calculation goes along, if its values are periods, so that earlier periods have places. */
export function axisOf(
  {type, along}: Calculation,
  {dimensions, periods}: Pick<Shown, "dimensions" | "periods">,
): number | undefined {
  if (!LOOKING_BACK.has(type)) return undefined;
  const axis = axisAlong(along, {dimensions, periods});
  return periods[axis] === undefined ? undefined : axis;
}

/**
 * The value of a calculation in a group. Two behaviours are not documented: a running total continues over a null, and `first`
 * and `last` of a line may be null.
 */
export function calculated(calculation: Calculation, shown: Shown, key: Key): Value {
  const {type, within = [], along, direction = "desc", offset = 1, count = 1} = calculation;
  const {dimensions, keys, value} = shown;
  const own = value(key);
  if (type === "percent_of_total" || type === "rank") {
    const indexes = within.map(name => dimensions.indexOf(name));
    const values = keys.filter(other => indexes.every(i => other[i] === key[i])).map(value);
    if (type === "percent_of_total") return divide(own, sum(numbersOf(values)));
    const isBefore = (other: Value) =>
      other !== null && (own === null || (direction === "asc" ? other < own : other > own));
    return 1 + values.filter(isBefore).length;
  }
  if (shown.place) return sumUpTo(calculation, shown, shown.place, key);
  const axis = axisAlong(along, shown);
  if (key[axis] === null) return null;
  const line = keys
    .filter(other => other[axis] !== null && other.every((part, i) => i === axis || part === key[i]))
    .toSorted((one, other) => compare(one[axis]!, other[axis]!));
  const place = line.findIndex(other => other[axis] === key[axis]);
  const before = (steps: number): Value => {
    if (axisOf(calculation, shown) === undefined) {
      const other = line[place - steps];
      return other === undefined ? null : value(other);
    }
    const period = periodBefore(String(key[axis]), shown.periods[axis] ?? "", steps);
    return period === undefined ? null : value(key.with(axis, period));
  };
  switch (type) {
    case "running_total":
      return rounded(sum(numbersOf(line.slice(0, place + 1).map(value))));
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
 * The sum of the groups up to this one, ordered by a value of theirs. Groups of equal value are ordered by all dimensions,
 * nulls last.
 */
function sumUpTo(
  {within = [], direction}: Calculation,
  {dimensions, keys, value}: Shown,
  place: NonNullable<Shown["place"]>,
  key: Key,
): Value {
  const isAscending = direction === "asc" || (direction === undefined && place.isRank);
  const own = place.value(key);
  if (own === null) return null;
  const alike = within.map(name => dimensions.indexOf(name));
  const isNoLater = (other: Key): boolean => {
    const its = place.value(other);
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

/** The index of the dimension that a calculation goes along. Without `along` it is the only dimension of periods. */
function axisAlong(
  along: string | undefined,
  {dimensions, periods}: Pick<Shown, "dimensions" | "periods">,
): number {
  const axis =
    along === undefined ? periods.findIndex(period => period !== undefined) : dimensions.indexOf(along);
  if (axis < 0) throw new Error(`there is no dimension ${along}`);
  return axis;
}

/** The period `steps` before another. The calendar's own periods follow each other in the order of its days. */
function periodBefore(period: string, grain: string, steps: number): string | undefined {
  if (grain !== "retail") return addPeriods(Temporal.PlainDate.from(period), grain, -steps).toString();
  const all = [...new Set(RETAIL.values())];
  return all[all.indexOf(period) - steps];
}

/** How numbers that are not finite are ordered: NaN is the greatest. */
const PLACES: Readonly<Record<string, number>> = {
  "-Infinity": Number.NEGATIVE_INFINITY,
  Infinity: Number.MAX_VALUE,
  NaN: Number.POSITIVE_INFINITY,
};

/** Orders texts by code points, numbers by size and before any text (the name of the rest), and false before true. */
export function compare(one: NonNullable<Value>, other: NonNullable<Value>): number {
  const a = PLACES[String(one)] ?? one;
  const b = PLACES[String(other)] ?? other;
  if (typeof a === "number" && typeof b === "string") return -1;
  if (typeof a === "string" && typeof b === "number") return 1;
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Rounds to fifteen digits, so that shares that make up the whole add up to 1. */
function rounded(value: Value): Value {
  return typeof value === "number" ? Number(value.toPrecision(15)) : value;
}

function less(one: Value, other: Value): Value {
  return one === null || other === null ? null : Number(one) - Number(other);
}

function numbersOf(values: readonly Value[]): number[] {
  return values.filter(value => value !== null).map(Number);
}
