const HEAD_BYTES = 5;

/**
 * Cuts a body of messages into chunks of whole ones. A message is a letter and four bytes with its length, which
 * counts itself.
 */
export async function* wholeMessages(
  body: Uint8Array | ReadableStream<Uint8Array>,
): AsyncGenerator<Uint8Array, undefined> {
  if (body instanceof Uint8Array) {
    if (body.byteLength > 0) yield body;
    return;
  }
  let waiting: Uint8Array = new Uint8Array();
  for await (const chunk of body) {
    const bytes: Uint8Array = waiting.byteLength === 0 ? chunk : Buffer.concat([waiting, chunk]);
    const end = endOfWhole(bytes);
    if (end > 0) yield bytes.subarray(0, end);
    waiting = bytes.subarray(end);
  }
  if (waiting.byteLength > 0) throw new Error("a result ends within a row");
}

function endOfWhole(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = 0;
  while (end + HEAD_BYTES <= bytes.byteLength) {
    const next = end + 1 + view.getInt32(end + 1);
    if (next > bytes.byteLength) break;
    end = next;
  }
  return end;
}
