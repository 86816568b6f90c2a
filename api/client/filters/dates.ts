import type {Filter} from "../../../shared/semantic/documents.ts";
import {type Bounds, boundsFilter as plainBounds, readBounds} from "./bounds.ts";
import type {OfferedFilter} from "./offered.ts";

const CALENDAR = ["second", "minute", "hour", "day", "week", "month", "quarter", "year"] as const;
const FISCAL = ["fiscal_quarter", "fiscal_year"] as const;
const PERIODS = [...CALENDAR, ...FISCAL];
type Period = (typeof PERIODS)[number];

interface Relative {
  kind: "past" | "next" | "current";
  unit: Period;
  count: number;
  /** Whole periods only, without the current one. */
  completed: boolean;
}

export type DateRange = Relative | ({kind: "bounds"} & Bounds);

/** The maximum number of periods that a query accepts. */
export const MAX_COUNT = 10_000;

const past = (count: number, unit: Period, completed = false): Relative => ({
  kind: "past",
  unit,
  count,
  completed,
});
const current = (unit: Period): Relative => ({kind: "current", unit, count: 1, completed: false});

export const PRESETS: readonly {range: Relative; text: string}[] = [
  {range: current("day"), text: "Today"},
  {range: past(1, "day", true), text: "Yesterday"},
  {range: past(7, "day"), text: "Last 7 days"},
  {range: past(30, "day"), text: "Last 30 days"},
  {range: current("week"), text: "This week"},
  {range: past(1, "week", true), text: "Last week"},
  {range: current("month"), text: "This month"},
  {range: past(1, "month", true), text: "Last month"},
  {range: current("quarter"), text: "This quarter"},
  {range: past(1, "quarter", true), text: "Last quarter"},
  {range: current("year"), text: "This year"},
  {range: past(1, "year", true), text: "Last year"},
  {range: current("fiscal_quarter"), text: "This fiscal quarter"},
  {range: past(1, "fiscal_quarter", true), text: "Last fiscal quarter"},
  {range: current("fiscal_year"), text: "This fiscal year"},
  {range: past(1, "fiscal_year", true), text: "Last fiscal year"},
];

/** The periods by which the field can be filtered: those that consist of whole periods of its grain. */
export function unitsOf({
  type,
  grain,
  fiscalStart,
}: Pick<OfferedFilter, "type" | "grain" | "fiscalStart">): readonly Period[] {
  if (grain === "week") return ["week"];
  if (grain === "fiscal_year") return ["fiscal_year"];
  if (grain === "fiscal_quarter") return FISCAL;
  const first = grain ?? (type === "date" ? "day" : "hour");
  const names: readonly string[] = CALENDAR;
  const at = names.indexOf(first);
  const all = CALENDAR.slice(Math.max(at, CALENDAR.indexOf("hour")));
  const longer = at > CALENDAR.indexOf("week") ? all.filter(period => period !== "week") : all;
  // A fiscal period always consists of whole months, but not always of whole calendar quarters.
  return fiscalStart === undefined || at > CALENDAR.indexOf("month") ? longer : [...longer, ...FISCAL];
}

const RELATIVE = /^(past|next)-(\d{1,5})-([a-z]+)(-completed)?$/;
const CURRENT = /^current-([a-z]+)$/;
const DAY = /^\d{4}-\d\d-\d\d$/;

/** Reads `past-7-day`, `next-3-month-completed`, `current-year` and `2026-01-01..2026-01-31`. */
export function dateRange(written: string): DateRange | undefined {
  const bounds = readBounds(written, DAY);
  if (bounds) {
    const {from, to} = bounds;
    const isReal = [from, to].every(day => day === "" || isDay(day));
    return isReal && (from === "" || to === "" || from <= to) ? {kind: "bounds", ...bounds} : undefined;
  }
  const [, now] = CURRENT.exec(written) ?? [];
  const [, kind, digits, name = now, completed] = RELATIVE.exec(written) ?? [];
  const unit = PERIODS.find(period => period === name);
  if (!unit) return undefined;
  if (now !== undefined) return current(unit);
  const count = Number(digits);
  if ((kind !== "past" && kind !== "next") || count < 1 || count > MAX_COUNT) return undefined;
  return {kind, unit, count, completed: completed !== undefined};
}

export function writtenRange(range: DateRange): string {
  if (range.kind === "bounds") return `${range.from}..${range.to}`;
  if (range.kind === "current") return `current-${range.unit}`;
  return `${range.kind}-${range.count}-${range.unit}${range.completed ? "-completed" : ""}`;
}

function isDay(text: string): boolean {
  const at = Date.parse(`${text}T00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text) && !text.startsWith("0000");
}

/** The filter from one day to another. Both are included; with a grain, so are the whole periods that contain them. */
export function boundsFilter(offered: OfferedFilter, {from, to}: Bounds): Filter {
  const {field, grain} = offered;
  if (grain === "second" || grain === "minute" || grain === "hour") {
    const parts: Filter[] = [];
    if (from !== "") parts.push({field, op: ">=", value: `${from}T00:00:00`});
    if (to !== "") parts.push({field, op: "<", value: `${nextDay(to)}T00:00:00`});
    return {and: parts};
  }
  const start = (day: string) => (day === "" || grain === undefined ? day : periodStart(day, grain, offered));
  return plainBounds(field, {from: start(from), to: start(to)});
}

function nextDay(day: string): string {
  const date = new Date(`${day}T00:00Z`);
  date.setUTCDate(date.getUTCDate() + 1);
  return date.toISOString().slice(0, 10);
}

/** The first day of the period that contains the day. */
function periodStart(day: string, grain: string, {weekStart, fiscalStart = 1}: OfferedFilter): string {
  const date = new Date(`${day}T00:00Z`);
  if (grain === "week") {
    const weekday = date.getUTCDay();
    date.setUTCDate(date.getUTCDate() - (weekStart === "sunday" ? weekday : (weekday + 6) % 7));
  }
  if (grain === "month" || grain === "quarter" || grain === "year") date.setUTCDate(1);
  if (grain === "quarter") date.setUTCMonth(date.getUTCMonth() - (date.getUTCMonth() % 3));
  if (grain === "year") date.setUTCMonth(0);
  if (grain === "fiscal_quarter" || grain === "fiscal_year") {
    const months = date.getUTCMonth() + 1 - fiscalStart + 12;
    date.setUTCDate(1);
    date.setUTCMonth(date.getUTCMonth() - (months % (grain === "fiscal_year" ? 12 : 3)));
  }
  return date.toISOString().slice(0, 10);
}
