import {ServiceError} from "../errors.ts";
import type {Prepared} from "../queries/query-memory.ts";
import {readResult} from "../queries/read-result.ts";
import {textOf} from "../queries/result-text.ts";
import type {Asking, Runner} from "../queries/runner.ts";
import {addPeriods, floorDate} from "../semantic/filters/moments.ts";
import {isPeriod, type Period, unitOf} from "../semantic/layer/grains.ts";
import type {MeasureField} from "../semantic/layer/layer.ts";
import type {Query} from "../semantic/query.ts";
import {type ChartRow, prepareChart} from "./charts.ts";
import type {Drawing} from "./vega/drawing.ts";

/** A comparison is a single row. */
const MOST_BYTES = 64 * 1024;

interface Asked {
  chart: ChartRow;
  prepared: Prepared;
  now: Date;
}

/** A period that goes on: its last days are to come. */
interface Running {
  /** The field without its grain. */
  field: string;
  isDate: boolean;
  /** The first day of the period before, and how far that was by now; absent without rows before. */
  before?: {from: Temporal.PlainDate; until: Temporal.PlainDateTime};
}

/**
 * What a big number over time is compared with while its last period goes on: the same days of the period before.
 * `undefined` where the last period is over, or nothing is shown over time.
 */
export async function toDateOf(
  runner: Runner,
  asking: Asking,
  asked: Asked,
  drawing: Drawing,
): Promise<Drawing["toDate"]> {
  if (drawing.type !== "big_number") return undefined;
  const running = runningPeriod(asked, drawing);
  if (!running) return undefined;
  const {prepared, chart, now} = asked;
  if (prepared.compiled.calculations.length > 0) return {};
  const measures = prepared.compiled.fields.flatMap(({field}) => (field.kind === "measure" ? [field] : []));
  // A window, or a balance, of some days of a period is not what it is of the period.
  if (!running.before || !measures.every(field => isOfItsRows(field))) return {};
  const query = narrowed(chart.query, running, running.before);
  try {
    const same = await prepareChart(runner, asking.actor, {...chart, query}, now);
    const {body} = await runner.run(asking, query, same, "json");
    const {rows} = readResult(await textOf(body, {bytes: MOST_BYTES}));
    const [before] = rows;
    return before && rows.length === 1 ? {before} : {};
  } catch (error) {
    // A dataset may offer the time at this grain only.
    if (error instanceof ServiceError && error.status === 422) return {};
    throw error;
  }
}

/** Counted from its rows alone: neither a window nor a balance, nor made of one. */
function isOfItsRows({model, source}: MeasureField, depth = 0): boolean {
  if (source.conversion || source.nonAdditive || source.rolling || source.toDate || source.offset)
    return false;
  if (source.type !== "number") return true;
  const names = [...(source.sql ?? "").matchAll(/\$\{([^}]+)\}/g)].map(([, name = ""]) => name);
  return names.every(name => {
    const part = model.fields.get(name);
    return part?.kind !== "measure" ? part !== undefined : depth < 10 && isOfItsRows(part, depth + 1);
  });
}

function runningPeriod({prepared, now}: Asked, {columns, rows}: Drawing): Running | undefined {
  const times = columns.flatMap((column, index) => (column.role === "dimension" ? [{...column, index}] : []));
  const [time] = times;
  if (times.length !== 1 || !time || time.type !== "date") return undefined;
  const {grain} = time;
  if (grain === undefined || !isPeriod(grain)) return undefined;
  const {timezone, fiscalStart} = prepared.compiled;
  const local = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timezone);
  const current = floorDate(local.toPlainDate(), grain, {
    weekStart: prepared.project.weekStart,
    ...(fiscalStart === undefined ? {} : {fiscalStart}),
  });
  const starts = rows.map(row => String(row[time.index])).filter(text => /^\d{4}-\d\d-\d\d/.test(text));
  const sorted = [...new Set(starts)].sort();
  const [last, before] = [sorted.at(-1), sorted.at(-2)];
  if (last === undefined || last.slice(0, 10) !== current.toString()) return undefined;
  const isDate = prepared.compiled.fields[time.index]?.field.type === "date";
  // A day of a date is as whole as it will be.
  if (grain === "day" && isDate) return undefined;
  const running = {field: time.name.slice(0, -grain.length - 1), isDate};
  if (before === undefined) return running;
  const from = Temporal.PlainDate.from(before.slice(0, 10));
  const day = addPeriods(local.toPlainDate(), grain, -periodsBetween(from, current, unitOf(grain)));
  return {...running, before: {from, until: day.toPlainDateTime(local.toPlainTime())}};
}

function periodsBetween(from: Temporal.PlainDate, to: Temporal.PlainDate, period: Period): number {
  if (period === "day" || period === "week") return from.until(to).days / (period === "week" ? 7 : 1);
  const {months} = from.until(to, {largestUnit: "months"});
  return months / (period === "year" ? 12 : period === "quarter" ? 3 : 1);
}

function narrowed(
  query: Query,
  {field, isDate}: Running,
  {from, until}: NonNullable<Running["before"]>,
): Query {
  const {totals: _, ...rest} = query;
  const end = isDate
    ? {field, op: "<=", value: until.toPlainDate().toString()}
    : {field, op: "<", value: until.toString({smallestUnit: "second"})};
  return {
    ...rest,
    filters: [...(query.filters ?? []), {field, op: ">=", value: from.toString()}, end],
    limit: 2,
  };
}
