import type {DimensionType, Model, TableSource} from "../../../semantic/documents.ts";

/** The types of tables' columns, as known from a warehouse or from a layer that was read before. */
export interface KnownColumns {
  tables: {
    schema?: string;
    name: string;
    /** Column → type. */
    columns: Record<string, DimensionType>;
  }[];
  /** The reason why the catalogue could not be read, as the end of a sentence. */
  unread?: string;
}

/** A table with columns whose types are not in the files. */
export type UntypedTable = Extract<TableSource, {name: string}>;

/**
 * The types of a table's columns, by name in lower case. Engines differ in the case of table names. A table without a
 * schema is known if there is only one of its name.
 */
export function columnTypesOf(
  {schema, name}: UntypedTable,
  {tables}: KnownColumns,
): ReadonlyMap<string, DimensionType> {
  const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();
  const found = tables.filter(
    table => same(table.name, name) && (schema === undefined || same(table.schema ?? "", schema)),
  );
  const [table] =
    found.length === 1 ? found : found.filter(one => one.name === name && one.schema === schema);
  return new Map(Object.entries(table?.columns ?? {}).map(([column, type]) => [column.toLowerCase(), type]));
}

/** The column types that the models of a layer declare. */
export function columnsOfModels(models: readonly Model[]): KnownColumns {
  return {
    tables: models.flatMap(({table, dimensions}) => {
      if ("sql" in table) return [];
      const {schema, name} = table;
      const columns = dimensions.flatMap(one =>
        "column" in one && one.column ? [[one.column, one.type]] : [],
      );
      return [{...(schema === undefined ? {} : {schema}), name, columns: Object.fromEntries(columns)}];
    }),
  };
}
