import {readArray, UnreadableArray} from "../../../shared/core/wire/array-text.ts";
import {SqlError} from "../../../shared/surfaces/sql/sql-error.ts";
import type {ByteWriter} from "./byte-writer.ts";
import * as numbers from "./encode-numbers.ts";
import * as others from "./encode-others.ts";
import {encodeRange} from "./encode-range.ts";
import * as times from "./encode-times.ts";
import {ELEMENT_BY_ARRAY, FIRST_OWN_OID, NAME_BY_OID} from "./type-table.ts";

type Encode = numbers.Encode;

const BY_NAME: Readonly<Record<string, Encode>> = {
  bool: numbers.encodeBoolean,
  bytea: others.encodeBytea,
  char: others.encodeChar,
  name: others.encodeText,
  int8: numbers.encodeInt8,
  int2: numbers.encodeInt2,
  int4: numbers.encodeInt4,
  text: others.encodeText,
  oid: numbers.encodeOid,
  tid: numbers.encodeTid,
  xid: numbers.encodeOid,
  cid: numbers.encodeOid,
  json: others.encodeText,
  xml: others.encodeText,
  cidr: others.encodeCidr,
  float4: numbers.encodeFloat4,
  float8: numbers.encodeFloat8,
  macaddr8: others.encodeMac,
  money: numbers.encodeMoney,
  macaddr: others.encodeMac,
  inet: others.encodeInet,
  bpchar: others.encodeText,
  varchar: others.encodeText,
  date: times.encodeDate,
  time: times.encodeTime,
  timestamp: times.encodeTimestamp,
  timestamptz: times.encodeTimestamp,
  interval: times.encodeInterval,
  timetz: times.encodeTimetz,
  bit: others.encodeBits,
  varbit: others.encodeBits,
  numeric: numbers.encodeNumeric,
  refcursor: others.encodeText,
  cstring: others.encodeText,
  uuid: others.encodeUuid,
  pg_lsn: numbers.encodeLsn,
  jsonb: others.encodeVersioned,
  int4range: encodeRange(numbers.encodeInt4),
  numrange: encodeRange(numbers.encodeNumeric),
  tsrange: encodeRange(times.encodeTimestamp),
  tstzrange: encodeRange(times.encodeTimestamp),
  daterange: encodeRange(times.encodeDate),
  int8range: encodeRange(numbers.encodeInt8),
  jsonpath: others.encodeVersioned,
  xid8: numbers.encodeInt8,
};

const UNKNOWN = 705;
const PG_NODE_TREE = 194;
const VOID = 2278;
const ACLITEMS = [1033, 1034];
const INT2_VECTOR = 22;
const OID_VECTOR = 30;

/**
 * Throws 0A000 for a type without a binary form in this service, and 42883, as Postgres does, for a type without a binary
 * form in Postgres.
 */
export function encoderOf(oid: number): Encode {
  const name = NAME_BY_OID.get(oid);
  const encode = name === undefined ? undefined : BY_NAME[name];
  if (encode) return encode;
  const element = ELEMENT_BY_ARRAY.get(oid);
  if (element !== undefined) return encodeArray(element);
  if (oid >= FIRST_OWN_OID || oid === UNKNOWN || oid === PG_NODE_TREE) return others.encodeText;
  if (oid === VOID) return others.encodeNothing;
  if (oid === INT2_VECTOR) return encodeVector(21, numbers.encodeInt2);
  if (oid === OID_VECTOR) return encodeVector(26, numbers.encodeOid);
  if (ACLITEMS.includes(oid))
    throw new SqlError("42883", "no binary output function available for type aclitem");
  // The text of `regclass` and similar types is a name, whose OID only the database knows.
  if (name?.startsWith("reg"))
    return (source, start, end, out) => {
      if (!/^(\d+|-)$/.test(source.toString("latin1", start, end))) throw noBinary(name);
      numbers.encodeOid(source, start, end, out);
    };
  throw noBinary(`with the OID ${oid}`);
}

function noBinary(type: string): SqlError {
  return new SqlError("0A000", `values of type ${type} have no binary form in this service`, {
    hint: "Request the values as text, or cast them.",
  });
}

/** https://github.com/postgres/postgres/blob/REL_18_STABLE/src/backend/utils/adt/arrayfuncs.c: `array_send` */
function encodeArray(elementOid: number): Encode {
  const encode = encoderOf(elementOid);
  return (source, start, end, out) => {
    const {sizes, lowerBounds, elements} = readArray(source.toString("utf8", start, end));
    out.int32(sizes.length);
    out.int32(elements.includes(null) ? 1 : 0);
    out.int32(elementOid);
    for (const [i, size] of sizes.entries()) {
      out.int32(size);
      out.int32(lowerBounds[i] ?? 1);
    }
    for (const element of elements) encodeElement(element, encode, out);
  };
}

/** The text is numbers with spaces between them. The binary form is an array with the lower bound 0. */
function encodeVector(elementOid: number, encode: Encode): Encode {
  return (source, start, end, out) => {
    const elements = source.toString("latin1", start, end).split(" ").filter(Boolean);
    out.int32(1);
    out.int32(0);
    out.int32(elementOid);
    out.int32(elements.length);
    out.int32(0);
    for (const element of elements) encodeElement(element, encode, out);
  };
}

function encodeElement(element: string | null, encode: Encode, out: ByteWriter): void {
  if (element === null) {
    out.int32(-1);
    return;
  }
  const bytes = Buffer.from(element);
  encodeSized(bytes, 0, bytes.length, encode, out);
}

/** Writes a value's length and the value. Throws XX000 if the text is not a value of the type. */
export function encodeSized(
  source: Buffer,
  start: number,
  end: number,
  encode: Encode,
  out: ByteWriter,
): void {
  const lengthAt = out.reserve(4);
  try {
    encode(source, start, end, out);
  } catch (error) {
    if (!(error instanceof numbers.UnreadableValue || error instanceof UnreadableArray)) throw error;
    const text = source.toString("utf8", start, Math.min(end, start + 40));
    throw new SqlError("XX000", `a value has no binary form in its column's type: "${text}"`);
  }
  out.putInt32(lengthAt, out.at - lengthAt - 4);
}
