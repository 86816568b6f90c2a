import pg from "pg";
import type {RollupStoreType} from "../../shared/modeling/rollups/storage.ts";
import {mysql} from "../../shared/semantic/index.ts";
import type {WarehouseConfig} from "../../shared/tenancy/connections/types.ts";
import type {OpenContext} from "./adapter.ts";
import {clickhouseColumns, openClickhouseStore, path} from "./clickhouse/table-store.ts";
import {mysqlColumns} from "./mysql/table-columns.ts";
import {path as mysqlPath, openMysqlStore} from "./mysql/table-store.ts";
import {postgresColumns} from "./postgres/table-columns.ts";
import {openPostgresStore} from "./postgres/table-store.ts";
import type {TableRules, TableStore} from "./table-store.ts";

interface TableStores<T extends RollupStoreType> extends TableRules {
  open(config: WarehouseConfig<T>, context: OpenContext): Promise<TableStore>;
}

const quoted = pg.escapeIdentifier;
const backquoted = mysql.quote;

/** The types of warehouses that keep roll-ups as tables. */
export const TABLE_STORES: {readonly [T in RollupStoreType]: TableStores<T>} = {
  postgres: {
    open: openPostgresStore,
    columnsOf: postgresColumns,
    countSql: ({schema, name}) => `select count(*) from ${quoted(schema)}.${quoted(name)}`,
    writeGrant: (schema, writer) => `grant usage, create on schema ${quoted(schema)} to ${writer}`,
    readGrant: (schema, writer, reader) =>
      `grant usage on schema ${quoted(schema)} to ${reader}; alter default privileges for role ${writer} in schema ${quoted(schema)} grant select on tables to ${reader}`,
  },
  mysql: {
    open: openMysqlStore,
    columnsOf: mysqlColumns,
    countSql: table => `select count(*) from ${mysqlPath(table)}`,
    writeGrant: (schema, writer) =>
      `grant create, drop, select, insert on ${backquoted(schema)}.* to ${writer}`,
    readGrant: (schema, _, reader) => `grant select on ${backquoted(schema)}.* to ${reader}`,
  },
  clickhouse: {
    open: openClickhouseStore,
    columnsOf: clickhouseColumns,
    countSql: table => `select count() from ${path(table)}`,
    writeGrant: (schema, writer) =>
      `grant create table, drop table, select, insert on ${quoted(schema)}.* to ${writer}`,
    readGrant: (schema, _, reader) => `grant select on ${quoted(schema)}.* to ${reader}`,
  },
};
