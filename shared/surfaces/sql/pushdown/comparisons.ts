import type {Node} from "libpg-query";
import {sortsByCodePoint} from "../../../semantic/index.ts";
import type {CatalogColumn} from "../catalog-types.ts";
import {comparesAlike, ordersAsPostgres} from "./column-order.ts";
import {type Condition, type ConditionContext, columnIn} from "./condition.ts";
import {constantOf} from "./constants.ts";
import {valueFor} from "./filter-value.ts";
import {type DayExpression, dayExpressionOf, periodFilter} from "./period-conditions.ts";

const MIRRORED: Record<string, string> = {"=": "=", "<>": "<>", "<": ">", ">": "<", "<=": ">=", ">=": "<="};
const OPPOSITE: Record<string, string> = {"=": "<>", "<>": "=", "<": ">=", ">": "<=", "<=": ">", ">=": "<"};

/**
 * The condition for a comparison: of a column, or a period of one, with a constant on either side, of two columns, or of
 * two whole numbers.
 */
export function binary(
  operator: string,
  left: Node,
  right: Node,
  context: ConditionContext,
  isFalse: boolean,
): Condition | undefined {
  if (MIRRORED[operator] === undefined) return undefined;
  const subject = columnIn(left, context) ?? dayExpressionOf(left, context);
  if (subject === undefined) {
    const mirrored = columnIn(right, context) ?? dayExpressionOf(right, context);
    if (mirrored !== undefined) return compare(MIRRORED[operator] ?? "", mirrored, left, context, isFalse);
    return constants(operator, left, right, context, isFalse);
  }
  const other = columnIn(right, context);
  if (other !== undefined && !("period" in subject))
    return compareColumns(isFalse ? (OPPOSITE[operator] ?? "") : operator, subject, other, context);
  return compare(operator, subject, right, context, isFalse);
}

/** The condition for `1 = 1`, which programs write as an empty condition. */
function constants(
  operator: string,
  left: Node,
  right: Node,
  context: ConditionContext,
  isFalse: boolean,
): Condition | undefined {
  const [a, b] = [constantOf(left, context), constantOf(right, context)];
  if (a?.type !== "integer" || b?.type !== "integer" || a.text === null || b.text === null) return undefined;
  const [x, y] = [BigInt(a.text), BigInt(b.text)];
  const holds = {"=": x === y, "<>": x !== y, "<": x < y, ">": x > y, "<=": x <= y, ">=": x >= y}[operator];
  return holds === undefined ? undefined : holds !== isFalse;
}

function compare(
  written: string,
  subject: CatalogColumn | DayExpression,
  other: Node,
  context: ConditionContext,
  isFalse: boolean,
): Condition | undefined {
  const constant = constantOf(other, context);
  if (constant === undefined) return undefined;
  const operator = isFalse ? (OPPOSITE[written] ?? "") : written;
  if ("period" in subject) return periodFilter(operator, subject, constant, context);
  const value = valueFor(subject, constant, context);
  if (value === undefined) return undefined;
  if (constant.text === null) return false;
  if (subject.type === "boolean" && operator !== "=" && operator !== "<>") return undefined;
  const isEquality = operator === "=" || operator === "<>";
  if (subject.type === "text" && !isEquality && !sortsByCodePoint(context.dialect)) return undefined;
  if (operator.startsWith(">") && !ordersAsPostgres(context.dialect, subject)) {
    const below = {field: subject.field, op: operator === ">" ? "<=" : "<", value};
    return {and: [{not: below}, {field: subject.field, op: "is_not_null"}]};
  }
  return filterOf(subject.field, operator, value);
}

/**
 * The condition for a comparison of two columns, if their types are the same and the engine compares them as Postgres does.
 */
function compareColumns(
  operator: string,
  column: CatalogColumn,
  other: CatalogColumn,
  {dialect}: ConditionContext,
): Condition | undefined {
  const {field, type, kind} = column;
  if (other.type !== type || other.kind !== kind) return undefined;
  if (!comparesAlike(dialect, column) || !comparesAlike(dialect, other)) return undefined;
  const isEquality = operator === "=" || operator === "<>";
  if (type === "boolean" && !isEquality) return undefined;
  if (operator !== "<>") return {field, op: operator, other: other.field};
  return {
    and: [
      {field, op: "!=", other: other.field},
      {field, op: "is_not_null"},
      {field: other.field, op: "is_not_null"},
    ],
  };
}

/** The layer's `!=` keeps nulls, SQL's does not. */
function filterOf(field: string, operator: string, value: string | boolean): Condition {
  if (operator !== "<>") return {field, op: operator, value};
  return {
    and: [
      {field, op: "!=", value},
      {field, op: "is_not_null"},
    ],
  };
}
