import {writeArray} from "../../../shared/core/wire/array-text.ts";
import {SqlError} from "../../../shared/surfaces/sql/sql-error.ts";
import {readText} from "../wire/body-reader.ts";
import * as others from "./decode-others.ts";
import {type Decode, IncorrectBinary} from "./decode-others.ts";
import * as times from "./decode-times.ts";
import {ELEMENT_BY_ARRAY, FIRST_OWN_OID, NAME_BY_OID} from "./type-table.ts";

const BY_NAME: Readonly<Record<string, Decode>> = {
  bool: others.decodeBoolean,
  bytea: bytes => `\\x${bytes.toString("hex")}`,
  char: others.decodeChar,
  name: readText,
  int8: others.sized(8, bytes => String(bytes.readBigInt64BE())),
  int2: others.sized(2, bytes => String(bytes.readInt16BE())),
  int4: others.sized(4, bytes => String(bytes.readInt32BE())),
  text: readText,
  oid: others.decodeOid,
  xid: others.decodeOid,
  cid: others.decodeOid,
  regproc: others.decodeOid,
  regprocedure: others.decodeOid,
  regoper: others.decodeOid,
  regoperator: others.decodeOid,
  regclass: others.decodeOid,
  regtype: others.decodeOid,
  regnamespace: others.decodeOid,
  regrole: others.decodeOid,
  json: readText,
  xml: readText,
  cidr: others.decodeNetwork,
  float4: others.sized(4, bytes => others.floatText(bytes.readFloatBE())),
  float8: others.sized(8, bytes => others.floatText(bytes.readDoubleBE())),
  macaddr: others.decodeMac,
  macaddr8: others.decodeMac,
  money: others.decodeMoney,
  inet: others.decodeNetwork,
  bpchar: readText,
  varchar: readText,
  date: others.sized(4, times.decodeDate),
  time: others.sized(8, times.decodeTime),
  timestamp: others.sized(8, bytes => times.decodeTimestamp(bytes, "")),
  timestamptz: others.sized(8, bytes => times.decodeTimestamp(bytes, "+00")),
  interval: others.sized(16, times.decodeInterval),
  timetz: others.sized(12, times.decodeTimetz),
  bit: others.decodeBits,
  varbit: others.decodeBits,
  numeric: others.decodeNumeric,
  refcursor: readText,
  cstring: readText,
  uuid: others.sized(16, others.decodeUuid),
  jsonb: others.decodeVersioned,
  jsonpath: others.decodeVersioned,
  xid8: others.sized(8, bytes => String(bytes.readBigUInt64BE())),
};

const UNKNOWN = 705;

/**
 * A parameter of `Bind` in text form. `number` is the parameter's position, from 1. Throws 22P03 for bytes that are not
 * a value of the type.
 */
export function readParameter(
  value: Buffer | null,
  format: number,
  typeOid: number,
  number: number,
): string | null {
  if (value === null) return null;
  if (format === 0) return readText(value);
  if (format !== 1) throw new SqlError("22023", `unsupported format code: ${format}`);
  const decode = decoderOf(typeOid);
  try {
    return decode(value);
  } catch (error) {
    if (!(error instanceof IncorrectBinary) && !(error instanceof RangeError)) throw error;
    throw new SqlError("22P03", `incorrect binary data format in bind parameter ${number}`);
  }
}

function decoderOf(oid: number): Decode {
  if (oid === 0 || oid === UNKNOWN || oid >= FIRST_OWN_OID) return readText;
  const name = NAME_BY_OID.get(oid);
  const decode = name === undefined ? undefined : BY_NAME[name];
  if (decode) return decode;
  const element = ELEMENT_BY_ARRAY.get(oid);
  if (element !== undefined) return bytes => decodeArray(bytes, element);
  throw new SqlError(
    "0A000",
    `parameters of type ${name ?? `with the OID ${oid}`} are not accepted in binary`,
    {
      hint: "Send them as text.",
    },
  );
}

const MAX_DIMENSIONS = 6;

function decodeArray(bytes: Buffer, elementOid: number): string {
  const decode = decoderOf(elementOid);
  const dimensions = bytes.readInt32BE(0);
  if (dimensions < 0 || dimensions > MAX_DIMENSIONS) throw new IncorrectBinary();
  const given = bytes.readUInt32BE(8);
  if (given !== elementOid)
    throw new SqlError(
      "42804",
      `binary data has array element type ${given} instead of expected ${elementOid}`,
    );
  let at = 12;
  const sizes: number[] = [];
  const lowerBounds: number[] = [];
  for (let i = 0; i < dimensions; i++) {
    sizes.push(bytes.readInt32BE(at));
    lowerBounds.push(bytes.readInt32BE(at + 4));
    at += 8;
  }
  const elements: (string | null)[] = [];
  while (at < bytes.length) {
    const length = bytes.readInt32BE(at);
    at += 4;
    if (length >= 0 && at + length > bytes.length) throw new IncorrectBinary();
    elements.push(length < 0 ? null : decode(bytes.subarray(at, at + length)));
    at += Math.max(0, length);
  }
  const expected = sizes.length === 0 ? 0 : sizes.reduce((all, size) => all * size, 1);
  if (elements.length !== expected) throw new IncorrectBinary();
  if (expected === 0) return "{}";
  return writeArray({sizes, lowerBounds, elements});
}
