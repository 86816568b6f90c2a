import type {ByteWriter} from "./byte-writer.ts";

/**
 * Writes a value as its type's `send` function in Postgres does. The text of the value is in `source` from `start` to
 * before `end`.
 */
export type Encode = (source: Buffer, start: number, end: number, out: ByteWriter) => void;

const MINUS = 0x2d;
const PLUS = 0x2b;
const ZERO = 0x30;
/** A number with at most this many digits fits a JavaScript number without loss. */
const SAFE_DIGITS = 15;

/** Thrown for a text that is not a value of the type. */
export class UnreadableValue extends Error {}

/** A whole number in decimal digits. */
function readInteger(source: Buffer, start: number, end: number): number | bigint {
  let at = start;
  const first = source[at];
  const isNegative = first === MINUS;
  if (isNegative || first === PLUS) at++;
  if (at >= end) throw new UnreadableValue();
  if (end - at > SAFE_DIGITS) return readLarge(source.toString("latin1", start, end));
  let value = 0;
  for (; at < end; at++) {
    const digit = (source[at] ?? 0) - ZERO;
    if (digit < 0 || digit > 9) throw new UnreadableValue();
    value = value * 10 + digit;
  }
  return isNegative ? -value : value;
}

function readLarge(text: string): bigint {
  if (!/^[-+]?\d+$/.test(text)) throw new UnreadableValue();
  return BigInt(text);
}

export const encodeBoolean: Encode = (source, start, _end, out) => {
  const letter = source[start];
  // Engines write `t`, `true` or `1`.
  out.int8(letter === 0x74 || letter === 0x31 ? 1 : 0);
};

export const encodeInt2: Encode = (source, start, end, out) =>
  out.int16(Number(readInteger(source, start, end)));
export const encodeInt4: Encode = (source, start, end, out) =>
  out.int32(Number(readInteger(source, start, end)));
export const encodeInt8: Encode = (source, start, end, out) => out.int64(readInteger(source, start, end));
export const encodeFloat8: Encode = (source, start, end, out) => out.float64(readFloat(source, start, end));
export const encodeFloat4: Encode = (source, start, end, out) => out.float32(readFloat(source, start, end));

function readFloat(source: Buffer, start: number, end: number): number {
  const text = source.toString("latin1", start, end);
  const value = Number(text);
  if (Number.isNaN(value) && text !== "NaN") throw new UnreadableValue();
  return value;
}

const SIGN_NEGATIVE = 0x4000;
const SPECIAL: Readonly<Record<string, number>> = {NaN: 0xc000, Infinity: 0xd000, "-Infinity": 0xf000};
const GROUP = 4;
const BASE = 10_000;
const POINT = 0x2e;

/** https://github.com/postgres/postgres/blob/REL_18_STABLE/src/backend/utils/adt/numeric.c: `numeric_send` */
export const encodeNumeric: Encode = (source, start, end, out) => {
  if (end - start <= SAFE_DIGITS && encodeShort(source, start, end, out)) return;
  const text = source.toString("latin1", start, end);
  const special = SPECIAL[text];
  if (special !== undefined) {
    out.int32(0);
    out.int16(special);
    // The scale that Postgres writes for infinity.
    out.int16(text === "NaN" ? 0 : 0x20);
    return;
  }
  const {isNegative, whole, fraction} = readDecimal(text);
  const digits =
    whole.padStart(Math.ceil(whole.length / GROUP) * GROUP, "0") +
    fraction.padEnd(Math.ceil(fraction.length / GROUP) * GROUP, "0");
  const groups = digits.length / GROUP;
  let first = 0;
  while (first < groups && digits.startsWith("0000", first * GROUP)) first++;
  let last = groups;
  while (last > first && digits.startsWith("0000", (last - 1) * GROUP)) last--;
  const isZero = first === last;
  out.int16(last - first);
  out.int16(isZero ? 0 : Math.ceil(whole.length / GROUP) - 1 - first);
  out.int16(isNegative && !isZero ? SIGN_NEGATIVE : 0);
  out.int16(fraction.length);
  for (let group = first; group < last; group++)
    out.int16(Number(digits.slice(group * GROUP, (group + 1) * GROUP)));
};

