import type {ColumnKind, Defaults, Narrow, WarehouseTable} from "../introspect/tables.ts";
import {readInformationSchema} from "./information-schema.ts";
import type {Warehouse} from "./warehouse.ts";

/** What the connection names, or the user has as its own. */
export async function readSnowflakeDefaults(warehouse: Warehouse, signal: AbortSignal): Promise<Defaults> {
  const sql = "select current_database(), current_schema()";
  const [[catalog, schema] = []] = await warehouse.rows({sql, parameters: []}, signal);
  return {catalog: catalog ?? "", schemas: schema ? [schema] : []};
}

/** Tables of the connection's database. Its declared keys are not enforced: they are looked for in the data. */
export function readSnowflakeTables(
  warehouse: Warehouse,
  narrow: Narrow,
  signal: AbortSignal,
): Promise<WarehouseTable[]> {
  const views = {
    columns: "information_schema.columns",
    tables: "information_schema.tables",
    tableComment: "t.comment",
    type:
      "c.data_type || case when c.data_type = 'NUMBER' " +
      "then '(' || c.numeric_precision || ',' || c.numeric_scale || ')' else '' end",
    comment: "c.comment",
    placeholder: () => "?",
    kindOf,
  };
  return readInformationSchema(warehouse, narrow, views, signal);
}

function kindOf(type: string): ColumnKind {
  const number = /^NUMBER\(\d+,(\d+)\)$/.exec(type);
  if (number) return number[1] === "0" ? "integer" : "decimal";
  if (/^(NUMBER|FLOAT|DECFLOAT)/.test(type)) return "decimal";
  if (type === "BOOLEAN") return "boolean";
  if (/^(TEXT|VARCHAR|CHAR|STRING)/.test(type)) return "text";
  if (type === "TIME") return "textual";
  if (type === "DATE") return "date";
  if (/^TIMESTAMP/.test(type)) return "timestamp";
  return /^(VARIANT|OBJECT|ARRAY)/.test(type) ? "json" : "other";
}
