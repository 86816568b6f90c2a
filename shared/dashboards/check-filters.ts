import {type ErrorDetail, ServiceError} from "../errors.ts";
import {nearest} from "../nearest.ts";
import {OPERATORS, operatorNamed} from "../semantic/filters/operators.ts";
import type {Filter, FilterCondition} from "../semantic/query.ts";

/** Throws `invalid_filter` for an unknown operator, which no tile of any dashboard could apply. */
export function checkFilters(filters: readonly Filter[]): void {
  const errors: ErrorDetail[] = [];
  for (const [{op}, path] of conditionsOf({and: [...filters]}, "")) {
    if (operatorNamed(op) !== undefined) continue;
    const suggestions = nearest(op, OPERATORS);
    const hint = suggestions[0] ? ` Did you mean "${suggestions[0]}"?` : "";
    const message = `"${op}" is not an operator.${hint}`;
    errors.push({path: `${path.replace("/and", "/filters")}/op`, message, allowed: OPERATORS, suggestions});
  }
  if (errors[0]) throw new ServiceError("invalid_filter", errors[0].message, {errors});
}

/** The fields that a filter names, each once. */
export function fieldsOf(filter: Filter): string[] {
  return [...new Set(conditionsOf(filter, "").map(([{field}]) => field))];
}

function conditionsOf(filter: Filter, path: string): [FilterCondition, string][] {
  if ("field" in filter) return [[filter, path]];
  const [kind, parts] = "or" in filter ? (["or", filter.or] as const) : (["and", filter.and] as const);
  return parts.flatMap((part, index) => conditionsOf(part, `${path}/${kind}/${index}`));
}
