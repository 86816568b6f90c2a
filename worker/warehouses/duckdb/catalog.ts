import {namesOf, setRowCount, tableIn} from "../catalog.ts";
import {type ColumnKind, type Defaults, type Narrow, tableKey, type WarehouseTable} from "../tables.ts";
import type {Warehouse} from "../warehouse.ts";

const COLUMNS = `
  select c.schema_name, c.table_name,
    case when v.view_name is null then 'table' else 'view' end,
    coalesce(v.comment, t.comment), c.column_name, c.data_type, c.is_nullable, c.comment,
    t.estimated_size
  from duckdb_columns() c
    left join duckdb_views() v
      on v.database_name = c.database_name and v.schema_name = c.schema_name and v.view_name = c.table_name
    left join duckdb_tables() t
      on t.database_name = c.database_name and t.schema_name = c.schema_name and t.table_name = c.table_name
  where c.database_name = current_database() and not c.internal
    and ($1 = 'null' or c.schema_name in (select unnest(from_json($1, '["varchar"]'))))
    and ($2 = 'null' or c.table_name in (select unnest(from_json($2, '["varchar"]'))))
  order by c.schema_name, c.table_name, c.column_index`;

const CONSTRAINTS = `
  select schema_name, table_name, constraint_type, to_json(constraint_column_names), referenced_table,
    to_json(referenced_column_names)
  from duckdb_constraints()
  where database_name = current_database()
    and constraint_type in ('PRIMARY KEY', 'UNIQUE', 'FOREIGN KEY')
    and ($1 = 'null' or schema_name in (select unnest(from_json($1, '["varchar"]'))))
    and ($2 = 'null' or table_name in (select unnest(from_json($2, '["varchar"]'))))
  order by schema_name, table_name, constraint_index`;

/** The service's own statements, which may read system views that users' statements may not. */
export const OWN_STATEMENTS: ReadonlySet<string> = new Set([COLUMNS, CONSTRAINTS]);

/** The schemas in which unqualified names are looked up. */
export async function readDuckdbDefaults(warehouse: Warehouse, signal: AbortSignal): Promise<Defaults> {
  const sql = "select current_database(), current_schema()";
  const [[catalog, schema] = []] = await warehouse.rows({sql, parameters: []}, signal);
  return {catalog: catalog ?? "", schemas: [schema ?? "main"]};
}

/** Reads the tables of the given schemas, or of all schemas, with two statements. */
export async function readDuckdbTables(
  warehouse: Warehouse,
  narrow: Narrow,
  signal: AbortSignal,
): Promise<WarehouseTable[]> {
  const parameters = [JSON.stringify(narrow.schemas ?? null), JSON.stringify(narrow.tables ?? null)];
  const tables = new Map<string, WarehouseTable>();
  for (const row of await warehouse.rows({sql: COLUMNS, parameters}, signal)) addColumn(tables, row);
  for (const row of await warehouse.rows({sql: CONSTRAINTS, parameters}, signal)) addConstraint(tables, row);
  nameReferences([...tables.values()]);
  return [...tables.values()];
}

/**
 * Gives the tables and columns that foreign keys refer to the names of the catalogue. The engine ignores the case of
 * names, and stores those of a reference as they were written.
 */
function nameReferences(tables: readonly WarehouseTable[]): void {
  const keyOf = (schema: string, name: string) => folded(tableKey(schema, name));
  const byKey = new Map(tables.map(table => [keyOf(table.schema, table.name), table]));
  for (const key of tables.flatMap(({foreignKeys}) => foreignKeys)) {
    const target = byKey.get(keyOf(key.referencedSchema, key.referencedTable));
    if (!target) continue;
    const columns = new Map(target.columns.map(({name}) => [folded(name), name]));
    key.referencedTable = target.name;
    key.referencedColumns = key.referencedColumns.map(name => columns.get(folded(name)) ?? name);
  }
}

/** The name as the engine compares it: only letters in ASCII have a case. */
function folded(name: string): string {
  return name.replace(/[A-Z]+/g, letters => letters.toLowerCase());
}

function addColumn(tables: Map<string, WarehouseTable>, row: (string | null)[]): void {
  const [schema = "", name = "", kind, comment = null] = row.map(value => value ?? undefined);
  const table = tableIn(tables, {schema, name, isView: kind === "view", comment});
  const [column, type, nullable, columnComment, rowCount] = row.slice(4);
  setRowCount(table, rowCount);
  table.columns.push({
    name: column ?? "",
    type: type ?? "",
    nullable: nullable === "true",
    kind: classifyType(type ?? ""),
    comment: columnComment ?? null,
  });
}

/** In DuckDB a foreign key refers to a table of its own schema. */
function addConstraint(tables: Map<string, WarehouseTable>, row: (string | null)[]): void {
  const [schema, name, type, columns, referencedTable, referencedColumns] = row;
  const table = tables.get(tableKey(schema ?? "", name ?? ""));
  if (!table) return;
  if (type === "FOREIGN KEY") {
    table.foreignKeys.push({
      columns: namesOf(columns),
      referencedSchema: schema ?? "",
      referencedTable: referencedTable ?? "",
      referencedColumns: namesOf(referencedColumns),
    });
    return;
  }
  table.uniqueKeys.push(namesOf(columns));
  if (type === "PRIMARY KEY") table.primaryKey = namesOf(columns);
}

const KINDS: Readonly<Record<string, ColumnKind>> = {
  TINYINT: "integer",
  SMALLINT: "integer",
  INTEGER: "integer",
  BIGINT: "integer",
  HUGEINT: "integer",
  UTINYINT: "integer",
  USMALLINT: "integer",
  UINTEGER: "integer",
  UBIGINT: "integer",
  UHUGEINT: "integer",
  BIGNUM: "textual",
  FLOAT: "decimal",
  DOUBLE: "decimal",
  BOOLEAN: "boolean",
  VARCHAR: "text",
  UUID: "textual",
  BIT: "textual",
  INTERVAL: "textual",
  TIME: "textual",
  TIME_NS: "textual",
  "TIME WITH TIME ZONE": "textual",
  DATE: "date",
  TIMESTAMP: "timestamp",
  TIMESTAMP_S: "timestamp",
  TIMESTAMP_MS: "timestamp",
  TIMESTAMP_NS: "timestamp",
  "TIMESTAMP WITH TIME ZONE": "timestamp",
  JSON: "json",
  VARIANT: "nested",
};

function classifyType(type: string): ColumnKind {
  if (/\]$/.test(type) || /^(STRUCT|MAP|UNION)\(/.test(type)) return "nested";
  if (type.startsWith("DECIMAL(")) return "decimal";
  if (type.startsWith("ENUM(")) return "textual";
  return KINDS[type] ?? "other";
}
