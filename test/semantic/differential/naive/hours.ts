import {Refusal} from "./field-paths.ts";
import type {Window} from "./time.ts";
import {dimensionValue} from "./values.ts";

const LENGTHS: Readonly<Record<string, number>> = {minute: 60_000, hour: 3_600_000};

/** The length of a minute or an hour in milliseconds; `undefined` for days and longer grains. */
export function lengthOf(grain: string): number | undefined {
  return LENGTHS[grain];
}

function milliseconds(text: string): number {
  return Date.parse(`${text.replace(" ", "T")}Z`);
}

function textOf(moment: number): string {
  return new Date(moment).toISOString().slice(0, 19).replace("T", " ");
}

/** The first or the last hour or minute of a day in a timezone. */
export function edgeOfDay(day: string, edge: "first" | "last", length: number, timezone: string): string {
  const start = Temporal.PlainDate.from(day).add({days: edge === "first" ? 0 : 1});
  const moment = start.toZonedDateTime({timeZone: timezone}).epochMilliseconds - (edge === "first" ? 0 : 1);
  return textOf(moment - (((moment % length) + length) % length));
}

/** More than the hours between all moments of random layers, and less than the minutes of three weeks. */
const MAX_TIMES = 20_000;

/** Every hour or minute from the first to the last moment. Throws if there are more than `MAX_TIMES`. */
export function timesBetween(first: string, last: string, length: number): string[] {
  if ((milliseconds(last) - milliseconds(first)) / length > MAX_TIMES) throw new Refusal("times");
  const times: string[] = [];
  for (let at = milliseconds(first); at <= milliseconds(last); at += length) times.push(textOf(at));
  return times;
}

/** Returns whether a moment counts for the hour or minute that begins at `start`, measured in elapsed time. */
export function hoursFrom(
  start: string,
  {length, window, timezone}: {length: number; window: Window; timezone: string},
): (moment: string) => boolean {
  let from = milliseconds(start);
  for (const move of window.moves) {
    if ("toStart" in move) throw new Error("the start of a longer period");
    from -= move.count * millisecondsOf(move.unit);
  }
  const end = from + length;
  const {rolling, toDate} = window;
  if (rolling === "unbounded") return moment => milliseconds(moment) < end;
  if (toDate !== undefined) {
    const began = (time: number) => dimensionValue({at: textOf(time)}, "at", toDate, timezone);
    const own = began(end - 1000);
    return moment => milliseconds(moment) < end && began(milliseconds(moment)) === own;
  }
  const first = rolling === undefined ? from : end - rolling.count * millisecondsOf(rolling.unit);
  return moment => milliseconds(moment) >= first && milliseconds(moment) < end;
}

function millisecondsOf(unit: string): number {
  const length = lengthOf(unit);
  if (length === undefined) throw new Error(`a window of ${unit}s by hours`);
  return length;
}
