import type {Prepared} from "../layers/query-memory.ts";
import {textOf} from "../queries/results/result-text.ts";
import type {Asking, Runner} from "../queries/runner.ts";
import {leavesOf, namesIn} from "../semantic/filters/tree.ts";
import type {Query} from "../semantic/query.ts";
import type {Drawing} from "../wire/drawing.ts";
import type {DrawRequest} from "../workers/calls.ts";
import {CHART_ROWS, type ChartRow, prepareChart} from "./charts.ts";
import {drawingOf} from "./drawing-of.ts";
import {outlinesOf} from "./outlines.ts";
import {toDateOf} from "./to-date.ts";

/** Bytes of results that one picture may be made of. */
const MOST_BYTES = 16 * 1024 * 1024;

/** The bytes that one picture may still use. */
export interface Allowance {
  bytes: number;
}

export const newAllowance = (): Allowance => ({bytes: MOST_BYTES});

export interface DrawnData {
  drawing: Drawing;
  cache: string;
  /** The age of rows that were read before. */
  ageSeconds: number;
}

/**
 * The chart with its query limited to the rows that can be drawn. A pie of limited rows is asked for the whole too; the
 * totals of a query with a filter on one of its measures are those of its groups, and cost more.
 */
export function cutToDraw(chart: ChartRow): ChartRow {
  const {query, type} = chart;
  const {limit, totals = false} = query;
  if (limit === undefined) return chart;
  const isShare = type === "pie" && !isByMeasure(query);
  if (limit <= CHART_ROWS && (totals || !isShare)) return chart;
  const whole = isShare ? {totals: true} : {};
  return {...chart, query: {...query, limit: Math.min(limit, CHART_ROWS), ...whole}};
}

/** Whether a filter acts on the groups by a measure that the query shows. */
function isByMeasure({filters = [], measures = []}: Query): boolean {
  return [...leavesOf(filters, "")].some(
    ([leaf]) =>
      "field" in leaf && !("per" in leaf) && namesIn(leaf).some(([name]) => measures.includes(name)),
  );
}

/**
 * Runs the chart's query for the caller, as `GET …/data` does, and prepares its drawing: at most `CHART_ROWS` rows,
 * within the allowance. `prepared` is the query of the chart that `cutToDraw` returns, if it was prepared before.
 * Rejects with the codes of a query, and `invalid_request` for what is too large to draw.
 */
export async function drawingFor(
  runner: Runner,
  asking: Asking,
  chart: ChartRow,
  theme: Drawing["theme"],
  options: {allowance?: Allowance; now?: Date; prepared?: Prepared | undefined} = {},
): Promise<DrawnData> {
  const {allowance = newAllowance(), now = new Date()} = options;
  const cut = cutToDraw(chart);
  const isWhole = cut.query.totals !== true || options.prepared?.compiled.totals !== undefined;
  const given = isWhole ? options.prepared : undefined;
  const prepared = given ?? (await prepareChart(runner, asking.actor, cut, now));
  const {body, cache, ageSeconds} = await runner.run(asking, cut.query, prepared, "json");
  const json = await textOf(body, allowance);
  const drawing = drawingOf(chart, prepared.compiled, json, theme);
  const passed = await toDateOf(runner, asking, {chart: cut, prepared, now}, drawing);
  const outlines = await outlinesOf(drawing);
  const more = {...passed, ...(outlines ? {outlines} : {})};
  return {drawing: {...drawing, ...more}, cache, ageSeconds};
}

/** The picture's bytes; SVG is UTF-8. */
export async function drawPicture(
  runner: Runner,
  asking: Asking,
  picture: DrawRequest,
): Promise<Buffer<ArrayBuffer>> {
  const {content} = await runner.draw(asking, picture);
  return Buffer.from(content, picture.format === "svg" ? "utf8" : "base64");
}
