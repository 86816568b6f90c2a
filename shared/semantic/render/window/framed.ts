import {isIntraday, type PeriodGrain, unitOf} from "../../layer/grains.ts";
import type {Window} from "../../resolve/window.ts";
import {type TableName, writeGrain, writeGrainOf, writeStart} from "../field.ts";
import {combine, nameCombined, type Parts, writeCombined, writeOnlyWhole} from "../partial-aggregates.ts";
import {type Ends, nameEnds, writeUnlessEndless} from "../periods.ts";
import {writeSelect} from "../select.ts";
import type {Writer} from "../writer.ts";
import {type Frame, isWithinDay} from "./frame.ts";
import {lastStep, stepOf} from "./span.ts";

interface Framed {
  window: Window;
  frame: Frame;
  /** The select with one row for each step, group and combination of the frame's marks (see `writeMarks`). */
  facts: string;
  /** The column of `facts` with the step, which is a period of the grain. */
  step: string;
  groups: readonly string[];
  parts: Parts;
  grain: PeriodGrain;
  /** The first and the last requested period. */
  ends: Ends;
  /** Whether these are the first and the last period of `facts`. */
  spansFacts: boolean;
}

/** The first and the last requested period as columns, and the select of one row that has them. */
interface BoundsNames {
  lo: string;
  hi: string;
  from: string;
}

interface FramedSource {
  from: string;
  where: string;
  /** The expression of the period that is shown. */
  period: string;
  value(index: number): string;
}

/**
 * A source with the windows of all groups and requested periods: one row for each window that has rows of its group.
 */
export function framedSource(writer: Writer, framed: Framed, pad: string): FramedSource {
  const {window, frame, step, parts, grain, groups} = framed;
  const isWithin = hasOnlyRequested(framed);
  // The periods of the only group end with its last row.
  const bounds = isWithin && groups.length === 0 ? undefined : nameBounds(writer, framed);
  const windows = nameWindows(writer, framed, bounds);
  const conditions: string[] = [];
  let from = windows;
  if (bounds !== undefined && !isWithin) {
    const [first, last] = [bounds.lo, bounds.hi].map(end => shifted(writer, grain, end, -frame.back));
    conditions.push(`${step} >= ${first}`, `${step} <= ${last}`);
    from += `\n${pad}cross join ${bounds.from}`;
  }
  if (frame.kind === "since" && isIntraday(grain)) {
    const end = lastStep(writer, step, {grain, step: stepOf(window, grain, writer.calendar.timezone)});
    const since = writeGrainOf(writer, window.dimension, frame.began, end === step ? end : `(${end})`);
    conditions.push(`${writer.own("began")} = ${since}`);
  }
  const period = shifted(writer, grain, step, frame.back);
  const isWhole = frame.kind !== "rolling" || frame.rest === undefined || frame.count === 0;
  return {
    from,
    where: conditions.join(`\n${pad}  and `),
    // An hour has the type of the column, which may have a timezone; the periods that other selects list have none.
    period: isIntraday(grain) ? writer.dialect.cast(period, "timestamp") : period,
    value: i => (isWhole ? writeOnlyWhole(writer, parts, i) : writeCombined(writer, parts, i)),
  };
}

function nameBounds(writer: Writer, {ends, grain}: Framed): BoundsNames {
  const [lo, hi] = [writer.own("lo"), writer.own("hi")];
  return {lo, hi, from: nameEnds(writer, {...ends, grain}, [lo, hi])};
}

/**
 * Whether all windows end in requested periods, because these contain all rows and all periods that a window with a row
 * reaches. False for hours and shorter periods: for these, the select of the bounds also makes the statement fail if
 * there are too many.
 */
function hasOnlyRequested({frame, grain, spansFacts}: Framed): boolean {
  if (!spansFacts || frame.back !== 0 || isIntraday(grain)) return false;
  return frame.kind !== "rolling" || (frame.rest === undefined && frame.count > 1);
}

/**
 * Marks of rows that a frame needs besides their period: columns by which rows of one period are also grouped
 * (`marks`), and conditions that every row of a window fulfils (`where`).
 */
