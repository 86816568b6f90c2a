import type {Node} from "libpg-query";
import {stringsOf} from "../statement/nodes.ts";
import {arrayCondition, elementCondition, hasNullsAsPostgres, isArrayOperator} from "./arrays.ts";
import {binary} from "./comparisons.ts";
import {type Condition, type ConditionContext, columnIn, combine} from "./condition.ts";
import {constantOf} from "./constants.ts";
import {likeFilter} from "./like.ts";
import {distinctFrom, inArray, inList} from "./list-conditions.ts";

/**
 * The filter that keeps exactly the rows for which the expression is true (with `isFalse`: false), never those for which
 * the expression is null. `undefined` if the layer has no filter with this meaning.
 */
export function conditionOf(node: Node, context: ConditionContext, isFalse = false): Condition | undefined {
  if ("BoolExpr" in node) {
    const {boolop, args = []} = node.BoolExpr;
    if (boolop === "NOT_EXPR") return args[0] && conditionOf(args[0], context, !isFalse);
    const parts = args.map(arg => conditionOf(arg, context, isFalse));
    return combine(parts, (boolop === "AND_EXPR") !== isFalse);
  }
  if ("NullTest" in node) {
    const {arg, nulltesttype} = node.NullTest;
    const column = arg && columnIn(arg, context);
    if (column === undefined || !hasNullsAsPostgres(context.dialect, column)) return undefined;
    const isNull = (nulltesttype === "IS_NULL") !== isFalse;
    return {field: column.field, op: isNull ? "is_null" : "is_not_null"};
  }
  if ("BooleanTest" in node) {
    const {arg, booltesttype = "IS_TRUE"} = node.BooleanTest;
    const [is, not] = [arg && conditionOf(arg, context), arg && conditionOf(arg, context, true)];
    if (is === undefined || not === undefined) return undefined;
    const found: Condition | undefined = new Map<string, Condition | undefined>(
      Object.entries({
        IS_TRUE: is,
        IS_NOT_TRUE: negate(is),
        IS_FALSE: not,
        IS_NOT_FALSE: negate(not),
        IS_UNKNOWN: combine([negate(is), negate(not)], true),
        IS_NOT_UNKNOWN: combine([is, not], false),
      }),
    ).get(booltesttype);
    return found === undefined ? undefined : isFalse ? negate(found) : found;
  }
  if ("A_Expr" in node) return comparison(node.A_Expr, context, isFalse);
  const constant = constantOf(node, context);
  if (constant?.type === "boolean") return constant.text !== null && (constant.text === "true") !== isFalse;
  const column = columnIn(node, context);
  return column?.type === "boolean" ? {field: column.field, op: "=", value: !isFalse} : undefined;
}

/** The condition that a row does not meet the given one, which includes rows where the given one is null. */
function negate(condition: Condition): Condition {
  return typeof condition === "boolean" ? !condition : {not: condition};
}

type Comparison = Extract<Node, {A_Expr: unknown}>["A_Expr"];

function comparison(
  expression: Comparison,
  context: ConditionContext,
  isFalse: boolean,
): Condition | undefined {
  const {kind, name, lexpr, rexpr} = expression;
  if (lexpr === undefined || rexpr === undefined) return undefined;
  const operators = stringsOf(name);
  const operator = operators.at(-1) ?? "";
  if (operators.length > 1 && operators[0] !== "pg_catalog") return undefined;
  switch (kind) {
    case "AEXPR_OP":
      if (isArrayOperator(operator)) return arrayCondition(operator, lexpr, rexpr, context, isFalse);
      return binary(operator === "!=" ? "<>" : operator, lexpr, rexpr, context, isFalse);
    case "AEXPR_IN":
      return inList(
        lexpr,
        "List" in rexpr ? (rexpr.List.items ?? []) : [],
        operator === "<>",
        context,
        isFalse,
      );
    case "AEXPR_OP_ANY":
      if (operator !== "=") return undefined;
      return inArray(lexpr, rexpr, context, isFalse) ?? elementCondition(lexpr, rexpr, context, isFalse);
    case "AEXPR_BETWEEN":
    case "AEXPR_NOT_BETWEEN": {
      const [from, to] = "List" in rexpr ? (rexpr.List.items ?? []) : [];
      if (from === undefined || to === undefined) return undefined;
      const isOutside = (kind === "AEXPR_NOT_BETWEEN") !== isFalse;
      const parts = [
        binary(">=", lexpr, from, context, isOutside),
        binary("<=", lexpr, to, context, isOutside),
      ];
      return combine(parts, !isOutside);
    }
    case "AEXPR_DISTINCT":
    case "AEXPR_NOT_DISTINCT":
      return distinctFrom(lexpr, rexpr, context, (kind === "AEXPR_DISTINCT") !== isFalse);
    case "AEXPR_LIKE":
    case "AEXPR_ILIKE": {
      const column = columnIn(lexpr, context);
      const pattern = constantOf(rexpr, context);
      if (column?.type !== "text" || (pattern?.type !== "unknown" && pattern?.type !== "text"))
        return undefined;
      if (pattern.text === null) return false;
      const isNegated = operator.startsWith("!") !== isFalse;
      return likeFilter(column.field, pattern.text, kind === "AEXPR_ILIKE", isNegated);
    }
    default:
      return undefined;
  }
}
