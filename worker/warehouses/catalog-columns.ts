import {type ColumnKind, tableKey, type WarehouseTable} from "../introspect/tables.ts";

/**
 * Tables of rows that have each schema, table, `view` or else, its comment, column, type, `YES` where nulls may be, and
 * the column's comment, ordered by schema, table and place. Keys are left to be found in the data.
 */
export function tablesOf(
  rows: readonly (readonly (string | null)[])[],
  kindOf: (type: string) => ColumnKind,
): WarehouseTable[] {
  const tables = new Map<string, WarehouseTable>();
  for (const row of rows) {
    const [schema, name, kind, tableComment, column, type, nullable, comment] = row.map(value => value ?? "");
    const key = tableKey(schema ?? "", name ?? "");
    const table: WarehouseTable = tables.get(key) ?? {
      schema: schema ?? "",
      name: name ?? "",
      kind: kind === "view" ? "view" : "table",
      comment: tableComment || null,
      columns: [],
      primaryKey: [],
      uniqueKeys: [],
      foreignKeys: [],
    };
    tables.set(key, table);
    table.columns.push({
      name: column ?? "",
      type: type ?? "",
      nullable: nullable === "YES",
      kind: kindOf(type ?? ""),
      comment: comment || null,
    });
  }
  return [...tables.values()];
}
