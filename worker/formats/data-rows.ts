import type {SqlType} from "../../shared/core/wire/sql-tables.ts";
import type {Batch} from "../warehouses/batch.ts";
import {type Encode, postgresText} from "./postgres-text.ts";

const DATA_ROW = "D".charCodeAt(0);
/** The type of the message, its length, and the number of its values. */
const HEAD_BYTES = 7;
const LENGTH_BYTES = 4;
/** No character of UTF-16 takes more bytes of UTF-8. */
const BYTES_OF_CHARACTER = 3;
/** A text of up to this length is copied character by character, which takes less than a call of the runtime. */
const SHORT = 48;
const PART_BYTES = 256 * 1024;
/** The size of the first part, because most results are small. */
const FIRST_BYTES = 1024;
const REPLACEMENT = "\ufffd";

/**
 * Rows as `DataRow` messages with all values in text form
 * (https://www.postgresql.org/docs/18/protocol-message-formats.html), in parts of whole messages. Texts of Postgres
 * cannot hold U+0000, which becomes U+FFFD. Without types the values are texts of Postgres already.
 */
export async function* dataRowsStream(
  batches: AsyncIterable<Batch>,
  types: readonly SqlType[] | undefined,
  timezone: string,
): AsyncIterableIterator<{bytes: Uint8Array; rowCount: number}> {
  const writer = new RowWriter();
  let kinds: Batch["kinds"] | undefined;
  let encoders: ReturnType<typeof postgresText>[] = [];
  for await (const batch of batches) {
    if (kinds !== batch.kinds) {
      kinds = batch.kinds;
      encoders = batch.kinds.map((kind, c) => {
        const type = types?.[c];
        return type && postgresText(type, kind, timezone);
      });
    }
    if (batch.messages) {
      if (encoders.some(encode => encode)) writer.recode(batch.messages, batch.rowCount, encoders);
      else if (batch.rowCount > 0) yield {bytes: batch.messages, rowCount: batch.rowCount};
      if (writer.sizeBytes >= PART_BYTES) yield writer.take();
      continue;
    }
    const columns = encoders.map((encode, c) => {
      const values = batch.columns[c] ?? [];
      return encode ? values.map(value => (value === null ? null : encode(value))) : values;
    });
    for (let r = 0; r < batch.rowCount; r++) writer.row(columns, r);
    if (writer.sizeBytes >= PART_BYTES) yield writer.take();
  }
  if (writer.sizeBytes > 0) yield writer.take();
}

class RowWriter {
  #bytes = Buffer.alloc(0);
  #at = 0;
  #rowCount = 0;
  /** The size of the last part, which the next one probably has, too. */
  #usual = 0;

  get sizeBytes(): number {
    return this.#at;
  }

  row(columns: readonly (readonly (string | null)[])[], r: number): void {
    const start = this.#at;
    this.#reserve(HEAD_BYTES + columns.length * LENGTH_BYTES);
    this.#bytes[start] = DATA_ROW;
    this.#bytes.writeInt16BE(columns.length, start + 1 + LENGTH_BYTES);
    this.#at = start + HEAD_BYTES;
    for (let c = 0; c < columns.length; c++) this.#value(columns[c]?.[r] ?? null);
    this.#bytes.writeInt32BE(this.#at - start - 1, start + 1);
    this.#rowCount++;
  }

  /** Adds rows that are messages already, with the values of some columns written anew. */
  recode(messages: Uint8Array, rowCount: number, encoders: readonly (Encode | undefined)[]): void {
    const source = Buffer.from(messages.buffer, messages.byteOffset, messages.byteLength);
    const last = encoders.findLastIndex(encode => encode);
    let at = 0;
    while (at < source.length) {
      const end = at + 1 + source.readInt32BE(at + 1);
      const start = this.#at;
      this.#reserve(end - at);
      /** The end of the part of the row that is already copied. */
      let copied = at;
      at += HEAD_BYTES;
      for (let c = 0; c <= last; c++) {
        const length = source.readInt32BE(at);
        const encode = encoders[c];
        if (encode && length >= 0) {
          this.#copy(source, copied, at);
          this.#value(encode(source.toString("utf8", at + LENGTH_BYTES, at + LENGTH_BYTES + length)));
          copied = at + LENGTH_BYTES + length;
        }
        at += LENGTH_BYTES + Math.max(0, length);
      }
      this.#copy(source, copied, end);
      this.#bytes.writeInt32BE(this.#at - start - 1, start + 1);
      at = end;
    }
    this.#rowCount += rowCount;
  }

  take(): {bytes: Uint8Array; rowCount: number} {
    const taken = {bytes: this.#bytes.subarray(0, this.#at), rowCount: this.#rowCount};
    this.#usual = this.#at;
    this.#bytes = Buffer.alloc(0);
    this.#at = 0;
    this.#rowCount = 0;
    return taken;
  }

  #value(text: string | null): void {
    const at = this.#at;
    if (text === null) {
      this.#reserve(LENGTH_BYTES);
      this.#bytes.writeInt32BE(-1, at);
      this.#at = at + LENGTH_BYTES;
      return;
    }
    const {length} = text;
    this.#reserve(LENGTH_BYTES + length * BYTES_OF_CHARACTER);
    const bytes = this.#bytes;
    const from = at + LENGTH_BYTES;
    let written = 0;
    if (length <= SHORT) {
      for (; written < length; written++) {
        const code = text.charCodeAt(written);
        if (code > 0x7f || code === 0) break;
        bytes[from + written] = code;
      }
    }
    // A text with other characters, or a long one.
    if (written < length)
      written = bytes.write(text.includes("\0") ? text.replaceAll("\0", REPLACEMENT) : text, from);
    bytes.writeInt32BE(written, at);
    this.#at = from + written;
  }

  #copy(source: Buffer, from: number, end: number): void {
    this.#reserve(end - from);
    let at = this.#at;
    if (end - from > SHORT) source.copy(this.#bytes, at, from, end);
    else for (let i = from; i < end; i++) this.#bytes[at++] = source[i]!;
    this.#at += end - from;
  }

  #reserve(sizeBytes: number): void {
    const needed = this.#at + sizeBytes;
    if (needed <= this.#bytes.length) return;
    const newSize = Math.max(needed, this.#bytes.length * 2, this.#usual + (this.#usual >> 2), FIRST_BYTES);
    // The bytes are overwritten, so they need not be zero.
    const larger = Buffer.allocUnsafeSlow(newSize);
    larger.set(this.#bytes.subarray(0, this.#at));
    this.#bytes = larger;
  }
}
