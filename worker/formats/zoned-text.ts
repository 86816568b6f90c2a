import {calendarOf} from "../warehouses/duckdb/calendar.ts";

const DAY_SECONDS = 86_400;
const QUARTER_SECONDS = 900;
/** The last instant of a `Date`, in the year 275760, less one day. */
const LAST_SECOND = 8.64e12 - DAY_SECONDS;
const MAX_QUARTERS = 100_000;
const MAX_ZONES = 1000;
/** Postgres keeps microseconds. */
const FRACTION_DIGITS = 6;

/** Postgres writes `BC` at the end, DuckDB behind the day. */
const TIMESTAMP =
  /^([+-]?\d{4,7})-(\d\d)-(\d\d)( \(BC\))?(?:[ T](\d\d):(\d\d)(?::(\d\d)(?:\.(\d+))?)?)? ?(Z|UTC|[+-]\d\d(?::?\d\d(?::?\d\d)?)?)?( BC)?$/;
/** A timestamp of UTC after Christ with at most microseconds. */
const ORDINARY = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:(\.\d{0,5}[1-9])0*|\.0+)?(?:Z|\+00(?::?00)?)?$/;

const zones = new Map<string, ZoneOffsets>();

/**
 * The function that writes an engine's timestamp (one without a zone is in UTC) as Postgres writes a `timestamp with
 * time zone` with DateStyle ISO in that zone: `2024-03-01 05:00:00.25+05:30`, `0044-03-15 12:00:00+00:53:28 BC`. Other
 * text (`infinity`) is returned as it is.
 */
export function zonedText(timezone: string): (text: string) => string {
  if (timezone === "UTC") return text => utcText(text) ?? textIn(offsetsOf(timezone), text);
  const offsets = offsetsOf(timezone);
  return text => textIn(offsets, text);
}

function utcText(text: string): string | undefined {
  if (isWholeSecond(text)) return `${text}+00`;
  const [, day = "", time = "", fraction = ""] = ORDINARY.exec(text) ?? [];
  return day === "" || day.startsWith("0000") || fraction.length > FRACTION_DIGITS + 1
    ? undefined
    : `${day} ${time}${fraction}+00`;
}

const DASH = 45;
const ZERO = 48;
const SPACE = 32;
const COLON = 58;

/** Whether the text has the form of most of Postgres' timestamps: `2024-03-01 05:00:00`, with a year from 1000 on. */
function isWholeSecond(text: string): boolean {
  return (
    text.length === 19 &&
    text.charCodeAt(4) === DASH &&
    text.charCodeAt(7) === DASH &&
    text.charCodeAt(10) === SPACE &&
    text.charCodeAt(13) === COLON &&
    text.charCodeAt(16) === COLON &&
    text.charCodeAt(0) > ZERO
  );
}

function textIn(offsets: ZoneOffsets, text: string): string {
  const parts = TIMESTAMP.exec(text);
  if (!parts) return text;
  const [, year, month, day, era, hour = "0", minute = "0", second = "0", digits = "", zone, lastEra] = parts;
  const isBefore = era !== undefined || lastEra !== undefined;
  const days = dayOf(isBefore ? 1 - Number(year) : Number(year), Number(month), Number(day));
  const {micros, carry} = microsOf(digits);
  const clock = Number(hour) * 3600 + Number(minute) * 60 + Number(second) + carry;
  const instant = days * DAY_SECONDS + clock - secondsOf(zone);
  const offset = offsets.at(instant);
  const local = instant + offset;
  const localDay = Math.floor(local / DAY_SECONDS);
  const {date, suffix} = dateText(localDay);
  return `${date} ${clockText(local - localDay * DAY_SECONDS)}${micros}${offsetText(offset)}${suffix}`;
}

