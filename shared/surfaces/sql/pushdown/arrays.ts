import type {Node} from "libpg-query";
import {isArrayType, type SqlType} from "../../../core/wire/sql-tables.ts";
import type {DialectName} from "../../../semantic/index.ts";
import type {CatalogColumn, ColumnType} from "../catalog-types.ts";
import {typeNameOf} from "../statement/nodes.ts";
import {type Condition, type ConditionContext, columnIn} from "./condition.ts";
import type {Constant} from "./constant.ts";
import {constantOf} from "./constants.ts";
import {plainArray} from "./list-conditions.ts";
import {readsAs} from "./read-text.ts";

/**
 * Engines whose arrays have elements of one type. In the others an array is a JSON document, which may be the JSON `null`
 * and may have elements of any type: there, two documents can be one array in SQL, and a text does not equal a number.
 */
const TYPED: ReadonlySet<DialectName> = new Set([
  "postgres",
  "duckdb",
  "clickhouse",
  "bigquery",
  "databricks",
  "trino",
]);

function hasOwnArrays(dialect: DialectName): boolean {
  return TYPED.has(dialect);
}

/**
 * Whether an engine's groups of a column are those of Postgres. The layer groups arrays by their JSON, in which 1.0 and
 * 1.00 differ.
 */
export function groupsAsPostgres(dialect: DialectName, {type}: ColumnType): boolean {
  return !isArrayType(type) || (hasOwnArrays(dialect) && type !== "numeric[]");
}

/** Whether a column is null in the engine where it is null in SQL. */
export function hasNullsAsPostgres(dialect: DialectName, {type}: ColumnType): boolean {
  return !isArrayType(type) || hasOwnArrays(dialect);
}

const ARRAY_OPERATORS = ["@>", "<@", "&&"];

export function isArrayOperator(operator: string): boolean {
  return ARRAY_OPERATORS.includes(operator);
}

/** The condition `value = any(column)`. If it is not met, it may be null, so nothing has the meaning of its negation. */
export function elementCondition(
  left: Node,
  right: Node,
  context: ConditionContext,
  isFalse: boolean,
): Condition | undefined {
  const column = arrayColumn(right, context);
  const constant = column && constantOf(left, context);
  if (column === undefined || constant === undefined || isFalse) return undefined;
  const value = elementValue(column.type, constant, ELEMENT_TYPES);
  return value === undefined ? undefined : {field: column.field, op: "has", value};
}

/** The condition `column @> array[…]`, `array[…] <@ column`, or `column && array[…]` with its sides in either order. */
export function arrayCondition(
  operator: string,
  left: Node,
  right: Node,
  context: ConditionContext,
  isFalse: boolean,
): Condition | undefined {
  if (isFalse) return undefined;
  const column = operator === "<@" ? undefined : arrayColumn(left, context);
  const other = operator === "@>" || column !== undefined ? undefined : arrayColumn(right, context);
  const found = column ?? other;
  const constants = found && elementsOf(column === undefined ? left : right, found.type, context);
  if (found === undefined || constants === undefined || constants.length === 0) return undefined;
  const values = constants.map(constant => elementValue(found.type, constant, SAME_TYPES));
  if (values.includes(undefined)) return undefined;
  return {field: found.field, op: operator === "&&" ? "has_any" : "has_all", value: values};
}

function arrayColumn(node: Node, context: ConditionContext): CatalogColumn | undefined {
  const column = columnIn(node, context);
  return column?.kind === "dimension" && isArrayType(column.type) && hasOwnArrays(context.dialect)
    ? column
    : undefined;
}

/** The elements of a constant array; `undefined` if Postgres would give the array another type than the column's. */
function elementsOf(node: Node, type: SqlType, context: ConditionContext): Constant[] | undefined {
  if ("TypeCast" in node) {
    const {arg, typeName} = node.TypeCast;
    const element =
      typeName?.arrayBounds?.length === 1 ? typeNameOf({names: typeName.names ?? []}) : undefined;
    const isSame = element !== undefined && CAST_TYPES[type] === element && typeName?.typmods === undefined;
    return arg === undefined || !isSame || "TypeCast" in arg ? undefined : elementsOf(arg, type, context);
  }
  if ("A_ArrayExpr" in node) {
    const constants = (node.A_ArrayExpr.elements ?? []).map(element => constantOf(element, context));
    return constants.includes(undefined) ? undefined : constants.flatMap(constant => constant ?? []);
  }
  const constant = constantOf(node, context);
  if (constant?.type !== "unknown" || constant.text === null) return undefined;
  return plainArray(constant.text)?.map(text => ({type: "unknown", text}));
}

type Types = Partial<Record<SqlType, readonly Constant["type"][]>>;

/** The types of values that Postgres compares with an element as its own type. */
const ELEMENT_TYPES: Types = {
  "text[]": ["unknown", "text"],
  "numeric[]": ["unknown", "integer", "numeric"],
  "boolean[]": ["unknown", "boolean"],
};

/** The types of elements of an array that Postgres compares with the column. Literals alone make an array of texts. */
const SAME_TYPES: Types = {
  "text[]": ["unknown", "text"],
  "numeric[]": ["numeric"],
  "boolean[]": ["boolean"],
};

const CAST_TYPES: Partial<Record<SqlType, string>> = {
  "text[]": "text",
  "numeric[]": "numeric",
  "boolean[]": "bool",
};

/** Whole numbers that every number type has exactly, and in whose text no type leaves out digits. */
const SMALL = /^-?\d{1,6}$/;

function elementValue(
  type: SqlType,
  {type: given, text}: Constant,
  allowed: Types,
): string | boolean | undefined {
  if (text === null || allowed[type]?.includes(given) !== true) return undefined;
  if (type === "text[]") return text;
  if (type === "numeric[]") {
    const number = readsAs(text, "bigint", "UTC");
    return number !== undefined && SMALL.test(number) ? number : undefined;
  }
  const word = readsAs(text, "boolean", "UTC");
  return word === undefined ? undefined : word === "true";
}
