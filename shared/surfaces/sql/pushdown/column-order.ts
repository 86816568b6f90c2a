import type {SqlType} from "../../../core/wire/sql-tables.ts";
import {type DialectName, sortsByCodePoint} from "../../../semantic/index.ts";
import type {ColumnType} from "../catalog-types.ts";

/** Engines that treat NaN as Postgres does, equal to itself and greater than all other numbers, or that have no NaN. */
const AS_POSTGRES: ReadonlySet<DialectName> = new Set([
  "postgres",
  "duckdb",
  "mysql",
  "databricks",
  "snowflake",
  "redshift",
]);

/**
 * Whether an engine orders the numbers of a column as Postgres does. In the other engines NaN is neither less nor greater
 * than a number, and is sorted first or last. A number whose type is guessed may be NaN.
 */
export function ordersAsPostgres(dialect: DialectName, {type, isTypeGuessed}: ColumnType): boolean {
  return (type !== "double precision" && isTypeGuessed !== true) || AS_POSTGRES.has(dialect);
}

/**
 * Whether an engine sorts the values of a column like the worker's own Postgres, which runs the rest of a statement and
 * sorts texts by code points.
 */
export function sortsAsPostgres(dialect: DialectName, column: ColumnType): boolean {
  if (column.type === "text") return sortsByCodePoint(dialect);
  return SORTED.has(column.type) && ordersAsPostgres(dialect, column);
}

/** Whether an engine compares a column with another one of its type as Postgres does. */
export function comparesAlike(dialect: DialectName, column: ColumnType): boolean {
  // ClickHouse refuses to compare decimals whose digits do not fit into one type.
  return sortsAsPostgres(dialect, column) && !(column.type === "numeric" && dialect === "clickhouse");
}

const SORTED: ReadonlySet<SqlType> = new Set([
  "bigint",
  "numeric",
  "double precision",
  "boolean",
  "date",
  "timestamp with time zone",
]);
