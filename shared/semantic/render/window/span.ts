import {moved} from "../../filters/moved.ts";
import {boundsOf, type Value} from "../../filters/predicates.ts";
import {PERIODS, type Period, type PeriodGrain, unitOf} from "../../layer/grains.ts";
import type {Periods} from "../../plan/plan.ts";
import type {Window} from "../../resolve/window.ts";
import {writeStart} from "../field.ts";
import type {Writer} from "../writer.ts";

/**
 * Conditions on the stored column that include every row of the requested periods and some more, so that an index or a
 * partition can skip the rest. They allow for one period and two days beyond the window.
 */
export function writeReach(
  writer: Writer,
  {rolling, toDate, moves}: Window,
  {grain, tests}: Periods,
  stored: string,
): string[] {
  const back: Step[] = [];
  const ahead: Step[] = [];
  for (const move of moves) {
    if ("toStart" in move) back.push({count: 1, unit: unitOf(move.toStart)});
    else (move.count < 0 ? ahead : back).push({count: Math.abs(move.count), unit: move.unit});
  }
  if (rolling !== undefined && rolling !== "unbounded") back.push(rolling);
  if (toDate !== undefined) back.push({count: 1, unit: unitOf(toDate)});
  const around: Step[] = [
    {count: 1, unit: unitOf(grain)},
    {count: 2, unit: "day"},
  ];
  const conditions: string[] = [];
  for (const test of tests) {
    const {from, to} = boundsOf(test);
    if (from !== undefined && rolling !== "unbounded") {
      conditions.push(`${stored} >= ${writeMoved(writer, from, "-", [...around, ...back])}`);
    }
    if (to !== undefined)
      conditions.push(`${stored} < ${writeMoved(writer, to, "+", [...around, ...ahead])}`);
  }
  return conditions;
}

interface Step {
  count: number;
  unit: Period;
}

function writeMoved(writer: Writer, value: Value, sign: "+" | "-", steps: readonly Step[]): string {
  if (writer.dialect.shift !== undefined) {
    return writer.bind(steps.reduce((moment, step) => moved(moment, sign, step), value));
  }
  return steps.reduce((moment, step) => writer.shift(moment, sign, step), writer.bind(value));
}

/** The condition on a row's day for the period that begins at `shown`. */
export function writeSpan(
  {rolling, toDate, moves}: Window,
  shown: string,
  grain: PeriodGrain,
  writer: Writer,
): string {
  const isWhole = rolling === undefined && toDate === undefined;
  const {start, end} = writeLookedAt(writer, moves, {shown, grain, isWhole});
  const day = writer.own("day");
  if (rolling === "unbounded") return `${day} < ${end}`;
  if (toDate !== undefined) {
    const last = writer.shift(end, "-", A_DAY);
    const began = writeStart(writer, toDate, `(${last})`);
    return `${day} >= ${began} and ${day} < ${end}`;
  }
  const first = rolling === undefined ? start : writer.shift(end, "-", rolling);
  return `${day} >= ${first} and ${day} < ${end}`;
}

const A_DAY = {count: 1, unit: "day"} as const;

/**
 * Where the moves lead from the period that begins at `shown`. A day is moved as it is, or to the end of a shorter
 * month. Of longer periods both ends are moved, so that each day is in exactly one period even if the units do not
 * match; where only the end counts, it is the last day that is moved.
 */
function writeLookedAt(
  writer: Writer,
  moves: Window["moves"],
  {shown, grain, isWhole}: {shown: string; grain: PeriodGrain; isWhole: boolean},
): {start: string; end: string} {
  const next = {count: 1, unit: unitOf(grain)};
  let start = shown;
  /** Only where the period that is looked at does not have the length of the one shown. */
  let end: string | undefined;
  let beginsMonth = next.unit !== "day" && next.unit !== "week";
  for (const move of moves) {
    if ("toStart" in move) {
      start = writeStart(writer, move.toStart, start === shown ? start : `(${start})`);
      end = undefined;
      beginsMonth = move.toStart !== "day" && move.toStart !== "week";
      continue;
    }
    const {unit} = move;
    const set = (moment: string) =>
      writer.shift(moment, move.count < 0 ? "+" : "-", {count: Math.abs(move.count), unit});
    if (end !== undefined || !(grain === "day" || holds(unit, grain))) {
      end ??= writer.shift(start, "+", next);
      const byMonths = unit !== "day" && unit !== "week";
      end =
        byMonths && !beginsMonth && !isWhole
          ? writer.shift(set(writer.shift(end, "-", A_DAY)), "+", A_DAY)
          : set(end);
    }
    start = set(start);
    if (unit === "day" || unit === "week") beginsMonth = false;
  }
  return {start, end: end ?? writer.shift(start, "+", next)};
}

/** Whether the longer unit consists of whole shorter ones: both ways to compute the end then agree. */
function holds(unit: Period, counted: PeriodGrain): boolean {
  const grain = unitOf(counted);
  if (grain === "week" || unit === "week") return unit === grain;
  return PERIODS.indexOf(unit) >= PERIODS.indexOf(grain);
}
