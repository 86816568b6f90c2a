import {decidedGrains} from "../../layer/decided-grains.ts";
import {isFiscal, isIntraday, type Period, type PeriodGrain, unitOf} from "../../layer/grains.ts";
import type {Window} from "../../resolve/window.ts";

/**
 * A window counted in the periods that are shown. `rolling`: the last `count` whole periods and, with `rest`, the end
 * of the period before them. `since`: the periods since a longer period began. `running`: all periods so far. The
 * window ends with the period that lies `back` periods before the one shown.
 */
export type Frame = {back: number} & (
  | {kind: "rolling"; count: number; rest?: Rest}
  | {kind: "since"; began: PeriodGrain}
  | {kind: "running"}
);

/** The end of a period: all of it but its first `skippedUnits`. */
interface Rest {
  unit: Period;
  skippedUnits: number;
}

/** The number of shorter periods in a longer one, where it is always the same. */
const PARTS_OF: Partial<Record<Period, Partial<Record<Period, number>>>> = {
  second: {second: 1, minute: 60, hour: 3600},
  minute: {minute: 1, hour: 60},
  hour: {hour: 1},
  day: {day: 1, week: 7},
  week: {week: 1},
  month: {month: 1, quarter: 3, year: 12},
  quarter: {quarter: 1, year: 4},
  year: {year: 1},
};

/** Converts a window to periods of a grain; `undefined` if these have no fixed length in the units of the window. */
export function frameOf({rolling, toDate, moves}: Window, grain: PeriodGrain): Frame | undefined {
  let back = 0;
  for (const move of moves) {
    const moved = "unit" in move ? counted(move, grain) : undefined;
    if (moved === undefined || moved.over !== 0) return undefined;
    back += moved.whole;
  }
  if (rolling === "unbounded") return {kind: "running", back};
  if (toDate !== undefined) {
    return isWithin(grain, toDate) ? {kind: "since", began: toDate, back} : undefined;
  }
  if (rolling === undefined) return {kind: "rolling", count: 1, back};
  const length = counted(rolling, grain);
  if (length === undefined) return undefined;
  const {whole: count, over, parts} = length;
  if (over === 0) return {kind: "rolling", count, back};
  return {kind: "rolling", count, rest: {unit: rolling.unit, skippedUnits: parts - over}, back};
}

/** Converts a number of units to whole periods of a grain, each of `parts` units, and the units left over. */
function counted(
  {count, unit}: {count: number; unit: Period},
  grain: PeriodGrain,
): {whole: number; over: number; parts: number} | undefined {
  const grainUnit = unitOf(grain);
  const shorter = PARTS_OF[grainUnit]?.[unit];
  if (shorter !== undefined) return {whole: shorter * count, over: 0, parts: 1};
  const parts = PARTS_OF[unit]?.[grainUnit];
  if (parts === undefined) return undefined;
  const over = count % parts;
  return {whole: (count - over) / parts, over, parts};
}

/** Whether each period of a grain counts in one longer period: the one in which the period, or its end, lies. */
function isWithin(grain: PeriodGrain, longer: PeriodGrain): boolean {
  if (isIntraday(grain) || grain === "day") return true;
  if (grain !== "month" && isFiscal(grain) !== isFiscal(longer)) return false;
  return PARTS_OF[unitOf(grain)]?.[unitOf(longer)] !== undefined;
}

/** Whether each hour or shorter period lies within one day of a timezone. */
export function isWithinDay(grain: PeriodGrain, timezone: string): boolean {
  return decidedGrains("timestamp", grain, timezone).includes("day");
}
