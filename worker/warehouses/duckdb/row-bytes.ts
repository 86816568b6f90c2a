import type {DuckDBDataChunk} from "@duckdb/node-api";
import duckdb from "@duckdb/node-bindings";
import {isValid, TEXT_ENTRY, TEXT_INLINE, textBytes} from "./vectors.ts";

/** What stands around the texts of a row, of which the engine makes each in a column of its own. */
export interface RowLayout {
  /** Before each text. */
  before: readonly Uint8Array[];
  /** Behind the last one. */
  after: Uint8Array;
  /** Between two rows. */
  between: Uint8Array;
}

interface Texts {
  bytes: Uint8Array;
  words: DataView;
  valid: Uint8Array | null;
}

/**
 * The first rows of a chunk, at most `most`, as bytes: the engine's, copied once, and never made into strings. `found`
 * counts all of the chunk's; a row whose first text is null is none, but the end of the result.
 */
export function readRows(
  chunk: DuckDBDataChunk,
  layout: RowLayout,
  most: number,
): {bytes: Uint8Array; rowCount: number; found: number; isEnd: boolean} {
  const count = chunk.rowCount;
  const columns = layout.before.map((_, c) => textsOf(chunk, c, count));
  const [first] = columns;
  const isEnd = count > 0 && first !== undefined && first.valid !== null && !isValid(first.valid, count - 1);
  const found = isEnd ? count - 1 : count;
  const rowCount = Math.min(found, most);
  const bytes = new Uint8Array(sizeOf(columns, layout, rowCount));
  let at = 0;
  for (let row = 0; row < rowCount; row++) {
    if (row > 0) at = put(bytes, at, layout.between);
    for (let c = 0; c < columns.length; c++) {
      const before = layout.before[c];
      const column = columns[c];
      if (before) at = put(bytes, at, before);
      if (column) at = putText(bytes, at, column, row);
    }
    at = put(bytes, at, layout.after);
  }
  return {bytes, rowCount, found, isEnd};
}

function textsOf(chunk: DuckDBDataChunk, c: number, count: number): Texts {
  const vector = duckdb.data_chunk_get_vector(chunk.chunk, c);
  const bytes = duckdb.vector_get_data(vector, count * TEXT_ENTRY);
  const valid: Uint8Array | null = duckdb.vector_get_validity(vector, Math.ceil(count / 64) * 8);
  return {bytes, words: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), valid};
}

function sizeOf(columns: readonly Texts[], {before, between, after}: RowLayout, rowCount: number): number {
  const fixed = after.length + before.reduce((sum, {length}) => sum + length, 0);
  let size = rowCount * fixed + Math.max(0, rowCount - 1) * between.length;
  for (const column of columns) for (let row = 0; row < rowCount; row++) size += lengthOf(column, row);
  return size;
}

function lengthOf({words, valid}: Texts, row: number): number {
  return valid === null || isValid(valid, row) ? words.getUint32(row * TEXT_ENTRY, true) : 0;
}

/** Most are so short that a loop is faster than a call. */
function put(bytes: Uint8Array, at: number, text: Uint8Array): number {
  for (let i = 0; i < text.length; i++) bytes[at + i] = text[i] ?? 0;
  return at + text.length;
}

function putText(bytes: Uint8Array, at: number, column: Texts, row: number): number {
  const length = lengthOf(column, row);
  if (length > TEXT_INLINE) {
    bytes.set(textBytes(column.bytes, row, length), at);
  } else {
    const from = row * TEXT_ENTRY + 4;
    for (let i = 0; i < length; i++) bytes[at + i] = column.bytes[from + i] ?? 0;
  }
  return at + length;
}
