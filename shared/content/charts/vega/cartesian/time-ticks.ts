import type {Period, PeriodGrain} from "../../../../semantic/vocabulary.ts";
import {addPeriods, clock, DAY_MS, displayPeriod} from "../time.ts";
import type {TimeNames} from "../time-names.ts";
import type {Tick} from "./ticks.ts";

/** The grain of a field of times, and the names of months and days. */
interface Times {
  period: PeriodGrain;
  names: TimeNames;
}

interface Step {
  period: Period;
  count: number;
  /** The width of a label in pixels. */
  width: number;
}

const STEPS: readonly Step[] = [
  ...steps("second", 62, 1, 5, 15, 30),
  ...steps("minute", 52, 1, 5, 15, 30),
  ...steps("hour", 52, 1, 3, 6, 12),
  ...steps("day", 60, 1, 2),
  ...steps("week", 60, 1, 2),
  ...steps("month", 42, 1, 2, 3, 6),
  ...steps("quarter", 40, 1, 2),
  ...steps("year", 46, 1, 2, 5, 10, 20, 50, 100, 500, 1000),
];
const LENGTH_MS: Record<Period, number> = {
  second: 1000,
  minute: 60_000,
  hour: 3_600_000,
  day: DAY_MS,
  week: 7 * DAY_MS,
  month: 30.4 * DAY_MS,
  quarter: 91.3 * DAY_MS,
  year: 365.25 * DAY_MS,
};
const ORDER: readonly Period[] = ["second", "minute", "hour", "day", "week", "month", "quarter", "year"];

function steps(period: Period, width: number, ...counts: number[]): Step[] {
  return counts.map(count => ({period, count, width}));
}

/**
 * Ticks from `min` to `max` at the beginnings of periods, as many as fit into `width` pixels. Each label shows only
 * what differs from the label before, and has a second line where a new day or year begins.
 */
export function timeTicks(
  [min, max]: readonly [number, number],
  {period: grain, names}: Times,
  width: number,
): Tick[] {
  const period = displayPeriod(grain);
  const fine = STEPS.filter(step => isWhole(step, period));
  const step =
    fine.find(one => ((max - min) / (LENGTH_MS[one.period] * one.count)) * one.width <= width) ?? fine.at(-1);
  if (!step) return [];
  const values: number[] = [];
  for (
    let at = firstTick(min, step);
    at <= max && values.length < 200;
    at = addPeriods(at, step.period, step.count)
  ) {
    if (at >= min) values.push(at);
  }
  if (values.length === 0) values.push(min);
  return labelled(values, {period: step.period, names});
}

/** The ticks at these times, with labels that distinguish them. */
export function labelled(values: readonly number[], {period: grain, names}: Times): Tick[] {
  const period = displayPeriod(grain);
  let before: string | undefined;
  return values.map(value => {
    const date = new Date(value);
    const context = contextOf(date, period, names);
    const isVisible = context !== before;
    before = context;
    const name = nameOf(date, period, names);
    return {value, label: context && isVisible ? [name, context] : [name]};
  });
}

/** Whether each step begins where a period of the grain begins. Weeks, for example, do not fit into months. */
function isWhole({period: unit}: Step, grain: Period): boolean {
  // Quarters are used only if the grain is the quarter, because months are more familiar.
  if (grain === "quarter" ? unit === "month" : unit === "quarter") return false;
  if (grain === "week") return unit === "week" || ORDER.indexOf(unit) >= ORDER.indexOf("month");
  return ORDER.indexOf(unit) >= ORDER.indexOf(grain);
}

function firstTick(min: number, {period, count}: Step): number {
  const date = new Date(min);
  switch (period) {
    case "second":
    case "minute":
    case "hour": {
      const step = LENGTH_MS[period] * count;
      return Math.ceil(min / step) * step;
    }
    case "day":
      return Math.ceil(min / DAY_MS) * DAY_MS;
    case "week":
      // Weeks begin on the same weekday as in the data.
      return Math.ceil(min / DAY_MS) * DAY_MS;
    case "month":
    case "quarter": {
      const months = period === "quarter" ? 3 * count : count;
      const month = Math.floor(date.getUTCMonth() / months) * months;
      return startOf(date.getUTCFullYear(), month);
    }
    case "year":
      return startOf(Math.floor(date.getUTCFullYear() / count) * count, 0);
  }
}

function startOf(year: number, month: number): number {
  return new Date(0).setUTCFullYear(year, month, 1);
}

function nameOf(date: Date, period: Period, names: TimeNames): string {
  switch (period) {
    case "year":
      return String(date.getUTCFullYear());
    case "quarter":
      return `Q${Math.floor(date.getUTCMonth() / 3) + 1}`;
    case "month":
      return names.months[date.getUTCMonth()] ?? "";
    case "week":
    case "day":
      return names.dayOfMonth(date.getTime());
    default:
      return clock(date, period === "second");
  }
}

function contextOf(date: Date, period: Period, names: TimeNames): string {
  if (period === "year") return "";
  const year = String(date.getUTCFullYear());
  const intraday = period === "hour" || period === "minute" || period === "second";
  return intraday ? `${names.dayOfMonth(date.getTime())}, ${year}` : year;
}
