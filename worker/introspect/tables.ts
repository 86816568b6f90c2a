import type {CatalogColumn, CatalogSchema, CatalogTable} from "../../shared/calls.ts";

/** What a type of an engine boils down to. `other`: nothing that could be shown or grouped by. */
export type ColumnKind =
  | "integer"
  | "decimal"
  | "money"
  | "boolean"
  | "text"
  /** Shown as text although it is none: uuid, enum, inet, interval, time, … */
  | "textual"
  | "date"
  | "timestamp"
  /** JSON whose equality the engine knows. */
  | "json"
  /** To be turned into such JSON: arrays, structures, Postgres' `json`. */
  | "nested"
  | "other";

export interface WarehouseColumn extends CatalogColumn {
  kind: ColumnKind;
  comment: string | null;
}

/** A table or view as the catalogue describes it, with what introspection needs beyond what is shown. */
export interface WarehouseTable extends CatalogTable {
  schema: string;
  comment: string | null;
  columns: WarehouseColumn[];
  /** Columns that the engine itself keeps unique together; nulls may repeat. */
  uniqueKeys: string[][];
}

/** Which part of a catalogue is read; what is left out narrows nothing. */
export interface Narrow {
  schemas?: readonly string[] | undefined;
  tables?: readonly string[] | undefined;
}

/** What stands for the parts of a table's name that are not given. */
export interface Defaults {
  catalog: string;
  schemas: string[];
}

/** What `GET …/schemas` shows of the tables, schema by schema. */
export function schemasOf(tables: readonly WarehouseTable[]): CatalogSchema[] {
  return [...Map.groupBy(tables, table => table.schema)]
    .map(([name, members]) => ({name, tables: members.map(shown).sort(byName)}))
    .sort(byName);
}

function shown({name, kind, columns, primaryKey, foreignKeys}: WarehouseTable): CatalogTable {
  return {
    name,
    kind,
    columns: columns.map(column => ({name: column.name, type: column.type, nullable: column.nullable})),
    primaryKey,
    foreignKeys,
  };
}

function byName(a: {name: string}, b: {name: string}): number {
  return a.name < b.name ? -1 : 1;
}

/** Tables by schema and name; neither holds a NUL. */
export function tableKey(schema: string, name: string): string {
  return `${schema}\u0000${name}`;
}
