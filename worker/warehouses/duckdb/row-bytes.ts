import type {DuckDBDataChunk} from "@duckdb/node-api";
import duckdb from "@duckdb/node-bindings";
import type {RowFormat} from "../warehouse.ts";
import {CellWriter, MOST_BYTES} from "./cell-bytes.ts";
import type {Form} from "./rows.ts";
import {isValid, TEXT_ENTRY, TEXT_INLINE, textBytes} from "./vectors.ts";

/** What stands around the values of a row, which are in columns of their own. */
export interface RowLayout {
  format: RowFormat;
  forms: readonly Form[];
  /** Before each value. */
  before: readonly Uint8Array[];
  /** Behind the last one. */
  after: Uint8Array;
  /** Between two rows. */
  between: Uint8Array;
  /** Whether one more column tells the row that marks the end of the result from the others. */
  hasMark: boolean;
}

interface Column {
  form: Form;
  bytes: Uint8Array;
  /** The same in words of 32 bits. */
  words: Int32Array;
  valid: Uint8Array | null;
}

/** Of one entry in the engine's memory. */
const WIDTHS = {text: TEXT_ENTRY, string: TEXT_ENTRY, integer: 8, date: 4, timestamp: 8} as const;
const WORD = 4;

/**
 * The first rows of a chunk, at most `most`, as bytes: out of the engine's memory, and never made into strings. `found`
 * counts all of the chunk's but the one that marks the end of the result.
 */
export function readRows(
  chunk: DuckDBDataChunk,
  layout: RowLayout,
  most: number,
): {bytes: Uint8Array; rowCount: number; found: number; isEnd: boolean} {
  const count = chunk.rowCount;
  const columns = layout.forms.map((form, c) => columnOf(chunk, c, form, count));
  const isEnd = layout.hasMark && isMark(chunk, columns.length, count);
  const found = isEnd ? count - 1 : count;
  const rowCount = Math.min(found, most);
  const {before, between, after} = layout;
  const writer = new CellWriter(layout.format, sizeOf(columns, layout, rowCount));
  for (let row = 0; row < rowCount; row++) {
    if (row > 0) writer.put(between);
    for (let c = 0; c < columns.length; c++) {
      const [text, column] = [before[c], columns[c]];
      if (text) writer.put(text);
      if (column) writeCell(writer, column, row);
    }
    writer.put(after);
  }
  return {bytes: writer.bytes.subarray(0, writer.at), rowCount, found, isEnd};
}

function columnOf(chunk: DuckDBDataChunk, c: number, form: Form, count: number): Column {
  const vector = duckdb.data_chunk_get_vector(chunk.chunk, c);
  const bytes = duckdb.vector_get_data(vector, count * WIDTHS[form]);
  const valid: Uint8Array | null = duckdb.vector_get_validity(vector, Math.ceil(count / 64) * 8);
  const words = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / WORD);
  return {form, bytes, words, valid};
}

/** Whether the last row has the mark, a truth. */
function isMark(chunk: DuckDBDataChunk, c: number, count: number): boolean {
  if (count === 0) return false;
  return duckdb.vector_get_data(duckdb.data_chunk_get_vector(chunk.chunk, c), count)[count - 1] === 1;
}

/** At most so many bytes are written, but for texts of which characters have to be escaped. */
function sizeOf(columns: readonly Column[], {before, between, after}: RowLayout, rowCount: number): number {
  const fixed = after.length + between.length + before.reduce((sum, {length}) => sum + length, 0);
  let size = rowCount * fixed;
  for (const {form, words, valid} of columns) {
    if (form !== "text" && form !== "string") {
      size += rowCount * MOST_BYTES[form];
      continue;
    }
    size += rowCount * NULL_OR_QUOTES;
    for (let row = 0; row < rowCount; row++)
      if (valid === null || isValid(valid, row)) size += words[(row * TEXT_ENTRY) / WORD] ?? 0;
  }
  return size;
}

const NULL_OR_QUOTES = "null".length;

function writeCell(writer: CellWriter, {form, bytes, words, valid}: Column, row: number): void {
  if (valid !== null && !isValid(valid, row)) {
    writer.null();
  } else if (form === "integer") {
    writer.integer(words[2 * row] ?? 0, words[2 * row + 1] ?? 0);
  } else if (form === "timestamp") {
    writer.timestamp(words[2 * row] ?? 0, words[2 * row + 1] ?? 0);
  } else if (form === "date") {
    writer.date(words[row] ?? 0);
  } else {
    const length = words[(row * TEXT_ENTRY) / WORD] ?? 0;
    const isInline = length <= TEXT_INLINE;
    const text = isInline ? bytes : textBytes(bytes, row, length);
    const from = isInline ? row * TEXT_ENTRY + WORD : 0;
    if (form === "string") writer.string(text, from, from + length);
    else writer.put(text, from, from + length);
  }
}
