import {ServiceError, statusOf} from "../../ground/errors.ts";
import type {Drawing} from "../../ground/wire/drawing.ts";
import type {Prepared} from "../../querying/layers/query-memory.ts";
import {readResult} from "../../querying/queries/results/read-result.ts";
import {formatResult} from "../../querying/queries/results/result-text.ts";
import type {Asking, QueryRunner} from "../../querying/queries/runner.ts";
import type {Query} from "../../semantic/documents.ts";
import {addPeriods, floorDate, isOfItsRows} from "../../semantic/layers.ts";
import {isPeriod, type Period, unitOf} from "../../semantic/vocabulary.ts";
import {type ChartRow, prepareChart} from "./charts.ts";
import {wallClock} from "./vega/time.ts";

/** Enough for the two rows of a comparison. */
const MOST_BYTES = 64 * 1024;

interface Asked {
  chart: ChartRow;
  prepared: Prepared;
  now: Date;
}

/** The only dimension of a big number, a time that orders its rows. */
interface Time {
  index: number;
  column: Drawing["columns"][number];
}

/** The elapsed part of a period: from its first day until now, or equally long for an earlier period. */
interface Elapsed {
  from: Temporal.PlainDate;
  until: Temporal.PlainDateTime;
}

/** The current period, whose last days are still to come. */
interface CurrentPeriod {
  /** The field without its grain. */
  field: string;
  isDate: boolean;
  current: Elapsed;
  /** The period before; absent without rows before. */
  before?: Elapsed;
}

/**
 * Which rows a big number over time shows. Rows of the future, such as bookings, do not count as the latest
 * (`lastBegun`). For a current period, the number is the period to date, compared with the same days of the period
 * before (`toDate`). Empty if the last period is over, or if the drawing has no time.
 */
export async function toDateOf(
  runner: QueryRunner,
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

/**
 * The rows of the periods to date. Empty if the query has a window calculation or a balance, whose value over some days
 * is not that of the period.
 */
async function passedRows(
  runner: QueryRunner,
  asking: Asking,
  {prepared, chart, now}: Asked,
  running: CurrentPeriod,
  time: Time,
): Promise<NonNullable<Drawing["toDate"]>> {
  const {compiled} = prepared;
  if (compiled.calculations.length > 0) return {};
  if (!compiled.fields.every(({field}) => field.kind !== "measure" || isOfItsRows(field))) return {};
  const query = narrowed(chart.query, running);
  try {
    const same = await prepareChart(runner, asking.actor, {...chart, query}, now);
    const {body} = await runner.run(asking, query, same, "json");
    const {rows} = readResult(await formatResult(body, {bytes: MOST_BYTES}));
    const rowOf = (passed: Elapsed | undefined) =>
      passed && rows.find(row => String(row[time.index]).startsWith(passed.from.toString()));
    const before = rowOf(running.before);
    const row = rowOf(running.current) ?? emptyRowOf(prepared, time, running.current);
    return {...(row ? {row} : {}), ...(before ? {before} : {})};
  } catch (error) {
    // A dataset may offer the time at this grain only.
    if (error instanceof ServiceError && statusOf(error) === 422) return {};
    throw error;
  }
}

/** The row of a period without rows so far; `undefined` if a filter by a measure may have removed the row. */
function emptyRowOf(
  {compiled: {fields, conditions}}: Prepared,
  {index}: Time,
  {from}: Elapsed,
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
): CurrentPeriod | undefined {
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
  // The day of a date column is complete from its start: it has no elapsed part.
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

function narrowed(query: Query, {field, isDate, current, before}: CurrentPeriod): Query {
  const {totals: _, fillGaps: __, subtotals: ___, ...rest} = query;
  const passed = ({from, until}: Elapsed) => ({
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
