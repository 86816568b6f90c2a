import type {Measure} from "../../../shared/semantic/layer/graph.ts";
import type {FilterCondition} from "../../../shared/semantic/query.ts";
import {FISCAL_START} from "./random-layer.ts";

export interface Window {
  dimension: string;
  rolling?: {unit: string; count: number} | "unbounded";
  /** The period whose first one is looked at. */
  toStart?: string;
  /** The period that it begins with. */
  toDate?: string;
  offset?: {unit: string; count: number};
}

/** What takes rows of other periods, of the measures of random layers. */
export function windowOf({rolling, toDate, offset}: Measure): Window | undefined {
  const dimension = rolling?.dimension ?? toDate?.dimension ?? offset?.dimension;
  if (dimension === undefined) return undefined;
  const window: Window = {dimension};
  if (rolling !== undefined) window.rolling = rolling.window;
  if (toDate !== undefined) window.toDate = toDate.grain;
  if (offset !== undefined && "to" in offset) window.toStart = offset.grain;
  else if (offset !== undefined) window.offset = offset;
  return window;
}

type Day = Temporal.PlainDate;

export function addPeriods(day: Day, counted: string, count: number): Day {
  const grain = counted.replace("fiscal_", "");
  if (grain === "quarter") return day.add({months: 3 * count});
  return day.add({[`${grain}s`]: count});
}

/** The first day of the period that a day lies in. */
function startOf(day: Day, grain: string): string {
  if (grain === "week") return day.subtract({days: day.dayOfWeek - 1}).toString();
  if (grain.startsWith("fiscal_")) return fiscalStartOf(day, grain).toString();
  const month = grain === "year" ? 1 : grain === "quarter" ? day.month - ((day.month - 1) % 3) : day.month;
  return day.with({day: 1, month}).toString();
}

/** The last day up to this one on which a fiscal period begins. */
export function fiscalStartOf(day: Day, grain: string): Day {
  const every = grain === "fiscal_year" ? 12 : 3;
  let start = day.with({day: 1});
  while ((start.month - FISCAL_START + 12) % every !== 0) start = start.subtract({months: 1});
  return start;
}

/** Every period from the first to the last of these. */
export function periodsBetween(first: string, last: string, grain: string): string[] {
  const periods: string[] = [];
  const end = Temporal.PlainDate.from(last);
  const start = Temporal.PlainDate.from(first);
  for (let i = 0; ; i++) {
    const day = addPeriods(start, grain, i);
    if (Temporal.PlainDate.compare(day, end) > 0) return periods;
    periods.push(day.toString());
  }
}

/**
 * Whether a day counts for the period that begins at `start`. Days are set off one by one; longer periods by where they
 * begin, so that one ends where the next begins.
 */
export function inWindow(day: string, start: string, grain: string, window: Window): boolean {
  const from = Temporal.PlainDate.from(
    window.toStart === undefined ? start : startOf(Temporal.PlainDate.from(start), window.toStart),
  );
  const set = (moment: Day) => addPeriods(moment, window.offset?.unit ?? "day", -(window.offset?.count ?? 0));
  const end = grain === "day" ? set(from).add({days: 1}) : set(addPeriods(from, grain, 1));
  if (day >= end.toString()) return false;
  if (window.rolling === "unbounded") return true;
  if (window.toDate !== undefined) return day >= startOf(end.subtract({days: 1}), window.toDate);
  const first =
    window.rolling === undefined ? set(from) : addPeriods(end, window.rolling.unit, -window.rolling.count);
  return day >= first.toString();
}

/** The first and the last day that a condition with days, or with months at that grain, lets through. */
export function daysOf(filter: FilterCondition, grain: string | undefined): {first?: string; last?: string} {
  const values = (Array.isArray(filter.value) ? filter.value : [filter.value]).map(String);
  if (filter.value === undefined) return {};
  const starts = values.map(value =>
    Temporal.PlainDate.from(grain === "month" ? `${value.slice(0, 7)}-01` : value),
  );
  const ends = starts.map(day =>
    (grain === "month" ? day.add({months: 1}) : day.add({days: 1})).subtract({days: 1}),
  );
  const [start] = starts;
  const [end] = ends;
  if (start === undefined || end === undefined) return {};
  switch (filter.op) {
    case "=":
      return {first: start.toString(), last: end.toString()};
    case ">":
      return {first: end.add({days: 1}).toString()};
    case ">=":
      return {first: start.toString()};
    case "<":
      return {last: start.subtract({days: 1}).toString()};
    case "<=":
      return {last: end.toString()};
    case "between":
      return {first: start.toString(), last: (ends[1] ?? end).toString()};
    default:
      return {};
  }
}
