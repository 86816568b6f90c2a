import {fieldError} from "../layer/field-error.ts";
import type {Query} from "../query/query.ts";

/** The column with the number of leading dimensions that a row is grouped by. */
export const SUBTOTAL = "subtotal";

/** Throws `invalid_request` if a query with subtotals lacks dimensions or measures, or has parts that exclude subtotals. */
export function refuseSubtotals(query: Query): void {
  if (query.subtotals !== true || query.funnel !== undefined || query.retention !== undefined) return;
  const {dimensions = [], measures = [], calculations = [], fillGaps} = query;
  const message =
    dimensions.length < 2
      ? `"subtotals" adds a row after each group of the leading dimensions, and the query has ${dimensions.length} in all. Add a dimension, or ask for "totals" instead.`
      : measures.length === 0
        ? `"subtotals" are of measures, and the query has none: add one to "measures".`
        : calculations.length > 0
          ? `"subtotals" does not go with "calculations", which would look across rows and their subtotals. Leave one of them out.`
          : fillGaps === true
            ? `"subtotals" does not go with "fillGaps", whose added rows have nothing to sum up. Leave one of them out.`
            : undefined;
  if (message !== undefined) throw fieldError("invalid_request", "/subtotals", {message});
}
