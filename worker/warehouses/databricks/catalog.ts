import {defaultsBy} from "../catalog.ts";
import {tablesBy} from "../information-schema.ts";
import type {ColumnKind} from "../tables.ts";

/** The catalog and schema of the connection, or the warehouse's own defaults. */
export const readDatabricksDefaults = defaultsBy("select current_catalog(), current_schema()");

/**
 * Tables of the connection's catalog, which must be one of Unity Catalog. Databricks does not enforce declared keys, so
 * introspection finds keys in the data.
 */
export const readDatabricksTables = tablesBy({
  tableComment: "t.comment",
  type: "c.full_data_type",
  comment: "c.comment",
  placeholder: (position: number) => `:p${position}`,
  classifyType,
});

function classifyType(type: string): ColumnKind {
  if (/^(tinyint|smallint|int|bigint)$/i.test(type)) return "integer";
  if (/^(decimal|float|double)/i.test(type)) return "decimal";
  if (/^boolean$/i.test(type)) return "boolean";
  if (/^(string|varchar|char)/i.test(type)) return "text";
  if (/^date$/i.test(type)) return "date";
  if (/^timestamp/i.test(type)) return "timestamp";
  if (/^variant$/i.test(type)) return "json";
  return /^(array|map|struct)/i.test(type) ? "nested" : "other";
}
