import {defaultsBy} from "../catalog.ts";
import {tablesBy} from "../information-schema.ts";
import type {ColumnKind} from "../tables.ts";

/** The catalog and schema of the connection, or the user's own defaults. */
export const readSnowflakeDefaults = defaultsBy("select current_database(), current_schema()");

/**
 * Tables of the connection's database. Snowflake does not enforce declared keys, so introspection finds keys in the
 * data.
 */
export const readSnowflakeTables = tablesBy({
  tableComment: "t.comment",
  type:
    "c.data_type || case when c.data_type = 'NUMBER' " +
    "then '(' || c.numeric_precision || ',' || c.numeric_scale || ')' else '' end",
  comment: "c.comment",
  placeholder: () => "?",
  classifyType,
});

function classifyType(type: string): ColumnKind {
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
