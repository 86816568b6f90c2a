import type {DialectName} from "../../shared/semantic/index.ts";
import type {Batch, LimitedBatch} from "./batch.ts";
import {MessageRows} from "./encode-messages.ts";
import {encodeRows} from "./encode-rows.ts";
import type {BatchOptions, Piece, StreamOptions, Warehouse, WarehouseStatement} from "./warehouse.ts";

export interface ReadOptions {
  /** The most rows that will be read; `undefined` where unknown. */
  maxRows: number | undefined;
  /** Whether the result is known to be small. */
  small: boolean;
  /** See `BatchOptions`. */
  asMessages?: boolean;
}

/** A warehouse that returns results as values; all of its methods are built on batches. */
export function fromBatches(
  dialect: DialectName,
  read: (statement: WarehouseStatement, signal: AbortSignal, options: ReadOptions) => AsyncIterable<Batch>,
  close: () => Promise<void>,
): Warehouse {
  const batches = (statement: WarehouseStatement, {limit, signal, asMessages = false}: BatchOptions) => {
    const maxRows = limit === undefined ? undefined : limit + 1;
    return limited(read(statement, signal, {maxRows, small: false, asMessages}), limit);
  };
  return {
    dialect,
    stream: (statement, options) => encodedRows(batches(statement, {...options, asMessages: true}), options),
    batches,
    async rows(statement, signal = new AbortController().signal) {
      const rows: (string | null)[][] = [];
      for await (const batch of read(statement, signal, {maxRows: undefined, small: true})) {
        for (let r = 0; r < batch.rowCount; r++) rows.push(batch.columns.map(column => column[r] ?? null));
      }
      return rows;
    },
    close,
  };
}

/** The batches of `first`, or those of `second` if `first` fails before its first batch and `shouldFallBack` holds. */
export async function* withFallback(
  first: AsyncIterable<Batch>,
  shouldFallBack: (error: unknown) => boolean,
  second: () => AsyncIterable<Batch>,
): AsyncIterableIterator<Batch> {
  let given = 0;
  try {
    for await (const batch of first) {
      given++;
      yield batch;
    }
  } catch (error) {
    if (given > 0 || !shouldFallBack(error)) throw error;
    yield* second();
  }
}

/**
 * Cuts the result off after `limit` rows, and sets `truncated` if the statement returns more. The messages of a batch
 * are not cut, and still contain the later rows. There is always a first batch, even if it is empty.
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
      yield {...batch, rowCount, columns, truncated};
    }
    if (truncated) return;
  }
}

/** Encodes a warehouse's batches, of values or of messages, as text. */
async function* encodedRows(
  batches: AsyncIterable<LimitedBatch>,
  options: StreamOptions,
): AsyncIterableIterator<Piece> {
  let rows: MessageRows | undefined;
  for await (const {truncated, ...batch} of batches) {
    const {rowCount, messages, kinds} = batch;
    if (messages) {
      rows ??= new MessageRows(options, kinds);
      yield {rowCount, text: rows.encode(messages, rowCount), truncated};
      continue;
    }
    yield {rowCount, text: encodeRows(batch, rowCount, options), truncated};
  }
}
