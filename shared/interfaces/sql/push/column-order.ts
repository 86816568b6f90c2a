import type {SqlType} from "../../../ground/wire/sql-tables.ts";
import {type DialectName, ordersTexts} from "../../../semantic/index.ts";

/** Engines in which NaN is as in Postgres, equal to itself and greater than all other numbers, or that have no NaN. */
const AS_POSTGRES: ReadonlySet<DialectName> = new Set([
  "postgres",
  "duckdb",
  "mysql",
  "databricks",
  "snowflake",
  "redshift",
]);

/**
 * Whether an engine orders the numbers of a type as Postgres does. In the others NaN is neither less nor greater than a
 * number, and comes first or last.
 */
export function ordersAsPostgres(dialect: DialectName, type: SqlType): boolean {
  return type !== "double precision" || AS_POSTGRES.has(dialect);
}

/** Whether an engine sorts the values of a column as the Postgres of the rest does, whose texts are sorted by code points. */
export function sortsAsPostgres(dialect: DialectName, type: SqlType): boolean {
  if (type === "text") return ordersTexts(dialect);
  return SORTED.has(type) && ordersAsPostgres(dialect, type);
}

/** Whether an engine compares two columns of one type as Postgres does. */
export function comparesAlike(dialect: DialectName, type: SqlType): boolean {
  // ClickHouse refuses to compare decimals whose digits do not fit into one type.
  return sortsAsPostgres(dialect, type) && !(type === "numeric" && dialect === "clickhouse");
}

const SORTED: ReadonlySet<SqlType> = new Set([
  "bigint",
  "numeric",
  "double precision",
  "boolean",
  "date",
  "timestamp with time zone",
]);