/** Writes decimals of few digits by arithmetic; returns false for any other text. */
function encodeShort(source: Buffer, start: number, end: number, out: ByteWriter): boolean {
  const isNegative = source[start] === MINUS;
  let whole = 0;
  let at = isNegative ? start + 1 : start;
  const first = at;
  for (; at < end && source[at] !== POINT; at++) {
    const digit = (source[at] ?? 0) - ZERO;
    if (digit < 0 || digit > 9) return false;
    whole = whole * 10 + digit;
  }
  if (at === first) return false;
  let fraction = 0;
  const scale = Math.max(0, end - at - 1);
  for (at++; at < end; at++) {
    const digit = (source[at] ?? 0) - ZERO;
    if (digit < 0 || digit > 9) return false;
    fraction = fraction * 10 + digit;
  }
  const padding = (GROUP - (scale % GROUP)) % GROUP;
  let fractionGroups = (scale + padding) / GROUP;
  fraction *= 10 ** padding;
  if (fraction > Number.MAX_SAFE_INTEGER) return false;
  while (fractionGroups > 0 && fraction % BASE === 0) {
    fraction /= BASE;
    fractionGroups--;
  }
  if (whole === 0) return false;
  let weight = 0;
  let trailing = 0;
  for (let rest = whole; rest >= BASE; rest = Math.floor(rest / BASE)) weight++;
  if (fractionGroups === 0) for (let rest = whole; rest % BASE === 0; rest /= BASE) trailing++;
  const wholeGroups = weight + 1 - trailing;
  out.int16(wholeGroups + fractionGroups);
  out.int16(weight);
  out.int16(isNegative ? SIGN_NEGATIVE : 0);
  out.int16(scale);
  for (let i = 0; i < wholeGroups; i++) out.int16(Math.floor(whole / BASE ** (weight - i)) % BASE);
  for (let i = fractionGroups - 1; i >= 0; i--) out.int16(Math.floor(fraction / BASE ** i) % BASE);
  return true;
}

function readDecimal(text: string): {isNegative: boolean; whole: string; fraction: string} {
  const match = /^([-+]?)(\d*)(?:\.(\d*))?(?:[eE]([-+]?\d{1,5}))?$/.exec(text);
  if (!match) throw new UnreadableValue();
  const [, sign, whole = "", fraction = "", exponent] = match;
  if (whole === "" && fraction === "") throw new UnreadableValue();
  const isNegative = sign === "-";
  const shift = Number(exponent ?? 0);
  if (shift === 0) return {isNegative, whole, fraction};
  const digits = whole + fraction;
  const point = whole.length + shift;
  if (point <= 0) return {isNegative, whole: "", fraction: "0".repeat(-point) + digits};
  return {isNegative, whole: digits.slice(0, point).padEnd(point, "0"), fraction: digits.slice(point)};
}

/** `$1,234.56`, as Postgres writes it without a locale. */
export const encodeMoney: Encode = (source, start, end, out) => {
  const text = source.toString("latin1", start, end).replaceAll(/[$,]/g, "");
  if (!/^-?\d+\.\d\d$/.test(text)) throw new UnreadableValue();
  out.int64(BigInt(text.replace(".", "")));
};

/**
 * Encodes an OID. Also encodes a `regclass` or similar value whose text is not a name: the OID of a missing table, or
 * `-` for none.
 */
export const encodeOid: Encode = (source, start, end, out) => {
  if (end - start === 1 && source[start] === MINUS) out.int32(0);
  else out.int32(Number(readInteger(source, start, end)) | 0);
};

export const encodeLsn: Encode = (source, start, end, out) => {
  const [high = "", low = ""] = source.toString("latin1", start, end).split("/");
  out.int32(Number.parseInt(high, 16));
  out.int32(Number.parseInt(low, 16));
};

export const encodeTid: Encode = (source, start, end, out) => {
  const [block = "", offset = ""] = source.toString("latin1", start + 1, end - 1).split(",");
  out.int32(Number(block));
  out.int16(Number(offset));
};
