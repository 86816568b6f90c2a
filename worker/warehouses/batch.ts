/**
 * The type of a column in the warehouse, as far as formats depend on it. Numbers and JSON are copied into text formats
 * unchanged. A decimal has its precision and scale where the engine reports them.
 */
export type EngineKind =
  | "integer"
  | "float"
  | "decimal"
  | `decimal(${number},${number})`
  | "timestamp"
  | "json"
  | "other";

export function isNumber(kind: EngineKind): boolean {
  return kind === "integer" || kind === "float" || kind.startsWith("decimal");
}

/** Some rows, column by column, with each value as the engine's text or `null`. */
export interface Batch {
  rowCount: number;
  columns: (string | null)[][];
  kinds: readonly EngineKind[];
  /** The rows as `DataRow` messages of Postgres' protocol in place of columns, where `asMessages` requests that. */
  messages?: Uint8Array;
}

/** A batch of a result with a limit. */
export interface LimitedBatch extends Batch {
  /** Whether the limit cut the result off after this batch. */
  truncated: boolean;
}
