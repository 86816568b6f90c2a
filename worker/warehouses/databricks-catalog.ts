import type {ColumnKind, Defaults, Narrow, WarehouseTable} from "../introspect/tables.ts";
import {readInformationSchema} from "./information-schema.ts";
import type {Warehouse} from "./warehouse.ts";

/** What the connection names, or the warehouse has as its own. */
export async function readDatabricksDefaults(warehouse: Warehouse, signal: AbortSignal): Promise<Defaults> {
  const sql = "select current_catalog(), current_schema()";
  const [[catalog, schema] = []] = await warehouse.rows({sql, parameters: []}, signal);
  return {catalog: catalog ?? "", schemas: schema ? [schema] : []};
}

/** Tables of the connection's catalog, which must be one of Unity Catalog. Its declared keys are not enforced: they are looked for in the data. */
export function readDatabricksTables(
  warehouse: Warehouse,
  narrow: Narrow,
  signal: AbortSignal,
): Promise<WarehouseTable[]> {
  const views = {
    columns: "information_schema.columns",
    tables: "information_schema.tables",
    tableComment: "t.comment",
    type: "c.full_data_type",
    comment: "c.comment",
    placeholder: (position: number) => `:p${position}`,
    kindOf,
  };
  return readInformationSchema(warehouse, narrow, views, signal);
}

function kindOf(type: string): ColumnKind {
  if (/^(tinyint|smallint|int|bigint)$/i.test(type)) return "integer";
  if (/^(decimal|float|double)/i.test(type)) return "decimal";
  if (/^boolean$/i.test(type)) return "boolean";
  if (/^(string|varchar|char)/i.test(type)) return "text";
  if (/^date$/i.test(type)) return "date";
  if (/^timestamp/i.test(type)) return "timestamp";
  if (/^variant$/i.test(type)) return "json";
  return /^(array|map|struct)/i.test(type) ? "nested" : "other";
}
