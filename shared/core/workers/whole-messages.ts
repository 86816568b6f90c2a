import {decodeRowsError, ERROR_MESSAGE} from "./data-rows-error.ts";

const HEAD_BYTES = 5;

/**
 * Cuts a body of messages into chunks of whole messages. A message is a letter, its length in four bytes, which
 * includes these four, and its content. Throws the error that may follow the rows.
 */
export async function* wholeMessages(
  body: Uint8Array | ReadableStream<Uint8Array>,
): AsyncGenerator<Uint8Array, undefined> {
  if (body instanceof Uint8Array) {
    if (body.byteLength > 0) yield body;
    return;
  }
  let waiting: Uint8Array[] = [];
  let size = 0;
  /** The size of the incomplete message in `waiting`: a message may come in thousands of chunks. */
  let needed = HEAD_BYTES;
  for await (const chunk of body) {
    waiting.push(chunk);
    size += chunk.byteLength;
    if (size < needed) continue;
    const bytes = waiting.length === 1 ? chunk : Buffer.concat(waiting, size);
    const {end, next, error} = endOfWhole(bytes);
    if (end > 0) yield bytes.subarray(0, end);
    if (error) throw error;
    const rest = bytes.subarray(end);
    waiting = rest.byteLength === 0 ? [] : [rest];
    size = rest.byteLength;
    needed = next - end;
  }
  if (size > 0) throw new Error("a result ends within a row");
}

/** The end of the last whole row, and the end of the row that begins there, as far as it is known. */
function endOfWhole(bytes: Uint8Array): {end: number; next: number; error?: Error} {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = 0;
  while (end + HEAD_BYTES <= bytes.byteLength) {
    const next = end + 1 + view.getInt32(end + 1);
    if (next > bytes.byteLength) return {end, next};
    if (bytes[end] === ERROR_MESSAGE) return {end, next, error: decodeRowsError(bytes.subarray(end, next))};
    end = next;
  }
  return {end, next: end + HEAD_BYTES};
}
