import type {NestedMeasure} from "../../../../shared/semantic/query/nested.ts";
import type {Query} from "../../../../shared/semantic/query/query.ts";
import {measuredDimensions} from "../../../../shared/semantic/query/selected-names.ts";
import {rowFilters} from "./filters.ts";

/**
 * The query for the inner groups of a nested aggregate: the same rows, grouped by the query's dimensions and by `per`.
 * The documentation does not say what happens to a dimension of `per` that the query also has and whose values `top`
 * replaces or `compare` moves. Here its values are unchanged in `per`.
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

/** The dimensions of a query that are not measures in groups. */
export function dimensionsOfRows({dimensions = []}: Query): NonNullable<Query["dimensions"]> {
  return dimensions.filter(entry => typeof entry === "string" || !("of" in entry));
}
