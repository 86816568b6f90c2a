import type {NestedMeasure} from "../../../../shared/semantic/query/nested.ts";
import type {Query} from "../../../../shared/semantic/query/query.ts";
import {measuredDimensions} from "../../../../shared/semantic/query/selected-names.ts";
import {rowFilters} from "./filters.ts";

/**
 * The query whose groups an aggregate of groups is of: by the query's dimensions and by its own, of the same rows. Nothing
 * is written of a dimension of `per` that the query also has, and whose values its `top` calls others, or its `compare`
 * moves: in `per` they stay what they are.
 */
export function queryOfGroups(query: Query, {of, per}: NestedMeasure): Query {
  const {model, timezone} = query;
  return {
    model,
    dimensions: [...dimensionsOfRows(query), ...per],
    measures: [...measuredDimensions(query).map(one => one.of), of],
    filters: rowFilters(query),
    ...(timezone === undefined ? {} : {timezone}),
  };
}

/** The dimensions of a query but for those that are what a measure is in groups. */
export function dimensionsOfRows({dimensions = []}: Query): NonNullable<Query["dimensions"]> {
  return dimensions.filter(entry => typeof entry === "string" || !("of" in entry));
}
