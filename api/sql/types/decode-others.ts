import {readText} from "../wire/body-reader.ts";

/** The text of a value that a client has sent in binary. */
export type Decode = (bytes: Buffer) => string;

/** Thrown for bytes that are not a value of the type. */
export class IncorrectBinary extends Error {}

/** The decoder of a type whose values all have the same length. */
export function sized(length: number, decode: Decode): Decode {
  return bytes => {
    if (bytes.length !== length) throw new IncorrectBinary();
    return decode(bytes);
  };
}

export const decodeBoolean = sized(1, bytes => (bytes[0] ? "t" : "f"));
export const decodeOid = sized(4, bytes => String(bytes.readUInt32BE()));

export const decodeChar = sized(1, bytes => {
  const byte = bytes[0] ?? 0;
  if (byte === 0) return "";
  return byte < 0x80 ? String.fromCharCode(byte) : `\\${byte.toString(8)}`;
});

export function floatText(value: number): string {
  return Object.is(value, -0) ? "-0" : String(value);
}

export function decodeUuid(bytes: Buffer): string {
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

export function decodeMac(bytes: Buffer): string {
  if (bytes.length !== 6 && bytes.length !== 8) throw new IncorrectBinary();
  return Array.from(bytes, byte => byte.toString(16).padStart(2, "0")).join(":");
}

export const decodeMoney = sized(8, bytes => {
  const cents = bytes.readBigInt64BE();
  const digits = String(cents < 0n ? -cents : cents).padStart(3, "0");
  return `${cents < 0n ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
});

/** The version comes before the text. The version is always 1. */
export function decodeVersioned(bytes: Buffer): string {
  if (bytes[0] !== 1) throw new IncorrectBinary();
  return readText(bytes.subarray(1));
}

export function decodeBits(bytes: Buffer): string {
  const length = bytes.readInt32BE();
  if (length < 0 || bytes.length !== 4 + Math.ceil(length / 8)) throw new IncorrectBinary();
  return Array.from(bytes.subarray(4), byte => byte.toString(2).padStart(8, "0"))
    .join("")
    .slice(0, length);
}

const FAMILY_V4 = 2;

export function decodeNetwork(bytes: Buffer): string {
  const [family, bits, , length] = bytes;
  const address = bytes.subarray(4);
  if (address.length !== length || length !== (family === FAMILY_V4 ? 4 : 16)) throw new IncorrectBinary();
  const text =
    family === FAMILY_V4
      ? address.join(".")
      : Array.from({length: 8}, (_, i) => address.readUInt16BE(2 * i).toString(16)).join(":");
  return `${text}/${bits}`;
}

const NEGATIVE = 0x4000;
const SPECIAL: Readonly<Record<number, string>> = {49152: "NaN", 53248: "Infinity", 61440: "-Infinity"};
const GROUP = 4;

export function decodeNumeric(bytes: Buffer): string {
  const groups = bytes.readUInt16BE(0);
  const weight = bytes.readInt16BE(2);
  const sign = bytes.readUInt16BE(4);
  const scale = bytes.readUInt16BE(6);
  const special = SPECIAL[sign];
  if (special !== undefined) return special;
  if (bytes.length !== 8 + 2 * groups || (sign !== 0 && sign !== NEGATIVE)) throw new IncorrectBinary();
  let digits = "";
  for (let i = 0; i < groups; i++) {
    const group = bytes.readInt16BE(8 + 2 * i);
    if (group < 0 || group > 9999) throw new IncorrectBinary();
    digits += String(group).padStart(GROUP, "0");
  }
  const wholeDigits = (weight + 1) * GROUP;
  const padded = wholeDigits < 0 ? "0".repeat(-wholeDigits) + digits : digits;
  const point = Math.max(0, wholeDigits);
  const whole =
    padded
      .slice(0, point)
      .padEnd(point, "0")
      .replace(/^0+(?=\d)/, "") || "0";
  const fraction = padded.slice(point).padEnd(scale, "0").slice(0, scale);
  return `${sign === NEGATIVE ? "-" : ""}${whole}${scale > 0 ? `.${fraction}` : ""}`;
}
