import type {DialectName, ResultColumn} from "../../shared/semantic/index.ts";
import type {InThread} from "../concurrency/engine-threads.ts";
import type {EngineKind, LimitedBatch} from "./batch.ts";
import type {VectorBatch} from "./vectors.ts";

export interface WarehouseStatement {
  sql: string;
  /** Bound as `$1 …`, in MySQL as a `?` each, in text form, which the statement casts. */
  parameters: readonly (string | number | boolean)[];
}

/** The text formats of rows. A row's text does not include the separator between rows. */
export type RowFormat = "json" | "ndjson" | "csv" | "csv_safe";

export interface StreamOptions {
  /** The columns as the query declares them, in order: names, and the types for reading the values. */
  columns: readonly ResultColumn[];
  format: RowFormat;
  /** The IANA name of the time zone. Timestamps are written with its offset. */
  timezone: string;
  /** The most rows to return; the statement may have one more, which sets `truncated`. */
  limit: number | undefined;
  /** Aborting cancels the statement in the warehouse, also one that is still waiting. */
  signal: AbortSignal;
  /**
   * Called when the statement has to wait for other statements of the service, and when that wait has ended. Only
   * DuckDB's statements wait, for threads.
   */
  onWait?: ((isWaiting: boolean) => void) | undefined;
}

export interface BatchOptions extends Pick<StreamOptions, "limit" | "signal" | "onWait"> {
  /** Asks for the rows as messages of Postgres' protocol, if the engine speaks that. A limit does not cut messages. */
  asMessages?: boolean;
  /** For vectors: keeps an infinite date or timestamp as the engine has it, in place of null. */
  infiniteTimes?: boolean;
}

/** A file of rows, with the kind of each column's values. */
export interface StoredRows {
  path: string;
  kinds: readonly EngineKind[];
}

/** Some encoded rows: separated by `,` in JSON, each ended by a line feed in the other formats. */
export interface Piece {
  rowCount: number;
  /** The bytes of the engine, where it provides them. They are valid until the next piece is requested. */
  text: string | Uint8Array;
  /** Whether the limit cut the result off after these rows. */
  truncated: boolean;
}

/**
 * One warehouse connection, with its pool. Sessions are read-only and in UTC, and send only a single statement at a
 * time. Errors of the engine reject as `WarehouseError`.
 */
export interface Warehouse {
  readonly dialect: DialectName;
  /** The memory of this process, in bytes, that is taken by rows read when the warehouse was opened. */
  readonly memoryBytes?: number;
  /**
   * A result as encoded pieces. There is always a first one, even if it is empty. At most one is fetched ahead of the
   * reader.
   */
  stream(statement: WarehouseStatement, options: StreamOptions): AsyncIterableIterator<Piece>;
  /** A result as values, column by column, for the formats that are not text. */
  batches(statement: WarehouseStatement, options: BatchOptions): AsyncIterableIterator<LimitedBatch>;
  /** A result in Arrow's layout, from engines with a similar memory layout. */
  vectors?(
    statement: WarehouseStatement,
    columns: readonly ResultColumn[],
    options: BatchOptions,
  ): AsyncIterableIterator<VectorBatch>;
  /**
   * Writes all rows into a Parquet file, for engines that can, so that no row passes through JavaScript. 64-bit
   * integers, days and texts keep their types in the file; all other values are the engine's text. The caller deletes
   * the file.
   */
  store?(statement: WarehouseStatement, signal: AbortSignal): Promise<StoredRows>;
  /**
   * The declaration that each column of a statement would have in a table, for engines that report it with a result and
   * not in SQL; `undefined` for a type whose values cannot be copied as text. No row is computed.
   */
  declare?(statement: WarehouseStatement, signal: AbortSignal): Promise<(string | undefined)[]>;
  /** All rows of a small result, for catalogues and probes. All values are text. */
  rows(statement: WarehouseStatement, signal?: AbortSignal): Promise<(string | null)[][]>;
  /** Whether the file that was opened is still there; it may have been replaced. Absent where that cannot happen. */
  isCurrent?(): boolean;
  /** Closes the pool. A statement that is still running may be cancelled. */
  close(): Promise<void>;
}

/** The limits of one opened connection. Times are in milliseconds. */
export interface WarehouseLimits {
  concurrency: number;
  statementTimeoutMs: number;
  connectTimeoutMs: number;
  duckdbMemoryLimit: string;
  duckdbThreads: number;
  /** Runs DuckDB's calls when one of the process's threads is free; without it they run at once. */
  inThread?: InThread;
  /** The parent folder of each DuckDB's spill folder. */
  tempDir: string;
}

/**
 * The most that a warehouse may send in one piece: an answer that is read as a whole, a line, or the rows of one request. A
 * server that an organization has connected must not fill the memory of a worker that all organizations share. No vendor's
 * API sends larger parts of a result: those of Snowflake have up to 160 MB, and the JSON around them.
 */
const MAX_ANSWER_MB = 256;
export const MAX_ANSWER_BYTES = MAX_ANSWER_MB * 1024 * 1024;
export const TOO_LARGE = `What the warehouse sends at once has more than ${MAX_ANSWER_MB} MB. Ask for fewer rows, or for shorter values.`;
/** The most characters of an engine's own message, which goes to the log. */
export const MAX_MESSAGE_CHARACTERS = 64_000;

/**
 * The warehouse refused a statement, or the connection broke off. `message` is the engine's own and may contain values
 * of rows.
 */
export class WarehouseError extends Error {
  override readonly name = "WarehouseError";

  constructor(
    message: string,
    readonly details: {
      /** SQLSTATE, or the engine's own error class. */
      errorClass: string;
      /** The facts about an error that the service's own message depends on. */
      kind: "refused" | "cancelled" | "unreachable" | "denied" | "too_large";
      /** The index of the parameter that could not be read; null if none is at fault; absent if the engine reports none. */
      parameter?: number | null;
      cause?: unknown;
    },
  ) {
    super(message.slice(0, MAX_MESSAGE_CHARACTERS), {cause: details.cause});
  }
}

/** The error for more than `MAX_ANSWER_BYTES` in one piece. A retry would fail in the same way. */
export function tooLarge(): WarehouseError {
  return new WarehouseError(TOO_LARGE, {errorClass: "54000", kind: "too_large"});
}

/**
 * The error of a first request or statement. If `late`, the signal of the timeout, ended it, the result is `unreachable`;
 * any other error is returned as it is.
 */
export function orUnanswered(error: unknown, late: AbortSignal, timeoutMs: number): unknown {
  if (!late.aborted || error !== late.reason) return error;
  return new WarehouseError(`There was no answer within ${timeoutMs} ms.`, {
    errorClass: "timeout",
    kind: "unreachable",
    cause: error,
  });
}
