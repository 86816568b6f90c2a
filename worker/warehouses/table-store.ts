import type {BuiltColumn} from "../../shared/semantic/rollups/built.ts";
import type {Batch} from "./batch.ts";
import type {Warehouse, WarehouseStatement} from "./warehouse.ts";

/** A table in which a roll-up is kept. */
export interface StoreTable {
  schema: string;
  name: string;
}

/**
 * A connection that writes tables of roll-ups. All of its statements are made here: it gets names, types and rows, and
 * never an expression of a layer, as that would run with the rights of its user. Errors of the engine reject as
 * `WarehouseError`.
 */
export interface TableStore {
  /** Rejects where there is a table of that name. */
  create(table: StoreTable, columns: readonly BuiltColumn[], comment: string): Promise<void>;
  /** The rows may wait until there are more of them, or the table is finished. */
  insert(table: StoreTable, columns: readonly BuiltColumn[], rows: Batch, signal: AbortSignal): Promise<void>;
  /** Copies the rows of the periods before a day, without those of no period. Resolves with how many there are. */
  copy(
    copied: {from: StoreTable; to: StoreTable; columns: readonly BuiltColumn[]},
    periods: {column: string; before: string},
    signal: AbortSignal,
  ): Promise<number>;
  /** Makes a table ready for its readers when all rows are in. Resolves with its size in bytes. */
  finish(table: StoreTable): Promise<number>;
  /** Drops the table, if there is one. */
  drop(table: StoreTable): Promise<void>;
  close(): Promise<void>;
}

/** The columns of a statement: how they are named in the table, and the types that the layer gives them. */
export type WantedColumn = Pick<BuiltColumn, "name"> & {type: string};

/** What keeps roll-ups as tables in a type of warehouse, beside opening its store. */
export interface TableRules {
  /** The columns as the statement has them in the warehouse, read over the connection that people query. */
  columnsOf(
    warehouse: Warehouse,
    statement: WarehouseStatement,
    wanted: readonly WantedColumn[],
    signal: AbortSignal,
  ): Promise<BuiltColumn[]>;
  /** The statement that counts the rows of a table, as people's connection is to see them. */
  countSql(table: StoreTable): string;
  /** What lets the store's user make tables in the schema, and what lets the reader's user read them. */
  writeGrant(schema: string, writer: string): string;
  readGrant(schema: string, writer: string, reader: string): string;
}

/**
 * What a column of the layer's type is in a table of the warehouse. The engine that keeps the values also compares and
 * sorts them, so both are as in the warehouse.
 */
export function storedKind(
  type: string,
  number: BuiltColumn["kind"],
): Pick<BuiltColumn, "kind" | "same" | "sorted"> {
  switch (type) {
    case "string":
      return {kind: "text", same: true, sorted: true};
    case "boolean":
    case "date":
    case "timestamp":
      return {kind: type};
    case "number":
      return {kind: number};
    default:
      return {kind: "other"};
  }
}
