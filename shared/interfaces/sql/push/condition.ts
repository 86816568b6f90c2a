import type {ColumnRef, FuncCall, Node} from "libpg-query";
import type {SqlType} from "../../../ground/wire/sql-tables.ts";
import type {Filter} from "../../../semantic/documents.ts";
import type {DialectName} from "../../../semantic/index.ts";
import type {CatalogColumn} from "../catalog.ts";
import {typeNameOf} from "../statement/nodes.ts";
import type {ReadingContext} from "./constant.ts";

/** What is known where a condition stands. */
export interface ConditionContext extends ReadingContext {
  weekStart: "monday" | "sunday";
  /** Of the warehouse. */
  dialect: DialectName;
  /** The dimension that a reference means, `undefined` for everything that a filter cannot name. */
  columnOf(ref: ColumnRef): CatalogColumn | undefined;
  /** The measure that a call is, where the condition is one of groups. */
  measureOf?(call: FuncCall): CatalogColumn | undefined;
  /** The expression that a column of a derived table is. */
  expressionOf(ref: ColumnRef): Node | undefined;
}

/** A filter, or what is true or false of every row. */
export type Condition = Filter | boolean;

/** Conditions that are ANDed or ORed; `undefined` if one is, unless one before it decides. */
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
  if ("FuncCall" in node) return context.measureOf?.(node.FuncCall);
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
