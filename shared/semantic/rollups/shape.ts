import type {Filter, Query} from "../query.ts";
import type {BinnedDimension} from "../query-bins.ts";
import type {Calculation} from "../query-calculations.ts";
import type {NestedMeasure} from "../query-nested.ts";
import {comparedNames} from "../resolve/result-columns.ts";
import {nestedMeasures} from "../selected-names.ts";
import {maskValue} from "./mask-value.ts";

/** Limits above it leave the order to the warehouse. */
const ORDERED_LIMIT = 10_000;

/**
 * What a query asks, without what anybody compares with: queries of one shape differ in their values alone. It is a
 * query too, with values of the same kinds, and dates that begin the same periods. `undefined` for a funnel or a
 * retention, and for a query that wants no roll-up.
 */
export function shapeOf(query: Query, weekStart: "monday" | "sunday"): Query | undefined {
  const {funnel, retention, rollups} = query;
  if (funnel !== undefined || retention !== undefined || rollups === false) return undefined;
  const {
    model,
    dimensions,
    measures,
    filters = [],
    calculations = [],
    top,
    orderBy = [],
    limit,
    timezone,
  } = query;
  const names = namesOf(query);
  return {
    model,
    ...(dimensions === undefined ? {} : {dimensions: dimensions.map(one => maskBins(one, names))}),
    ...(measures === undefined ? {} : {measures: measures.map(one => maskNested(one, names))}),
    ...(filters.length > 0 ? {filters: filters.map(one => maskFilter(one, names, weekStart))} : {}),
    ...(calculations.length > 0 ? {calculations: calculations.map(one => renamed(one, names))} : {}),
    ...(top === undefined
      ? {}
      : {top: {...chosen(top, names), count: 1, ...(top.others === undefined ? {} : {others: "x"})}}),
    ...(orderBy.length > 0 ? {orderBy: orderBy.map(one => orderOf(one, names))} : {}),
    ...(limit === undefined || limit <= ORDERED_LIMIT ? {} : {limit: ORDERED_LIMIT + 1}),
    ...(timezone === undefined ? {} : {timezone}),
    ...(query.fillGaps ? {fillGaps: true} : {}),
    ...(query.compare === undefined ? {} : {compare: query.compare}),
    ...(query.totals ? {totals: true} : {}),
    ...(query.subtotals ? {subtotals: true} : {}),
  };
}

type Names = ReadonlyMap<string, string>;

/** The names that the query gives itself, with those in their place. */
function namesOf(query: Query): Names {
  const {dimensions = [], calculations = []} = query;
  const names = new Map(calculations.map(({name}, i) => [name, `c${i}`]));
  for (const [i, entry] of dimensions.entries()) {
    if (typeof entry !== "string" && entry.name !== undefined) names.set(entry.name, `b${i}`);
  }
  for (const [i, {name}] of nestedMeasures(query).entries()) {
    const own = comparedNames(`n${i}`);
    for (const [j, column] of comparedNames(name).entries()) names.set(column, own[j] ?? column);
  }
  return names;
}

/** Which percentile it is makes no difference to what can be kept of its groups. */
function maskNested(entry: string | NestedMeasure, names: Names): string | NestedMeasure {
  if (typeof entry === "string") return entry;
  const {name, percentile} = entry;
  return {...entry, name: names.get(name) ?? name, ...(percentile === undefined ? {} : {percentile: 0.5})};
}

/** Edges are values. Of which width bins are makes no difference to what can be kept of their field. */
function maskBins(entry: string | BinnedDimension, names: Names): string | BinnedDimension {
  if (typeof entry === "string") return entry;
  const {field, bin, name} = entry;
  const own = name === undefined ? {} : {name: names.get(name) ?? name};
  return {field, bin: {width: 1, ...(bin.labels ? {labels: true} : {})}, ...own};
}

/** The dimensions among which something is computed or chosen, by their names in the shape. */
function inside(within: readonly string[] | undefined, names: Names): {within?: string[]} {
  return within === undefined ? {} : {within: within.map(one => names.get(one) ?? one)};
}

function chosen(top: NonNullable<Query["top"]>, names: Names): NonNullable<Query["top"]> {
  const {dimension, by, within} = top;
  return {
    ...top,
    dimension: names.get(dimension) ?? dimension,
    by: names.get(by) ?? by,
    ...inside(within, names),
  };
}

function renamed(calculation: Calculation, names: Names): Calculation {
  const {name, of, along, within} = calculation;
  return {
    ...calculation,
    name: names.get(name) ?? name,
    of: names.get(of) ?? of,
    ...(along === undefined ? {} : {along: names.get(along) ?? along}),
    ...inside(within, names),
  };
}

function orderOf(order: string, names: Names): string {
  const whole = names.get(order);
  if (whole !== undefined) return whole;
  const [, name = order, direction = ""] = /^(.*?)(\s+\S+)?$/s.exec(order) ?? [];
  return (names.get(name) ?? name) + direction;
}

function maskFilter(filter: Filter, names: Names, weekStart: "monday" | "sunday"): Filter {
  const inside = (filters: readonly Filter[]) => filters.map(one => maskFilter(one, names, weekStart));
  if ("or" in filter) return {or: inside(filter.or)};
  if ("and" in filter) return {and: inside(filter.and)};
  if ("not" in filter) return {not: maskFilter(filter.not, names, weekStart)};
  const within = "filters" in filter && filter.filters !== undefined ? {filters: inside(filter.filters)} : {};
  if ("some" in filter) return {some: filter.some, ...within};
  if ("none" in filter) return {none: filter.none, ...within};
  const {op, value} = filter;
  const field = names.get(filter.field) ?? filter.field;
  const masked = value === undefined ? {} : {value: maskValue(value, {field, op, weekStart})};
  const other = filter.other === undefined ? {} : {other: names.get(filter.other) ?? filter.other};
  const compared = {field, op, ...masked, ...other};
  if ("per" in filter) return {per: filter.per, ...compared, ...within};
  const {caseSensitive} = filter;
  return {...compared, ...(caseSensitive === undefined ? {} : {caseSensitive})};
}
