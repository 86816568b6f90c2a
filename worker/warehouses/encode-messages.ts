import {isUtf8} from "node:buffer";
import type {DimensionType} from "../../shared/semantic/documents.ts";
import {type EngineKind, isNumber} from "./batch.ts";
import {type Encode, type TextOptions, textLayout} from "./encode-rows.ts";

/** The type of a message, its length, and the number of its values. */
const HEAD_BYTES = 7;
const LENGTH_BYTES = 4;
/** No character of UTF-16 takes more bytes of UTF-8. */
const BYTES_OF_CHARACTER = 3;
/** The bytes that a copied value may take beyond its own: quotes, or `false` for `f`, or `T` and `Z`. */
const SPARE_BYTES = 8;

const ascii = (character: string) => character.charCodeAt(0);
const QUOTE = ascii('"');
const BACKSLASH = ascii("\\");
const COMMA = ascii(",");
const ZERO = ascii("0");
const NINE = ascii("9");
const SPACE = ascii(" ");
const PLUS = ascii("+");
const PARENTHESIS = ascii("(");
const LINE_FEED = ascii("\n");
const CARRIAGE_RETURN = ascii("\r");
const DAY_LENGTH = 10;
const SECOND_LENGTH = 19;

interface Column {
  /** The bytes before the value. */
  before: Uint8Array;
  /** Writes a value as the encoder would write its text, or gives up and returns -1. */
  quick: Quick;
  encode: Encode;
}

/**
 * Writes the bytes `from` to `to` of `source` into `target` at `at`. Returns the end of the value in `target`, or -1.
 */
type Quick = (source: Buffer, from: number, to: number, target: Buffer, at: number) => number;

/**
 * Rows in a format of text, from the `DataRow` messages of Postgres' protocol: most values are copied as bytes, and the
 * others written by the encoders of values.
 */
export class MessageRows {
  readonly #columns: readonly Column[];
  readonly #between: Uint8Array;
  readonly #after: Uint8Array;
  readonly #nothing: Uint8Array;
  #bytes = Buffer.alloc(0);
  #at = 0;

  constructor(options: TextOptions, kinds: readonly EngineKind[]) {
    const {encoders, before, between, after, nothing} = textLayout(options, kinds);
    this.#columns = encoders.map((encode, c) => ({
      before: Buffer.from(before[c] ?? ""),
      quick: quickOf(options.columns[c]!.type, kinds[c] ?? "other", options),
      encode,
    }));
    this.#between = Buffer.from(between);
    this.#after = Buffer.from(after);
    this.#nothing = Buffer.from(nothing);
  }

  /** The first `rowCount` rows. The bytes are overwritten by the next call. */
  encode(messages: Uint8Array, rowCount: number): Uint8Array {
    const source = Buffer.from(messages.buffer, messages.byteOffset, messages.byteLength);
    this.#at = 0;
    this.#reserve(source.length * 2);
    let at = 0;
    for (let r = 0; r < rowCount; r++) {
      if (r > 0) this.#copy(this.#between);
      this.#row(source, at + HEAD_BYTES);
      at += 1 + source.readInt32BE(at + 1);
    }
    if (rowCount > 0) this.#copy(this.#after);
    return this.#bytes.subarray(0, this.#at);
  }

  #row(source: Buffer, start: number): void {
    let at = start;
    for (const {before, quick, encode} of this.#columns) {
      this.#copy(before);
      const length = source.readInt32BE(at);
      at += LENGTH_BYTES;
      if (length < 0) {
        this.#copy(this.#nothing);
        continue;
      }
      const end = at + length;
      this.#reserve(length + SPARE_BYTES);
      const written = quick(source, at, end, this.#bytes, this.#at);
      if (written >= 0) this.#at = written;
      else this.#write(encode(source.toString("utf8", at, end)));
      at = end;
    }
  }

  #copy(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    const target = this.#bytes;
    let at = this.#at;
    for (let i = 0; i < bytes.length; i++) target[at++] = bytes[i]!;
    this.#at = at;
  }

  #write(text: string): void {
    this.#reserve(text.length * BYTES_OF_CHARACTER);
    this.#at += this.#bytes.write(text, this.#at);
  }

  #reserve(sizeBytes: number): void {
    const needed = this.#at + sizeBytes;
    if (needed <= this.#bytes.length) return;
    // The bytes are overwritten, so they need not be zero.
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, this.#bytes.length * 2));
    larger.set(this.#bytes.subarray(0, this.#at));
    this.#bytes = larger;
  }
}

