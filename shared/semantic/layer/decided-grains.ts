import {type Grain, grainsOf, isIntraday, isPeriod, type PeriodGrain} from "./grains.ts";
import type {DimensionType} from "./graph.ts";

/** For a day and longer periods: the periods that contain it as a whole, and the parts that it determines. */
const DECIDED_BY: Partial<Record<Grain, readonly Grain[]>> = {
  day: [
    "day",
    "week",
    "month",
    "quarter",
    "year",
    "fiscal_quarter",
    "fiscal_year",
    "day_of_week",
    "day_of_month",
    "day_of_year",
    "week_of_year",
    "month_of_year",
    "quarter_of_year",
    "year_number",
  ],
  month: [
    "month",
    "quarter",
    "year",
    "fiscal_quarter",
    "fiscal_year",
    "month_of_year",
    "quarter_of_year",
    "year_number",
  ],
  quarter: ["quarter", "year", "quarter_of_year", "year_number"],
  year: ["year", "year_number"],
  fiscal_quarter: ["fiscal_quarter", "fiscal_year"],
};

/**
 * The grains whose value follows from the value at `grain` (`undefined`: the moment itself): a month determines its
 * quarter, a week only itself. Queries at these grains reveal nothing to somebody who sees that value.
 */
export function decidedGrains(
  type: DimensionType,
  grain: Grain | undefined,
  timezone: string,
): readonly Grain[] {
  const all = grainsOf(type);
  if (grain === undefined) return all;
  if (!isPeriod(grain) || !isIntraday(grain)) return DECIDED_BY[grain] ?? [grain];
  const longer = all.filter((other, i) => !isPeriod(other) || i >= all.indexOf(grain));
  // In a zone whose days do not begin at a whole hour of UTC, an hour can belong to two days.
  return longer.filter(other => isWithin(grain, other, timezone));
}

/**
 * Whether a period at `grain` never overlaps two periods at `other`. Periods shorter than a day divide elapsed time.
 */
function isWithin(grain: PeriodGrain, other: Grain, timezone: string): boolean {
  if (other === "millisecond_of_second") return false;
  const isInstant = isPeriod(other) && isIntraday(other);
  return isInstant || !isIntraday(grain) || offsetUnit(timezone) % SECONDS[grain] === 0;
}

const SECONDS = {second: 1, minute: 60, hour: 3600};
const units = new Map<string, number>();

/**
 * The longest of an hour, a minute and a second that divides all offsets of the zone since 1970 and the times at which
 * they change, in seconds. If clocks change at a minute past midnight, the hour of the change lies in two days.
 */
function offsetUnit(timezone: string): number {
  const known = units.get(timezone);
  if (known !== undefined) return known;
  let unit = SECONDS.hour;
  let at: Temporal.ZonedDateTime | null =
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(timezone);
  for (; at !== null && at.year < LAST_YEAR; at = at.getTimeZoneTransition("next")) {
    const offset = Math.abs(Math.round(at.offsetNanoseconds / 1e9));
    const changedAt = Math.round(at.epochMilliseconds / 1000);
    while (offset % unit !== 0 || changedAt % unit !== 0) unit /= 60;
  }
  if (units.size > 5000) units.clear();
  units.set(timezone, unit);
  return unit;
}

/** Rules of daylight saving time have no end, so they are checked up to this year. */
const LAST_YEAR = 2100;
