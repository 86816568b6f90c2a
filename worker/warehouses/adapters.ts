import type {DialectName} from "../../shared/semantic/index.ts";
import type {Adapter} from "./adapter.ts";
import {bigquery} from "./bigquery/adapter.ts";
import {clickhouse} from "./clickhouse/adapter.ts";
import {databricks} from "./databricks/adapter.ts";
import {duckdb} from "./duckdb/adapter.ts";
import {mysql} from "./mysql/adapter.ts";
import {postgres} from "./postgres/adapter.ts";
import {redshift} from "./redshift/adapter.ts";
import {snowflake} from "./snowflake/adapter.ts";
import {trino} from "./trino/adapter.ts";

/**
 * The adapter of every type of warehouse. A new type needs a folder here, a dialect, the fields of its connection, and
 * a line in each table of types.
 */
export const ADAPTERS: {readonly [T in DialectName]: Adapter<T>} = {
  bigquery,
  clickhouse,
  databricks,
  duckdb,
  mysql,
  postgres,
  redshift,
  snowflake,
  trino,
};
