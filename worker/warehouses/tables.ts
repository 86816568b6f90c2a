import {isId} from "../../shared/core/ids.ts";
import type {CatalogColumn, CatalogSchema, CatalogTable} from "../../shared/core/wire/catalog.ts";

/**
 * The kind of a column, whatever the engine calls its type. `other`: a type whose values can neither be shown nor grouped
 * by.
 */
export type ColumnKind =
  | "integer"
  | "decimal"
  | "money"
  | "boolean"
  | "text"
  /** Shown as text although it has another type: uuid, enum, inet, interval, time, … */
  | "textual"
  | "date"
  | "timestamp"
  /** JSON whose values the engine can compare. */
  | "json"
  /** Converted to comparable JSON: arrays, structures, Postgres' `json`. */
  | "nested"
  | "other";

export interface WarehouseColumn extends CatalogColumn {
  kind: ColumnKind;
  comment: string | null;
}

/** A table or view of the catalogue, with properties that introspection needs and the API does not return. */
export interface WarehouseTable extends CatalogTable {
  schema: string;
  comment: string | null;
  columns: WarehouseColumn[];
  /** Sets of columns that the engine itself keeps unique; nulls may repeat. */
  uniqueKeys: string[][];
  /** About how many rows it has, where the engine keeps an estimate. */
  rowCount?: number;
}

/** Restricts which part of a catalogue is read; an absent list restricts nothing. */
export interface Narrow {
  schemas?: readonly string[] | undefined;
  tables?: readonly string[] | undefined;
}

/** The catalog and schemas in which unqualified table names are looked up. */
export interface Defaults {
  catalog: string;
  schemas: string[];
}

/**
 * Leaves out the tables of roll-ups, of any organization: row access does not restrict their rows, every build replaces
 * them, and they may belong to another organization that shares the warehouse.
 */
export function withoutRollups(tables: readonly WarehouseTable[]): WarehouseTable[] {
  return tables.filter(({name}) => !isId("rlp", name));
}

/** The tables by schema, in the form that `GET …/schemas` returns. */
export function schemasOf(tables: readonly WarehouseTable[]): CatalogSchema[] {
  return [...Map.groupBy(tables, table => table.schema)]
    .map(([name, members]) => ({name, tables: members.map(catalogTable).sort(byName)}))
    .sort(byName);
}

function catalogTable({name, kind, columns, primaryKey, foreignKeys}: WarehouseTable): CatalogTable {
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

/** A key for a table's schema and name; neither can contain a NUL. */
export function tableKey(schema: string, name: string): string {
  return `${schema}\u0000${name}`;
}