export function writeMarks(
  writer: Writer,
  {dimension}: Window,
  frame: Frame | undefined,
  grain: PeriodGrain,
  along: TableName,
): {marks: {name: string; sql: string}[]; where: string[]} {
  if (frame?.kind === "since" && isIntraday(grain) && !isWithinDay(grain, writer.calendar.timezone)) {
    const sql = writeGrain(writer, dimension, frame.began, along);
    return {marks: [{name: writer.own("began"), sql}], where: []};
  }
  if (frame?.kind !== "rolling" || frame.rest === undefined) return {marks: [], where: []};
  const {unit, skippedUnits} = frame.rest;
  const begin = writer.shift(writeGrain(writer, dimension, grain, along), "+", {count: skippedUnits, unit});
  // Quarters of a fiscal year differ from those of the calendar, so rows are compared by day.
  const isEnd = `${writeGrain(writer, dimension, isIntraday(unit) ? unit : "day", along)} >= ${begin}`;
  if (frame.count === 0) return {marks: [], where: [isEnd]};
  return {marks: [{name: writer.own("is_end"), sql: isEnd}], where: []};
}

/** Names a select with the partial aggregates of windows by group and last period. One window may have several rows. */
function nameWindows(writer: Writer, framed: Framed, bounds: BoundsNames | undefined): string {
  const {window, frame, facts, step, groups, parts, grain} = framed;
  const values = parts.all.map(({name}) => name);
  if (frame.kind === "since" && isIntraday(grain)) {
    const began = writer.own("began");
    if (!isWithinDay(grain, writer.calendar.timezone)) return nameFramed(writer, framed, bounds, began);
    const longer = `${writeGrainOf(writer, window.dimension, frame.began, step)} as ${began}`;
    const columns = [...groups, step, longer, ...values];
    return nameFramed(
      writer,
      {...framed, facts: writer.nameSelect("begun", writeSelect({columns, from: facts}, "  "))},
      bounds,
      began,
    );
  }
  if (frame.kind !== "rolling") return nameFramed(writer, framed, bounds);
  if (frame.rest === undefined) return frame.count > 1 ? nameFramed(writer, framed, bounds) : facts;
  if (frame.count === 0) return facts;
  const sums = writeSelect(
    {columns: [...groups, step, ...nameCombined(writer, parts)], from: facts, groupBy: groups.length + 1},
    "  ",
  );
  const ofWhole = {...framed, facts: writer.nameSelect("sums", sums)};
  const whole = frame.count > 1 ? nameFramed(writer, ofWhole, bounds) : ofWhole.facts;
  const own = writeSelect({columns: [...groups, step, ...values], from: whole}, "  ");
  const before = writeSelect(
    {
      columns: [...groups, `${shifted(writer, grain, step, frame.count)} as ${step}`, ...values],
      from: facts,
      where: writer.own("is_end"),
    },
    "  ",
  );
  return writer.nameSelect("windows", `${own}\n  union all\n  ${before}`);
}

/** The period that begins `count` periods after another one, as an operand. */
function shifted(writer: Writer, grain: PeriodGrain, moment: string, count: number): string {
  if (count === 0) return moment;
  const by = {count: Math.abs(count), unit: unitOf(grain)};
  const moved = `(${writer.shift(moment, count < 0 ? "-" : "+", by)})`;
  return isIntraday(grain) ? moved : writer.dialect.cast(moved, "date");
}

/**
 * Names a select with one row for each group and requested period whose window has rows of the group, and some rows for
 * periods that are not requested. The partial aggregates in a row are those of its window, which begins anew with each
 * `began`.
 *
 * A window ends with a row or after it. So each row is followed by filler rows of nulls for the periods up to the next
 * row, as far as a window still includes the row. That makes as many rows as the result has.
 */
