import {moved} from "../../filters/moved.ts";
import {boundsOf, type Value} from "../../filters/predicates.ts";
import {
  type Intraday,
  isIntraday,
  PERIODS,
  type Period,
  type PeriodGrain,
  unitOf,
} from "../../layer/grains.ts";
import type {Periods} from "../../plan/plan.ts";
import type {Window} from "../../resolve/window.ts";
import {writeGrainOf, writeStart} from "../field.ts";
import type {Writer} from "../writer.ts";
import {isWithinDay} from "./frame.ts";

/**
 * Conditions on the stored column that hold for every row of the requested periods and for some more, so that an index
 * or a partition can skip the rest. They allow for one period and two days beyond the window.
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

/**
 * The grain to which rows are truncated before they are assigned to periods. Each step of this grain lies in a span as
 * a whole.
 */
export function stepOf({rolling, toDate, moves}: Window, grain: PeriodGrain, timezone: string): PeriodGrain {
  if (!isIntraday(grain)) return "day";
  if (toDate !== undefined && !isWithinDay("minute", timezone)) return "second";
  const units: (Period | undefined)[] = [
    grain,
    ...moves.map(move => ("unit" in move ? move.unit : undefined)),
  ];
  if (rolling !== undefined && rolling !== "unbounded") units.push(rolling.unit);
  return units.includes("minute") || (toDate !== undefined && !isWithinDay("hour", timezone))
    ? "minute"
    : "hour";
}

/** The condition that a row's step lies in the window of the period that begins at `period`. */
export function writeSpan(
  window: Window,
  period: string,
  {grain, step}: {grain: PeriodGrain; step: PeriodGrain},
  writer: Writer,
): string {
  if (isIntraday(grain) && isIntraday(step)) return writeSpanOfTime(window, period, {grain, step}, writer);
  const {rolling, toDate, moves} = window;
  const isWhole = rolling === undefined && toDate === undefined;
  const {start, end} = writeLookedAt(writer, moves, {period, grain, isWhole});
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

const SECONDS: Record<Intraday, number> = {second: 1, minute: 60, hour: 3600};

/**
 * The condition of `writeSpan` for steps of an hour or less. Hours and minutes are shifted by elapsed time; the
 * timezone's clock decides only where a period of days begins.
 */
function writeSpanOfTime(
  {dimension, rolling, toDate, moves}: Window,
  period: string,
  {grain, step}: {grain: Intraday; step: Intraday},
  writer: Writer,
): string {
  const set = (moment: string, sign: "+" | "-", by: Step) => writer.shift(moment, sign, by, "timestamp");
  let start = period;
  for (const move of moves) {
    if ("toStart" in move) throw new Error("a window of hours at the start of days");
    start = set(start, move.count < 0 ? "+" : "-", {count: Math.abs(move.count), unit: move.unit});
  }
  const moment = writer.own("instant");
  const end = set(start, "+", {count: 1, unit: unitOf(grain)});
  if (rolling === "unbounded") return `${moment} < ${end}`;
  if (toDate !== undefined) {
    const last = lastStep(writer, start, {grain, step});
    const [began, since] = [moment, last === period ? last : `(${last})`].map(each =>
      writeGrainOf(writer, dimension, toDate, each),
    );
    return `${moment} < ${end} and ${began} = ${since}`;
  }
  return `${moment} >= ${rolling === undefined ? start : set(end, "-", rolling)} and ${moment} < ${end}`;
}

/**
 * The last step of the hour or shorter period that begins at `start`. Its local time decides in which longer period it
 * lies.
 */
export function lastStep(
  writer: Writer,
  start: string,
  {grain, step}: {grain: PeriodGrain; step: PeriodGrain},
): string {
  if (!isIntraday(grain) || !isIntraday(step)) throw new Error("a period of days has no last step");
  const rest = SECONDS[grain] / SECONDS[step] - 1;
  return rest === 0 ? start : writer.shift(start, "+", {count: rest, unit: step}, "timestamp");
}

const A_DAY = {count: 1, unit: "day"} as const;

/**
 * The period that the moves reach from the period that begins at `period`. A day is moved as it is, or to the end of a
 * shorter month. A longer period is moved by both of its ends, so that each day is in exactly one period even if the
 * units do not match; where only the end counts, the last day is moved.
 */
function writeLookedAt(
  writer: Writer,
  moves: Window["moves"],
  {period, grain, isWhole}: {period: string; grain: PeriodGrain; isWhole: boolean},
): {start: string; end: string} {
  const next = {count: 1, unit: unitOf(grain)};
  let start = period;
  /** Set only if the period that the moves reach may differ in length from the first one. */
  let end: string | undefined;
  let beginsMonth = next.unit !== "day" && next.unit !== "week";
  for (const move of moves) {
    if ("toStart" in move) {
      start = writeStart(writer, move.toStart, start === period ? start : `(${start})`);
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

/** Whether the longer unit consists of whole shorter ones, so that both ways to compute the end agree. */
function holds(unit: Period, counted: PeriodGrain): boolean {
  const grain = unitOf(counted);
  if (grain === "week" || unit === "week") return unit === grain;
  return PERIODS.indexOf(unit) >= PERIODS.indexOf(grain);
}