/** The fraction without zeros at its end, and whether rounding to microseconds makes it a whole second. */
function microsOf(digits: string): {micros: string; carry: number} {
  if (digits === "") return {micros: "", carry: 0};
  const micros =
    digits.length <= FRACTION_DIGITS
      ? Number(digits.padEnd(FRACTION_DIGITS, "0"))
      : Math.round(Number(`${digits.slice(0, FRACTION_DIGITS)}.${digits.slice(FRACTION_DIGITS)}`));
  if (micros === 1e6) return {micros: "", carry: 1};
  return {
    micros: micros === 0 ? "" : `.${String(micros).padStart(FRACTION_DIGITS, "0").replace(/0+$/, "")}`,
    carry: 0,
  };
}

/** Days from 1970-01-01 in the proleptic Gregorian calendar: https://howardhinnant.github.io/date_algorithms.html */
function dayOf(year: number, month: number, day: number): number {
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

function secondsOf(zone: string | undefined): number {
  if (zone === undefined || zone === "Z" || zone === "UTC" || zone === "+00") return 0;
  const [, sign, hours, minutes, seconds] = /^([+-])(\d\d):?(\d\d)?:?(\d\d)?$/.exec(zone) ?? [];
  const size = Number(hours) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0);
  return sign === "-" ? -size : size;
}

const two = (value: number) => (value < 10 ? `0${value}` : String(value));

function clockText(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}:${two(seconds % 60)}`;
}

function offsetText(offset: number): string {
  const size = Math.abs(offset);
  const [hours, minutes, seconds] = [Math.floor(size / 3600), Math.floor(size / 60) % 60, size % 60];
  const rest = seconds > 0 ? `:${two(minutes)}:${two(seconds)}` : minutes > 0 ? `:${two(minutes)}` : "";
  return `${offset < 0 ? "-" : "+"}${two(hours)}${rest}`;
}

/** The last day that was written: many rows of a result have the same one. */
let lastDate = {days: 0, date: "1970-01-01", suffix: ""};

function dateText(days: number): {date: string; suffix: string} {
  if (days === lastDate.days) return lastDate;
  const {year, month, day} = calendarOf(days);
  const displayYear = year > 0 ? year : 1 - year;
  const date = `${String(displayYear).padStart(4, "0")}-${two(month)}-${two(day)}`;
  lastDate = {days, date, suffix: year > 0 ? "" : " BC"};
  return lastDate;
}

function offsetsOf(timezone: string): ZoneOffsets {
  const known = zones.get(timezone);
  if (known) return known;
  if (zones.size >= MAX_ZONES) zones.clear();
  const made = new ZoneOffsets(timezone);
  zones.set(timezone, made);
  return made;
}

/** The offsets of a zone in seconds: before standard time they are those of the local mean time. */
class ZoneOffsets {
  readonly #format: Intl.DateTimeFormat;
  readonly #byQuarter = new Map<number, number>();
  #last = {quarter: Number.NaN, offset: 0};

  constructor(timezone: string) {
    this.#format = new Intl.DateTimeFormat("en-US", {timeZone: timezone, timeZoneName: "longOffset"});
  }

  at(instant: number): number {
    const quarter = Math.floor(instant / QUARTER_SECONDS);
    if (quarter === this.#last.quarter) return this.#last.offset;
    const offset = this.#atStartOf(quarter);
    // Where local mean time ends, the offset changes at any second.
    if (offset !== this.#atStartOf(quarter + 1)) return this.#offsetAt(instant);
    this.#last = {quarter, offset};
    return offset;
  }

  #atStartOf(quarter: number): number {
    const known = this.#byQuarter.get(quarter);
    if (known !== undefined) return known;
    if (this.#byQuarter.size >= MAX_QUARTERS) this.#byQuarter.clear();
    const offset = this.#offsetAt(quarter * QUARTER_SECONDS);
    this.#byQuarter.set(quarter, offset);
    return offset;
  }

  #offsetAt(instant: number): number {
    const within = Math.max(-LAST_SECOND, Math.min(LAST_SECOND, instant));
    const parts = this.#format.formatToParts(within * 1000);
    const name = parts.find(part => part.type === "timeZoneName")?.value ?? "";
    return name.startsWith("GMT") && name.length > 3 ? secondsOf(name.slice(3)) : 0;
  }
}
