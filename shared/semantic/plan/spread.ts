import {fieldError} from "../layer/field-error.ts";
import type {Layer} from "../layer/layer.ts";
import type {ResolvedQuery} from "../resolve/resolved.ts";
import {planPicked} from "./groups.ts";
import type {Plan} from "./plan.ts";

/** For each dimension whose bins divide what the rows have: the groups of its values, over all rows that the query sees. */
export function planSpreads(layer: Layer, query: ResolvedQuery): Plan[] {
  return query.dimensions.flatMap((dimension, index) => {
    const {field} = dimension.reference;
    if (field.bins?.kind !== "count") return [];
    if (query.journey !== undefined) {
      throw fieldError("invalid_request", `/dimensions/${index}/bin/count`, {
        message: `The events of a funnel or a retention are not all of the rows whose values "count" would divide. Give the bins a "width" or "edges".`,
      });
    }
    if (query.compare !== undefined) {
      throw fieldError("invalid_request", `/dimensions/${index}/bin/count`, {
        message: `"count" divides the range of the rows of one span, and "compare" shows two. Give the bins a "width" or "edges".`,
      });
    }
    const {of} = field.bins;
    const whole = {...dimension, type: of.type, reference: {...dimension.reference, field: of}};
    // A window needs the periods that it goes along.
    const periods = query.dimensions.filter(one => one.grain !== undefined || one.type === "date");
    const own = {
      ...query,
      dimensions: [whole, ...periods],
      having: [],
      calculations: [],
      calculated: [],
      order: [],
      top: undefined,
      fillGaps: false,
      totals: false,
      subtotals: false,
      limit: undefined,
    };
    return [{...planPicked(layer, own, true), spread: field}];
  });
}
