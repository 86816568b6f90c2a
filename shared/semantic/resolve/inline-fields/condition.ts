import type {Calendar} from "../../filters/calendar-spans.ts";
import {readTest} from "../../filters/read-predicate.ts";
import {namesIn} from "../../filters/tree.ts";
import {fieldError} from "../../layer/field-error.ts";
import type {DimensionType} from "../../layer/graph.ts";
import {didYouMean, nearest} from "../../layer/names.ts";
import type {FilterCondition} from "../../query/filter.ts";
import {METRIC_TIME} from "../field.ts";
import type {ResolvedCondition, ResolvedMeasure, ResolvedOnCalculation} from "../resolved.ts";

interface Named {
  calculations: readonly {name: string; type: DimensionType}[];
  /** The measures that the query defines itself. */
  own: readonly ResolvedMeasure[];
  calendar: Calendar;
}

/**
 * A condition on a column that the query names itself, without a dot; `undefined` for others, and where it is compared
 * with another field. Throws `unknown_field` and `invalid_filter`.
 */
export function resolveNamed(
  filter: FilterCondition,
  {calculations, own, calendar}: Named,
  pointer: string,
): ResolvedOnCalculation | ResolvedCondition | undefined {
  const names = calculations.map(({name}) => name);
  if (filter.other !== undefined) {
    const calculated = namesIn(filter).find(([name]) => names.includes(name));
    if (calculated === undefined) return undefined;
    throw fieldError("invalid_filter", `${pointer}/${calculated[1]}`, {
      message: `"${calculated[0]}" is computed from the query's own groups, and can only be compared with a "value". Compare the measures that it is computed from.`,
    });
  }
  if (calculations.length + own.length === 0 || filter.field.includes(".")) return undefined;
  const measure = own.find(({name}) => name === filter.field);
  if (measure !== undefined) {
    const {name, reference} = measure;
    const read = readTest(filter, {name, type: reference.field.type}, calendar, pointer);
    return {kind: "condition", name, reference, ...read, pointer};
  }
  const index = names.indexOf(filter.field);
  const {name, type} = calculations[index] ?? {};
  if (name === undefined && filter.field === METRIC_TIME) return undefined;
  if (name === undefined || type === undefined) {
    const suggestions = nearest(filter.field, [...own.map(one => one.name), ...names]);
    const what = own.length > 0 ? "a column that this query names itself" : "a calculation of this query";
    throw fieldError("unknown_field", `${pointer}/field`, {
      message: `"${filter.field}" is neither a qualified field nor ${what}.${didYouMean(suggestions)}`,
      suggestions,
    });
  }
  const {test, dependsOnNow} = readTest(filter, {name, type}, calendar, pointer);
  return {kind: "calculation", name, index, test, dependsOnNow, pointer};
}
