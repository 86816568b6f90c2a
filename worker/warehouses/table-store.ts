import type {BuiltColumn} from "../../shared/semantic/documents.ts";
import type {Batch} from "./batch.ts";
import type {Warehouse, WarehouseStatement} from "./warehouse.ts";

/** A table that stores the rows of a roll-up. */
export interface StoreTable {
  schema: string;
  name: string;
}

/**
 * A connection that writes tables of roll-ups. It receives names, types and rows, and never an expression of a layer,
 * which would run with the privileges of its user. Errors of the engine reject as `WarehouseError`.
 */
export interface TableStore {
  /** Creates a table. Rejects where there is one of that name. */
  create(table: StoreTable, columns: readonly BuiltColumn[], comment: string): Promise<void>;
  /** Inserts rows, which may be buffered until there are more of them or `finish` is called. */
  insert(table: StoreTable, columns: readonly BuiltColumn[], rows: Batch, signal: AbortSignal): Promise<void>;
  /** Copies the rows of periods before a day, without rows that have no period. Resolves with the number of rows. */
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

/** Functions that write the path of a table and a list of columns in SQL, with names quoted by `quote`. */
export function namesIn(quote: (name: string) => string) {
  return {
    path: ({schema, name}: StoreTable) => `${quote(schema)}.${quote(name)}`,
    namesOf: (columns: readonly BuiltColumn[]) => columns.map(({name}) => quote(name)).join(", "),
  };
}

/** A column of a statement: its name in the table, and its type in the layer. */
export type DeclaredColumn = Pick<BuiltColumn, "name"> & {type: string};

/** The SQL of one type of warehouse for storing roll-ups as tables, except for the statements of its store. */
export interface TableRules {
  /** The columns of a statement with their types in the warehouse, read over the connection that people query. */
  columnsOf(
    warehouse: Warehouse,
    statement: WarehouseStatement,
    declared: readonly DeclaredColumn[],
    signal: AbortSignal,
  ): Promise<BuiltColumn[]>;
  /** The statement that counts the rows of a table over the connection that people query. */
  countSql(table: StoreTable): string;
  /**
   * The grant by which the store's user may create tables; `readGrant` is that by which the reader's user may read
   * them.
   */
  writeGrant(schema: string, writer: string): string;
  readGrant(schema: string, writer: string, reader: string): string;
}

/**
 * The kind of a stored column with this type in the layer. Texts compare and sort as in the warehouse, because the same
 * engine stores them.
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
