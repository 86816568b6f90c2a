import type {SqlError} from "../../../shared/surfaces/sql/sql-error.ts";
import type {ResultField} from "../backend.ts";

/** The server's messages: https://www.postgresql.org/docs/18/protocol-message-formats.html */

export type Severity = "ERROR" | "FATAL" | "WARNING" | "NOTICE";
/** Idle, in a transaction, or in a failed transaction. */
export type TransactionStatus = "I" | "T" | "E";

export const PARSE_COMPLETE = message("1");
export const BIND_COMPLETE = message("2");
export const CLOSE_COMPLETE = message("3");
export const NO_DATA = message("n");
export const PORTAL_SUSPENDED = message("s");
export const EMPTY_QUERY = message("I");
export const COPY_DONE = message("c");
export const AUTHENTICATION_OK = message("R", int32(0));
export const CLEARTEXT_PASSWORD = message("R", int32(3));

/** Type, length and number of fields. */
const HEAD_BYTES = 7;
/** The bytes of a field in `RowDescription`, without its name: table, column, type, size, modifier and format. */
const FIELD_BYTES = 18;

const READY = {
  I: message("Z", Buffer.from("I")),
  T: message("Z", Buffer.from("T")),
  E: message("Z", Buffer.from("E")),
};

export function readyForQuery(status: TransactionStatus): Buffer {
  return READY[status];
}

export function commandComplete(tag: string): Buffer {
  return message("C", text(tag));
}

export function parameterStatus(name: string, value: string): Buffer {
  return message("S", text(name), text(value));
}

export function backendKeyData(processId: number, key: Buffer): Buffer {
  return message("K", int32(processId), key);
}

export function negotiateProtocolVersion(version: number, unknownOptions: readonly string[]): Buffer {
  return message("v", int32(version), int32(unknownOptions.length), ...unknownOptions.map(text));
}

export function parameterDescription(types: readonly number[]): Buffer {
  return message("t", int16(types.length), ...types.map(int32));
}

/** `formats` has one format for each field: 0 for text, 1 for binary. */
export function rowDescription(fields: readonly ResultField[], formats: readonly number[]): Buffer {
  const names = fields.map(({name}) => text(name));
  const size = names.reduce((sum, name) => sum + name.length + FIELD_BYTES, HEAD_BYTES);
  const bytes = Buffer.alloc(size);
  bytes.write("T", 0, "latin1");
  bytes.writeInt32BE(size - 1, 1);
  bytes.writeUInt16BE(fields.length, 5);
  let at = HEAD_BYTES;
  for (const [i, field] of fields.entries()) {
    const name = names[i] ?? text("");
    bytes.set(name, at);
    at += name.length;
    bytes.writeUInt32BE(field.typeOid, at + 6);
    bytes.writeInt16BE(field.typeSize, at + 10);
    bytes.writeInt32BE(field.typeModifier, at + 12);
    bytes.writeInt16BE(formats[i] ?? 0, at + 16);
    at += FIELD_BYTES;
  }
  return bytes;
}

export function copyOutResponse(isBinary: boolean, columns: number): Buffer {
  const format = isBinary ? 1 : 0;
  return message(
    "H",
    Buffer.from([format]),
    int16(columns),
    ...Array.from({length: columns}, () => int16(format)),
  );
}

/** https://www.postgresql.org/docs/18/protocol-error-fields.html */
export function errorResponse(error: SqlError, severity: Severity): Buffer {
  return message("E", ...noticeFields(error, severity));
}

export function noticeResponse(notice: SqlError, severity: Severity): Buffer {
  return message("N", ...noticeFields(notice, severity));
}

function noticeFields({sqlState, message: words, more}: SqlError, severity: Severity): Buffer[] {
  const fields = [`S${severity}`, `V${severity}`, `C${sqlState}`, `M${words}`];
  if (more.detail !== undefined) fields.push(`D${more.detail}`);
  if (more.hint !== undefined) fields.push(`H${more.hint}`);
  if (more.position !== undefined) fields.push(`P${more.position}`);
  return [...fields.map(text), Buffer.from([0])];
}

/** A `DataRow` with values in text form. */
export function dataRow(values: readonly (string | null)[]): Buffer {
  const parts = [int16(values.length)];
  for (const value of values) {
    if (value === null) {
      parts.push(int32(-1));
      continue;
    }
    const bytes = Buffer.from(value);
    parts.push(int32(bytes.length), bytes);
  }
  return message("D", ...parts);
}

function message(type: string, ...parts: readonly Uint8Array[]): Buffer {
  let length = 4;
  for (const part of parts) length += part.length;
  const bytes = Buffer.allocUnsafe(length + 1);
  bytes.write(type, 0, "latin1");
  bytes.writeInt32BE(length, 1);
  let at = 5;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** Text with a zero byte at its end. Zero bytes within the text are left out. */
function text(value: string): Buffer {
  return Buffer.from(`${value.replaceAll("\0", "")}\0`);
}

function int16(value: number): Buffer {
  const bytes = Buffer.allocUnsafe(2);
  bytes.writeUInt16BE(value & 0xffff);
  return bytes;
}

function int32(value: number): Buffer {
  const bytes = Buffer.allocUnsafe(4);
  bytes.writeInt32BE(value | 0);
  return bytes;
}