function nameFramed(writer: Writer, framed: Framed, bounds: BoundsNames | undefined, began?: string): string {
  const {frame, facts, step, parts, grain} = framed;
  const groups = began === undefined ? framed.groups : [...framed.groups, began];
  const {dialect} = writer;
  const unit = unitOf(grain);
  const next = writer.own("next");
  const values = parts.all.map(({name}) => name);
  const after = (moment: string, count = 1) => writer.shift(moment, "+", {count, unit});
  const by = groups.length > 0 ? `partition by ${groups.join(", ")} ` : "";
  const lead = `lead(${step}) over (${by}order by ${step}) as ${next}`;
  const follow = writeSelect(
    {columns: [...groups, step, ...values, lead], from: facts, where: `${step} is not null`},
    "  ",
  );
  const followed = writer.nameSelect("followed", follow);
  const within = bounds && [bounds.lo, bounds.hi].map(end => shifted(writer, grain, end, -frame.back));
  const [lo, hi] = within ?? [];
  const lasts = [writer.shift(next, "-", {count: 1, unit}), ...(hi === undefined ? [] : [hi])];
  lasts.push(...writeLast(writer, framed, began));
  const isFromRow = lo === undefined || hasOnlyRequested(framed);
  const firstMissing = dialect.cast(
    isFromRow ? `(${after(step)})` : `greatest(${after(step)}, ${lo})`,
    "timestamp",
  );
  const last = `least(${lasts.join(", ")})`;
  const ends = [
    isFromRow ? step : `greatest(${step}, ${lo})`,
    hi === undefined ? next : `least(${next}, ${hi})`,
  ];
  // Windows with a length end a fixed number of periods after a row, and the number of hours and shorter periods was
  // checked before.
  const isRunning = frame.kind === "running" && !isIntraday(grain);
  const ended = isRunning ? writeUnlessEndless(writer, ends, {last, grain, known: step}) : last;
  const lastMissing = dialect.cast(ended, "timestamp");
  const missing = dialect.series?.(firstMissing, lastMissing, dialect.interval(1, unit)) ?? "";
  const filled = writeSelect(
    {
      columns: [
        ...groups,
        `${isIntraday(grain) ? missing : dialect.cast(missing, "date")} as ${step}`,
        ...values.map(name => `null as ${name}`),
      ],
      from: bounds === undefined ? followed : `${followed}\n  cross join ${bounds.from}`,
      // No period follows an infinite one.
      where: `${bounds === undefined ? `${next} is not null and ` : ""}${step} < ${last}`,
    },
    "  ",
  );
  const own = writeSelect({columns: [...groups, step, ...values], from: followed}, "  ");
  const spread = writer.nameSelect("spread", `${own}\n  union all\n  ${filled}`);
  const over = `over (${writeOver(writer, framed, groups)})`;
  const windows = parts.all.map(part => `${combine(writer, part)} ${over} as ${part.name}`);
  return writer.nameSelect(
    "framed",
    writeSelect({columns: [...groups, step, ...windows], from: spread}, "  "),
  );
}

/**
 * The last period whose window includes a row. Where this period depends on the timezone's clock, the result may be up
 * to two days later.
 */
function writeLast(writer: Writer, {frame, step, grain}: Framed, began: string | undefined): string[] {
  if (frame.kind === "running") return [];
  const unit = unitOf(grain);
  if (frame.kind === "rolling") return [writer.shift(step, "+", {count: frame.count - 1, unit})];
  const longer = {count: 1, unit: unitOf(frame.began)};
  if (began !== undefined)
    return [writer.shift(writer.shift(began, "+", longer), "+", {count: 1, unit: "day"})];
  const end = writer.shift(writeStart(writer, frame.began, step), "+", longer);
  return [writer.shift(end, "-", {count: 1, unit})];
}

function writeOver(writer: Writer, {frame, step, grain}: Framed, groups: readonly string[]): string {
  const partition = [...groups];
  if (frame.kind === "since" && !isIntraday(grain)) partition.push(writeStart(writer, frame.began, step));
  const by = partition.length > 0 ? `partition by ${partition.join(", ")} ` : "";
  if (frame.kind !== "rolling") return `${by}order by ${step} rows unbounded preceding`;
  const back = writer.dialect.interval(frame.count - 1, unitOf(grain));
  return `${by}order by ${step} range between ${back} preceding and current row`;
}
