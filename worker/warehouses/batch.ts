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
}

/** A batch of a result with a limit. */
export interface LimitedBatch extends Batch {
  /** Whether the limit cut the result off after this batch. */
  truncated: boolean;
}

/**
 * Cuts the result off after `limit` rows, and sets `truncated` if the statement returns more. There is always a first
 * batch, even if it is empty.
 */
export async function* limited(
  batches: AsyncIterable<Batch>,
  limit: number | undefined,
): AsyncIterableIterator<LimitedBatch> {
  let given = 0;
  let count = 0;
  for await (const batch of batches) {
    const rowCount = limit === undefined ? batch.rowCount : Math.min(batch.rowCount, limit - given);
    const truncated = rowCount < batch.rowCount;
    given += rowCount;
    if (rowCount > 0 || truncated || count++ === 0) {
      const columns = truncated ? batch.columns.map(values => values.slice(0, rowCount)) : batch.columns;
      yield {rowCount, columns, kinds: batch.kinds, truncated};
    }
    if (truncated) return;
  }
}