function quickOf(type: DimensionType, kind: EngineKind, {format, timezone}: TextOptions): Quick {
  const isCsv = format === "csv" || format === "csv_safe";
  const quickText = format === "csv" ? csvText : isCsv ? encoded : jsonText;
  switch (type) {
    case "number":
      if (kind === "integer") return verbatim;
      return isNumber(kind) ? number : encoded;
    case "boolean":
      return truth;
    case "date":
      return (source, from, to, target, at) =>
        to - from > DAY_LENGTH ? -1 : quickText(source, from, to, target, at);
    case "timestamp":
      return kind === "timestamp" && timezone === "UTC" && !isCsv ? jsonTimestamp : encoded;
    case "json":
      return encoded;
    default:
      return isCsv && isNumber(kind) ? csvText : quickText;
  }
}

const encoded: Quick = () => -1;

const verbatim: Quick = (source, from, to, target, start) => {
  let at = start;
  for (let i = from; i < to; i++) target[at++] = source[i]!;
  return at;
};

/** Numbers that do not end in a zero, which may have to be removed. NaN and infinities end in a letter. */
const number: Quick = (source, from, to, target, at) => {
  const last = source[to - 1]!;
  return last > ZERO && last <= NINE ? verbatim(source, from, to, target, at) : -1;
};

const TRUE = Buffer.from("true");
const FALSE = Buffer.from("false");

const truth: Quick = (source, from, to, target, at) => {
  if (to - from !== 1) return -1;
  if (source[from] === ascii("t")) return verbatim(TRUE, 0, TRUE.length, target, at);
  return source[from] === ascii("f") ? verbatim(FALSE, 0, FALSE.length, target, at) : -1;
};

/** Timestamps in UTC of the years 1 to 9999, with or without a zone. */
const jsonTimestamp: Quick = (source, from, to, target, start) => {
  const last = source[to - 1]!;
  if (to - from < SECOND_LENGTH || source[from + DAY_LENGTH] !== SPACE || last < ZERO || last > NINE)
    return -1;
  if (source[from + DAY_LENGTH + 1] === PARENTHESIS) return -1;
  const end = source[to - 3] === PLUS ? to - 3 : to;
  let at = start;
  target[at++] = QUOTE;
  for (let i = from; i < end; i++) target[at++] = source[i]!;
  target[start + 1 + DAY_LENGTH] = ascii("T");
  target[at++] = ascii("Z");
  target[at++] = QUOTE;
  return at;
};

/** Texts without anything to escape. Invalid UTF-8 is left to the encoder, which puts U+FFFD in its place. */
const jsonText: Quick = (source, from, to, target, start) => {
  let at = start;
  let all = 0;
  target[at++] = QUOTE;
  for (let i = from; i < to; i++) {
    const byte = source[i]!;
    if (byte === QUOTE || byte === BACKSLASH || byte < SPACE) return -1;
    all |= byte;
    target[at++] = byte;
  }
  if (all > 0x7f && !isUtf8(source.subarray(from, to))) return -1;
  target[at++] = QUOTE;
  return at;
};

/** Texts that need no quotes. */
const csvText: Quick = (source, from, to, target, start) => {
  if (from === to) return -1;
  let at = start;
  let all = 0;
  for (let i = from; i < to; i++) {
    const byte = source[i]!;
    if (byte === QUOTE || byte === COMMA || byte === LINE_FEED || byte === CARRIAGE_RETURN) return -1;
    all |= byte;
    target[at++] = byte;
  }
  return all > 0x7f && !isUtf8(source.subarray(from, to)) ? -1 : at;
};
