/** The values of the first `DataRow` of a chunk. */
export function rowValues(chunk: Uint8Array): (string | null)[] {
  const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  let at = 7;
  return Array.from({length: bytes.readUInt16BE(5)}, () => {
    const length = bytes.readInt32BE(at);
    at += 4;
    if (length < 0) return null;
    at += length;
    return bytes.toString("utf8", at - length, at);
  });
}
