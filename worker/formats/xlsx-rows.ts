import type {DimensionType} from "../../shared/semantic/documents.ts";
import {type EngineKind, isNumber} from "../warehouses/batch.ts";
import {nameOfNonFinite} from "../warehouses/encode-rows.ts";
import type {Vector, VectorBatch} from "../warehouses/vectors.ts";
import {localMsOf} from "../warehouses/zone-offset.ts";
import {serialOfDay, serialOfMs} from "./day-serial.ts";
import {dayText, decimalText, momentText} from "./vector-text.ts";
import {textCell, type WriteCell, writerOf} from "./xlsx-cells.ts";
import {STYLE} from "./xlsx-parts.ts";

/** How the values of a column are written. */
export interface CellColumn {
  type: DimensionType;
  /** The index of the number's style. */
  style: number;
  isComputed: boolean;
}

const encoder = new TextEncoder();
const ascii = (text: string) => encoder.encode(text);
const ROW = ascii("<row>");
const ROW_END = ascii("</row>");
const NULL = ascii("<c/>");
const TRUE = ascii('<c t="b"><v>1</v></c>');
const FALSE = ascii('<c t="b"><v>0</v></c>');
const DATE = ascii(`<c s="${STYLE.date}"><v>`);
const TIMESTAMP = ascii(`<c s="${STYLE.timestamp}"><v>`);
const VALUE_END = ascii("</v></c>");
const TEXT = ascii(`<c s="${STYLE.text}" t="inlineStr"><is><t>`);
const TEXT_END = ascii("</t></is></c>");
/** Room for a cell of bounded length. */
const CELL_BYTES = 64;
/** From this number on a whole number has more digits than spreadsheets keep. */
const LONG = 1e15;
const TWO_32 = 2 ** 32;
/** The longest text of a cell in bytes, if every character takes one. */
const MAX_BYTES = 32_767;

/** A cell of up to this length is copied character by character, which takes less than a call of the runtime. */
const SHORT = 96;
/** No character of UTF-16 takes more bytes of UTF-8. */
const BYTES_OF_CHARACTER = 3;

type Write = (row: number) => void;

/**
 * Writes rows of a sheet as bytes. Values in the engine's memory are written without an intermediate string; the cells
 * are the same as those that `writerOf` makes from the engine's text.
 */
export class SheetRows {
  #bytes = new Uint8Array(0);
  #at = 0;
  /** The size of the last rows, which the next ones probably have, too. */
  #usual = 0;
  /** The bytes of a row whose cells are of bounded length. Every other cell reserves as many again after itself. */
  readonly #rowBytes: number;

  constructor(
    private readonly columns: readonly CellColumn[],
    private readonly timezone: string,
  ) {
    this.#rowBytes = (columns.length + 1) * CELL_BYTES;
  }

  /** The rows of a batch, in memory of their own. */
  encode({columns, kinds, rowCount}: Pick<VectorBatch, "columns" | "kinds" | "rowCount">): Uint8Array {
    const writers = this.columns.map((column, c) =>
      this.#writer(column, kinds[c] ?? "other", columns[c] ?? []),
    );
    this.#bytes = new Uint8Array(this.#usual + (this.#usual >> 3));
    this.#at = 0;
    for (let row = 0; row < rowCount; row++) {
      this.#reserve(this.#rowBytes);
      this.#put(ROW);
      for (let c = 0; c < writers.length; c++) writers[c]?.(row);
      this.#put(ROW_END);
    }
    // JavaScript ignores writes beyond the end of a typed array.
    if (this.#at > this.#bytes.length) throw new Error("rows of a sheet took more than their room");
    this.#usual = this.#at;
    return this.#bytes.subarray(0, this.#at);
  }

  /** A function that writes the cell of a row. */
  #writer(column: CellColumn, kind: EngineKind, values: Vector | (string | null)[]): Write {
    const {type, style} = column;
    const ofText = writerOf(type, kind, this.timezone, column);
    if (Array.isArray(values)) return row => this.#cell(values[row] ?? null, ofText);
    const {valid} = values;
    const write = this.#vectorWriter(type, kind, values, style, ofText);
    if (!valid) return write;
    return row => {
      if (((valid[row >> 3] ?? 0) & (1 << (row & 7))) !== 0) write(row);
      else this.#put(NULL);
    };
  }

