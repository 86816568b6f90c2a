import {fieldError} from "../layer/field-error.ts";
import type {Query} from "../query.ts";

/** The column that says how many leading dimensions a row is of. */
export const SUBTOTAL = "subtotal";

/** Throws `invalid_request` where there is nothing to sum up, or beside what has no meaning for such rows. */
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
