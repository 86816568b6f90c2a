import {bigquery} from "./types/bigquery.ts";
import {clickhouse} from "./types/clickhouse.ts";
import {databricks} from "./types/databricks.ts";
import {duckdb} from "./types/duckdb.ts";
import {mysql} from "./types/mysql.ts";
import {postgres, redshift} from "./types/postgres.ts";
import {snowflake} from "./types/snowflake.ts";
import {trino} from "./types/trino.ts";

/** Every type of connection, by its name in the API and in the compiler's dialects. */
export const TYPES = {
  postgres,
  duckdb,
  mysql,
  redshift,
  clickhouse,
  trino,
  bigquery,
  databricks,
  snowflake,
};

export type ConnectionType = keyof typeof TYPES;

/** A connection's configuration with its secrets, as a worker opens it. Parsed by `parse-config.ts`. */
export type WarehouseConfig<T extends ConnectionType = ConnectionType> = {
  [N in T]: {type: N} & ReturnType<(typeof TYPES)[N]["complete"]>;
}[T];
