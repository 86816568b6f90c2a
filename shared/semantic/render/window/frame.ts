import {decidedGrains} from "../../layer/decided-grains.ts";
import {isFiscal, isIntraday, type Period, type PeriodGrain, unitOf} from "../../layer/grains.ts";
import type {Window} from "../../resolve/window.ts";

/**
 * A window as the periods shown count: the last few whole ones and the end of the one before these, those since a
 * longer period began, or all so far. It ends with the period that lies `back` periods before the one shown.
 */
export type Frame = {back: number} & (
  | {kind: "rolling"; count: number; rest?: Rest}
  | {kind: "since"; began: PeriodGrain}
  | {kind: "running"}
);

/** The end of a period: all of it but so many units. */
interface Rest {
  unit: Period;
  without: number;
}

/** How many shorter periods a longer one has, where it always has as many. */
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

/** A window as periods of a grain; `undefined` if these are not of one length in the units of the window. */
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
  return {kind: "rolling", count, rest: {unit: rolling.unit, without: parts - over}, back};
}

/** So many units in whole periods of a grain, each of `parts` units, and the units over. */
function counted(
  {count, unit}: {count: number; unit: Period},
  grain: PeriodGrain,
): {whole: number; over: number; parts: number} | undefined {
  const shown = unitOf(grain);
  const shorter = PARTS_OF[shown]?.[unit];
  if (shorter !== undefined) return {whole: shorter * count, over: 0, parts: 1};
  const parts = PARTS_OF[unit]?.[shown];
  if (parts === undefined) return undefined;
  const over = count % parts;
  return {whole: (count - over) / parts, over, parts};
}

/** Whether each period of a grain lies in one longer period, or is told by its end in which one it counts. */
function isWithin(grain: PeriodGrain, longer: PeriodGrain): boolean {
  if (isIntraday(grain) || grain === "day") return true;
  if (grain !== "month" && isFiscal(grain) !== isFiscal(longer)) return false;
  return PARTS_OF[unitOf(grain)]?.[unitOf(longer)] !== undefined;
}

/** Whether hours or shorter periods lie in one day of a timezone, each. */
export function isWithinDay(grain: PeriodGrain, timezone: string): boolean {
  return decidedGrains("timestamp", grain, timezone).includes("day");
}
