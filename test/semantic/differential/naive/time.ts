import type {Measure} from "../../../../shared/semantic/layer/graph.ts";
import type {FilterCondition} from "../../../../shared/semantic/query/filter.ts";
import {FISCAL_START} from "../random-layer.ts";

export interface Window {
  dimension: string;
  rolling?: {unit: string; count: number} | "unbounded";
  /** The grain of the longer period at whose start the window begins. */
  toDate?: string;
  /** The moves of the window, in order: by a number of periods, or to the start of a longer period. */
  moves: ({unit: string; count: number} | {toStart: string})[];
}

/**
 * The window of a random layer's measure, if it has a window. A measure that is computed from another measure has that
 * measure's window, moved.
 */
export function windowOf(measure: Measure, measures: readonly Measure[]): Window | undefined {
  const {rolling, toDate, offset, sql = ""} = measure;
  const inner = /^\$\{(\w+)\}$/.exec(sql)?.[1];
  const over = measures.find(({name}) => name === inner);
  if (measure.type === "number" && offset === undefined) return undefined;
  const within = over === undefined ? undefined : windowOf(over, measures);
  const dimension = rolling?.dimension ?? toDate?.dimension ?? offset?.dimension;
  if (dimension === undefined) return undefined;
  const window: Window = {dimension, moves: []};
  if (rolling !== undefined) window.rolling = rolling.window;
  if (toDate !== undefined) window.toDate = toDate.grain;
  if (offset !== undefined) window.moves.push("to" in offset ? {toStart: offset.grain} : {...offset});
  if (within === undefined) return window;
  for (const move of within.moves) {
    const last = window.moves.at(-1);
    if (last !== undefined && "unit" in last && "unit" in move && last.unit === move.unit)
      last.count += move.count;
    else window.moves.push(move);
  }
  return {...within, dimension, moves: window.moves};
}

type Day = Temporal.PlainDate;

export function addPeriods(day: Day, counted: string, count: number): Day {
  const grain = counted.replace("fiscal_", "");
  if (grain === "quarter") return day.add({months: 3 * count});
  return day.add({[`${grain}s`]: count});
}

/** The first day of the period that contains a day. */
function startOf(day: Day, grain: string): string {
  if (grain === "week") return day.subtract({days: day.dayOfWeek - 1}).toString();
  if (grain.startsWith("fiscal_")) return fiscalStartOf(day, grain).toString();
  const month = grain === "year" ? 1 : grain === "quarter" ? day.month - ((day.month - 1) % 3) : day.month;
  return day.with({day: 1, month}).toString();
}

/** The last day, up to this day, on which a fiscal period begins. */
export function fiscalStartOf(day: Day, grain: string): Day {
  const every = grain === "fiscal_year" ? 12 : 3;
  let start = day.with({day: 1});
  while ((start.month - FISCAL_START + 12) % every !== 0) start = start.subtract({months: 1});
  return start;
}

/** Every period from the first to the last. */
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
 * Returns whether a day counts for the period that begins at `start`. Days are moved one by one. Longer periods are
 * moved by their first days, so that a period ends where the next begins. For a window that reaches back from the last
 * day of its period, that last day is moved instead, unless the period consists of whole months.
 */
export function windowFrom(start: string, grain: string, window: Window): (day: string) => boolean {
  const {rolling, toDate} = window;
  let from = Temporal.PlainDate.from(start);
  let end = addPeriods(from, grain, 1);
  for (const move of window.moves) {
    if ("toStart" in move) {
      from = Temporal.PlainDate.from(startOf(from, move.toStart));
      end = addPeriods(from, grain, 1);
      continue;
    }
    const set = (moment: Day) => addPeriods(moment, move.unit, -move.count);
    const isLastMoved = rolling !== undefined || toDate !== undefined;
    const isWholeMonths = from.day === 1 && end.day === 1 && grain !== "day" && grain !== "week";
    if (grain === "day") end = set(from).add({days: 1});
    else if (isLastMoved && !isWholeMonths) end = set(end.subtract({days: 1})).add({days: 1});
    else end = set(end);
    from = set(from);
  }
  const after = end.toString();
  if (rolling === "unbounded") return day => day < after;
  const begin = rolling === undefined ? from : addPeriods(end, rolling.unit, -rolling.count);
  const first = toDate === undefined ? begin.toString() : startOf(end.subtract({days: 1}), toDate);
  return day => day >= first && day < after;
}

/** The first and the last day that a condition allows, by days or by months at that grain. */
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
