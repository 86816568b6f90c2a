import {fieldError} from "../layer/field-error.ts";
import type {Layer} from "../layer/layer.ts";
import {partsOf, type ResolvedFilter, type ResolvedQuery} from "../resolve/resolved.ts";
import {GROUPS, planPicked} from "./groups.ts";
import type {Branch, Plan} from "./plan.ts";
import {Planner} from "./planner.ts";

/**
 * The most measures and conditions of all subtotals together: each subtotal plans and writes all of them anew. A measure of
 * nested groups writes the query's dimensions, too, and counts once for each of them.
 */
const MAX_PARTS = 100_000;

/** Whether filters on measures leave groups out, so that totals and subtotals must leave out their rows as well. */
export function isPicked({having, calculated}: ResolvedQuery): boolean {
  return having.length + calculated.length > 0;
}

/**
 * The groups of the leading dimensions, from the first dimension alone to all but the last. They have the same rows as
 * the query's own groups, without the groups that filters on measures leave out. Throws `invalid_request` for a measure
 * with a window, whose periods hold the same rows.
 */
export function planSubtotals(
  layer: Layer,
  query: ResolvedQuery,
  branches: readonly Branch[],
): Pick<Plan, "subtotals" | "picked"> {
  refuseWindows(query, branches);
  refuseManyParts(query);
  const subtotals = query.dimensions.slice(1).map((_, i) => planLeading(layer, query, i + 1));
  return {subtotals, ...(isPicked(query) ? {picked: planPicked(layer, query)} : {})};
}

function planLeading(layer: Layer, query: ResolvedQuery, leading: number): Plan {
  const planner = new Planner(layer, query, leading, GROUPS);
  const measures = query.measures.map(measure => ({
    type: measure.reference.field.type,
    expression: planner.expression(measure),
  }));
  // A measure that only a filter names adds groups to the result as well.
  for (const filter of query.having) planner.groupCondition(filter);
  return {
    branches: planner.branches,
    dimensions: query.dimensions.slice(0, leading).map(({type}) => ({type})),
    measures,
    having: [],
    calculations: [],
    calculated: [],
    order: query.order.map(entry => planner.order(entry)),
    lookups: planner.lookups,
    limit: undefined,
  };
}

function refuseManyParts({dimensions, measures, where, having}: ResolvedQuery): void {
  const ofMeasures = measures.reduce(
    (sum, {reference: {field}}) => sum + (field.nested === undefined ? 1 : dimensions.length),
    0,
  );
  const parts = (dimensions.length - 1) * (ofMeasures + countConditions([...where, ...having]));
  if (parts <= MAX_PARTS) return;
  throw fieldError("invalid_request", "/subtotals", {
    message: `"subtotals" of ${dimensions.length} dimensions with these measures and filters is too much for one statement. Ask for fewer dimensions, measures or conditions.`,
  });
}

function countConditions(filters: readonly ResolvedFilter[]): number {
  return filters.reduce((sum, filter) => sum + 1 + countConditions(partsOf(filter)), 0);
}

function refuseWindows({dimensions, measures}: ResolvedQuery, branches: readonly Branch[]): void {
  const window = branches.find(({periods}) => periods !== undefined);
  if (window?.periods === undefined) return;
  const [field] = window.measures;
  const at = measures.findIndex(({reference}) => reference.field === field);
  throw fieldError("invalid_request", "/subtotals", {
    message: `"subtotals" does not go with "${measures[at]?.name ?? field?.name ?? ""}", which has a window along "${dimensions[window.periods.index]?.name ?? ""}": its values in several periods share rows. Leave one of them out, or ask for "totals".`,
  });
}
