import {yearText} from "../warehouses/calendar-day.ts";
import {calendarOf} from "../warehouses/duckdb/calendar.ts";

// The texts of values that are read from an engine's memory.

const TWO_32 = 2 ** 32;
const INFINITE_DAYS = 2 ** 31 - 1;
/** The last second that a finite time can have. Engines store infinity as the largest count of microseconds in 64 bits. */
const LAST_SECOND = 9_223_372_036_853;

/** A decimal of 128 bits as engines write it, with all digits of its scale. */
export function decimalText(words: Int32Array, at: number, scale: number): string {
  const low = (words[at] ?? 0) >>> 0;
  const high = words[at + 1] ?? 0;
  const [third = 0, fourth = 0] = [words[at + 2], words[at + 3]];
  const sign = high < 0 ? -1 : 0;
  const isSmall = third === sign && fourth === sign && high >= -(2 ** 20) && high < 2 ** 20;
  const upper = (BigInt(fourth) << 32n) | BigInt(third >>> 0);
  const value = isSmall ? high * TWO_32 + low : (upper << 64n) | (BigInt(high >>> 0) << 32n) | BigInt(low);
  const digits = String(value < 0 ? -value : value);
  if (scale === 0) return value < 0 ? `-${digits}` : digits;
  const padded = digits.padStart(scale + 1, "0");
  const text = `${padded.slice(0, -scale)}.${padded.slice(-scale)}`;
  return value < 0 ? `-${text}` : text;
}

/** A day, given as days since 1970, in ISO 8601. */
export function dayText(days: number): string {
  if (Math.abs(days) === INFINITE_DAYS) return days > 0 ? "infinity" : "-infinity";
  const {year, month, day} = calendarOf(days);
  return `${yearText(year)}-${twoDigits(month)}-${twoDigits(day)}`;
}

/** A time in UTC as engines write it, given as seconds since 1970 and the microseconds beyond them. */
export function momentText(seconds: number, micros: number): string {
  if (Math.abs(seconds) > LAST_SECOND) return seconds > 0 ? "infinity" : "-infinity";
  const days = Math.floor(seconds / 86_400);
  const ofDay = seconds - days * 86_400;
  const time = [Math.floor(ofDay / 3600), Math.floor(ofDay / 60) % 60, ofDay % 60].map(twoDigits).join(":");
  const fraction = micros === 0 ? "" : `.${String(micros).padStart(6, "0").replace(/0+$/, "")}`;
  return `${dayText(days)} ${time}${fraction}`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}
