import type {DialectName, ResultColumn} from "../../shared/semantic/compile.ts";
import type {LimitedBatch} from "./batch.ts";

export interface WarehouseStatement {
  sql: string;
  /** Bound as `$1 …`, in MySQL as a `?` each, as text the engine casts. */
  parameters: readonly (string | number | boolean)[];
}

/** How rows become text. Each is one row's element of the format, without what stands between two rows. */
export type RowFormat = "json" | "ndjson" | "csv";

export interface StreamOptions {
  /** The columns as the query declares them, in order: names and what the values will be read as. */
  columns: readonly ResultColumn[];
  format: RowFormat;
  /** IANA name: timestamps carry its offset. */
  timezone: string;
  /** Rows to give at most; the statement may have one more, which sets `truncated`. */
  limit: number | undefined;
  /** Aborting cancels the statement in the warehouse, also one that still waits for its turn. */
  signal: AbortSignal;
}

export type BatchOptions = Pick<StreamOptions, "limit" | "signal">;

/** Some rows, encoded and joined: by `,` in JSON, by line feeds (one at the end, too) in the others. */
export interface Piece {
  rowCount: number;
  text: string;
  /** The limit cut the result here. */
  truncated: boolean;
}

/**
 * One warehouse connection, with its pool. Sessions are read-only and in UTC; one statement at a time, never
 * more. Errors of the engine reject as `WarehouseError`.
 */
export interface Warehouse {
  readonly dialect: DialectName;
  /** A result in pieces, the first one also where it is empty. At most one is fetched ahead of the reader. */
  stream(statement: WarehouseStatement, options: StreamOptions): AsyncIterableIterator<Piece>;
  /** The same as values, column by column, for the forms that are not text. */
  batches(statement: WarehouseStatement, options: BatchOptions): AsyncIterableIterator<LimitedBatch>;
  /** All rows of a small result: for catalogues and probes. Numbers, dates and all else as text. */
  rows(statement: WarehouseStatement, signal?: AbortSignal): Promise<(string | null)[][]>;
  /** Whether what it was opened on is still what is there: a file may be replaced. Absent where nothing can be. */
  isCurrent?(): boolean;
  /** Ends the pool, when no statement is under way; where one is, it may be cancelled. */
  close(): Promise<void>;
}

/** What one opened connection may use. Times in milliseconds. */
export interface WarehouseLimits {
  concurrency: number;
  statementTimeoutMs: number;
  connectTimeoutMs: number;
  duckdbMemoryLimit: string;
  duckdbThreads: number;
  /** Where DuckDB may spill. */
  tempDir: string;
}

/** The warehouse refused a statement, or broke off. `message` is the engine's own and may quote rows. */
export class WarehouseError extends Error {
  override readonly name = "WarehouseError";

  constructor(
    message: string,
    readonly details: {
      /** SQLSTATE, or the engine's own error class. */
      errorClass: string;
      /** What went wrong, as far as our sentence depends on it. */
      kind: "refused" | "cancelled" | "unreachable" | "denied";
      cause?: unknown;
    },
  ) {
    super(message, {cause: details.cause});
  }
}
