import type {ColumnKind, Defaults, Narrow, WarehouseTable} from "../introspect/tables.ts";
import {readInformationSchema} from "./information-schema.ts";
import type {Warehouse} from "./warehouse.ts";

/** What the connection names. */
export async function readTrinoDefaults(warehouse: Warehouse, signal: AbortSignal): Promise<Defaults> {
  const [[catalog, schema] = []] = await warehouse.rows(
    {sql: "select current_catalog, current_schema", parameters: []},
    signal,
  );
  return {catalog: catalog ?? "", schemas: schema ? [schema] : []};
}

/** Tables of the connection's catalog. Trino knows no keys. */
export function readTrinoTables(
  warehouse: Warehouse,
  narrow: Narrow,
  signal: AbortSignal,
): Promise<WarehouseTable[]> {
  const views = {
    columns: "information_schema.columns",
    tables: "information_schema.tables",
    placeholder: () => "?",
    kindOf,
  };
  return readInformationSchema(warehouse, narrow, views, signal);
}

function kindOf(type: string): ColumnKind {
  if (/^(tinyint|smallint|integer|bigint)$/.test(type)) return "integer";
  if (/^(decimal|double|real)/.test(type)) return "decimal";
  if (type === "boolean" || type === "date" || type === "json") return type;
  if (/^(varchar|char)/.test(type)) return "text";
  if (type.startsWith("timestamp")) return "timestamp";
  if (/^(uuid|ipaddress|time|interval)/.test(type)) return "textual";
  return /^(array|map|row)/.test(type) ? "nested" : "other";
}
