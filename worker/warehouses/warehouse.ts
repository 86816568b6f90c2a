import type {DialectName} from "../../shared/semantic/compile.ts";
import type {DimensionType} from "../../shared/semantic/graph.ts";

export interface WarehouseStatement {
  sql: string;
  /** Bound as `$1 …`, as text the engine casts. */
  parameters: readonly (string | number | boolean)[];
}

/** What the engine itself takes a column for, as far as the encoders ask: its numbers and JSON are spliced. */
export type EngineKind = "number" | "json" | "other";

/** Some rows of a result, column by column: each value as the engine's own text, `null` is null. */
export interface Batch {
  rowCount: number;
  columns: (string | null)[][];
  kinds: readonly EngineKind[];
}

export interface StreamOptions {
  /** Types that the query declares for its columns, in order: what the text will be read as. */
  types: readonly DimensionType[];
  /** The most rows that the statement itself can give, where it says so: a small result takes one round trip. */
  maxRows?: number;
  /** Aborting cancels the statement in the warehouse, also one that still waits for its turn. */
  signal: AbortSignal;
}

/**
 * One warehouse connection, with its pool. Sessions are read-only and in UTC; one statement at a time, never
 * more. Errors of the engine reject as `WarehouseError`.
 */
export interface Warehouse {
  readonly dialect: DialectName;
  /** A result in batches, the first one also where it is empty. At most one batch is fetched ahead of the reader. */
  stream(statement: WarehouseStatement, options: StreamOptions): AsyncIterableIterator<Batch>;
  /** All rows of a small result: for catalogues and probes. Numbers, dates and all else as text. */
  rows(statement: WarehouseStatement, signal?: AbortSignal): Promise<(string | null)[][]>;
  /** Ends the pool; statements under way are cancelled. */
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
