import type {ResultField} from "../backend.ts";
import type {CopyOut} from "../commands/command.ts";
import type {CopyOptions} from "../commands/copy-options.ts";
import {ByteWriter} from "../types/byte-writer.ts";
import {recoder} from "./recode.ts";

/** https://www.postgresql.org/docs/18/sql-copy.html#SQL-COPY-BINARY-FORMAT */
const SIGNATURE = Buffer.concat([Buffer.from("PGCOPY\n\xff\r\n\0", "latin1"), Buffer.alloc(8)]);
const TRAILER = Buffer.from([0xff, 0xff]);
const HEAD = 5;
const COPY_DATA = 0x64;
const LINE_END = 0x0a;
const RETURN = 0x0d;
const ROW_HEAD = 7;

/** Writes rows as messages of `copy … to stdout`, one for each row. */
export function copyOut(options: CopyOptions, fields: readonly ResultField[]): CopyOut {
  if (options.format === "binary") return binaryCopy(fields);
  return {
    isBinary: false,
    columns: fields.length,
    head: options.hasHeader ? header(options, fields) : undefined,
    messages: lineWriter(options, fields.length),
    tail: undefined,
  };
}

/** A row is written as in a `DataRow`, with another head. */
function binaryCopy(fields: readonly ResultField[]): CopyOut {
  const recode = recoder(
    fields,
    fields.map(() => 1),
  );
  let isFirst = true;
  return {
    isBinary: true,
    columns: fields.length,
    head: undefined,
    messages(rows) {
      const bytes = Buffer.from(recode ? recode(rows) : rows);
      for (let at = 0; at < bytes.length; at += 1 + bytes.readInt32BE(at + 1)) bytes[at] = COPY_DATA;
      if (!isFirst) return bytes;
      isFirst = false;
      // The signature comes in the message of the first row.
      const begun = Buffer.concat([bytes.subarray(0, HEAD), SIGNATURE, bytes.subarray(HEAD)]);
      begun.writeInt32BE(bytes.readInt32BE(1) + SIGNATURE.length, 1);
      return begun;
    },
    get tail() {
      return data(isFirst ? Buffer.concat([SIGNATURE, TRAILER]) : TRAILER);
    },
  };
}

/** Writes a value. The bytes of the value are in `source` from `start` to before `end`. */
type WriteValue = (source: Buffer, start: number, end: number, column: number, out: ByteWriter) => void;

const BACKSLASH = 0x5c;
/** The letters after a backslash for the characters from 8 to 13. */
const ESCAPES = Buffer.from("btnvfr");

function textWriter({delimiter}: CopyOptions): WriteValue {
  const delimiterByte = delimiter.charCodeAt(0);
  return (source, start, end, _, out) => {
    let copied = start;
    for (let i = start; i < end; i++) {
      const byte = source[i] ?? 0;
      const isControl = byte >= 8 && byte <= 13;
      if (!isControl && byte !== BACKSLASH && byte !== delimiterByte) continue;
      out.copy(source, copied, i);
      out.int8(BACKSLASH);
      out.int8(isControl ? (ESCAPES[byte - 8] ?? 0) : byte);
      copied = i + 1;
    }
    out.copy(source, copied, end);
  };
}

function csvWriter(
  {delimiter, nullText, quote, escape: mark, forceQuote}: CopyOptions,
  columns: number,
): WriteValue {
  const [delimiterByte, quoteByte, markByte] = [delimiter, quote, mark].map(sign => sign.charCodeAt(0));
  const nullBytes = Buffer.from(nullText);
  const endOfData = Buffer.from("\\.");
  const isText = (source: Buffer, start: number, end: number, text: Buffer) =>
    end - start === text.length && source.compare(text, 0, text.length, start, end) === 0;
  const needsQuotes = (source: Buffer, start: number, end: number) => {
    for (let i = start; i < end; i++) {
      const byte = source[i];
      if (byte === delimiterByte || byte === quoteByte || byte === LINE_END || byte === RETURN) return true;
    }
    return columns === 1 && isText(source, start, end, endOfData);
  };
  return (source, start, end, column, out) => {
    const isQuoted =
      forceQuote[column] || isText(source, start, end, nullBytes) || needsQuotes(source, start, end);
    if (!isQuoted) {
      out.copy(source, start, end);
      return;
    }
    out.int8(quoteByte ?? 0);
    for (let i = start; i < end; i++) {
      const byte = source[i] ?? 0;
      if (byte === quoteByte || byte === markByte) out.int8(markByte ?? 0);
      out.int8(byte);
    }
    out.int8(quoteByte ?? 0);
  };
}

/** The header line. The options for nulls and for forced quotes apply to values, not to names. */
function header(options: CopyOptions, fields: readonly ResultField[]): Buffer {
  const unforced = {...options, forceQuote: [], nullText: "\0"};
  const write = writerOf(unforced, fields.length);
  const out = new ByteWriter(0);
  for (const [i, {name}] of fields.entries()) {
    if (i > 0) out.int8(options.delimiter.charCodeAt(0));
    const bytes = Buffer.from(name);
    write(bytes, 0, bytes.length, i, out);
  }
  out.int8(LINE_END);
  return data(out.written);
}

function writerOf(options: CopyOptions, columns: number): WriteValue {
  return options.format === "csv" ? csvWriter(options, columns) : textWriter(options);
}

/** Writes each row as a message. The returned bytes are valid until the next call. */
function lineWriter(options: CopyOptions, columns: number): (rows: Uint8Array) => Uint8Array {
  const write = writerOf(options, columns);
  const nullBytes = Buffer.from(options.nullText);
  const delimiter = options.delimiter.charCodeAt(0);
  const out = new ByteWriter(0);
  return rows => {
    const source = Buffer.from(rows.buffer, rows.byteOffset, rows.byteLength);
    out.at = 0;
    for (let at = 0; at < source.length; ) {
      const end = at + 1 + source.readInt32BE(at + 1);
      out.int8(COPY_DATA);
      const lengthAt = out.reserve(4);
      let column = 0;
      for (let i = at + ROW_HEAD; i < end; column++) {
        if (column > 0) out.int8(delimiter);
        const length = source.readInt32BE(i);
        i += 4;
        if (length < 0) out.copy(nullBytes);
        else write(source, i, i + length, column, out);
        i += Math.max(0, length);
      }
      out.int8(LINE_END);
      out.putInt32(lengthAt, out.at - lengthAt);
      at = end;
    }
    return out.written;
  };
}

function data(content: Uint8Array): Buffer {
  const head = Buffer.alloc(HEAD);
  head[0] = COPY_DATA;
  head.writeInt32BE(content.length + 4, 1);
  return Buffer.concat([head, content]);
}
