/**
 * What the engine itself takes a column for. Its numbers and JSON are spliced into texts as they are; a decimal
 * names its precision and scale where the engine tells them.
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

/** Some rows, column by column: each value as the engine's own text, `null` is null. */
export interface Batch {
  rowCount: number;
  columns: (string | null)[][];
  kinds: readonly EngineKind[];
}

/** A batch of a result that may have been cut. */
export interface LimitedBatch extends Batch {
  /** The limit cut the result here. */
  truncated: boolean;
}

/** No more than `limit` rows; the statement may have one more, which sets `truncated`. The first also where it is empty. */
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
