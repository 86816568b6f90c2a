import type {BinnedDimension} from "../query/bins.ts";
import type {Calculation} from "../query/calculations.ts";
import type {Filter} from "../query/filter.ts";
import type {MeasuredDimension, NestedMeasure} from "../query/nested.ts";
import type {Query} from "../query/query.ts";
import type {RowAggregate} from "../query/row-aggregates.ts";
import {ownMeasures} from "../query/selected-names.ts";
import {comparedNames} from "../resolve/result-columns.ts";
import {maskValue} from "./mask-value.ts";

/** With a limit above this, the warehouse orders the rows. */
const ORDERED_LIMIT = 10_000;

/**
 * The shape of a query: the query with the values in its filters replaced, so that queries of one shape differ in these
 * values alone. A shape is a query too, with values of the same kinds, and dates that begin the same periods. `undefined`
 * for a funnel, a retention or rows, and for a query that opts out of roll-ups.
 */
export function shapeOf(query: Query, weekStart: "monday" | "sunday"): Query | undefined {
  const {funnel, retention, rows, rollups} = query;
  if (funnel !== undefined || retention !== undefined || rows === true || rollups === false) return undefined;
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
    ...(measures === undefined
      ? {}
      : {measures: measures.map(one => maskOwn(withoutConditions(one), names))}),
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

type MeasureEntry = NonNullable<Query["measures"]>[number];
type Names = ReadonlyMap<string, string>;

/** The names that a query chooses itself, each with the fixed name that replaces it in the shape. */
function namesOf(query: Query): Names {
  const {dimensions = [], calculations = []} = query;
  const names = new Map(calculations.map(({name}, i) => [name, `c${i}`]));
  for (const [i, entry] of dimensions.entries()) {
    if (typeof entry !== "string" && entry.name !== undefined) names.set(entry.name, `b${i}`);
  }
  for (const [i, {name}] of ownMeasures(query).entries()) {
    const own = comparedNames(`n${i}`);
    for (const [j, column] of comparedNames(name).entries()) names.set(column, own[j] ?? column);
  }
  return names;
}

/**
 * The aggregate without its conditions: requests cannot have such conditions, and no roll-up answers aggregates of
 * rows.
 */
function withoutConditions(entry: MeasureEntry): MeasureEntry {
  if (typeof entry === "string" || !("where" in entry)) return entry;
  const {where: _where, otherwise: _otherwise, ...rows} = entry;
  return rows;
}

/** Masks a measure that the query defines itself. Which roll-ups can store it does not depend on the percentile. */
function maskOwn<T extends NestedMeasure | RowAggregate>(entry: string | T, names: Names): string | T {
  if (typeof entry === "string") return entry;
  const {name, percentile} = entry;
  return {...entry, name: names.get(name) ?? name, ...(percentile === undefined ? {} : {percentile: 0.5})};
}

/** Masks bins. Edges are values, and which roll-ups can store the binned field does not depend on the width of bins. */
function maskBins<T extends BinnedDimension | MeasuredDimension>(
  entry: string | T,
  names: Names,
): string | T {
  if (typeof entry === "string") return entry;
  const {bin, name} = entry;
  const own = name === undefined ? {} : {name: names.get(name) ?? name};
  return {...entry, ...(bin ? {bin: {width: 1, ...(bin.labels ? {labels: true} : {})}} : {}), ...own};
}

/** The dimensions of a `within`, by their names in the shape. */
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
