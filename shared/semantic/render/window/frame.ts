import {isFiscal, isIntraday, type Period, type PeriodGrain, unitOf} from "../../layer/grains.ts";
import type {Window} from "../../resolve/window.ts";
import {writeStart} from "../field.ts";
import {combine, type Parts} from "../parts.ts";
import {writeSelect} from "../select.ts";
import type {Writer} from "../writer.ts";

/**
 * A window of whole periods that ends with the one shown: the last few, those since a longer one began, or all so far.
 */
export type Frame =
  | {kind: "rolling"; count: number}
  | {kind: "since"; began: PeriodGrain}
  | {kind: "running"};

/** How many shorter periods a longer one has, where it always has as many. */
const PARTS_OF: Partial<Record<Period, Partial<Record<Period, number>>>> = {
  minute: {minute: 1, hour: 60},
  hour: {hour: 1},
  day: {day: 1, week: 7},
  week: {week: 1},
  month: {month: 1, quarter: 3, year: 12},
  quarter: {quarter: 1, year: 4},
  year: {year: 1},
};

/** The periods of a grain that a window consists of; `undefined` if it has parts of some. */
export function frameOf({rolling, toDate, moves}: Window, grain: PeriodGrain): Frame | undefined {
  if (moves.length > 0) return undefined;
  if (rolling === "unbounded") return {kind: "running"};
  if (toDate !== undefined) return isWithin(grain, toDate) ? {kind: "since", began: toDate} : undefined;
  if (rolling === undefined) return undefined;
  const parts = PARTS_OF[unitOf(grain)]?.[rolling.unit];
  return parts === undefined ? undefined : {kind: "rolling", count: parts * rolling.count};
}

/** Whether each period of a grain lies in one longer period. */
function isWithin(grain: PeriodGrain, longer: PeriodGrain): boolean {
  if (grain === "day") return true;
  if (grain !== "month" && isFiscal(grain) !== isFiscal(longer)) return false;
  return PARTS_OF[unitOf(grain)]?.[unitOf(longer)] !== undefined;
}

interface Framed {
  /** The select with one row for each step and group. */
  facts: string;
  /** Its column with the step, which is a period of the grain. */
  step: string;
  groups: readonly string[];
  parts: Parts;
  grain: PeriodGrain;
  /** The select with the requested periods, and its column. */
  spine: string;
  along: string;
}

/**
 * Names a select with one row for each group and requested period whose window has rows of the group, and some for
 * periods that are not requested. The parts in it are those of the window.
 *
 * A window ends with a row or after it: each row is followed by rows of nothing for the periods up to the next, as far
 * as a window still reaches the row. That makes as many rows as the result has.
 */
export function nameFramed(writer: Writer, frame: Frame, framed: Framed): string {
  const {facts, step, groups, parts, grain, spine, along} = framed;
  const {dialect} = writer;
  const unit = unitOf(grain);
  const [next, bounds] = [writer.own("next"), writer.own("bounds")];
  const values = parts.all.map(({name}) => name);
  const after = (moment: string, count = 1) => writer.shift(moment, "+", {count, unit});
  const before = (moment: string) => writer.shift(moment, "-", {count: 1, unit});
  const by = groups.length > 0 ? `partition by ${groups.join(", ")} ` : "";
  const lead = `lead(${step}) over (${by}order by ${step}) as ${next}`;
  const follow = writeSelect(
    {columns: [...groups, step, ...values, lead], from: facts, where: `${step} is not null`},
    "  ",
  );
  const followed = writer.nameSelect("followed", follow);
  const lasts = [before(next), `${bounds}.hi`];
  if (frame.kind === "rolling") lasts.push(after(step, frame.count - 1));
  else if (frame.kind === "since") {
    const end = writer.shift(writeStart(writer, frame.began, step), "+", {
      count: 1,
      unit: unitOf(frame.began),
    });
    lasts.push(before(end));
  }
  const firstMissing = dialect.cast(`greatest(${after(step)}, ${bounds}.lo)`, "timestamp");
  const lastMissing = dialect.cast(`least(${lasts.join(", ")})`, "timestamp");
  const missing = dialect.series?.(firstMissing, lastMissing, dialect.interval(1, unit)) ?? "";
  const filled = writeSelect(
    {
      columns: [
        ...groups,
        `${isIntraday(grain) ? missing : dialect.cast(missing, "date")} as ${step}`,
        ...values.map(name => `null as ${name}`),
      ],
      from: `${followed}\n  cross join (select min(${along}) as lo, max(${along}) as hi from ${spine}) as ${bounds}`,
      where: `${next} is null or ${next} > ${after(step)}`,
    },
    "  ",
  );
  const own = writeSelect({columns: [...groups, step, ...values], from: followed}, "  ");
  const spread = writer.nameSelect("spread", `${own}\n  union all\n  ${filled}`);
  const over = `over (${writeOver(writer, frame, {groups, step, grain})})`;
  const windows = parts.all.map(part => `${combine(writer, part)} ${over} as ${part.name}`);
  return writer.nameSelect(
    "framed",
    writeSelect({columns: [...groups, step, ...windows], from: spread}, "  "),
  );
}

function writeOver(
  writer: Writer,
  frame: Frame,
  {groups, step, grain}: {groups: readonly string[]; step: string; grain: PeriodGrain},
): string {
  const partition = frame.kind === "since" ? [...groups, writeStart(writer, frame.began, step)] : [...groups];
  const by = partition.length > 0 ? `partition by ${partition.join(", ")} ` : "";
  if (frame.kind !== "rolling") return `${by}order by ${step} rows unbounded preceding`;
  const back = writer.dialect.interval(frame.count - 1, unitOf(grain));
  return `${by}order by ${step} range between ${back} preceding and current row`;
}
