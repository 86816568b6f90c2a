import type {SqlType} from "../../shared/core/wire/sql-tables.ts";
import {type EngineKind, isNumber} from "../warehouses/batch.ts";
import {dateOf} from "../warehouses/calendar-day.ts";
import {isJson, nameOfNonFinite, withoutZeros} from "../warehouses/encode-rows.ts";
import {arrayText} from "./json-array.ts";
import {numericText} from "./numeric-text.ts";
import {zonedText} from "./zoned-text.ts";

export type Encode = (text: string) => string | null;

/**
 * The function that writes an engine's text of a value as Postgres writes a value of that type, with DateStyle ISO in
 * the zone, or null for a value that Postgres does not have; `undefined` where both are the same.
 */
export function postgresText(type: SqlType, kind: EngineKind, timezone: string): Encode | undefined {
  switch (type) {
    case "boolean":
      return value => BOOLEANS[value] ?? value;
    case "bigint":
      return kind === "integer" ? undefined : value => withoutZeros(value);
    case "numeric":
      return kind === "integer" ? undefined : scaledText(kind);
    case "double precision":
      return kind === "integer" ? undefined : floatText;
    case "date":
      return value => (isOrdinaryDate(value) ? value : isPartialDate(value) ? null : eraText(dateOf(value)));
    case "timestamp with time zone": {
      const zoned = zonedText(timezone);
      return value => (isPartialDate(value) ? null : zoned(value));
    }
    case "jsonb":
      if (kind === "json" || isNumber(kind)) return undefined;
      return value => (isJson(value) ? value : JSON.stringify(value));
    case "text[]":
      return arrayText("string");
    case "numeric[]":
      return arrayText("number");
    case "boolean[]":
      return arrayText("boolean");
    case "text":
      return undefined;
  }
}

const BOOLEANS: Readonly<Record<string, string>> = {
  true: "t",
  "1": "t",
  false: "f",
  "0": "f",
};

const ZERO = 48;
const NINE = 57;
const MINUS = 45;

/** Whether the year has four digits and is not before Christ. */
function isOrdinaryDate(value: string): boolean {
  return (
    value.length === 10 && value.charCodeAt(0) !== MINUS && !value.startsWith("0000") && !isPartialDate(value)
  );
}

/** Whether the month or the day of the month is 0, as MySQL allows: `0000-00-00`. */
function isPartialDate(value: string): boolean {
  return value.startsWith("-00", 4) || value.startsWith("-00", 7);
}

/** Writes a date of ISO 8601, whose year 0 is 1 BC, as Postgres does. */
function eraText(date: string): string {
  const [, year, rest] = /^(-?\d+)(-\d\d-\d\d.*)$/s.exec(date) ?? [];
  if (year === undefined || Number(year) > 0) return date;
  return `${String(1 - Number(year)).padStart(4, "0")}${rest} BC`;
}

/** Some engines leave out the zeros at the end of a decimal, which Postgres keeps: `numeric(12, 2)` is 1.50. */
function scaledText(kind: EngineKind): Encode {
  const scale = Number(/^decimal\(\d+,(\d+)\)$/.exec(kind)?.[1] ?? 0);
  if (scale === 0) return numericText;
  return value => {
    const text = numericText(value);
    const point = text.indexOf(".");
    const missing = scale - (point === -1 ? 0 : text.length - point - 1);
    if (missing <= 0 || !/\d$/.test(text)) return text;
    return `${text}${point === -1 ? "." : ""}${"0".repeat(missing)}`;
  };
}

const MAX_PLAIN_DIGITS = 15;

/** Postgres writes the shortest decimal that identifies the number, with an exponent below 1e-4 and from 1e15 on. */
function floatText(value: string): string {
  const last = value.charCodeAt(value.length - 1);
  if (last < ZERO || last > NINE) return nameOfNonFinite(value);
  if (
    value.length <= MAX_PLAIN_DIGITS &&
    last !== ZERO &&
    /^-?(?:0\.(?!0000)|[1-9])\d*(?:\.\d+)?$/.test(value)
  )
    return value;
  const number = Number(value);
  if (!Number.isFinite(number)) return value;
  if (number === 0) return value.startsWith("-") ? "-0" : "0";
  const [digits = "", power = "0"] = number.toExponential().split("e");
  const exponent = Number(power);
  if (exponent >= -4 && exponent < MAX_PLAIN_DIGITS) return plainText(digits, exponent);
  return `${digits}e${exponent < 0 ? "-" : "+"}${String(Math.abs(exponent)).padStart(2, "0")}`;
}

/** A decimal without its exponent: the mantissa `1.25` with the exponent 3 is `1250`. */
function plainText(mantissa: string, exponent: number): string {
  const sign = mantissa.startsWith("-") ? "-" : "";
  const digits = mantissa.replace(/[-.]/g, "");
  if (exponent < 0) return `${sign}0.${"0".repeat(-exponent - 1)}${digits}`;
  const padded = digits.padEnd(exponent + 1, "0");
  const fraction = padded.slice(exponent + 1);
  return `${sign}${padded.slice(0, exponent + 1)}${fraction === "" ? "" : `.${fraction}`}`;
}
