/** The columns of each table, by `tableKey`. */
export type Catalog = ReadonlyMap<string, readonly string[]>;
