import {
  type Grain,
  isFiscal,
  isPeriod,
  type Period,
  type PeriodGrain,
  unitOf,
} from "../../../semantic/vocabulary.ts";
import {ENGLISH, type TimeNames} from "./time-names.ts";

export const DAY_MS = 86_400_000;
const FORM =
  /^([+-]?\d{4,6})-(\d\d)(?:-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(\.\d+)?)?(?:Z|[+-]\d\d(?::?\d\d)?)?)?)?$/;

/**
 * A date or timestamp of a result as wall-clock time, in milliseconds as if the clock were in UTC. All later
 * computations use UTC, so that a picture does not depend on the time zone of the machine that draws it.
 */
export function wallClock(value: unknown): number | undefined {
  const parts = typeof value === "string" ? FORM.exec(value) : null;
  if (!parts) return undefined;
  const [, year = "", month = "1", day = "1", hour = "0", minute = "0", second = "0", fraction = "0"] = parts;
  const ms = utc(Number(year), Number(month) - 1, Number(day));
  const time = (Number(hour) * 60 + Number(minute)) * 60 + Number(second);
  return ms + time * 1000 + Math.floor(Number(fraction) * 1000);
}

/** A time in UTC. `Date.UTC` would read a year below 100 as a year of the twentieth century. */
function utc(year: number, month: number, day: number): number {
  return new Date(0).setUTCFullYear(year, month, day);
}

/** The beginning of the period that is `count` periods after the period that begins at `ms`. */
export function addPeriods(ms: number, grain: PeriodGrain, count: number): number {
  const date = new Date(ms);
  const period = unitOf(grain);
  switch (period) {
    case "second":
      return ms + count * 1000;
    case "minute":
      return ms + count * 60_000;
    case "hour":
      return ms + count * 3_600_000;
    case "day":
      return ms + count * DAY_MS;
    case "week":
      return ms + count * 7 * DAY_MS;
    case "month":
    case "quarter":
      return date.setUTCMonth(date.getUTCMonth() + count * (period === "quarter" ? 3 : 1));
    case "year":
      return date.setUTCFullYear(date.getUTCFullYear() + count);
  }
}

/** The grain of values that were not truncated: the longest of day, hour, minute and second that loses nothing. */
export function guessPeriod(values: readonly number[]): Period {
  if (values.every(ms => ms % DAY_MS === 0)) return "day";
  if (values.every(ms => ms % 3_600_000 === 0)) return "hour";
  return values.every(ms => ms % 60_000 === 0) ? "minute" : "second";
}

/** A time in full, up to its grain: `2001-01-05`, `Jan 2001`, `2001-01-05 14:00`. */
export function describeTime(ms: number, grain: PeriodGrain, names: TimeNames = ENGLISH): string {
  const period = displayPeriod(grain);
  const date = new Date(ms);
  const year = date.getUTCFullYear();
  if (period === "year") return String(year);
  if (period === "quarter") return `Q${Math.floor(date.getUTCMonth() / 3) + 1} ${year}`;
  if (period === "month") return names.monthOfYear(ms);
  const day = `${pad(year, 4)}-${pad(date.getUTCMonth() + 1)}-${pad(date.getUTCDate())}`;
  return period === "day" || period === "week" ? day : `${day} ${clock(date, period === "second")}`;
}

/**
 * The period that labels show for a grain. A fiscal period is labelled with its first month, because its name is not
 * known.
 */
export function displayPeriod(grain: PeriodGrain): Period {
  return isFiscal(grain) ? "month" : grain;
}

export function clock(date: Date, seconds: boolean): string {
  const time = `${pad(date.getUTCHours())}:${pad(date.getUTCMinutes())}`;
  return seconds ? `${time}:${pad(date.getUTCSeconds())}` : time;
}

/** The name of a part of time: `Mon` for day 1 of the week. `undefined` if people usually write the number itself. */
export function describePart(
  value: number,
  grain: Grain | undefined,
  {days, months}: TimeNames = ENGLISH,
): string | undefined {
  if (grain === undefined || isPeriod(grain)) return undefined;
  if (grain === "day_of_week") return days[value - 1];
  if (grain === "month_of_year") return months[value - 1];
  if (grain === "quarter_of_year") return `Q${value}`;
  return grain === "hour_of_day" ? `${pad(value)}:00` : String(value);
}

function pad(value: number, digits = 2): string {
  const sign = value < 0 ? "-" : "";
  return `${sign}${String(Math.abs(value)).padStart(digits, "0")}`;
}
