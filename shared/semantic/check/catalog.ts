/** The columns of each table, by `tableKey`. */
export type Catalog = ReadonlyMap<string, readonly string[]>;

/** The key of a table in a catalog: catalog, schema and name, as far as the model gives them, with dots. */
export function tableKey(table: {catalog?: string; schema?: string; name: string}): string {
  return [table.catalog, table.schema, table.name].filter(part => part !== undefined).join(".");
}
