import type {TableSource} from "../../shared/semantic/documents.ts";
import {type DialectName, quoteName} from "../../shared/semantic/index.ts";
import {ADAPTERS} from "../warehouses/adapters.ts";

/** The item of a `from` clause for a model's table. */
export function sourceOf(dialect: DialectName, table: TableSource): string {
  if ("sql" in table) return `(\n${table.sql}\n)`;
  return [table.catalog, table.schema, table.name]
    .filter(part => part !== undefined)
    .map(name => quote(dialect, name))
    .join(".");
}

/** A name quoted as the warehouse's session expects it. */
export function quote(dialect: DialectName, name: string): string {
  return ADAPTERS[dialect].expressions.quote?.(name) ?? quoteName(dialect, name);
}
