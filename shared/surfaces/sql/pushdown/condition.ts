import type {ColumnRef, FuncCall, Node} from "libpg-query";
import {isScalar, type SqlType} from "../../../core/wire/sql-tables.ts";
import type {Filter} from "../../../semantic/documents.ts";
import type {DialectName} from "../../../semantic/index.ts";
import type {CatalogColumn} from "../catalog-types.ts";
import {typeNameOf} from "../statement/nodes.ts";
import type {ReadingContext} from "./constant.ts";

/** The context of a condition. */
export interface ConditionContext extends ReadingContext {
  weekStart: "monday" | "sunday";
  /** The warehouse's dialect. */
  dialect: DialectName;
  /** The column for a reference; `undefined` if a filter cannot name it. */
  columnOf(ref: ColumnRef): CatalogColumn | undefined;
  /** The measure for a call, in a condition on groups. */
  measureOf?(call: FuncCall): CatalogColumn | undefined;
  /** The expression of a derived table's column. */
  expressionOf(ref: ColumnRef): Node | undefined;
}

/** A filter, or a constant: the condition is true or false for every row. */
export type Condition = Filter | boolean;

/** Combines conditions by AND or OR. `undefined` if one of them is unknown, unless an earlier one already decides. */
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

/** A filter on one of the columns that no row meets. */
export function noRows(columns: readonly CatalogColumn[]): Filter {
  const scalar = columns.find(({type}) => isScalar(type));
  if (scalar !== undefined) return {field: scalar.field, op: "in", value: []};
  const field = columns[0]?.field ?? "";
  return {
    and: [
      {field, op: "is_null"},
      {field, op: "is_not_null"},
    ],
  };
}

/** The column that an expression reads, perhaps under a cast that changes nothing. */
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
