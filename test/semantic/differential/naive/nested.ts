import type {Filter, FilterCondition} from "../../../../shared/semantic/query/filter.ts";
import type {NestedMeasure} from "../../../../shared/semantic/query/nested.ts";
import type {Query} from "../../../../shared/semantic/query/query.ts";
import {isNestedMeasure, type RowAggregate} from "../../../../shared/semantic/query/row-aggregates.ts";
import {between} from "./arithmetic.ts";
import type {Value} from "./values.ts";

/** The aggregate of the values of a measure in groups, one value for each group. */
export function aggregateOf(
  {agg, percentile = Number.NaN}: Pick<NestedMeasure, "agg" | "percentile">,
  all: readonly Value[],
): Value {
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

/** The nested aggregates of a query. */
export function nestedMeasures({measures = []}: Pick<Query, "measures">): NestedMeasure[] {
  return measures.filter(isNestedMeasure);
}

/** The aggregate, of groups or of rows, to which the query gives this name. */
export function ownAggregate({measures = []}: Query, name: string): NestedMeasure | RowAggregate | undefined {
  return measures.filter(entry => typeof entry !== "string").find(entry => entry.name === name);
}

/** Whether a condition is on an aggregate that the query itself defines. */
export function isOnOwnAggregate(query: Query, filter: Filter): filter is FilterCondition {
  return "field" in filter && !("per" in filter) && ownAggregate(query, filter.field) !== undefined;
}
