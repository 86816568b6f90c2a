import {nameOfNonFinite} from "../warehouses/encode-rows.ts";

const ZERO = 48;
const NINE = 57;

/** Postgres has no exponents in the text of a `numeric`. */
export function numericText(value: string): string {
  const last = value.charCodeAt(value.length - 1);
  if (last < ZERO || last > NINE) return nameOfNonFinite(value);
  const [, sign, whole = "", fraction = "", exponent] =
    /^(-?)(\d+)(?:\.(\d+))?[eE]([+-]?\d+)$/.exec(value) ?? [];
  if (exponent === undefined) return value;
  const digits = whole + fraction;
  const point = whole.length + Number(exponent);
  if (point <= 0) return `${sign}0.${"0".repeat(-point)}${digits}`;
  const padded = digits.padEnd(point, "0");
  const before = padded.slice(0, point).replace(/^0+(?=\d)/, "");
  return `${sign}${before}${padded.length > point ? `.${padded.slice(point)}` : ""}`;
}
