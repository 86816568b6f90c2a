import type {DialectName} from "../../shared/semantic/compile.ts";
import type {DimensionType} from "../../shared/semantic/graph.ts";

export interface WarehouseStatement {
  sql: string;
  /** Bound as `$1 …`, as text the engine casts. */
  parameters: readonly (string | number | boolean)[];
}

/** Values of one column over some rows, each as the engine's own text; `null` is null. */
export type TextColumn = readonly (string | null)[];

/** Some rows of a result, column by column. */
export interface Batch {
  rowCount: number;
  columns: readonly TextColumn[];
}

export interface StreamOptions {
  /** Types that the query declares for its columns, in order: what the text will be read as. */
  types: readonly DimensionType[];
  /** Aborting cancels the statement in the warehouse. */
  signal: AbortSignal;
}

/**
 * One warehouse connection, with its pool. Sessions are read-only and in UTC; one statement at a time, never
 * more. Errors of the engine reject as `WarehouseError`.
 */
export interface Warehouse {
  readonly dialect: DialectName;
  /** A result in batches, pulled: nothing is fetched ahead of the reader. */
  stream(statement: WarehouseStatement, options: StreamOptions): AsyncIterable<Batch>;
  /** All rows of a small result: for catalogues and probes. Numbers, dates and all else as text. */
  rows(statement: WarehouseStatement, signal?: AbortSignal): Promise<(string | null)[][]>;
  /** Ends the pool; statements under way are cancelled. */
  close(): Promise<void>;
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
