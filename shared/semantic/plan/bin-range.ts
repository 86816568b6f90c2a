import {fieldError} from "../layer/field-error.ts";
import type {Layer} from "../layer/layer.ts";
import type {ResolvedQuery} from "../resolve/resolved.ts";
import {planAllGroups} from "./groups.ts";
import type {Plan} from "./plan.ts";

/**
 * For each dimension with a number of bins: groups of all rows of the query by the unbinned value, to find its range.
 */
export function planSpreads(layer: Layer, query: ResolvedQuery): Plan[] {
  return query.dimensions.flatMap((dimension, index) => {
    const {field} = dimension.reference;
    if (field.bins?.kind !== "count") return [];
    if (query.journey !== undefined) {
      throw fieldError("invalid_request", `/dimensions/${index}/bin/count`, {
        message: `"count" divides the range of the values of all rows, and the events of a funnel or a retention are only some of them. Give the bins a "width" or "edges".`,
      });
    }
    if (query.compare !== undefined) {
      throw fieldError("invalid_request", `/dimensions/${index}/bin/count`, {
        message: `"count" divides the range of the rows of one span, and "compare" shows two. Give the bins a "width" or "edges".`,
      });
    }
    const {of} = field.bins;
    const whole = {...dimension, type: of.type, reference: {...dimension.reference, field: of}};
    // A window needs the periods of its time dimension.
    const periods = query.dimensions.filter(
      one => one.grain !== undefined || (one.type === "date" && one.reference.field.measured === undefined),
    );
    const own = {
      ...query,
      dimensions: [whole, ...periods],
      calculations: [],
      calculated: [],
      order: [],
      top: undefined,
      fillGaps: false,
      totals: false,
      subtotals: false,
      limit: undefined,
    };
    return [{...planAllGroups(layer, own), spread: field}];
  });
}
