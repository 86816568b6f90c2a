import {defaultsBy, tableIn} from "../catalog.ts";
import {type ColumnKind, type Narrow, tableKey, type WarehouseTable} from "../tables.ts";
import type {Warehouse} from "../warehouse.ts";

const SYSTEM = "('information_schema', 'mysql', 'performance_schema', 'sys')";

type Ask = (sql: string) => Promise<(string | null)[][]>;

/** MySQL's databases are its schemas, and it has no catalogs. */
export const readMysqlDefaults = defaultsBy("select '', database()");

/**
 * Tables of the given schemas, or of all, read with five statements. The server lists only objects on which the
 * connection's user has rights.
 */
export async function readMysqlTables(
  warehouse: Warehouse,
  narrow: Narrow,
  signal: AbortSignal,
): Promise<WarehouseTable[]> {
  const parameters = [...(narrow.schemas ?? []), ...(narrow.tables ?? [])];
  const ask = (sql: string) => warehouse.rows({sql, parameters}, signal);
  if (narrow.schemas?.length === 0 || narrow.tables?.length === 0) return [];
  const documents = await readDocuments(warehouse, ask, narrow, signal);
  const tables = await readColumns(ask, narrow, documents);
  await addKeys(tables, ask, narrow);
  await addForeignKeys(tables, ask, narrow);
  return [...tables.values()];
}

function isRequested(narrow: Narrow, schema: string, table: string): string {
  const list = (values: readonly string[]) => values.map(() => "?").join(", ");
  const bySchema = narrow.schemas ? ` and ${schema} in (${list(narrow.schemas)})` : "";
  const byTable = narrow.tables ? ` and ${table} in (${list(narrow.tables)})` : "";
  return `lower(${schema}) not in ${SYSTEM}${bySchema}${byTable}`;
}

/** The JSON columns of MariaDB, where JSON is text with a check constraint. */
async function readDocuments(
  warehouse: Warehouse,
  ask: Ask,
  narrow: Narrow,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const [[version] = []] = await warehouse.rows({sql: "select version()", parameters: []}, signal);
  if (!version?.includes("MariaDB")) return new Set();
  const rows = await ask(`
    select constraint_schema, table_name, check_clause
    from information_schema.check_constraints
    where ${isRequested(narrow, "constraint_schema", "table_name")} and check_clause like 'json_valid(%'`);
  return new Set(
    rows.flatMap(([schema, table, clause]) => {
      // MariaDB quotes the names in check clauses as this session does.
      const [, column] = /^json_valid\("(.*)"\)$/.exec(clause ?? "") ?? [];
      return column === undefined ? [] : [columnKey(schema, table, column.replaceAll('""', '"'))];
    }),
  );
}

async function readColumns(
  ask: Ask,
  narrow: Narrow,
  documents: ReadonlySet<string>,
): Promise<Map<string, WarehouseTable>> {
  const rows = await ask(`
    select c.table_schema, c.table_name, t.table_type, t.table_comment, c.column_name, c.column_type,
      c.data_type, c.is_nullable, c.column_comment
    from information_schema.columns c
      join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name
    where ${isRequested(narrow, "c.table_schema", "c.table_name")}
      and t.table_type in ('BASE TABLE', 'VIEW', 'SYSTEM VERSIONED')
    order by c.table_schema, c.table_name, c.ordinal_position`);
  const tables = new Map<string, WarehouseTable>();
  for (const [schema, name, tableType, comment, column, type, dataType, nullable, columnComment] of rows) {
    const isView = tableType === "VIEW";
    const table = tableIn(tables, {
      schema: schema ?? "",
      name: name ?? "",
      isView,
      comment: isView || !comment ? null : comment,
    });
    const isDocument = documents.has(columnKey(schema, name, column));
    table.columns.push({
      name: column ?? "",
      type: isDocument ? "json" : (type ?? ""),
      nullable: nullable === "YES",
      kind: isDocument ? "json" : classifyType(dataType ?? "", type ?? ""),
      comment: columnComment || null,
    });
  }
  return tables;
}

/** Adds unique keys. An index over an expression does not make columns unique; one over a prefix of a text does. */
async function addKeys(tables: ReadonlyMap<string, WarehouseTable>, ask: Ask, narrow: Narrow): Promise<void> {
  const rows = await ask(`
    select table_schema, table_name, index_name, column_name
    from information_schema.statistics
    where non_unique = 0 and ${isRequested(narrow, "table_schema", "table_name")}
    order by table_schema, table_name, index_name <> 'PRIMARY', index_name, seq_in_index`);
  const indexes = Map.groupBy(rows, ([schema, table, index]) => columnKey(schema, table, index));
  for (const columns of indexes.values()) {
    const [[schema, name, index] = []] = columns;
    const table = tables.get(tableKey(schema ?? "", name ?? ""));
    const key = columns.map(row => row[3]).filter(column => typeof column === "string");
    if (!table || key.length < columns.length) continue;
    table.uniqueKeys.push(key);
    if (index === "PRIMARY") table.primaryKey = key;
  }
}

async function addForeignKeys(
  tables: ReadonlyMap<string, WarehouseTable>,
  ask: Ask,
  narrow: Narrow,
): Promise<void> {
  const rows = await ask(`
    select table_schema, table_name, constraint_name, column_name, referenced_table_schema,
      referenced_table_name, referenced_column_name
    from information_schema.key_column_usage
    where referenced_table_name is not null and ${isRequested(narrow, "table_schema", "table_name")}
    order by table_schema, table_name, constraint_name, ordinal_position`);
  const keys = Map.groupBy(rows, ([schema, table, constraint]) => columnKey(schema, table, constraint));
  for (const columns of keys.values()) {
    const [[schema, name, , , referencedSchema, referencedTable] = []] = columns;
    tables.get(tableKey(schema ?? "", name ?? ""))?.foreignKeys.push({
      columns: columns.map(row => row[3] ?? ""),
      referencedSchema: referencedSchema ?? "",
      referencedTable: referencedTable ?? "",
      referencedColumns: columns.map(row => row[6] ?? ""),
    });
  }
}

function columnKey(...parts: (string | null | undefined)[]): string {
  return JSON.stringify(parts);
}

const KINDS: Readonly<Record<string, ColumnKind>> = {
  tinyint: "integer",
  smallint: "integer",
  mediumint: "integer",
  int: "integer",
  bigint: "integer",
  year: "integer",
  bit: "integer",
  decimal: "decimal",
  float: "decimal",
  double: "decimal",
  char: "text",
  varchar: "text",
  tinytext: "text",
  text: "text",
  mediumtext: "text",
  longtext: "text",
  enum: "textual",
  set: "textual",
  time: "textual",
  uuid: "textual",
  inet4: "textual",
  inet6: "textual",
  date: "date",
  datetime: "timestamp",
  timestamp: "timestamp",
  json: "json",
};

/** MySQL stores a `boolean` as `tinyint(1)`. */
function classifyType(dataType: string, columnType: string): ColumnKind {
  if (/^(tinyint|bit)\(1\)/.test(columnType)) return "boolean";
  return KINDS[dataType] ?? "other";
}
