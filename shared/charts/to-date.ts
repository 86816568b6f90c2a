import {ServiceError} from "../errors.ts";
import type {Prepared} from "../layers/query-memory.ts";
import {readResult} from "../queries/results/read-result.ts";
import {textOf} from "../queries/results/result-text.ts";
import type {Asking, Runner} from "../queries/runner.ts";
import {addPeriods, floorDate} from "../semantic/filters/moments.ts";
import {isPeriod, type Period, unitOf} from "../semantic/layer/grains.ts";
import {isOfItsRows} from "../semantic/layer/of-its-rows.ts";
import type {Query} from "../semantic/query.ts";
import type {Drawing} from "../wire/drawing.ts";
import {type ChartRow, prepareChart} from "./charts.ts";
import {wallClock} from "./vega/time.ts";

/** A comparison is of two rows. */
const MOST_BYTES = 64 * 1024;

interface Asked {
  chart: ChartRow;
  prepared: Prepared;
  now: Date;
}

/** The only time of a big number, by which its rows follow each other. */
interface Time {
  index: number;
  column: Drawing["columns"][number];
}

/** What has passed of a period: from its first day until now, or as long for an earlier one. */
interface Passed {
  from: Temporal.PlainDate;
  until: Temporal.PlainDateTime;
}

/** A period that goes on: its last days are to come. */
interface Running {
  /** The field without its grain. */
  field: string;
  isDate: boolean;
  current: Passed;
  /** The period before; absent without rows before. */
  before?: Passed;
}

/**
 * Which of its rows a big number over time is of. Rows of the future, such as bookings, are not its latest ones
 * (`lastBegun`); and of a period that goes on it is what has passed of it, compared with the same days of the one before
 * (`toDate`). Nothing where the last period is over, or nothing is shown over time.
 */
export async function toDateOf(
  runner: Runner,
  asking: Asking,
  asked: Asked,
  drawing: Drawing,
): Promise<Pick<Drawing, "toDate" | "lastBegun">> {
  if (drawing.type !== "big_number") return {};
  const time = onlyTime(drawing);
  if (!time) return {};
  const {timezone} = asked.prepared.compiled;
  const now = Temporal.Instant.fromEpochMilliseconds(asked.now.getTime())
    .toZonedDateTimeISO(timezone)
    .toPlainDateTime();
  const nowMs = wallClock(now.toString()) ?? 0;
  const starts = drawing.rows.flatMap(row => wallClock(row[time.index]) ?? []);
  const begun = starts.filter(ms => ms <= nowMs);
  if (begun.length === 0) return {};
  const last = Math.max(...begun);
  const lastRow = drawing.rows.find(row => wallClock(row[time.index]) === last);
  const lastBegun = begun.length < starts.length ? {lastBegun: String(lastRow?.[time.index])} : {};
  const running = runningPeriod(asked, time, begun, now);
  if (!running) return lastBegun;
  return {...lastBegun, toDate: await passedRows(runner, asking, asked, running, time)};
}

/** The rows of what has passed, where that is known: a window, or a balance, of some days is not what it is of a period. */
async function passedRows(
  runner: Runner,
  asking: Asking,
  {prepared, chart, now}: Asked,
  running: Running,
  time: Time,
): Promise<NonNullable<Drawing["toDate"]>> {
  const {compiled} = prepared;
  if (compiled.calculations.length > 0) return {};
  if (!compiled.fields.every(({field}) => field.kind !== "measure" || isOfItsRows(field))) return {};
  const query = narrowed(chart.query, running);
  try {
    const same = await prepareChart(runner, asking.actor, {...chart, query}, now);
    const {body} = await runner.run(asking, query, same, "json");
    const {rows} = readResult(await textOf(body, {bytes: MOST_BYTES}));
    const rowOf = (passed: Passed | undefined) =>
      passed && rows.find(row => String(row[time.index]).startsWith(passed.from.toString()));
    const before = rowOf(running.before);
    const row = rowOf(running.current) ?? nothingOf(prepared, time, running.current);
    return {...(row ? {row} : {}), ...(before ? {before} : {})};
  } catch (error) {
    // A dataset may offer the time at this grain only.
    if (error instanceof ServiceError && error.status === 422) return {};
    throw error;
  }
}

/** The row of a period of which nothing has been so far; unknown where a filter by a measure may have left it out. */
function nothingOf(
  {compiled: {fields, conditions}}: Prepared,
  {index}: Time,
  {from}: Passed,
): unknown[] | undefined {
  if (conditions.some(({reference}) => reference.field.kind === "measure")) return undefined;
  return fields.map(({field}, i) =>
    i === index
      ? from.toString()
      : field.kind === "measure" && field.source.type.startsWith("count")
        ? 0
        : null,
  );
}

function onlyTime({columns}: Drawing): Time | undefined {
  const dimensions = columns.flatMap((column, index) =>
    column.role === "dimension" ? [{column, index}] : [],
  );
  const [time] = dimensions;
  const isTime = time?.column.type === "date" || time?.column.type === "timestamp";
  return isTime && dimensions.length === 1 ? time : undefined;
}

function runningPeriod(
  {prepared}: Asked,
  {column, index}: Time,
  begun: readonly number[],
  now: Temporal.PlainDateTime,
): Running | undefined {
  const {grain, type, name} = column;
  if (type !== "date" || grain === undefined || !isPeriod(grain)) return undefined;
  const {fiscalStart, fields} = prepared.compiled;
  const current = floorDate(now.toPlainDate(), grain, {
    weekStart: prepared.project.weekStart,
    ...(fiscalStart === undefined ? {} : {fiscalStart}),
  });
  const [last, earlier] = [...new Set(begun)].sort((a, b) => b - a).map(dayOf);
  if (!last?.equals(current)) return undefined;
  const isDate = fields[index]?.field.type === "date";
  // A day of a date is as whole as it will be.
  if (grain === "day" && isDate) return undefined;
  const running = {field: name.slice(0, -grain.length - 1), isDate, current: {from: current, until: now}};
  if (earlier === undefined) return running;
  const back = periodsBetween(earlier, current, unitOf(grain));
  const day = addPeriods(now.toPlainDate(), grain, -back);
  return {...running, before: {from: earlier, until: day.toPlainDateTime(now.toPlainTime())}};
}

function dayOf(ms: number): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO("UTC").toPlainDate();
}

function periodsBetween(from: Temporal.PlainDate, to: Temporal.PlainDate, period: Period): number {
  if (period === "day" || period === "week") return from.until(to).days / (period === "week" ? 7 : 1);
  const {months} = from.until(to, {largestUnit: "months"});
  return months / (period === "year" ? 12 : period === "quarter" ? 3 : 1);
}

function narrowed(query: Query, {field, isDate, current, before}: Running): Query {
  const {totals: _, fillGaps: __, subtotals: ___, ...rest} = query;
  const passed = ({from, until}: Passed) => ({
    and: [
      {field, op: ">=", value: from.toString()},
      isDate
        ? {field, op: "<=", value: until.toPlainDate().toString()}
        : {field, op: "<", value: until.toString({smallestUnit: "second"})},
    ],
  });
  const both = [...(before ? [passed(before)] : []), passed(current)];
  return {...rest, filters: [...(query.filters ?? []), {or: both}], limit: both.length};
}
