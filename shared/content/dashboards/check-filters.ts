import {type ErrorDetail, ServiceError} from "../../core/errors.ts";
import type {Filter} from "../../semantic/documents.ts";
import {comparisonsOf, leavesOf, namesIn} from "../../semantic/layers.ts";
import {nearest} from "../../semantic/nearest-names.ts";
import {OPERATORS, operatorNamed} from "../../semantic/vocabulary.ts";

/** Throws `invalid_filter` for an unknown operator, which no tile of any dashboard could apply. */
export function checkFilters(filters: readonly Filter[]): void {
  const errors: ErrorDetail[] = [];
  for (const [{op}, path] of comparisonsOf(filters, "/filters")) {
    if (operatorNamed(op) !== undefined) continue;
    const suggestions = nearest(op, OPERATORS);
    const hint = suggestions[0] ? ` Did you mean "${suggestions[0]}"?` : "";
    const message = `"${op}" is not an operator.${hint}`;
    errors.push({path: `${path}/op`, message, allowed: OPERATORS, suggestions});
  }
  if (errors[0]) throw new ServiceError("invalid_filter", errors[0].message, {errors});
}

/** The fields that a filter names, without duplicates, and the models whose rows the filter tests for existence. */
export function fieldsOf(filter: Filter): string[] {
  const names = [...leavesOf([filter], "")].flatMap(([leaf]) => {
    if (!("field" in leaf)) return ["some" in leaf ? leaf.some : leaf.none];
    const names = namesIn(leaf).map(([name]) => name);
    return "per" in leaf ? [...leaf.per, ...names] : names;
  });
  return [...new Set(names)];
}
