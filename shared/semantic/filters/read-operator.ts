import {fieldError} from "../layer/field-error.ts";
import type {DimensionType} from "../layer/graph.ts";
import {didYouMean, nearest} from "../layer/names.ts";
import type {FilterCondition} from "../query/filter.ts";
import {OPERATORS, type Operator, operatorNamed} from "./operators.ts";
import type {Comparison} from "./predicates.ts";
import {invalidValue} from "./reader.ts";

/** The operators that search in texts. They ignore case unless `caseSensitive` is set. */
export const SEARCHES: readonly Operator[] = ["contains", "not_contains", "starts_with", "ends_with"];
const COMPARISONS: readonly Comparison[] = ["=", "<", "<=", ">", ">="];

/**
 * The operator of a condition. Throws `invalid_filter` for an unknown name; `allowed` are the operators of its field.
 */
export function readOperator(op: string, allowed: readonly Operator[], pointer: string): Operator {
  const operator = operatorNamed(op);
  if (operator !== undefined) return operator;
  const suggestions = nearest(op, OPERATORS);
  throw fieldError("invalid_filter", `${pointer}/op`, {
    message: `"${op}" is not an operator.${didYouMean(suggestions)}`,
    allowed,
    suggestions,
  });
}

export function readCaseSensitive(
  {caseSensitive}: FilterCondition,
  operator: Operator,
  pointer: string,
): boolean | undefined {
  if (caseSensitive === undefined || SEARCHES.includes(operator)) return caseSensitive;
  throw fieldError("invalid_filter", `${pointer}/caseSensitive`, {
    message: `"caseSensitive" goes with ${SEARCHES.join(", ")}; "${operator}" does not take it.`,
    allowed: SEARCHES,
  });
}

/**
 * The operator of a condition that compares its field with another field of this type. A negated comparison holds where
 * one of the two is null. Throws `invalid_filter`.
 */
export function readComparison(
  condition: FilterCondition,
  type: DimensionType,
  pointer: string,
): {op: Comparison; negated: boolean} {
  const {field, value} = condition;
  const allowed: Operator[] = type === "boolean" ? ["=", "!="] : ["!=", ...COMPARISONS];
  const operator = readOperator(condition.op, allowed, pointer);
  const op = operator === "!=" ? "=" : COMPARISONS.find(one => one === operator);
  if (op === undefined || !allowed.includes(operator)) {
    const why = op === undefined ? `it takes a "value"` : `"${field}" is of type ${type}`;
    throw fieldError("invalid_filter", `${pointer}/op`, {
      message: `"${operator}" does not compare "${field}" with another field: ${why}.`,
      allowed,
    });
  }
  if (value !== undefined) {
    const message = `"${field}" is compared with a "value" or with the field in "other". Leave one of them out.`;
    throw invalidValue(`${pointer}/value`, message);
  }
  readCaseSensitive(condition, operator, pointer);
  return {op, negated: operator === "!="};
}
