import type {Calendar} from "../../filters/calendar-spans.ts";
import {fieldError} from "../../layer/field-error.ts";
import type {FieldReference, Layer, LayerModel, MeasureField} from "../../layer/layer.ts";
import type {Query} from "../../query/query.ts";
import type {Faults} from "../faults.ts";
import {resolveFilters} from "../filters.ts";
import {partsOf, type ResolvedFilter, type ResolvedMeasure} from "../resolved.ts";

/**
 * The conditions of filtered aggregates, by their fields; `undefined` if the query has none. Errors, such as
 * `invalid_filter` for a condition that one row of the model cannot decide, are collected in `faults`.
 */
export function resolveRowConditions(
  layer: Layer,
  base: LayerModel,
  {measures: entries = []}: Query,
  measures: readonly ResolvedMeasure[],
  calendar: Calendar,
  faults: Faults,
): ReadonlyMap<MeasureField, ResolvedFilter[]> | undefined {
  const conditions = new Map<MeasureField, ResolvedFilter[]>();
  for (const [i, entry] of entries.entries()) {
    if (typeof entry === "string" || !("where" in entry)) continue;
    const measure = measures.find(({pointer}) => pointer === `/measures/${i}`);
    const at = `/measures/${i}/where`;
    const found = faults.attempt(() => {
      const {where, having, calculated} = resolveFilters(layer, base, entry.where, calendar, {at, faults});
      if (having.length + calculated.length > 0 || !where.every(isOfOneRow)) throw refuse(at);
      return where;
    });
    if (measure !== undefined && found !== undefined) conditions.set(measure.reference.field, found);
  }
  return conditions.size === 0 ? undefined : conditions;
}

function isOfOneRow(filter: ResolvedFilter): boolean {
  const isNear = ({paths}: FieldReference) => paths.every(path => path.every(edge => !edge.toMany));
  if (filter.kind === "condition") return isNear(filter.reference);
  if (filter.kind === "comparison") return filter.fields.every(({reference}) => isNear(reference));
  if (filter.kind === "per" || filter.kind === "rows") return false;
  return partsOf(filter).every(isOfOneRow);
}

function refuse(pointer: string) {
  return fieldError("invalid_filter", pointer, {
    message: `The "where" of a measure may only name dimensions of the query's model, or of models reached over many-to-one joins.`,
  });
}
