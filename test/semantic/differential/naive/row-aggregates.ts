import type {Query} from "../../../../shared/semantic/query/query.ts";
import {isRowAggregate, type RowAggregate} from "../../../../shared/semantic/query/row-aggregates.ts";
import {aggregateOf} from "./nested.ts";
import type {Value} from "./values.ts";

/** The aggregate of a dimension's values, one value for each row. */
export function aggregateOfRows({agg, of, ...rest}: RowAggregate, values: readonly Value[]): Value {
  if (of === undefined) return values.length;
  const known = values.filter(value => value !== null);
  if (agg === "count_distinct") return new Set(known).size;
  return aggregateOf({...rest, agg}, known);
}

/** The aggregates of dimensions in a query's measures. */
export function rowAggregates({measures = []}: Pick<Query, "measures">): RowAggregate[] {
  return measures.filter(isRowAggregate);
}