  #vectorWriter(
    type: DimensionType,
    kind: EngineKind,
    {data, offsets}: Vector,
    style: number,
    ofText: WriteCell,
  ): Write {
    if (offsets) return row => this.#text(data, offsets[row] ?? 0, offsets[row + 1] ?? 0);
    const words = new Int32Array(data.buffer, data.byteOffset, data.byteLength >> 2);
    const start = ascii(style > 0 ? `<c s="${style}"><v>` : "<c><v>");
    if (type === "boolean") return row => this.#put(data[row] === 1 ? TRUE : FALSE);
    if (type === "date") return row => this.#date(words[row] ?? 0);
    if (type === "timestamp")
      return row => this.#timestamp(words[2 * row] ?? 0, words[2 * row + 1] ?? 0, ofText);
    if (kind === "integer") return row => this.#integer(words[2 * row] ?? 0, words[2 * row + 1] ?? 0, start);
    if (kind === "float") {
      const doubles = new Float64Array(data.buffer, data.byteOffset, data.byteLength >> 3);
      return row => this.#double(doubles[row] ?? 0, start);
    }
    if (!isNumber(kind)) throw new Error(`a sheet has no cells for vectors of ${type} as ${kind}`);
    const scale = Number(/,(\d+)\)$/.exec(kind)?.[1] ?? 0);
    return row => this.#cell(decimalText(words, 4 * row, scale), ofText);
  }

  #integer(low: number, high: number, start: Uint8Array): void {
    const value = high * TWO_32 + (low >>> 0);
    if (value >= LONG || value <= -LONG) {
      this.#encoded(textCell(String((BigInt(high) << 32n) + BigInt(low >>> 0))));
      return;
    }
    this.#put(start);
    this.#whole(value);
    this.#put(VALUE_END);
  }

  #double(value: number, start: Uint8Array): void {
    if (!Number.isFinite(value)) {
      this.#encoded(textCell(nameOfNonFinite(String(value))));
      return;
    }
    this.#put(start);
    this.#ascii(String(value));
    this.#put(VALUE_END);
  }

  #date(days: number): void {
    const serial = serialOfDay(days);
    if (serial === undefined) {
      this.#encoded(textCell(dayText(days)));
      return;
    }
    this.#put(DATE);
    this.#whole(serial);
    this.#put(VALUE_END);
  }

  #timestamp(low: number, high: number, ofText: WriteCell): void {
    // Microseconds are exact as a double until the year 2255.
    const isExact = high >= -(2 ** 21) && high < 2 ** 21;
    let [seconds, rest] = [0, 0];
    if (isExact) {
      const micros = high * TWO_32 + (low >>> 0);
      seconds = Math.floor(micros / 1e6);
      rest = micros - seconds * 1e6;
    } else {
      const micros = (BigInt(high) << 32n) + BigInt(low >>> 0);
      const ofSecond = ((micros % 1_000_000n) + 1_000_000n) % 1_000_000n;
      seconds = Number((micros - ofSecond) / 1_000_000n);
      rest = Number(ofSecond);
    }
    const local = localMsOf(seconds * 1000, this.timezone);
    const serial = local === undefined ? undefined : serialOfMs(local + rest / 1000);
    if (serial === undefined) {
      this.#encoded(ofText(momentText(seconds, rest)));
      return;
    }
    this.#put(TIMESTAMP);
    this.#ascii(String(serial));
    this.#put(VALUE_END);
  }

  /** Copies a text of UTF-8, unless something in it has to be escaped. */
  #text(text: Uint8Array, from: number, to: number): void {
    const length = to - from;
    this.#reserve(length + this.#rowBytes + 2 * CELL_BYTES);
    const start = this.#at;
    this.#put(TEXT);
    const bytes = this.#bytes;
    const at = this.#at - from;
    let isPlain = length <= MAX_BYTES && text[from] !== SPACE && text[to - 1] !== SPACE;
    for (let i = from; i < to && isPlain; i++) {
      const byte = text[i]!;
      if (SPECIAL[byte] !== 0) isPlain = byte === UNDERSCORE && text[i + 1] !== X;
      bytes[at + i] = byte;
    }
    if (isPlain || length === 0) {
      this.#at += length;
      this.#put(TEXT_END);
      return;
    }
    this.#at = start;
    this.#encoded(textCell(Buffer.from(text.buffer, text.byteOffset + from, length).toString()));
  }

  #cell(text: string | null, write: WriteCell): void {
    if (text === null) this.#put(NULL);
    else this.#encoded(write(text));
  }

  /** Writes a cell that is a string. */
  #encoded(cell: string): void {
    const {length} = cell;
    this.#reserve(length * BYTES_OF_CHARACTER + this.#rowBytes);
    const bytes = this.#bytes;
    const at = this.#at;
    let written = 0;
    if (length <= SHORT) {
      for (; written < length; written++) {
        const code = cell.charCodeAt(written);
        if (code > 0x7f) break;
        bytes[at + written] = code;
      }
    }
    // A text with other characters, or a long one.
    if (written < length) written = encoder.encodeInto(cell, bytes.subarray(at)).written;
    this.#at = at + written;
  }

  #ascii(text: string): void {
    const bytes = this.#bytes;
    const at = this.#at;
    for (let i = 0; i < text.length; i++) bytes[at + i] = text.charCodeAt(i);
    this.#at = at + text.length;
  }

  /** Writes an integer that is exact as a double. */
  #whole(value: number): void {
    if (value >= TWO_32 / 2 || value <= -TWO_32 / 2) {
      this.#ascii(String(value));
      return;
    }
    const bytes = this.#bytes;
    let at = this.#at;
    if (value < 0) bytes[at++] = MINUS;
    let left = Math.abs(value) | 0;
    let width = 1;
    for (let most = 10; width < 10 && left >= most; most *= 10) width++;
    for (let i = at + width - 1; i >= at; i--) {
      const tenth = (left / 10) | 0;
      bytes[i] = ZERO + left - tenth * 10;
      left = tenth;
    }
    this.#at = at + width;
  }

  #put(part: Uint8Array): void {
    const bytes = this.#bytes;
    const at = this.#at;
    for (let i = 0; i < part.length; i++) bytes[at + i] = part[i]!;
    this.#at = at + part.length;
  }

  #reserve(sizeBytes: number): void {
    const needed = this.#at + sizeBytes;
    if (needed <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(needed, 2 * this.#bytes.length, 1024));
    larger.set(this.#bytes.subarray(0, this.#at));
    this.#bytes = larger;
  }
}

const code = (character: string) => character.charCodeAt(0);
const [SPACE, ZERO, MINUS, UNDERSCORE, X] = [code(" "), code("0"), code("-"), code("_"), code("x")];
/** The bytes that may have to be escaped: `EF` begins the characters that XML cannot hold, U+FFFE and U+FFFF. */
const SPECIAL = Uint8Array.from({length: 256}, (_, byte) =>
  Number(byte < SPACE || byte === 0xef || "&<>_".includes(String.fromCharCode(byte))),
);
