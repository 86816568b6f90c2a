import {defaultsBy} from "../catalog.ts";
import {tablesBy} from "../information-schema.ts";
import type {ColumnKind, Narrow, WarehouseTable} from "../tables.ts";
import type {Warehouse} from "../warehouse.ts";

export const readRedshiftDefaults = defaultsBy("select current_database(), current_schema()");

const readTables = tablesBy({
  columns: "svv_columns",
  tables: "svv_tables",
  tableComment: "t.remarks",
  type:
    "c.data_type || case when c.data_type = 'numeric' " +
    "then '(' || c.numeric_precision || ',' || c.numeric_scale || ')' else '' end",
  comment: "c.remarks",
  placeholder: (position: number) => `$${position}`,
  classifyType,
});

/**
 * Tables of the database, including external ones. Redshift does not enforce declared keys, so introspection finds keys
 * in the data.
 */
export async function readRedshiftTables(
  warehouse: Warehouse,
  narrow: Narrow,
  signal: AbortSignal,
): Promise<WarehouseTable[]> {
  const tables = await readTables(warehouse, narrow, signal);
  return tables.filter(({schema}) => !schema.startsWith("pg_"));
}

function classifyType(type: string): ColumnKind {
  if (/^(smallint|integer|bigint)$/.test(type)) return "integer";
  if (/^(numeric|real|double precision)/.test(type)) return "decimal";
  if (type === "boolean" || type === "date") return type;
  if (/^(character|varchar|text|char|bpchar)/.test(type)) return "text";
  if (type.startsWith("timestamp")) return "timestamp";
  if (/^(time|interval)/.test(type)) return "textual";
  return type === "super" ? "nested" : "other";
}
