import {daysOf, MAX_INT32, MAX_INT64, MICROS_A_DAY} from "./calendar.ts";
import {type Encode, UnreadableValue} from "./encode-numbers.ts";

/** Times in binary: https://github.com/postgres/postgres/blob/REL_18_STABLE/src/backend/utils/adt/timestamp.c */

const TIMESTAMP =
  /^(\d{4,6})-(\d\d)-(\d\d)(?: (\d\d):(\d\d):(\d\d)(?:\.(\d{1,6}))?)?(?:([-+])(\d\d)(?::?(\d\d))?(?::?(\d\d))?)?( BC)?$/;
const ZERO = 0x30;
const DASH = 0x2d;
const SPACE = 0x20;
const POINT = 0x2e;
const PLUS = 0x2b;
const TIME = /^(\d\d):(\d\d):(\d\d)(?:\.(\d{1,6}))?(?:([-+])(\d\d)(?::(\d\d))?(?::(\d\d))?)?$/;

export const encodeDate: Encode = (source, start, end, out) => {
  const text = source.toString("latin1", start, end);
  if (text === "infinity") return out.int32(MAX_INT32);
  if (text === "-infinity") return out.int32(-MAX_INT32 - 1);
  const match = /^(\d{4,7})-(\d\d)-(\d\d)( BC)?$/.exec(text);
  if (!match) throw new UnreadableValue();
  const [, year, month, day, bc] = match;
  out.int32(daysOf(yearOf(year, bc), Number(month), Number(day)));
};

export const encodeTimestamp: Encode = (source, start, end, out) => {
  const usual = readUsual(source, start, end);
  if (usual !== undefined) return out.int64(usual);
  const text = source.toString("latin1", start, end);
  if (text === "infinity") return out.int64(MAX_INT64);
  if (text === "-infinity") return out.int64(-MAX_INT64 - 1n);
  const match = TIMESTAMP.exec(text);
  if (!match) throw new UnreadableValue();
  const [, year, month, day, hour, minute, second, fraction, sign, zoneHour, zoneMinute, zoneSecond, bc] =
    match;
  const days = daysOf(yearOf(year, bc), Number(month), Number(day));
  const micros = microsOf(hour, minute, second, fraction);
  const zone = sign ? secondsOf(sign, zoneHour, zoneMinute, zoneSecond) * 1_000_000 : 0;
  const rough = days * MICROS_A_DAY;
  if (Number.isSafeInteger(rough + MICROS_A_DAY) && Number.isSafeInteger(rough - MICROS_A_DAY)) {
    out.int64(rough + micros - zone);
  } else out.int64(BigInt(days) * BigInt(MICROS_A_DAY) + BigInt(micros - zone));
};

/**
 * Reads `2024-03-01 05:00:00.25+01`, by far the most common form, without a regular expression; `undefined` for other
 * forms.
 */
function readUsual(source: Buffer, start: number, end: number): number | undefined {
  if (end - start < 19 || source[start + 4] !== DASH || source[start + 10] !== SPACE) return undefined;
  const two = (at: number) => ((source[at] ?? 0) - ZERO) * 10 + (source[at + 1] ?? 0) - ZERO;
  const days = daysOf(two(start) * 100 + two(start + 2), two(start + 5), two(start + 8));
  let micros = ((two(start + 11) * 60 + two(start + 14)) * 60 + two(start + 17)) * 1_000_000;
  let at = start + 19;
  if (source[at] === POINT) {
    at++;
    for (let scale = 100_000; at < end; at++, scale /= 10) {
      const digit = (source[at] ?? 0) - ZERO;
      if (digit < 0 || digit > 9) break;
      micros += digit * scale;
    }
  }
  if (at < end) {
    const sign = source[at];
    if (end - at !== 3 || (sign !== PLUS && sign !== DASH)) return undefined;
    micros -= (sign === DASH ? -1 : 1) * two(at + 1) * 3_600_000_000;
  }
  const value = days * MICROS_A_DAY + micros;
  return Number.isSafeInteger(value) ? value : undefined;
}

export const encodeTime: Encode = (source, start, end, out) => {
  const match = TIME.exec(source.toString("latin1", start, end));
  if (!match) throw new UnreadableValue();
  out.int64(microsOf(match[1], match[2], match[3], match[4]));
};

export const encodeTimetz: Encode = (source, start, end, out) => {
  const match = TIME.exec(source.toString("latin1", start, end));
  if (!match) throw new UnreadableValue();
  const [, hour, minute, second, fraction, sign, zoneHour, zoneMinute, zoneSecond] = match;
  out.int64(microsOf(hour, minute, second, fraction));
  // The zone, in seconds west of Greenwich.
  out.int32(-secondsOf(sign, zoneHour, zoneMinute, zoneSecond));
};

const INTERVAL_PART = /([-+]?\d+) (year|mon|day)s?|([-+]?)(\d+):(\d\d):(\d\d)(?:\.(\d{1,6}))?/g;

/** Reads an interval in the style `postgres`: `1 year -2 mons +3 days -04:05:06.7`. */
export const encodeInterval: Encode = (source, start, end, out) => {
  const text = source.toString("latin1", start, end);
  if (text === "infinity" || text === "-infinity") {
    const isPositive = text === "infinity";
    out.int64(isPositive ? MAX_INT64 : -MAX_INT64 - 1n);
    out.int32(isPositive ? MAX_INT32 : -MAX_INT32 - 1);
    out.int32(isPositive ? MAX_INT32 : -MAX_INT32 - 1);
    return;
  }
  let months = 0;
  let days = 0;
  let micros = 0n;
  let readBytes = 0;
  for (const [part, amount, unit, sign, hours, minutes, seconds, fraction] of text.matchAll(INTERVAL_PART)) {
    readBytes += part.length + 1;
    if (unit === "year") months += 12 * Number(amount);
    else if (unit === "mon") months += Number(amount);
    else if (unit === "day") days += Number(amount);
    else {
      const time = BigInt(hours ?? 0) * 3_600_000_000n + BigInt(microsOf("0", minutes, seconds, fraction));
      micros = sign === "-" ? -time : time;
    }
  }
  if (readBytes !== text.length + 1) throw new UnreadableValue();
  out.int64(micros);
  out.int32(days);
  out.int32(months);
};

/** The year before 1 AD is 1 BC. */
function yearOf(digits: string | undefined, bc: string | undefined): number {
  return bc ? 1 - Number(digits) : Number(digits);
}

function microsOf(
  hour: string | undefined,
  minute: string | undefined,
  second: string | undefined,
  fraction: string | undefined,
): number {
  const seconds = Number(hour ?? 0) * 3600 + Number(minute ?? 0) * 60 + Number(second ?? 0);
  return seconds * 1_000_000 + (fraction ? Number(fraction.padEnd(6, "0")) : 0);
}

function secondsOf(
  sign: string | undefined,
  hour: string | undefined,
  minute: string | undefined,
  second: string | undefined,
): number {
  const seconds = Number(hour ?? 0) * 3600 + Number(minute ?? 0) * 60 + Number(second ?? 0);
  return sign === "-" ? -seconds : seconds;
}
