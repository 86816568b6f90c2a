import type {LimitedBatch} from "./batch.ts";
import {MessageRows} from "./encode-messages.ts";
import {encodeRows} from "./encode-rows.ts";
import type {Piece, StreamOptions} from "./warehouse.ts";

/** Encodes a warehouse's batches, of values or of messages, as text. */
export async function* encodedRows(
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
