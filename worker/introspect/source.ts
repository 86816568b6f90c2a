import {type DialectName, quoteName} from "../../shared/semantic/compile.ts";
import type {TableSource} from "../../shared/semantic/graph.ts";

/** What stands in a `from` clause for a model's table. */
export function sourceOf(dialect: DialectName, table: TableSource): string {
  if ("sql" in table) return `(\n${table.sql}\n)`;
  return [table.catalog, table.schema, table.name]
    .filter(part => part !== undefined)
    .map(name => quote(dialect, name))
    .join(".");
}

/** A name as the session of the dialect reads it: that of MySQL is set to read names in double quotes. */
export function quote(dialect: DialectName, name: string): string {
  return dialect === "mysql" ? `"${name.replaceAll('"', '""')}"` : quoteName(dialect, name);
}
