import type {DialectName} from "../../shared/semantic/compile.ts";
import {readBigqueryDefaults, readBigqueryTables} from "../warehouses/bigquery-catalog.ts";
import {readClickhouseDefaults, readClickhouseTables} from "../warehouses/clickhouse-catalog.ts";
import {readDatabricksDefaults, readDatabricksTables} from "../warehouses/databricks-catalog.ts";
import {readDuckdbDefaults, readDuckdbTables} from "../warehouses/duckdb-catalog.ts";
import {readMysqlDefaults, readMysqlTables} from "../warehouses/mysql-catalog.ts";
import {readPostgresDefaults, readPostgresTables} from "../warehouses/postgres-catalog.ts";
import {readRedshiftDefaults, readRedshiftTables} from "../warehouses/redshift-catalog.ts";
import {readSnowflakeDefaults, readSnowflakeTables} from "../warehouses/snowflake-catalog.ts";
import {readTrinoDefaults, readTrinoTables} from "../warehouses/trino-catalog.ts";
import type {Warehouse} from "../warehouses/warehouse.ts";
import type {Defaults, Narrow, WarehouseTable} from "./tables.ts";

interface CatalogReader {
  tables(warehouse: Warehouse, narrow: Narrow, signal: AbortSignal): Promise<WarehouseTable[]>;
  defaults(warehouse: Warehouse, signal: AbortSignal): Promise<Defaults>;
}

const READERS: Readonly<Record<DialectName, CatalogReader>> = {
  bigquery: {tables: readBigqueryTables, defaults: readBigqueryDefaults},
  databricks: {tables: readDatabricksTables, defaults: readDatabricksDefaults},
  snowflake: {tables: readSnowflakeTables, defaults: readSnowflakeDefaults},
  redshift: {tables: readRedshiftTables, defaults: readRedshiftDefaults},
  trino: {tables: readTrinoTables, defaults: readTrinoDefaults},
  postgres: {tables: readPostgresTables, defaults: readPostgresDefaults},
  duckdb: {tables: readDuckdbTables, defaults: readDuckdbDefaults},
  mysql: {tables: readMysqlTables, defaults: readMysqlDefaults},
  clickhouse: {tables: readClickhouseTables, defaults: readClickhouseDefaults},
};

/** The tables and views that the connection's user may read, as far as `narrow` goes. */
export function readTables(
  warehouse: Warehouse,
  narrow: Narrow,
  signal: AbortSignal,
): Promise<WarehouseTable[]> {
  return READERS[warehouse.dialect].tables(warehouse, narrow, signal);
}

export function readDefaults(warehouse: Warehouse, signal: AbortSignal): Promise<Defaults> {
  return READERS[warehouse.dialect].defaults(warehouse, signal);
}
