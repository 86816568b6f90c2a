import type {TableSource} from "../../../../semantic/documents.ts";
import {isPlainMap} from "../../common/document.ts";
import type {Entry} from "../../common/entry.ts";
import {tableOf} from "../../common/sql.ts";

/** The dialects whose expressions are SQL, best first. */
const SQL_DIALECTS = ["ANSI_SQL", "SNOWFLAKE", "DATABRICKS", "BIGQUERY", "SIGMA"];

export function readSource(entry: Entry): TableSource | undefined {
  const declaredSource = entry.plain("source");
  const inner = isPlainMap(declaredSource) ? entry.entry("source") : undefined;
  const object = inner?.plain("object");
  const text = inner
    ? isPlainMap(object)
      ? dialectOf(inner.entry("object"))
      : inner.text("object")
    : entry.text("source");
  if (text === undefined) return undefined;
  return tableOf(text.trim()) ?? (/^\s*(\(|select\b|with\b)/i.test(text) ? {sql: text.trim()} : undefined);
}

/** The SQL of an expression: plain text, or the text in the best of its dialects. */
export function expressionOf(entry: Entry): string | undefined {
  const declared = entry.plain("expression");
  return typeof declared === "string" ? declared : dialectOf(entry.entry("expression"));
}

function dialectOf(expression: Entry | undefined): string | undefined {
  const given = expression?.entries("dialects", "expression") ?? [];
  for (const dialect of SQL_DIALECTS) {
    const found = given.find(one => (one.text("dialect") ?? "ANSI_SQL") === dialect);
    if (found) return found.text("expression");
  }
  return undefined;
}
