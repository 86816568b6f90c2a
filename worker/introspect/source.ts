import type {TableSource} from "../../shared/semantic/graph.ts";

/** What stands in a `from` clause for a model's table. */
export function sourceOf(table: TableSource): string {
  if ("sql" in table) return `(\n${table.sql}\n)`;
  return [table.catalog, table.schema, table.name]
    .filter(part => part !== undefined)
    .map(quote)
    .join(".");
}

export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
