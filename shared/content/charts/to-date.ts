import {ServiceError} from "../../core/errors.ts";
import type {Drawing} from "../../core/wire/drawing.ts";
import type {Prepared} from "../../querying/layers/query-caches.ts";
import type {QueryContext, QueryRunner} from "../../querying/queries/query-runner.ts";
import {readResult} from "../../querying/queries/results/read-result.ts";
import {readResultText} from "../../querying/queries/results/result-text.ts";
import type {FilterCondition, Query} from "../../semantic/documents.ts";
import {addPeriods, floorDate} from "../../semantic/layers.ts";
import {isPeriod, type Period, unitOf} from "../../semantic/vocabulary.ts";
import {type ChartRow, prepareChart} from "./charts.ts";
import {wallClock} from "./vega/time.ts";

/** The limit in bytes for a result, which is enough for the two rows of a comparison. */
const MAX_BYTES = 64 * 1024;

/** How many rows a number over time needs, together with its change. */
const ROWS_OF_CHANGE = 2;

/** The request to draw a chart at a moment, with the chart's prepared query. */
export interface ChartRequest {
  chart: ChartRow;
  prepared: Prepared;
  now: Date;
}

/** The only dimension of a big number: a time that orders the rows. */
interface Time {
  index: number;
  column: Drawing["columns"][number];
}

/**
 * The elapsed part of the current period, from its first day until now; or the equally long part of an earlier period.
 */
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
  /** The previous period; absent if there are no rows before the current period. */
  before?: Elapsed;
}

/**
 * Selects the rows that a big number over time shows. A row of the future, such as a booking, does not count as the
 * latest (`lastBegun`). For a current period, the number is the period to date, compared with the same days of the
 * previous period (`toDate`). Empty if the last period is over, or if the drawing has no time.
 */
export async function toDateOf(
  runner: QueryRunner,
  queryContext: QueryContext,
  request: ChartRequest,
  drawing: Drawing,
): Promise<Pick<Drawing, "toDate" | "lastBegun">> {
  if (drawing.type !== "big_number") return {};
  const time = onlyTime(drawing);
  if (!time) return {};
  const {starts, begun} = startsOf(drawing, time, request);
  if (begun.length === 0) return {};
  const last = Math.max(...begun);
  const lastRow = drawing.rows.find(row => wallClock(row[time.index]) === last);
  const lastBegun = begun.length < starts.length ? {lastBegun: String(lastRow?.[time.index])} : {};
  const running = runningPeriod(request, time, begun);
  if (!running) return lastBegun;
  return {...lastBegun, toDate: await passedRows(runner, queryContext, request, running, time)};
}

/**
 * The query of a big number over time, restricted to periods that have begun. The query is only restricted if its limit
 * includes future periods and cuts off rows that the number and its change need. `undefined` in all other cases, and
 * for comparisons and calculations, which also depend on the rows of the future.
 */
export function withoutFuture(request: ChartRequest, drawing: Drawing): Query | undefined {
  const time = drawing.type === "big_number" && drawing.truncated ? onlyTime(drawing) : undefined;
  const {query} = request.chart;
  const dependsOnAll = query.compare !== undefined || request.prepared.compiled.calculations.length > 0;
  if (time === undefined || dependsOnAll) return undefined;
  const {starts, begun} = startsOf(drawing, time, request);
  if (begun.length === starts.length || begun.length >= ROWS_OF_CHANGE) return undefined;
  const until = endAt(localNow(request), {field: fieldOf(time), isDate: isOfDates(request, time)});
  return {...query, filters: [...(query.filters ?? []), until]};
}

/**
 * The rows of the periods to date. Empty if the query has a window calculation or a balance: for some days of a period,
 * these have another value than for the whole period.
 */
