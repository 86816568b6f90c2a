import {type ColumnKind, type Defaults, tableKey, type WarehouseTable} from "./tables.ts";
import type {Warehouse} from "./warehouse.ts";

/** A function that reads the catalog and schema of unqualified names with a statement that returns one row. */
export function defaultsBy(sql: string) {
  return async (warehouse: Warehouse, signal: AbortSignal): Promise<Defaults> => {
    const [[catalog, schema] = []] = await warehouse.rows({sql, parameters: []}, signal);
    return {catalog: catalog ?? "", schemas: schema ? [schema] : []};
  };
}

/**
 * A function that makes the condition `and <column> in (…)` with a parameter for each value; an empty text where there
 * is not a list.
 */
export function amongIn(parameters: string[], placeholder: (position: number) => string) {
  return (column: string, values: readonly string[] | undefined): string => {
    if (values === undefined) return "";
    const list = values.map(value => placeholder(parameters.push(value)));
    return ` and ${column} in (${list.join(", ")})`;
  };
}

/** The table of a catalogue row. Adds it to `tables` if it is not there yet. */
export function tableIn(
  tables: Map<string, WarehouseTable>,
  {schema, name, isView, comment}: {schema: string; name: string; isView: boolean; comment: string | null},
): WarehouseTable {
  const key = tableKey(schema, name);
  const known = tables.get(key);
  if (known) return known;
  const kind = isView ? "view" : "table";
  const keys = {primaryKey: [], uniqueKeys: [], foreignKeys: []};
  const table: WarehouseTable = {schema, name, kind, comment, columns: [], ...keys};
  tables.set(key, table);
  return table;
}

/** Sets the row count of a table from the engine's estimate; a negative estimate means that there is none. */
export function setRowCount(table: WarehouseTable, estimate: string | null | undefined): void {
  const count = Math.round(Number(estimate ?? -1));
  if (count >= 0) table.rowCount = count;
}

/** The names in a JSON array. */
export function namesOf(json: string | null | undefined): string[] {
  const value: unknown = JSON.parse(json ?? "[]");
  return Array.isArray(value) ? value.map(String) : [];
}

/**
 * Tables from rows of schema, table, `view` or another kind, table comment, column, type, `YES` where nulls are
 * allowed, and column comment, ordered by schema, table and position. The tables have no keys; introspection infers
 * keys from the data.
 */
export function tablesOf(
  rows: readonly (readonly (string | null)[])[],
  classifyType: (type: string) => ColumnKind,
): WarehouseTable[] {
  const tables = new Map<string, WarehouseTable>();
  for (const row of rows) {
    const [schema, name, kind, tableComment, column, type, nullable, comment] = row.map(value => value ?? "");
    const table = tableIn(tables, {
      schema: schema ?? "",
      name: name ?? "",
      isView: kind === "view",
      comment: tableComment || null,
    });
    table.columns.push({
      name: column ?? "",
      type: type ?? "",
      nullable: nullable === "YES",
      kind: classifyType(type ?? ""),
      comment: comment || null,
    });
  }
  return [...tables.values()];
}
