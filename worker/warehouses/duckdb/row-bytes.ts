import type {DuckDBDataChunk} from "@duckdb/node-api";
import duckdb from "@duckdb/node-bindings";
import type {RowFormat} from "../warehouse.ts";
import {CellWriter, MAX_BYTES} from "./cell-bytes.ts";
import {type Packed, packed, WORD} from "./packed-text.ts";
import type {Form} from "./rows.ts";
import {isValid, TEXT_ENTRY, TEXT_INLINE, textBytes} from "./vectors.ts";

/** The form of each value of a row, and the texts around them. */
export interface RowLayout {
  format: RowFormat;
  forms: readonly Form[];
  /** The text before each value. */
  before: readonly string[];
  /** The text after the last value. */
  after: string;
  /** The text between two rows. */
  between: string;
  /** Whether an extra boolean column is true in the end marker row. */
  hasMark: boolean;
}

interface Column {
  form: Form;
  bytes: Uint8Array;
  /** The buffer in words of 32 bits. */
  words: Int32Array;
  valid: Uint8Array | null;
}

/** The first rows of a chunk, encoded. `found` counts all rows of the chunk except the end marker row. */
export interface RowBytes {
  /** Valid until the next rows are read. */
  bytes: Uint8Array;
  rowCount: number;
  found: number;
  isEnd: boolean;
}

/** The width in bytes of one entry in the engine's memory. */
const WIDTHS = {text: TEXT_ENTRY, string: TEXT_ENTRY, integer: 8, date: 4, timestamp: 8} as const;
const NULL_OR_QUOTES = "null".length;

/** Encodes the rows of a result as bytes directly from the engine's memory, without creating strings. */
export class RowReader {
  readonly #writer: CellWriter;
  readonly #forms: readonly Form[];
  readonly #hasMark: boolean;
  /** The text before the first value of the first row; `#next` is that of later rows, after the previous row's end. */
  readonly #first: Packed;
  readonly #next: Packed;
  /** The text before each further value. */
  readonly #before: readonly Packed[];
  readonly #after: Packed;
  /** The number of bytes that the texts around the values take in each row. */
  readonly #textBytes: number;

  constructor({format, forms, before, after, between, hasMark}: RowLayout) {
    const [first = "", ...others] = before;
    this.#writer = new CellWriter(format);
    this.#forms = forms;
    this.#hasMark = hasMark;
    this.#first = packed(first);
    this.#next = packed(after + between + first);
    this.#before = ["", ...others].map(packed);
    this.#after = packed(after);
    this.#textBytes = this.#before.reduce((sum, {length}) => sum + length, this.#next.length);
  }

  /** The first rows of a chunk, at most `most`. */
  read(chunk: DuckDBDataChunk, most: number): RowBytes {
    const count = chunk.rowCount;
    const columns = this.#forms.map((form, c) => columnOf(chunk, c, form, count));
    const isEnd = this.#hasMark && isMark(chunk, columns.length, count);
    const found = isEnd ? count - 1 : count;
    const rowCount = Math.min(found, most);
    return {bytes: this.#write(columns, rowCount), rowCount, found, isEnd};
  }

  #write(columns: readonly Column[], rowCount: number): Uint8Array {
    const writer = this.#writer;
    writer.begin(rowCount * this.#textBytes + sizeOf(columns, rowCount));
    if (rowCount === 0) return writer.written();
    const before = this.#before;
    const next = this.#next;
    for (let row = 0; row < rowCount; row++) {
      writer.put(row === 0 ? this.#first : next);
      for (let c = 0; c < columns.length; c++) {
        const text = before[c];
        const column = columns[c];
        if (text === undefined || column === undefined) continue;
        if (c > 0) writer.put(text);
        writeCell(writer, column, row);
      }
    }
    writer.put(this.#after);
    return writer.written();
  }
}

function columnOf(chunk: DuckDBDataChunk, c: number, form: Form, count: number): Column {
  const vector = duckdb.data_chunk_get_vector(chunk.chunk, c);
  const bytes = duckdb.vector_get_data(vector, count * WIDTHS[form]);
  const valid: Uint8Array | null = duckdb.vector_get_validity(vector, Math.ceil(count / 64) * 8);
  const words = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / WORD);
  return {form, bytes, words, valid};
}

/** Whether the last row of a chunk is the end marker row. */
function isMark(chunk: DuckDBDataChunk, c: number, count: number): boolean {
  if (count === 0) return false;
  return duckdb.vector_get_data(duckdb.data_chunk_get_vector(chunk.chunk, c), count)[count - 1] === 1;
}

/** The most bytes that the values take, apart from escapes in texts. */
function sizeOf(columns: readonly Column[], rowCount: number): number {
  let size = 0;
  for (const {form, words, valid} of columns) {
    if (form !== "text" && form !== "string") {
      size += rowCount * MAX_BYTES[form];
      continue;
    }
    size += rowCount * NULL_OR_QUOTES;
    for (let row = 0; row < rowCount; row++)
      if (valid === null || isValid(valid, row)) size += words[(row * TEXT_ENTRY) / WORD] ?? 0;
  }
  return size;
}

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
    else writer.text(text, from, from + length);
  }
}
