import type {Filter, FilterCondition, Query} from "../../../../shared/semantic/query.ts";
import type {NestedMeasure} from "../../../../shared/semantic/query-nested.ts";
import type {Row} from "../random-layer.ts";
import {between, divide, greatest, least, median, sum} from "./arithmetic.ts";
import type {Group} from "./groups.ts";
import type {Value} from "./values.ts";

/** The query whose groups a nested measure aggregates: the same rows, by its dimensions as well. */
export function queryOfGroups(query: Query, {of, per}: NestedMeasure, filters: Filter[]): Query {
  const {model, dimensions = [], timezone, top} = query;
  return {
    model,
    dimensions: [...dimensions, ...per],
    measures: [of],
    filters,
    ...(timezone === undefined ? {} : {timezone}),
    ...(top === undefined ? {} : {top}),
  };
}

/** What the values of groups are together. A group without a value is none of them, but is counted. */
export function aggregated({agg, percentile = 0}: NestedMeasure, values: readonly Value[]): Value {
  if (agg === "count") return values.length;
  const known = values.filter(value => value !== null);
  const numbers = known.map(Number);
  switch (agg) {
    case "min":
      return least(known);
    case "max":
      return greatest(known);
    case "sum":
      return sum(numbers);
    case "avg":
      return divide(sum(numbers), numbers.length);
    case "median":
      return median(numbers);
    case "percentile":
      return between(
        numbers.toSorted((a, b) => a - b),
        percentile,
      );
  }
}

/** The groups by their last dimensions alone: each has the rows of all those that it is made of, each once. */
export function mergedBy(width: number, groups: readonly Group[]): Group[] {
  const merged = new Map<string, Group>();
  for (const {key, rows} of groups) {
    const own = width === 0 ? [] : key.slice(-width);
    const text = JSON.stringify(own);
    const group = merged.get(text) ?? {key: own, rows: new Map<string, Set<Row>>()};
    merged.set(text, group);
    for (const [place, some] of rows) {
      group.rows.set(place, new Set([...(group.rows.get(place) ?? []), ...some]));
    }
  }
  return [...merged.values()];
}

/** The measures of the query's own. */
export function nestedIn({measures = []}: Query): NestedMeasure[] {
  return measures.filter(entry => typeof entry !== "string");
}

export function nestedCalled(query: Query, name: string): NestedMeasure | undefined {
  return nestedIn(query).find(entry => entry.name === name);
}

/** Whether a filter compares a measure of the query's own. */
export function isOnNested(query: Query, filter: Filter): filter is FilterCondition {
  return "field" in filter && !("per" in filter) && nestedCalled(query, filter.field) !== undefined;
}
