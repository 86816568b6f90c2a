import {namesOf, setRowCount, tableIn} from "../catalog.ts";
import {type ColumnKind, type Defaults, type Narrow, tableKey, type WarehouseTable} from "../tables.ts";
import type {Warehouse} from "../warehouse.ts";

/**
 * The readable relations. Partitions are left out, because their parents are listed; so are system tables, and tables
 * of extensions unless they are named. `$1` and `$2` are JSON arrays of schemas and of tables, or null for all.
 */
const RELATIONS = `
  select c.oid, n.nspname, c.relname, c.relkind, c.reltuples
  from pg_catalog.pg_class c
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p', 'v', 'm', 'f')
    and not c.relispartition
    and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
    and ($1 = 'null' or n.nspname in (select pg_catalog.json_array_elements_text($1::json)))
    and ($2 = 'null' or c.relname in (select pg_catalog.json_array_elements_text($2::json)))
    and pg_catalog.has_schema_privilege(n.oid, 'usage')
    and pg_catalog.has_any_column_privilege(c.oid, 'select')
    and ($2 <> 'null' or not exists (
      select from pg_catalog.pg_depend d
      where d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass and d.objid = c.oid and d.deptype = 'e'))`;

const COLUMNS = `
  with relations as (${RELATIONS})
  select r.nspname, r.relname, r.relkind, pg_catalog.obj_description(r.oid, 'pg_class'),
    a.attname, pg_catalog.format_type(a.atttypid, a.atttypmod), a.attnotnull,
    case when t.typtype = 'd' then b.typname else t.typname end,
    case when t.typtype = 'd' then b.typtype else t.typtype end,
    t.typcategory, pg_catalog.col_description(r.oid, a.attnum),
    -- Before Postgres 14, 0 can also mean that nothing was counted yet.
    case when r.relkind in ('r', 'p', 'm') and r.reltuples > 0 then r.reltuples end
  from relations r
    join pg_catalog.pg_attribute a on a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped
    join pg_catalog.pg_type t on t.oid = a.atttypid
    left join pg_catalog.pg_type b on b.oid = t.typbasetype
  where pg_catalog.has_column_privilege(r.oid, a.attnum, 'select')
  order by r.nspname, r.relname, a.attnum`;

const UNIQUE_KEYS = `
  with relations as (${RELATIONS})
  select r.nspname, r.relname, i.indisprimary,
    (select pg_catalog.json_agg(a.attname order by k.position)
     from pg_catalog.unnest(i.indkey::int2[]) with ordinality as k(number, position)
       join pg_catalog.pg_attribute a on a.attrelid = r.oid and a.attnum = k.number
     where k.position <= i.indnkeyatts)
  from relations r
    join pg_catalog.pg_index i on i.indrelid = r.oid
  where i.indisunique and i.indisvalid and i.indpred is null and i.indexprs is null
  order by r.nspname, r.relname, not i.indisprimary, i.indnkeyatts, i.indexrelid`;

const FOREIGN_KEYS = `
  with relations as (${RELATIONS})
  select r.nspname, r.relname,
    (select pg_catalog.json_agg(a.attname order by k.position)
     from pg_catalog.unnest(f.conkey) with ordinality as k(number, position)
       join pg_catalog.pg_attribute a on a.attrelid = f.conrelid and a.attnum = k.number),
    rn.nspname, rc.relname,
    (select pg_catalog.json_agg(a.attname order by k.position)
     from pg_catalog.unnest(f.confkey) with ordinality as k(number, position)
       join pg_catalog.pg_attribute a on a.attrelid = f.confrelid and a.attnum = k.number)
  from relations r
    join pg_catalog.pg_constraint f on f.conrelid = r.oid and f.contype = 'f' and f.conparentid = 0
    join pg_catalog.pg_class rc on rc.oid = f.confrelid
    join pg_catalog.pg_namespace rn on rn.oid = rc.relnamespace
  order by r.nspname, r.relname, f.conname`;

/** The schemas in which unqualified names are looked up. */
export async function readPostgresDefaults(warehouse: Warehouse, signal: AbortSignal): Promise<Defaults> {
  const sql =
    "select pg_catalog.current_database(), pg_catalog.array_to_json(pg_catalog.current_schemas(false))";
  const [[catalog, schemas] = []] = await warehouse.rows({sql, parameters: []}, signal);
  return {catalog: catalog ?? "", schemas: namesOf(schemas)};
}

/** Tables of the given schemas, or of all, read with three statements. */
export async function readPostgresTables(
  warehouse: Warehouse,
  narrow: Narrow,
  signal: AbortSignal,
): Promise<WarehouseTable[]> {
  const parameters = [JSON.stringify(narrow.schemas ?? null), JSON.stringify(narrow.tables ?? null)];
  const ask = (sql: string) => warehouse.rows({sql, parameters}, signal);
  const tables = new Map<string, WarehouseTable>();
  for (const row of await ask(COLUMNS)) addColumn(tables, row);
  for (const [schema, name, isPrimary, columns] of await ask(UNIQUE_KEYS)) {
    const table = tables.get(tableKey(schema ?? "", name ?? ""));
    const key = namesOf(columns);
    table?.uniqueKeys.push(key);
    if (table && isPrimary === "t") table.primaryKey = key;
  }
  for (const [schema, name, columns, toSchema, toTable, toColumns] of await ask(FOREIGN_KEYS)) {
    tables.get(tableKey(schema ?? "", name ?? ""))?.foreignKeys.push({
      columns: namesOf(columns),
      referencedSchema: toSchema ?? "",
      referencedTable: toTable ?? "",
      referencedColumns: namesOf(toColumns),
    });
  }
  return [...tables.values()];
}

function addColumn(tables: Map<string, WarehouseTable>, row: (string | null)[]): void {
  const [schema = "", name = "", kind, comment = null] = row.map(value => value ?? undefined);
  const table = tableIn(tables, {schema, name, isView: kind === "v" || kind === "m", comment});
  const [column, type, notNull, baseType, typeKind, category, columnComment, rowCount] = row.slice(4);
  setRowCount(table, rowCount);
  table.columns.push({
    name: column ?? "",
    type: type ?? "",
    nullable: notNull !== "t",
    kind: classifyType(baseType ?? "", typeKind ?? "", category ?? ""),
    comment: columnComment ?? null,
  });
}

const KINDS: Readonly<Record<string, ColumnKind>> = {
  int2: "integer",
  int4: "integer",
  int8: "integer",
  oid: "integer",
  numeric: "decimal",
  float4: "decimal",
  float8: "decimal",
  money: "money",
  bool: "boolean",
  text: "text",
  varchar: "text",
  bpchar: "text",
  citext: "text",
  name: "text",
  date: "date",
  timestamp: "timestamp",
  timestamptz: "timestamp",
  jsonb: "json",
  json: "nested",
  hstore: "textual",
  uuid: "textual",
  char: "textual",
  pg_lsn: "textual",
  ltree: "textual",
};

/** Categories: https://www.postgresql.org/docs/current/catalog-pg-type.html */
const CATEGORIES: Readonly<Record<string, ColumnKind>> = {
  A: "nested",
  B: "boolean",
  C: "nested",
  D: "textual",
  E: "textual",
  I: "textual",
  N: "textual",
  R: "textual",
  S: "textual",
  T: "textual",
  V: "textual",
};

function classifyType(type: string, typeKind: string, category: string): ColumnKind {
  if (typeKind === "e") return "textual";
  return KINDS[type] ?? CATEGORIES[category] ?? "other";
}
