import type {ColumnKind, Defaults, Narrow, WarehouseTable} from "../introspect/tables.ts";
import {readInformationSchema} from "./information-schema.ts";
import type {Warehouse} from "./warehouse.ts";

export async function readRedshiftDefaults(warehouse: Warehouse, signal: AbortSignal): Promise<Defaults> {
  const sql = "select current_database(), current_schema()";
  const [[catalog, schema] = []] = await warehouse.rows({sql, parameters: []}, signal);
  return {catalog: catalog ?? "", schemas: schema ? [schema] : []};
}

/** Tables of the database, external ones too. Its declared keys are not enforced: they are looked for in the data. */
export async function readRedshiftTables(
  warehouse: Warehouse,
  narrow: Narrow,
  signal: AbortSignal,
): Promise<WarehouseTable[]> {
  const views = {
    columns: "svv_columns",
    tables: "svv_tables",
    tableComment: "t.remarks",
    type:
      "c.data_type || case when c.data_type = 'numeric' " +
      "then '(' || c.numeric_precision || ',' || c.numeric_scale || ')' else '' end",
    comment: "c.remarks",
    placeholder: (position: number) => `$${position}`,
    kindOf,
  };
  const tables = await readInformationSchema(warehouse, narrow, views, signal);
  return tables.filter(({schema}) => !schema.startsWith("pg_"));
}

function kindOf(type: string): ColumnKind {
  if (/^(smallint|integer|bigint)$/.test(type)) return "integer";
  if (/^(numeric|real|double precision)/.test(type)) return "decimal";
  if (type === "boolean" || type === "date") return type;
  if (/^(character|varchar|text|char|bpchar)/.test(type)) return "text";
  if (type.startsWith("timestamp")) return "timestamp";
  if (/^(time|interval)/.test(type)) return "textual";
  return type === "super" ? "nested" : "other";
}
