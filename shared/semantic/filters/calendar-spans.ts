import {type Intraday, isFiscal, isIntraday, type PeriodGrain, unitOf} from "../layer/grains.ts";
import {isoOf, plainYear} from "./years.ts";

/** The timezone, weeks and fiscal years by which moments are read and truncated. */
export interface Calendar {
  timezone: string;
  weekStart: "monday" | "sunday";
  /** The month with which fiscal years begin, from 1. */
  fiscalStart?: number;
  now: Date;
  /**
   * Whether a relative period that contains `now` ends at `now`; an earlier `now` gives the same days of an earlier
   * period. Periods inside a `not` stay whole. All periods stay whole in a query that selects a measure with a window
   * or a balance, and in a `per` that compares such a measure: over the first days of a period, the measure has another
   * value than over the whole period.
   */
  toDate?: boolean;
}

/** A period from `start` until before `end`, as SQL text; without `end` the single moment `start`. */
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
const EARLY_DATE = /^(-\d{4,6}|0000)-(\d\d)-(\d\d)$/;
const MOMENT =
  /^(?:\d{4}|-\d{4,6})-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?\s*(Z|z|[+-]\d\d(?::?\d\d)?)?$/;

/**
 * The earliest year in which days can be shifted and truncated to periods: Temporal itself begins some years earlier.
 */
const EARLIEST = -270_000;

/** Parses a date such as `2024-03-15`; `2024-03`, `2024` and `2024-Q1` give their first day. */
export function parseDate(text: string): Temporal.PlainDate | undefined {
  const quarter = QUARTER.exec(text);
  if (quarter !== null) return plainDate(Number(quarter[1]), Number(quarter[2]) * 3 - 2, 1);
  const parts = DATE.exec(text);
  if (parts === null) return undefined;
  return plainDate(Number(parts[1]), Number(parts[2] ?? 1), Number(parts[3] ?? 1));
}

/** Parses a day before the year 1 as results spell it: 44 BC is `-0043`. */
export function parseEarlyDate(text: string): Temporal.PlainDate | undefined {
  const parts = EARLY_DATE.exec(text);
  if (parts === null || text.startsWith("-0000-")) return undefined;
  return plainDate(Number(parts[1]), Number(parts[2]), Number(parts[3]), EARLIEST);
}

function plainDate(year: number, month: number, day: number, least = 1): Temporal.PlainDate | undefined {
  if (year < least) return undefined;
  try {
    return Temporal.PlainDate.from({year, month, day}, {overflow: "reject"});
  } catch {
    return undefined;
  }
}

/** Parses an instant: with the offset in the text, else as local time of the timezone. */
export function parseInstant(text: string, timezone: string): Temporal.Instant | undefined {
  const parts = MOMENT.exec(text);
  if (parts === null || Number.parseInt(text, 10) < EARLIEST) return undefined;
  const iso = isoOf(text.replace(",", ".").replace(/\s+(?=[Zz+-])/, ""));
  try {
    if (parts[1] !== undefined) return Temporal.Instant.from(iso);
    return Temporal.PlainDateTime.from(iso).toZonedDateTime(timezone).toInstant();
  } catch {
    return undefined;
  }
}

/** The earliest moment that the service computes: not all engines have earlier ones. */
const FIRST = Temporal.Instant.from("0001-01-01T00:00Z");

/** Like `givenInstant`, but never before `FIRST`, even where a timezone begins the first day of the year 1 earlier. */
export function instantText(instant: Temporal.Instant): string {
  return givenInstant(Temporal.Instant.compare(instant, FIRST) < 0 ? FIRST : instant);
}

/** An instant as engines read a `timestamp` in UTC, to the microsecond. */
export function givenInstant(instant: Temporal.Instant): string {
  const text = instant.toString({smallestUnit: "microsecond", roundingMode: "floor"});
  const whole = text.endsWith(".000000Z") ? text.slice(0, -8) : text.slice(0, -1);
  return plainYear(whole.replace("T", " "));
}

/** A date as engines read it; for every date before the year 1, the first day of the year 1. */
export function dateText(date: Temporal.PlainDate): string {
  return date.year < 1 ? "0001-01-01" : givenDate(date);
}

/** A date as engines read it; before the year 1, in the form that `Dialect.early` takes. */
export function givenDate(date: Temporal.PlainDate): string {
  return plainYear(date.toString());
}

/** The first moment of a local day. If the clocks skip midnight, the moment to which they skip. */
export function dayStart(date: Temporal.PlainDate, timezone: string): string {
  return instantText(firstInstant(date, timezone));
}

export function firstInstant(date: Temporal.PlainDate, timezone: string): Temporal.Instant {
  return date.toZonedDateTime({timeZone: timezone}).toInstant();
}

/** The number of months by which a fiscal quarter or year begins after the calendar's. */
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
 * longer periods are local. `asDates` gives their bounds as dates, else as instants. With the calendar's `toDate`, a
 * span whose last period is the current one ends at `now`: for dates, after the day of `now`.
 */
export function relativeSpan(
  calendar: Calendar,
  period: PeriodGrain,
  first: number,
  last: number,
  asDates: boolean,
): Span {
  const now = Temporal.Instant.fromEpochMilliseconds(calendar.now.getTime());
  const endsNow = calendar.toDate === true && last === 0;
  if (isIntraday(period)) {
    const start = floorInstant(now, period);
    return {
      start: instantText(addIntraday(start, period, first)),
      end: instantText(endsNow ? now : addIntraday(start, period, last + 1)),
    };
  }
  const today = now.toZonedDateTimeISO(calendar.timezone).toPlainDate();
  const current = floorDate(today, period, calendar);
  const start = addPeriods(current, period, first);
  const end = endsNow && asDates ? today.add({days: 1}) : addPeriods(current, period, last + 1);
  if (asDates) return {start: dateText(start), end: dateText(end)};
  return {
    start: dayStart(start, calendar.timezone),
    end: endsNow ? instantText(now) : dayStart(end, calendar.timezone),
  };
}
