import type {NestedMeasure} from "../../../../shared/semantic/query/nested.ts";
import type {Filter, FilterCondition, Query} from "../../../../shared/semantic/query/query.ts";
import {nestedMeasures} from "../../../../shared/semantic/query/selected-names.ts";
import {between} from "./arithmetic.ts";
import type {Value} from "./values.ts";

/** What is aggregated of the values of groups, of which there is one for each group. */
export function aggregateOf({agg, percentile = Number.NaN}: NestedMeasure, all: readonly Value[]): Value {
  if (agg === "count") return all.length;
  const values = all.filter(value => value !== null);
  if (values.length === 0) return null;
  const ascending = values.toSorted((one, other) => (one < other ? -1 : one > other ? 1 : 0));
  if (agg === "min") return ascending[0] ?? null;
  if (agg === "max") return ascending.at(-1) ?? null;
  const numbers = ascending.map(Number);
  const sum = numbers.reduce((total, number) => total + number, 0);
  if (agg === "sum") return sum;
  if (agg === "avg") return sum / numbers.length;
  return between(numbers, agg === "median" ? 0.5 : percentile);
}

/** The aggregate of groups that a query calls so. */
export function nestedCalled(query: Query, name: string): NestedMeasure | undefined {
  return nestedMeasures(query).find(entry => entry.name === name);
}

/** Whether a condition is on an aggregate of groups. */
export function isOnNested(query: Query, filter: Filter): filter is FilterCondition {
  return "field" in filter && !("per" in filter) && nestedCalled(query, filter.field) !== undefined;
}
