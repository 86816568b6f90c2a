/** Reads a body of `DataRow` messages. Throws for anything else, as for a message that is cut off. */
export function readDataRows(bytes: Uint8Array): (string | null)[][] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const rows: (string | null)[][] = [];
  let at = 0;
  while (at < buffer.length) {
    if (buffer[at] !== 0x44) throw new Error(`no DataRow at ${at}`);
    const end = at + 1 + buffer.readInt32BE(at + 1);
    let place = at + 7;
    const row: (string | null)[] = [];
    for (let c = buffer.readInt16BE(at + 5); c > 0; c--) {
      const length = buffer.readInt32BE(place);
      place += 4;
      row.push(length < 0 ? null : buffer.toString("utf8", place, place + length));
      place += Math.max(0, length);
    }
    if (place !== end || end > buffer.length) throw new Error(`a DataRow ends at ${place}, not at ${end}`);
    rows.push(row);
    at = end;
  }
  return rows;
}
