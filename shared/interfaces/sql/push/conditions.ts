import type {ColumnRef, Node} from "libpg-query";
import type {SqlType} from "../../../ground/wire/sql-tables.ts";
import type {Filter} from "../../../semantic/documents.ts";
import type {CatalogColumn} from "../catalog.ts";
import {stringsOf, typeNameOf} from "../statement/nodes.ts";
import {type Constant, constantOf, type ReadingContext, readsAs} from "./constants.ts";
import {likeFilter} from "./like.ts";
import {distinctFrom, inArray, inList} from "./list-conditions.ts";
import {type DayExpression, dayExpressionOf, periodFilter} from "./period-conditions.ts";

export interface ConditionContext extends ReadingContext {
  weekStart: "monday" | "sunday";
  /** The dimension that a reference means, `undefined` for everything that a filter cannot name. */
  columnOf(ref: ColumnRef): CatalogColumn | undefined;
  /** The expression that a column of a derived table is. */
  expressionOf(ref: ColumnRef): Node | undefined;
}

/** A filter, or what is true or false of every row. */
export type Condition = Filter | boolean;

/**
 * The filter that keeps exactly the rows for which the expression is true, or with `isFalse` false: a row for which it
 * is null is in neither. `undefined` if the layer has no filter with this meaning.
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
    if (column === undefined) return undefined;
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

/** What is not so of a row: also where it would be null. */
function negate(condition: Condition): Condition {
  return typeof condition === "boolean" ? !condition : {not: condition};
}

export function combine(parts: readonly (Condition | undefined)[], isAnd: boolean): Condition | undefined {
  const filters: Filter[] = [];
  for (const part of parts) {
    if (part === undefined) return undefined;
    if (typeof part !== "boolean") filters.push(part);
    else if (part !== isAnd) return part;
  }
  const [first] = filters;
  if (first === undefined) return isAnd;
  if (filters.length === 1) return first;
  return isAnd ? {and: filters} : {or: filters};
}

/** The column that an expression is, also under a cast that changes nothing. */
export function columnIn(node: Node, context: ConditionContext): CatalogColumn | undefined {
  if ("ColumnRef" in node) return context.columnOf(node.ColumnRef);
  if (!("TypeCast" in node) || node.TypeCast.arg === undefined) return undefined;
  const column = columnIn(node.TypeCast.arg, context);
  const type = typeNameOf(node.TypeCast.typeName);
  if (column === undefined || type === undefined || node.TypeCast.typeName?.typmods !== undefined)
    return undefined;
  return SAME_TYPES[column.type]?.includes(type) ? column : undefined;
}

const SAME_TYPES: Partial<Record<SqlType, readonly string[]>> = {
  text: ["text", "varchar"],
  bigint: ["int8"],
  numeric: ["numeric"],
  "double precision": ["float8"],
  boolean: ["bool"],
  date: ["date"],
  "timestamp with time zone": ["timestamptz"],
};

const MIRRORED: Record<string, string> = {"=": "=", "<>": "<>", "<": ">", ">": "<", "<=": ">=", ">=": "<="};
const OPPOSITE: Record<string, string> = {"=": "<>", "<>": "=", "<": ">=", ">": "<=", "<=": ">", ">=": "<"};

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
      return operator === "=" ? inArray(lexpr, rexpr, context, isFalse) : undefined;
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
  return compare(operator, subject, right, context, isFalse);
}

/** `1 = 1`, as programs write it where there is nothing to ask. */
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
  asked: string,
  subject: CatalogColumn | DayExpression,
  other: Node,
  context: ConditionContext,
  isFalse: boolean,
): Condition | undefined {
  const constant = constantOf(other, context);
  if (constant === undefined) return undefined;
  const operator = isFalse ? (OPPOSITE[asked] ?? "") : asked;
  if ("period" in subject) return periodFilter(operator, subject, constant, context);
  const value = valueFor(subject, constant, context);
  if (value === undefined) return undefined;
  if (constant.text === null) return false;
  if (subject.type === "boolean" && operator !== "=" && operator !== "<>") return undefined;
  // How texts are ordered is the collation's, which is another in each warehouse.
  if (subject.type === "text" && operator !== "=" && operator !== "<>") return undefined;
  return filterOf(subject.field, operator, value);
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

/** The constant as a filter takes it, `undefined` where Postgres would compare another type, or refuse to. */
export function valueFor(
  column: CatalogColumn,
  {type, text}: Constant,
  {timezone}: ConditionContext,
): string | boolean | undefined {
  if (!isComparable(column.type, type)) return undefined;
  if (text === null) return "";
  switch (column.type) {
    case "boolean": {
      const word = readsAs(text, "boolean", timezone);
      return word === undefined ? undefined : word === "true";
    }
    case "bigint":
      return readsAs(text, type === "numeric" ? "numeric" : "bigint", timezone);
    case "date":
      return readsAs(text, "date", timezone);
    default:
      return readsAs(text, column.type, timezone);
  }
}

function isComparable(column: SqlType, constant: Constant["type"]): boolean {
  if (constant === "unknown") return column !== "jsonb";
  switch (column) {
    case "text":
      return constant === "text";
    case "bigint":
    case "numeric":
      return constant === "integer" || constant === "numeric";
    case "double precision":
      return constant === "integer" || constant === "numeric" || constant === "double precision";
    case "boolean":
      return constant === "boolean";
    case "date":
      return constant === "date";
    case "timestamp with time zone":
      return constant === "timestamp with time zone" || constant === "timestamp" || constant === "date";
    default:
      return false;
  }
}
