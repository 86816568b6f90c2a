import {quoteName} from "../../shared/semantic/compile.ts";
import type {DialectName} from "../../shared/semantic/dialects/dialect.ts";
import type {TableSource} from "../../shared/semantic/layer/graph.ts";
import {ADAPTERS} from "../warehouses/adapters.ts";

/** The item of a `from` clause for a model's table. */
export function sourceOf(dialect: DialectName, table: TableSource): string {
  if ("sql" in table) return `(\n${table.sql}\n)`;
  return [table.catalog, table.schema, table.name]
    .filter(part => part !== undefined)
    .map(name => quote(dialect, name))
    .join(".");
}

/** A name quoted as the session of the dialect expects it. */
export function quote(dialect: DialectName, name: string): string {
  return ADAPTERS[dialect].expressions.quote?.(name) ?? quoteName(dialect, name);
}
