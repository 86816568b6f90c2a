import type {Calculation, Filter, Query} from "../query.ts";
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
  const names = new Map(calculations.map(({name}, i) => [name, `c${i}`]));
  return {
    model,
    ...(dimensions === undefined ? {} : {dimensions}),
    ...(measures === undefined ? {} : {measures}),
    ...(filters.length > 0 ? {filters: filters.map(one => maskFilter(one, names, weekStart))} : {}),
    ...(calculations.length > 0 ? {calculations: calculations.map(one => renamed(one, names))} : {}),
    ...(top === undefined
      ? {}
      : {top: {...top, count: 1, ...(top.others === undefined ? {} : {others: "x"})}}),
    ...(orderBy.length > 0 ? {orderBy: orderBy.map(one => orderOf(one, names))} : {}),
    ...(limit === undefined || limit <= ORDERED_LIMIT ? {} : {limit: ORDERED_LIMIT + 1}),
    ...(timezone === undefined ? {} : {timezone}),
    ...(query.fillGaps ? {fillGaps: true} : {}),
    ...(query.totals ? {totals: true} : {}),
  };
}

type Names = ReadonlyMap<string, string>;

function renamed(calculation: Calculation, names: Names): Calculation {
  return {...calculation, name: names.get(calculation.name) ?? calculation.name};
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
  const more = "filters" in filter && filter.filters !== undefined ? {filters: inside(filter.filters)} : {};
  if ("some" in filter) return {some: filter.some, ...more};
  if ("none" in filter) return {none: filter.none, ...more};
  const {op, value} = filter;
  const field = names.get(filter.field) ?? filter.field;
  const masked = value === undefined ? {} : {value: maskValue(value, {field, op, weekStart})};
  if ("per" in filter) return {per: filter.per, field, op, ...masked, ...more};
  const {caseSensitive} = filter;
  return {field, op, ...masked, ...(caseSensitive === undefined ? {} : {caseSensitive})};
}