async function passedRows(
  runner: QueryRunner,
  queryContext: QueryContext,
  {prepared, chart, now}: ChartRequest,
  running: CurrentPeriod,
  time: Time,
): Promise<NonNullable<Drawing["toDate"]>> {
  const {compiled} = prepared;
  if (compiled.calculations.length > 0) return {};
  if (!compiled.fields.every(({field}) => field.kind !== "measure" || field.isComputedFromRows)) return {};
  const query = narrowed(chart.query, running);
  try {
    const same = await prepareChart(runner, queryContext.actor, {...chart, query}, now, queryContext);
    const {body} = await runner.run(queryContext, query, same, "json");
    const {rows} = readResult(await readResultText(body, {bytes: MAX_BYTES}));
    const rowOf = (passed: Elapsed | undefined) =>
      passed && rows.find(row => String(row[time.index]).startsWith(passed.from.toString()));
    const before = rowOf(running.before);
    const row = rowOf(running.current) ?? emptyRowOf(prepared, time, running.current);
    return {...(row ? {row} : {}), ...(before ? {before} : {})};
  } catch (error) {
    // A dataset may offer the time only at this grain.
    if (error instanceof ServiceError && error.code === "unknown_field") return {};
    throw error;
  }
}

/** The row of a period that has no rows so far; `undefined` if a filter by a measure may have removed the row. */
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

function localNow({prepared, now}: ChartRequest): Temporal.PlainDateTime {
  return Temporal.Instant.fromEpochMilliseconds(now.getTime())
    .toZonedDateTimeISO(prepared.compiled.timezone)
    .toPlainDateTime();
}

/** The current day of a request, in its timezone. */
export function todayOf(request: ChartRequest): Temporal.PlainDate {
  return localNow(request).toPlainDate();
}

/** The first weekday and the first fiscal month of a query's layer. */
export function calendarOf({compiled: {fiscalStart}, project}: Prepared): Parameters<typeof floorDate>[2] {
  return {weekStart: project.weekStart, ...(fiscalStart === undefined ? {} : {fiscalStart})};
}

/** The moment of a request on the clock of its timezone, in the format of `wallClock`. */
export function clockNow(request: ChartRequest): number {
  return wallClock(localNow(request).toString()) ?? 0;
}

/** The start of each period of the drawing, and the starts of the periods that have begun. */
function startsOf({rows}: Drawing, {index}: Time, request: ChartRequest) {
  const nowMs = clockNow(request);
  const starts = rows.flatMap(row => wallClock(row[index]) ?? []);
  return {starts, begun: starts.filter(ms => ms <= nowMs)};
}

/** The name of a time without its grain. */
function fieldOf({column: {name, grain}}: Time): string {
  return grain === undefined ? name : name.slice(0, -grain.length - 1);
}

function isOfDates({prepared}: ChartRequest, {index}: Time): boolean {
  return prepared.compiled.fields[index]?.field.type === "date";
}

/** The condition that a time is not after a moment. */
function endAt(
  until: Temporal.PlainDateTime,
  {field, isDate}: Pick<CurrentPeriod, "field" | "isDate">,
): FilterCondition {
  return isDate
    ? {field, op: "<=", value: until.toPlainDate().toString()}
    : {field, op: "<", value: until.toString({smallestUnit: "second"})};
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
  request: ChartRequest,
  time: Time,
  begun: readonly number[],
): CurrentPeriod | undefined {
  const {prepared} = request;
  const now = localNow(request);
  const {grain, type} = time.column;
  if (type !== "date" || grain === undefined || !isPeriod(grain)) return undefined;
  const current = floorDate(now.toPlainDate(), grain, calendarOf(prepared));
  const [last, earlier] = [...new Set(begun)].sort((a, b) => b - a).map(dayOf);
  if (!last?.equals(current)) return undefined;
  const isDate = isOfDates(request, time);
  // A date column has no elapsed part of a day: the current day is complete from its start.
  if (grain === "day" && isDate) return undefined;
  const running = {field: fieldOf(time), isDate, current: {from: current, until: now}};
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
    and: [{field, op: ">=", value: from.toString()}, endAt(until, {field, isDate})],
  });
  const both = [...(before ? [passed(before)] : []), passed(current)];
  return {...rest, filters: [...(query.filters ?? []), {or: both}], limit: both.length};
}
