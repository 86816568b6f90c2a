import type {FieldPacket} from "mysql2";
import type {EngineKind} from "../batch.ts";

/** https://dev.mysql.com/doc/dev/mysql-server/latest/field__types_8h.html */
const FLOAT = 4;
const BIT = 16;
const JSON_TYPE = 245;
const LONGLONG = 8;
const INTEGERS = new Set([1, 2, 3, LONGLONG, 9, 13]);
const UNSIGNED_FLAG = 32;
const BINARY_FLAG = 128;
const DOUBLE = 5;
const DECIMALS = new Set([0, 246]);
const MOMENTS = new Set([7, 12]);

/** The kind of a column. MariaDB stores JSON as text and reports that beside the type. */
export function engineKindOf(field: FieldPacket): EngineKind {
  const type = field.columnType ?? -1;
  const isUnsigned = typeof field.flags === "number" && (field.flags & UNSIGNED_FLAG) !== 0;
  // The largest unsigned 64-bit integers do not fit into a signed one.
  if (type === BIT || (type === LONGLONG && isUnsigned)) return "decimal(20,0)";
  if (INTEGERS.has(type)) return "integer";
  if (type === FLOAT || type === DOUBLE) return "float";
  if (DECIMALS.has(type)) return "decimal";
  return type === JSON_TYPE || field.extendedFormat === "json" ? "json" : "other";
}

/**
 * A function that turns a column's values into text. The driver returns strings wherever a number could lose digits.
 */
export function cellWriter(field: FieldPacket): (value: unknown) => string | null {
  const type = field.columnType ?? -1;
  if (type === FLOAT) return value => (typeof value === "number" ? shortestFloat(value) : plain(value));
  if (type === BIT) return value => (Buffer.isBuffer(value) ? bitNumber(value, field) : plain(value));
  if (MOMENTS.has(type)) return value => (typeof value === "string" ? shortMoment(value) : plain(value));
  return plain;
}

function plain(value: unknown): string | null {
  if (typeof value === "string") return value;
  if (value === null || value === undefined) return null;
  if (typeof value === "number" || typeof value === "bigint") return String(value);
  if (Buffer.isBuffer(value)) return `\\x${value.toString("hex")}`;
  return JSON.stringify(value);
}

/** The fewest digits that identify the four-byte float: `0.1`, and not the digits of its value as a double. */
function shortestFloat(value: number): string {
  for (let digits = 6; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return String(short);
  }
  return String(value);
}

/**
 * The number of a `bit`. MariaDB sends the bytes of the bits, but the digits of the number for a computed value such as
 * `max(n)` over a whole table, unless it has stored the value in a table of its own. Computed values have a flag that
 * columns do not have.
 */
function bitNumber(bits: Buffer, {flags, columnLength = 64}: FieldPacket): string {
  const isComputed = typeof flags === "number" && (flags & BINARY_FLAG) !== 0;
  const digits = isComputed ? bits.toString("latin1") : "";
  if (/^(?:0|[1-9]\d{0,19})$/.test(digits) && BigInt(digits) < 2n ** BigInt(columnLength)) return digits;
  return bits.length === 0 ? "0" : BigInt(`0x${bits.toString("hex")}`).toString();
}

/** Removes the trailing zeros that a `datetime(6)` writes. */
function shortMoment(text: string): string {
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}
