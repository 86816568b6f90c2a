import type {SqlTable} from "../../core/wire/sql-tables.ts";
import type {CatalogTable} from "./catalog-types.ts";

/** A table as a worker makes it in its own Postgres. */
export function tableOf({schema, name, comment, columns, primaryKey, foreignKeys}: CatalogTable): SqlTable {
  return {
    schema,
    name,
    ...(comment === undefined ? {} : {comment}),
    columns: columns.map(({name: column, type, comment: text}) => ({
      name: column,
      type,
      ...(text === undefined ? {} : {comment: text}),
    })),
    primaryKey: [...primaryKey],
    foreignKeys: foreignKeys.map(key => ({
      ...key,
      columns: [...key.columns],
      targetColumns: [...key.targetColumns],
    })),
  };
}
