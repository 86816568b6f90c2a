import {moved} from "../../filters/moved.ts";
import {boundsOf, type Value} from "../../filters/predicates.ts";
import {PERIODS, type Period, type PeriodGrain, unitOf} from "../../layer/grains.ts";
import type {Periods, Window} from "../../plan/plan.ts";
import {writeStart} from "../field.ts";
import type {Writer} from "../writer.ts";

/**
 * Conditions on the stored column that include every row of the requested periods and some more, so that an index or a
 * partition can skip the rest. They allow for one period and two days beyond the window.
 */
export function writeReach(
  writer: Writer,
  {rolling, toDate, toStart, offset}: Window,
  {grain, tests}: Periods,
  stored: string,
): string[] {
  const shift = offset && {count: Math.abs(offset.count), unit: offset.unit};
  const isLater = offset !== undefined && offset.count < 0;
  const around: Step[] = [
    {count: 1, unit: unitOf(grain)},
    {count: 2, unit: "day"},
  ];
  const conditions: string[] = [];
  for (const test of tests) {
    const {from, to} = boundsOf(test);
    if (from !== undefined && rolling !== "unbounded") {
      const steps = [...around];
      if (rolling !== undefined) steps.push(rolling);
      if (toDate !== undefined) steps.push({count: 1, unit: unitOf(toDate)});
      if (toStart !== undefined) steps.push({count: 1, unit: unitOf(toStart)});
      if (shift !== undefined && !isLater) steps.push(shift);
      conditions.push(`${stored} >= ${writeMoved(writer, from, "-", steps)}`);
    }
    if (to !== undefined) {
      const steps = isLater && shift !== undefined ? [...around, shift] : around;
      conditions.push(`${stored} < ${writeMoved(writer, to, "+", steps)}`);
    }
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
 * The condition on a row's day for the period that begins at `start`. With an offset, a day is moved as it is, or to
 * the end of a shorter month. For longer periods both ends are moved, so that each day is in exactly one period even if
 * the units do not match.
 */
export function writeSpan(
  {rolling, toDate, toStart, offset}: Window,
  shown: string,
  grain: PeriodGrain,
  writer: Writer,
): string {
  const start = toStart === undefined ? shown : writeStart(writer, toStart, shown);
  const set = (moment: string) => {
    if (offset === undefined) return moment;
    const step = {count: Math.abs(offset.count), unit: offset.unit};
    return writer.shift(moment, offset.count < 0 ? "+" : "-", step);
  };
  const next = {count: 1, unit: unitOf(grain)};
  const end =
    grain === "day" || offset === undefined || holds(offset.unit, grain)
      ? writer.shift(set(start), "+", next)
      : set(writer.shift(start, "+", next));
  const day = writer.own("day");
  if (rolling === "unbounded") return `${day} < ${end}`;
  if (toDate !== undefined) {
    const last = writer.shift(end, "-", {count: 1, unit: "day"});
    const began = writeStart(writer, toDate, `(${last})`);
    return `${day} >= ${began} and ${day} < ${end}`;
  }
  const first = rolling === undefined ? set(start) : writer.shift(end, "-", rolling);
  return `${day} >= ${first} and ${day} < ${end}`;
}

/** Whether the longer unit consists of whole shorter ones: both ways to compute the end then agree. */
function holds(unit: Period, counted: PeriodGrain): boolean {
  const grain = unitOf(counted);
  if (grain === "week" || unit === "week") return unit === grain;
  return PERIODS.indexOf(unit) >= PERIODS.indexOf(grain);
}
