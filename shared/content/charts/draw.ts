import {ServiceError} from "../../core/errors.ts";
import type {Drawing} from "../../core/wire/drawing.ts";
import type {DrawRequest} from "../../core/workers/calls.ts";
import type {Prepared} from "../../querying/layers/query-caches.ts";
import type {QueryContext, QueryRunner} from "../../querying/queries/query-runner.ts";
import {readResultText} from "../../querying/queries/results/result-text.ts";
import {measureNames, type Query} from "../../semantic/documents.ts";
import {leavesOf, namesIn} from "../../semantic/layers.ts";
import {CHART_ROWS, type ChartRow, prepareChart} from "./charts.ts";
import {drawingOf} from "./drawing-of.ts";
import {futureParts} from "./future-parts.ts";
import {blankFuturePeriods} from "./future-periods.ts";
import {outlinesOf} from "./map-outlines.ts";
import type {PictureDrawer} from "./picture-drawer.ts";
import {type ChartRequest, calendarOf, clockNow, toDateOf, todayOf, withoutFuture} from "./to-date.ts";

/** Limit in bytes for the results that go into one picture. */
const MAX_BYTES = 16 * 1024 * 1024;

/** The bytes of results that one picture may still use. */
export interface Allowance {
  bytes: number;
}

export const newAllowance = (): Allowance => ({bytes: MAX_BYTES});

export interface DrawnData {
  drawing: Drawing;
  cache: string;
  /** The age of the rows if they come from the cache. */
  ageSeconds: number;
}

/**
 * The chart with its query limited to the rows that can be drawn. For a pie whose rows are limited, the query also
 * requests the totals, which the shares need.
 */
export function cutToDraw(chart: ChartRow): ChartRow {
  const {query, type} = chart;
  const {limit, totals = false} = query;
  if (limit === undefined) return chart;
  const isShare = type === "pie" && canHaveTotals(query);
  if (limit <= CHART_ROWS && (totals || !isShare)) return chart;
  const whole = isShare ? {totals: true} : {};
  return {...chart, query: {...query, limit: Math.min(limit, CHART_ROWS), ...whole}};
}

/**
 * Whether a query can have totals for its shares. A query that filters by one of its measures cannot: the totals would
 * cover only its groups, cost more, or be refused. Funnels and retentions have no totals. Comparisons get none either,
 * because their filters may be on a measure.
 */
function canHaveTotals(query: Query): boolean {
  const {filters = [], compare, funnel, retention} = query;
  if (funnel !== undefined || retention !== undefined || compare !== undefined) return false;
  const measures = measureNames(query);
  return ![...leavesOf(filters, "")].some(
    ([leaf]) =>
      "field" in leaf && !("per" in leaf) && namesIn(leaf).some(([name]) => measures.includes(name)),
  );
}

/**
 * Runs the chart's query for the caller, as `GET …/data` does, and prepares its drawing: at most `CHART_ROWS` rows,
 * within the allowance. `prepared` is the prepared query of the chart that `cutToDraw` returned, if there is one
 * already. Rejects with the codes of a query, and with `invalid_request` for a result that is too large to draw.
 */
export async function drawingFor(
  runner: QueryRunner,
  queryContext: QueryContext,
  chart: ChartRow,
  theme: Drawing["theme"],
  options: {allowance?: Allowance; now?: Date; prepared?: Prepared | undefined} = {},
): Promise<DrawnData> {
  const {allowance = newAllowance(), now = new Date()} = options;
  const cut = cutToDraw(chart);
  const isWhole = cut.query.totals !== true || options.prepared?.compiled.totals !== undefined;
  const given = isWhole ? options.prepared : undefined;
  const prepared = given ?? (await prepareChart(runner, queryContext.actor, cut, now, queryContext));
  const rows = {allowance, theme};
  const whole = await drawRows(runner, queryContext, {chart: cut, prepared, now}, rows);
  const begun = await drawnWithoutFuture(runner, queryContext, whole, rows);
  const {request, drawing, cache, ageSeconds} = begun ?? whole;
  const passed = await toDateOf(runner, queryContext, request, drawing);
  const outlines = await outlinesOf(drawing);
  const more = {...passed, ...(outlines ? {outlines} : {})};
  return {drawing: {...drawing, ...more}, cache, ageSeconds};
}

/** The drawing of a request, with only that request's rows. */
interface DrawnRows extends DrawnData {
  request: ChartRequest;
}

interface RowOptions {
  allowance: Allowance;
  theme: Drawing["theme"];
}

async function drawRows(
  runner: QueryRunner,
  queryContext: QueryContext,
  request: ChartRequest,
  {allowance, theme}: RowOptions,
): Promise<DrawnRows> {
  const {chart, prepared} = request;
  const {body, cache, ageSeconds} = await runner.run(queryContext, chart.query, prepared, "json");
  const json = await readResultText(body, allowance);
  const whole = drawingOf(chart, prepared.compiled, json, theme);
  const future = futureParts(whole, chart.query, todayOf(request), calendarOf(prepared));
  const drawing = {...whole, rows: blankFuturePeriods(whole, clockNow(request), future)};
  return {request, drawing, cache, ageSeconds};
}

/**
 * Draws the big number over time again without future periods, if the query's limit has cut off the periods that have
 * begun. Returns `undefined` for every other chart, and if no period has begun.
 */
async function drawnWithoutFuture(
  runner: QueryRunner,
  queryContext: QueryContext,
  {request, drawing}: DrawnRows,
  options: RowOptions,
): Promise<DrawnRows | undefined> {
  const query = withoutFuture(request, drawing);
  if (query === undefined) return undefined;
  const {now} = request;
  const chart = {...request.chart, query};
  const prepared = await preparedIfOffered(() =>
    prepareChart(runner, queryContext.actor, chart, now, queryContext),
  );
  if (prepared === undefined) return undefined;
  const drawn = await drawRows(runner, queryContext, {chart, prepared, now}, options);
  return drawn.drawing.rows.length > 0 ? drawn : undefined;
}

/**
 * The prepared query; `undefined` if the query filters by a time without its grain and the dataset does not offer that
 * field.
 */
async function preparedIfOffered(prepare: () => Promise<Prepared>): Promise<Prepared | undefined> {
  try {
    return await prepare();
  } catch (error) {
    if (error instanceof ServiceError && error.code === "unknown_field") return undefined;
    throw error;
  }
}

/** The picture's bytes; SVG is UTF-8. */
export async function drawPicture(
  drawer: PictureDrawer,
  queryContext: QueryContext,
  picture: DrawRequest,
): Promise<Buffer<ArrayBuffer>> {
  const {content} = await drawer.draw(queryContext, picture);
  return Buffer.from(content, picture.format === "svg" ? "utf8" : "base64");
}
