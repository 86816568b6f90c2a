import type {FieldPacket} from "mysql2";

/** https://dev.mysql.com/doc/dev/mysql-server/latest/field__types_8h.html */
const DECLARED: Record<number, (field: FieldPacket) => string | undefined> = {
  1: integer,
  2: integer,
  3: integer,
  8: integer,
  9: integer,
  13: integer,
  0: decimal,
  246: decimal,
  4: () => "float",
  5: () => "double",
  // The values of `bit` are read as numbers.
  16: () => "bigint unsigned",
  10: () => "date",
  14: () => "date",
  7: moment,
  12: moment,
  11: () => "time(6)",
  6: () => "longtext",
  15: text,
  253: text,
  254: text,
  249: text,
  250: text,
  251: text,
  252: text,
};

const VARCHARS = new Set([15, 253, 254]);
const UNSIGNED = 32;
const ENUM = 256;
const SET = 2048;
const BINARY = 63;
const BYTES_A_CHARACTER = 4;
const MAX_VARCHAR_LENGTH = 16_000;
const MICROSECONDS = 6;

/**
 * How a column of a result would be declared in a table, without its collation. Enums and sets are `enum`, because the
 * metadata of a result does not include their values. `undefined` for types whose values cannot be copied as text:
 * bytes, JSON and geometries.
 */
export function declaredType(field: FieldPacket): string | undefined {
  return DECLARED[field.columnType ?? -1]?.(field);
}

function has({flags}: FieldPacket, flag: number): boolean {
  return typeof flags === "number" && (flags & flag) !== 0;
}

function integer(field: FieldPacket): string {
  return has(field, UNSIGNED) ? "bigint unsigned" : "bigint";
}

/** A decimal's declaration. The column's length also counts the sign and the point. */
function decimal(field: FieldPacket): string {
  const {columnLength = 0, decimals} = field;
  const digits = columnLength - (has(field, UNSIGNED) ? 0 : 1) - (decimals > 0 ? 1 : 0);
  return `decimal(${Math.min(Math.max(digits, decimals, 1), 65)},${decimals})`;
}

function moment({decimals}: FieldPacket): string {
  return `datetime(${Math.min(decimals, MICROSECONDS)})`;
}

/** A text's declaration. The column's length is in bytes of the session's character set. */
function text(field: FieldPacket): string | undefined {
  const {columnLength = 0, characterSet, columnType, extendedFormat} = field;
  if (characterSet === BINARY || extendedFormat === "json") return undefined;
  if (has(field, ENUM) || has(field, SET)) return "enum";
  const characters = Math.ceil(columnLength / BYTES_A_CHARACTER);
  const isShort = VARCHARS.has(columnType ?? -1) && characters <= MAX_VARCHAR_LENGTH;
  return isShort ? `varchar(${Math.max(1, characters)})` : "longtext";
}
