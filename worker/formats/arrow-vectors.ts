import {type Data, DataType, makeData} from "apache-arrow";
import type {Vector, VectorBatch} from "../warehouses/vectors.ts";
import {arrowData, outOfScale} from "./arrow-data.ts";

/** Concatenates one column of several batches into one Arrow column. */
export function concatenatedData(
  type: DataType,
  batches: readonly VectorBatch[],
  c: number,
  length: number,
  name: string,
): Data {
  const texts: (string | null)[] = [];
  const vectors: {vector: Vector; rowCount: number}[] = [];
  for (const {columns, rowCount} of batches) {
    const column = columns[c];
    if (Array.isArray(column)) texts.push(...column);
    else if (column) vectors.push({vector: column, rowCount});
  }
  if (vectors.length === 0) return arrowData(type, texts, length, name);
  const {nullBitmap, nullCount} = validity(vectors, length);
  const common = {length, nullCount, nullBitmap};
  const bytes = joined(vectors.map(({vector}) => vector.data));
  if (DataType.isUtf8(type))
    return makeData({type, ...common, valueOffsets: joinedOffsets(vectors, length), data: bytes});
  if (DataType.isInt(type)) return makeData({type, ...common, data: new BigInt64Array(bytes.buffer)});
  if (DataType.isTimestamp(type)) return makeData({type, ...common, data: new BigInt64Array(bytes.buffer)});
  if (DataType.isFloat(type)) return makeData({type, ...common, data: new Float64Array(bytes.buffer)});
  if (DataType.isDate(type)) return makeData({type, ...common, data: new Int32Array(bytes.buffer)});
  if (DataType.isBool(type)) return makeData({type, ...common, data: bitsOf(bytes)});
  if (DataType.isDecimal(type)) {
    const words = new Int32Array(bytes.buffer);
    refuseWide(words, name, type.precision, type.scale);
    return makeData({type, ...common, data: new Uint32Array(bytes.buffer)});
  }
  throw new Error(`a result has no columns of the Arrow type ${type}`);
}

function joined(parts: readonly Uint8Array<ArrayBuffer>[]): Uint8Array<ArrayBuffer> {
  const [first, second] = parts;
  if (first && !second) return first;
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function joinedOffsets(vectors: readonly {vector: Vector; rowCount: number}[], length: number): Int32Array {
  const offsets = new Int32Array(length + 1);
  let row = 0;
  let start = 0;
  for (const {vector, rowCount} of vectors) {
    for (let i = 1; i <= rowCount; i++) offsets[row + i] = start + (vector.offsets?.[i] ?? 0);
    row += rowCount;
    start += vector.data.length;
  }
  return offsets;
}

/** Without nulls Arrow needs no bitmap. */
function validity(vectors: readonly {vector: Vector; rowCount: number}[], length: number) {
  if (vectors.every(({vector}) => vector.valid === undefined)) return {nullBitmap: undefined, nullCount: 0};
  const nullBitmap = new Uint8Array(Math.ceil(length / 64) * 8);
  let nullCount = 0;
  let row = 0;
  for (const {vector, rowCount} of vectors) {
    for (let i = 0; i < rowCount; i++, row++) {
      if (!vector.valid || ((vector.valid[i >> 3] ?? 0) & (1 << (i & 7))) !== 0)
        nullBitmap[row >> 3] = (nullBitmap[row >> 3] ?? 0) | (1 << (row & 7));
      else nullCount++;
    }
  }
  return {nullBitmap, nullCount};
}

function bitsOf(booleans: Uint8Array): Uint8Array {
  const bits = new Uint8Array(Math.ceil(booleans.length / 8));
  for (let i = 0; i < booleans.length; i++)
    if (booleans[i] !== 0) bits[i >> 3] = (bits[i >> 3] ?? 0) | (1 << (i & 7));
  return bits;
}

/** The highest 32 bits of 10^38, at which a 128-bit integer may have more digits than a decimal. */
const WIDE = 0x4b3b4ca8;
const MOST = 10n ** 38n - 1n;

function refuseWide(words: Int32Array, name: string, precision: number, scale: number): void {
  for (let top = 3; top < words.length; top += 4) {
    const high = words[top] ?? 0;
    if (high < WIDE && high > -WIDE) continue;
    const low = [2, 1, 0].map(place => BigInt((words[top - 3 + place] ?? 0) >>> 0));
    const value = low.reduce((sum, word) => (sum << 32n) | word, BigInt(high));
    if (value > MOST || value < -MOST) throw outOfScale(name, String(value), precision, scale);
  }
}
