/**
 * Arrays as parameters in Postgres' binary format. The driver sends a `Buffer` as it is, but quotes and escapes every
 * element of a JavaScript array, and Postgres then parses each element: for thousands of rows, that is most of the work
 * of both.
 */

const TEXT = 25;
const INT8 = 20;
const FLOAT8 = 701;
const TIMESTAMPTZ = 1184;

const HEAD_BYTES = 20;
const LENGTH_BYTES = 4;
const EIGHT_BYTES = 8;
/** 2000-01-01, from which Postgres counts the microseconds of a timestamp, in milliseconds since 1970. */
const EPOCH_MS = Date.UTC(2000, 0, 1);

/** A value for `$1::text[]`. */
export function textArray(values: readonly (string | null)[]): Buffer {
  let size = HEAD_BYTES + values.length * LENGTH_BYTES;
  // No encoding of a string has more than three bytes for each of its UTF-16 units.
  for (const value of values) if (value !== null) size += value.length * 3;
  const buffer = Buffer.allocUnsafe(size);
  let at = writeHead(buffer, TEXT, values);
  for (const value of values) {
    const length = value === null ? -1 : buffer.write(value, at + LENGTH_BYTES);
    at = buffer.writeInt32BE(length, at) + Math.max(0, length);
  }
  return buffer.subarray(0, at);
}

/** A value for `$1::bigint[]`. The numbers are safe integers. */
export function bigintArray(values: readonly (number | null)[]): Buffer {
  return eightBytes(values, INT8, (buffer, value, at) => writeInteger(buffer, value, at));
}

/** A value for `$1::double precision[]`. */
export function doubleArray(values: readonly (number | null)[]): Buffer {
  return eightBytes(values, FLOAT8, (buffer, value, at) => buffer.writeDoubleBE(value, at));
}

/** A value for `$1::timestamptz[]`, of milliseconds since 1970. */
export function timestampArray(values: readonly (number | null)[]): Buffer {
  return eightBytes(values, TIMESTAMPTZ, (buffer, value, at) =>
    writeInteger(buffer, Math.round((value - EPOCH_MS) * 1000), at),
  );
}

function eightBytes(
  values: readonly (number | null)[],
  type: number,
  write: (buffer: Buffer, value: number, at: number) => void,
): Buffer {
  const buffer = Buffer.allocUnsafe(HEAD_BYTES + values.length * (LENGTH_BYTES + EIGHT_BYTES));
  let at = writeHead(buffer, type, values);
  for (const value of values) {
    at = buffer.writeInt32BE(value === null ? -1 : EIGHT_BYTES, at);
    if (value === null) continue;
    write(buffer, value, at);
    at += EIGHT_BYTES;
  }
  return buffer.subarray(0, at);
}

/** Writes a 64-bit integer as two halves, because a `BigInt` for each number has a cost. */
function writeInteger(buffer: Buffer, value: number, at: number): void {
  buffer.writeInt32BE(Math.floor(value / 2 ** 32), at);
  buffer.writeUInt32BE(value >>> 0, at + 4);
}

/** The head of an array of one dimension: dimensions, whether it has nulls, type, length, first index. */
function writeHead(buffer: Buffer, type: number, values: readonly unknown[]): number {
  buffer.writeInt32BE(1, 0);
  buffer.writeInt32BE(values.includes(null) ? 1 : 0, 4);
  buffer.writeInt32BE(type, 8);
  buffer.writeInt32BE(values.length, 12);
  return buffer.writeInt32BE(1, 16);
}
