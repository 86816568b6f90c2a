import {defaultsBy} from "../catalog.ts";
import {tablesBy} from "../information-schema.ts";
import type {ColumnKind} from "../tables.ts";

/** The catalog and schema of the connection. */
export const readTrinoDefaults = defaultsBy("select current_catalog, current_schema");

/** Tables of the connection's catalog. Trino has no keys. */
export const readTrinoTables = tablesBy({
  placeholder: () => "?",
  classifyType,
});

function classifyType(type: string): ColumnKind {
  if (/^(tinyint|smallint|integer|bigint)$/.test(type)) return "integer";
  if (/^(decimal|double|real)/.test(type)) return "decimal";
  if (type === "boolean" || type === "date" || type === "json") return type;
  if (/^(varchar|char)/.test(type)) return "text";
  if (type.startsWith("timestamp")) return "timestamp";
  if (/^(uuid|ipaddress|time|interval)/.test(type)) return "textual";
  return /^(array|map|row)/.test(type) ? "nested" : "other";
}
