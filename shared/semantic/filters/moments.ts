import {type Intraday, isFiscal, isIntraday, type PeriodGrain, unitOf} from "../layer/grains.ts";

/** The timezone and weeks by which moments are read and cut. */
export interface Calendar {
  timezone: string;
  weekStart: "monday" | "sunday";
  /** The month with which fiscal years begin, from 1. */
  fiscalStart?: number;
  now: Date;
}

/** From `start` until before `end`, as SQL text; without `end` the single moment `start`. */
export interface Span {
  start: string;
  end?: string;
}

const ZONE_NAME = /^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+)*$/;
const zones = new Map<string, string | undefined>();

/** The timezone's canonical IANA name, or `undefined` if there is none; offsets such as `+02:00` are not names. */
export function canonicalTimezone(name: string): string | undefined {
  if (zones.has(name)) return zones.get(name);
  let found: string | undefined;
  if (ZONE_NAME.test(name)) {
    try {
      const resolved = new Intl.DateTimeFormat("en", {timeZone: name}).resolvedOptions().timeZone;
      found = resolved.toLowerCase() === name.toLowerCase() ? resolved : name;
    } catch {
      found = undefined;
    }
  }
  if (zones.size > 5000) zones.clear();
  zones.set(name, found);
  return found;
}

const DATE = /^(\d{4})(?:-(\d\d)(?:-(\d\d))?)?$/;
const QUARTER = /^(\d{4})-?[Qq]([1-4])$/;
const MOMENT = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?\s*(Z|z|[+-]\d\d(?::?\d\d)?)?$/;

/** Parses a date such as `2024-03-15`; `2024-03`, `2024` and `2024-Q1` give their first day. */
export function parseDate(text: string): Temporal.PlainDate | undefined {
  const quarter = QUARTER.exec(text);
  if (quarter !== null) return plainDate(Number(quarter[1]), Number(quarter[2]) * 3 - 2, 1);
  const parts = DATE.exec(text);
  if (parts === null) return undefined;
  return plainDate(Number(parts[1]), Number(parts[2] ?? 1), Number(parts[3] ?? 1));
}

function plainDate(year: number, month: number, day: number): Temporal.PlainDate | undefined {
  if (year < 1) return undefined;
  try {
    return Temporal.PlainDate.from({year, month, day}, {overflow: "reject"});
  } catch {
    return undefined;
  }
}

/** Parses an instant: with the offset in the text, else as local time of the timezone. There is no year 0. */
export function parseInstant(text: string, timezone: string): Temporal.Instant | undefined {
  const parts = MOMENT.exec(text);
  if (parts === null || text.startsWith("0000")) return undefined;
  const iso = text.replace(",", ".").replace(/\s+(?=[Zz+-])/, "");
  try {
    if (parts[1] !== undefined) return Temporal.Instant.from(iso);
    return Temporal.PlainDateTime.from(iso).toZonedDateTime(timezone).toInstant();
  } catch {
    return undefined;
  }
}

/** Engines write earlier years in different ways. */
const FIRST = Temporal.Instant.from("0001-01-01T00:00Z");

/**
 * An instant as Postgres and DuckDB read a `timestamp` in UTC, to the microsecond. In a timezone whose first day begins
 * before `FIRST`, it begins at `FIRST`.
 */
export function instantText(instant: Temporal.Instant): string {
  const held = Temporal.Instant.compare(instant, FIRST) < 0 ? FIRST : instant;
  const text = held.toString({smallestUnit: "microsecond", roundingMode: "floor"});
  const whole = text.endsWith(".000000Z") ? text.slice(0, -8) : text.slice(0, -1);
  return plainYear(whole.replace("T", " "));
}

/** ISO 8601 writes years after 9999 with a sign, but the engines without one. */
function plainYear(text: string): string {
  return text.startsWith("+") ? text.replace(/^\+0*/, "") : text;
}

/** A date as the engines read it; one before the year 1 is its first day. */
export function dateText(date: Temporal.PlainDate): string {
  return date.year < 1 ? "0001-01-01" : plainYear(date.toString());
}

/** The first moment of a local day. If the clocks skip midnight, it is the first moment after it. */
export function dayStart(date: Temporal.PlainDate, timezone: string): string {
  return instantText(date.toZonedDateTime({timeZone: timezone}).toInstant());
}

/** How many months after one of the calendar a fiscal quarter or year begins. */
export function fiscalLag(period: "quarter" | "year", fiscalStart = 1): number {
  return (fiscalStart - 1) % (period === "quarter" ? 3 : 12);
}

/** The first day of the period that holds a day. */
export function floorDate(
  date: Temporal.PlainDate,
  grain: PeriodGrain,
  calendar: Pick<Calendar, "weekStart" | "fiscalStart">,
): Temporal.PlainDate {
  if (isFiscal(grain)) {
    const period = grain === "fiscal_quarter" ? "quarter" : "year";
    const months = fiscalLag(period, calendar.fiscalStart);
    return floorDate(date.with({day: 1}).subtract({months}), period, calendar).add({months});
  }
  const {weekStart} = calendar;
  switch (grain) {
    case "week":
      return date.subtract({days: weekStart === "monday" ? date.dayOfWeek - 1 : date.dayOfWeek % 7});
    case "month":
      return date.with({day: 1});
    case "quarter":
      return date.with({month: date.month - ((date.month - 1) % 3), day: 1});
    case "year":
      return date.with({month: 1, day: 1});
    default:
      return date;
  }
}

export function addPeriods(date: Temporal.PlainDate, grain: PeriodGrain, count: number): Temporal.PlainDate {
  const period = unitOf(grain);
  if (period === "week") return date.add({weeks: count});
  if (period === "month") return date.add({months: count});
  if (period === "quarter") return date.add({months: count * 3});
  if (period === "year") return date.add({years: count});
  return date.add({days: count});
}

const NANOSECONDS = {second: 1_000_000_000n, minute: 60_000_000_000n, hour: 3_600_000_000_000n};

export function floorInstant(instant: Temporal.Instant, period: Intraday) {
  const unit = NANOSECONDS[period];
  const since = ((instant.epochNanoseconds % unit) + unit) % unit;
  return Temporal.Instant.fromEpochNanoseconds(instant.epochNanoseconds - since);
}

export function addIntraday(instant: Temporal.Instant, period: Intraday, count: number) {
  return Temporal.Instant.fromEpochNanoseconds(
    instant.epochNanoseconds + NANOSECONDS[period] * BigInt(count),
  );
}

/**
 * Periods relative to the current one: `first` and `last` are offsets, such as -1 for the period before it. Days and
 * longer periods are local. `asDates` gives their bounds as dates, else as instants.
 */
export function relativeSpan(
  calendar: Calendar,
  period: PeriodGrain,
  first: number,
  last: number,
  asDates: boolean,
): Span {
  const now = Temporal.Instant.fromEpochMilliseconds(calendar.now.getTime());
  if (isIntraday(period)) {
    const start = floorInstant(now, period);
    return {
      start: instantText(addIntraday(start, period, first)),
      end: instantText(addIntraday(start, period, last + 1)),
    };
  }
  const today = now.toZonedDateTimeISO(calendar.timezone).toPlainDate();
  const current = floorDate(today, period, calendar);
  const start = addPeriods(current, period, first);
  const end = addPeriods(current, period, last + 1);
  if (asDates) return {start: dateText(start), end: dateText(end)};
  return {start: dayStart(start, calendar.timezone), end: dayStart(end, calendar.timezone)};
}
