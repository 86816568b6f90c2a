import type {SqlType} from "../../../ground/wire/sql-tables.ts";
import type {DialectName} from "../../../semantic/index.ts";

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
 * Whether an engine orders the values of a type as Postgres does. In the others NaN is neither less nor greater than a
 * number, and comes first or last.
 */
export function ordersAsPostgres(dialect: DialectName, type: SqlType): boolean {
  return type !== "double precision" || AS_POSTGRES.has(dialect);
}
