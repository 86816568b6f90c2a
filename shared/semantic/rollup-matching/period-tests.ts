import type {DialectName} from "../dialects/dialect.ts";
import {knowsOffset} from "../dialects/mysql-zones.ts";
import {dateText, dayStart, floorDate, floorInstant, instantText} from "../filters/calendar-spans.ts";
import type {Test, Value} from "../filters/predicates.ts";
import {isIntraday, type Period} from "../layer/grains.ts";

/** The periods by which a roll-up stores its time. */
export interface StoredPeriods {
  grain: Period;
  /** The type of the dimension: stored days, or moments that are truncated in the timezone. */
  type: "date" | "timestamp";
  timezone: string;
  weekStart: "monday" | "sunday";
  /** The dialect of the warehouse that truncated the times. */
  dialect: DialectName;
}

/**
 * A test of moments or days, rewritten to the periods that they lie in; `undefined` if its bound lies within a period, so
 * that only the rows can be tested.
 */
export function periodTest(stored: StoredPeriods, test: Test): Test | undefined {
  switch (test.kind) {
    case "null":
    case "constant":
      return test;
    case "compare": {
      // The stored values are the days themselves, so every comparison applies to them.
      if (isDays(stored)) return test;
      if (test.op !== ">=" && test.op !== "<") return undefined;
      const value = periodValue(stored, test.value);
      return value && {...test, value};
    }
    case "range": {
      const from = periodValue(stored, test.from);
      const before = periodValue(stored, test.before);
      return from && before && {...test, from, before};
    }
    case "any": {
      const tests = test.tests.map(part => periodTest(stored, part));
      return tests.every(part => part !== undefined) ? {...test, tests} : undefined;
    }
    case "in":
    case "between":
      return isDays(stored) ? test : undefined;
    default:
      return undefined;
  }
}

function isDays({type, grain}: StoredPeriods): boolean {
  return type === "date" && grain === "day";
}

/** The stored value of the period that begins at that moment; `undefined` where none begins there. */
function periodValue(
  {grain, type, timezone, weekStart, dialect}: StoredPeriods,
  value: Value,
): Value | undefined {
  const text = String(value.value);
  try {
    if (type === "date") {
      if (value.kind !== "date") return undefined;
      const date = Temporal.PlainDate.from(text);
      return floorDate(date, grain, {weekStart}).equals(date) ? value : undefined;
    }
    if (value.kind !== "timestamp") return undefined;
    const instant = Temporal.Instant.from(`${text.replace(" ", "T")}Z`);
    if (isIntraday(grain)) return floorInstant(instant, grain).equals(instant) ? value : undefined;
    const local = instant.toZonedDateTimeISO(timezone);
    const date = local.toPlainDate();
    const begins =
      dayStart(date, timezone) === instantText(instant) && floorDate(date, grain, {weekStart}).equals(date);
    if (dialect === "mysql" && !knowsOffset(local)) return undefined;
    return begins && !clocksGoBack(local) ? {kind: "date", value: dateText(date)} : undefined;
  } catch (fault) {
    // A year outside of what Temporal reads: the query goes to the warehouse.
    if (fault instanceof RangeError) return undefined;
    throw fault;
  }
}

/** Whether clocks are put back over the midnight that begins this day, so that the day before has moments after it. */
function clocksGoBack(midnight: Temporal.ZonedDateTime): boolean {
  const change = midnight.getTimeZoneTransition("next");
  if (change === null || Temporal.ZonedDateTime.compare(change, midnight.add({days: 1})) > 0) return false;
  return Temporal.PlainDate.compare(change.toPlainDate(), midnight.toPlainDate()) < 0;
}
