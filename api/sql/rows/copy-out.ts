import type {ResultField} from "../backend.ts";
import type {CopyOut} from "../commands/command.ts";
import type {CopyOptions} from "../commands/copy-options.ts";
import {recoder} from "./recode.ts";

/** https://www.postgresql.org/docs/18/sql-copy.html#SQL-COPY-BINARY-FORMAT */
const SIGNATURE = Buffer.concat([Buffer.from("PGCOPY\n\xff\r\n\0", "latin1"), Buffer.alloc(8)]);
const TRAILER = Buffer.from([0xff, 0xff]);
const HEAD = 5;
const COPY_DATA = 0x64;
const LINE_END = 0x0a;

/** Writes rows as messages of `copy … to stdout`, one for each row. */
export function copyOut(options: CopyOptions, fields: readonly ResultField[]): CopyOut {
  if (options.format === "binary") return binaryCopy(fields);
  const writer = options.format === "csv" ? csvWriter(options, fields) : textWriter(options);
  const head = options.hasHeader
    ? line(fields.map((field, i) => writer.header(field.name, i)).join(options.delimiter))
    : undefined;
  return {
    isBinary: false,
    columns: fields.length,
    head,
    messages: rows =>
      Buffer.concat(
        Array.from(valuesOf(rows), values => line(values.map(writer.value).join(options.delimiter))),
      ),
    tail: undefined,
  };
}

/** A row is written as in a `DataRow`, whose own head is replaced. */
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

interface ValueWriter {
  value(value: string | null, column: number): string;
  header(name: string, column: number): string;
}

const ESCAPES: Readonly<Record<string, string>> = {
  "\b": "\\b",
  "\f": "\\f",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
  "\v": "\\v",
  "\\": "\\\\",
};

function textWriter({delimiter, nullText}: CopyOptions): ValueWriter {
  const escaped = (value: string) =>
    value.replaceAll(/[\b\f\n\r\t\v\\]/g, character => ESCAPES[character] ?? character);
  const write =
    delimiter === "\t"
      ? escaped
      : (value: string) =>
          // Only the delimiter itself needs a backslash; a tab is escaped by its letter all the same.
          escaped(value).replaceAll(delimiter, `\\${delimiter}`);
  return {value: value => (value === null ? nullText : write(value)), header: write};
}

function csvWriter(options: CopyOptions, fields: readonly ResultField[]): ValueWriter {
  const {delimiter, nullText, quote, escape: mark, forceQuote} = options;
  const isSingle = fields.length === 1;
  const quoted = (value: string) => {
    let text = value;
    if (mark !== quote) text = text.replaceAll(mark, mark + mark);
    return quote + text.replaceAll(quote, mark + quote) + quote;
  };
  const needsQuotes = (value: string) =>
    (isSingle && value === "\\.") || [delimiter, quote, "\n", "\r"].some(sign => value.includes(sign));
  return {
    value(value, column) {
      if (value === null) return nullText;
      return forceQuote[column] || value === nullText || needsQuotes(value) ? quoted(value) : value;
    },
    header: name => (needsQuotes(name) ? quoted(name) : name),
  };
}

function line(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const bytes = Buffer.allocUnsafe(HEAD + length + 1);
  bytes[0] = COPY_DATA;
  bytes.writeInt32BE(length + 5, 1);
  bytes.write(text, HEAD);
  bytes[HEAD + length] = LINE_END;
  return bytes;
}

function data(content: Uint8Array): Buffer {
  const head = Buffer.alloc(HEAD);
  head[0] = COPY_DATA;
  head.writeInt32BE(content.length + 4, 1);
  return Buffer.concat([head, content]);
}

function* valuesOf(rows: Uint8Array): Iterable<(string | null)[]> {
  const bytes = Buffer.from(rows.buffer, rows.byteOffset, rows.byteLength);
  for (let at = 0; at < bytes.length; ) {
    const end = at + 1 + bytes.readInt32BE(at + 1);
    const values: (string | null)[] = [];
    for (let i = at + 7; i < end; ) {
      const length = bytes.readInt32BE(i);
      i += 4;
      if (length < 0) values.push(null);
      else {
        values.push(bytes.toString("utf8", i, i + length));
        i += length;
      }
    }
    yield values;
    at = end;
  }
}
