import {fieldError} from "../../layer/field-error.ts";
import type {NestedMeasure} from "../../query/nested.ts";
import type {Query} from "../../query/query.ts";
import {isNestedMeasure} from "../../query/row-aggregates.ts";
import {measuredDimensions, nameOfDimension} from "../../query/selected-names.ts";
import {partsOf, type ResolvedFilter, type ResolvedOrder} from "../resolved.ts";

/** Throws `invalid_request` for parts of a query that do not apply if it groups by the values of measures in nested groups. */
export function refuseBesideMeasured(
  query: Query,
  {
    having,
    calculated,
    order,
  }: {having: ResolvedFilter[]; calculated: ResolvedFilter[]; order: ResolvedOrder[]},
): void {
  const [first] = measuredDimensions(query);
  if (first === undefined) return;
  refuseOtherGroups(query, first);
  for (const filter of having) refuseOnRows(filter, first.name);
  const ordered = order.find(({by}) => typeof by !== "number");
  if (ordered !== undefined && typeof ordered.by !== "number") {
    throw fieldError("invalid_order", ordered.by.pointer, {
      message: `"${ordered.by.name}" has no value beside "${first.name}", whose values are those of groups. Order by a column of the query.`,
    });
  }
  const kind = query.funnel ? "funnel" : query.retention ? "retention" : undefined;
  if (kind !== undefined) {
    throw fieldError("invalid_request", `/${kind}`, {
      message: `A "${kind}" counts events, and "${first.name}" counts groups. Ask for each in a query of its own.`,
    });
  }
  refuseTop(query);
  refuseBehind(query);
  const sums = query.subtotals ? "subtotals" : query.totals ? "totals" : undefined;
  if (sums !== undefined && having.length + calculated.length > 0) {
    throw fieldError("invalid_request", `/${sums}`, {
      message: `"${sums}" cover the rows of all groups, and a filter on measures would choose among them by "${first.name}", which rows do not have. Leave out the filter, or "${sums}".`,
    });
  }
}

function refuseOtherGroups(
  {dimensions = [], measures = []}: Query,
  first: Pick<NestedMeasure, "per"> & {name: string},
): void {
  const perText = `"per": ${JSON.stringify(first.per)}`;
  const same = keyOf(first.per);
  for (const [i, entry] of measures.entries()) {
    if (typeof entry === "string") {
      throw fieldError("invalid_request", `/measures/${i}`, {
        message: `"${entry}" aggregates rows, and "${first.name}" groups by the values of whole groups. Aggregate it over these groups: {"name": …, "agg": "sum", "of": "${entry}", ${perText}}.`,
      });
    }
    if (!isNestedMeasure(entry)) {
      throw fieldError("invalid_request", `/measures/${i}`, {
        message: `"${entry.name}" aggregates rows, and "${first.name}" groups by the values of whole groups. Ask for it in a query of its own.`,
      });
    }
    if (keyOf(entry.per) !== same) throw otherGroups(entry.name, first.name, perText, `/measures/${i}/per`);
  }
  for (const [i, entry] of dimensions.entries()) {
    if (typeof entry === "string" || !("of" in entry) || keyOf(entry.per) === same) continue;
    throw otherGroups(entry.name, first.name, perText, `/dimensions/${i}/per`);
  }
}

function otherGroups(name: string, first: string, perText: string, pointer: string) {
  return fieldError("invalid_request", pointer, {
    message: `"${name}" is a value of other groups than "${first}". Take the same, ${perText}, or ask in a query of its own.`,
  });
}

function keyOf(per: NestedMeasure["per"]): string {
  return JSON.stringify(per.map(entry => JSON.stringify(entry)).sort());
}

/** Refuses a filter on a measure of rows: it would apply to nested groups, which are not in the result. */
function refuseOnRows(filter: ResolvedFilter, name: string): void {
  if (filter.kind === "condition" || filter.kind === "comparison") {
    const fields = filter.kind === "condition" ? [filter] : filter.fields;
    const other = fields.find(
      ({reference: {field}}) => field.kind === "measure" && field.nested === undefined,
    );
    if (other === undefined) return;
    throw fieldError("invalid_filter", other.pointer, {
      message: `"${other.name}" has no value beside "${name}", whose values are those of groups. To keep groups by it, write {"per": […], "field": "${other.name}", …} as a filter.`,
    });
  }
  for (const part of partsOf(filter)) refuseOnRows(part, name);
}

function refuseTop({dimensions = [], top}: Query): void {
  if (top === undefined) return;
  const measured = dimensions.flatMap(entry =>
    typeof entry !== "string" && "of" in entry ? nameOfDimension(entry) : [],
  );
  const within = top.within?.findIndex(name => measured.includes(name)) ?? -1;
  if (within < 0 && !measured.includes(top.dimension)) return;
  const name = within < 0 ? top.dimension : top.within?.[within];
  throw fieldError("invalid_request", within < 0 ? "/top/dimension" : `/top/within/${within}`, {
    message: `"top" chooses rows by their values, and "${name}" is of groups. Order by a measure, with a "limit".`,
  });
}

/** Refuses subtotals that would leave out a dimension of rows: the nested groups, and so their values, would change. */
function refuseBehind({dimensions = [], subtotals}: Query): void {
  if (subtotals !== true) return;
  const isMeasured = dimensions.map(entry => typeof entry !== "string" && "of" in entry);
  const last = dimensions[isMeasured.lastIndexOf(false)];
  const before = dimensions[isMeasured.indexOf(true)];
  if (last === undefined || before === undefined || isMeasured.lastIndexOf(false) < isMeasured.indexOf(true))
    return;
  throw fieldError("invalid_request", "/subtotals", {
    message: `"${nameOfDimension(before)}" is the value of a measure in groups, and without "${nameOfDimension(last)}" a subtotal would have other groups. Put "${nameOfDimension(last)}" first, or leave "subtotals" out.`,
  });
}
