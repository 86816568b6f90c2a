import type {DrawRequest} from "../shared/calls.ts";
import {CHART_ROWS, type ChartRow, prepareChart} from "../shared/charts/charts.ts";
import {drawingOf} from "../shared/charts/drawing-of.ts";
import type {Drawing} from "../shared/charts/spec/chart-spec.ts";
import {type Asking, interactiveRun} from "./answer-query.ts";
import {execute} from "./execute.ts";
import {textOf} from "./result-text.ts";
import type {Web} from "./web.ts";
import {callWorker} from "./worker-call.ts";

/** Bytes of results that one picture may be made of. */
const MOST_BYTES = 16 * 1024 * 1024;

/** What is left of the bytes that one picture may be made of. */
export interface Allowance {
  bytes: number;
}

export const newAllowance = (): Allowance => ({bytes: MOST_BYTES});

export interface DrawnData {
  drawing: Drawing;
  cache: string;
}

/**
 * Runs the chart's query for the caller, as `GET …/data` does, and makes a drawing of it: at most `CHART_ROWS` rows,
 * within the allowance. Rejects with the codes of a query, and `invalid_request` for what is too large to draw.
 */
export async function drawingFor(
  web: Web,
  asking: Asking,
  chart: ChartRow,
  theme: Drawing["theme"],
  allowance: Allowance = newAllowance(),
): Promise<DrawnData> {
  const limit = Math.min(chart.query.limit ?? CHART_ROWS, CHART_ROWS);
  const query = chart.query.limit === undefined ? chart.query : {...chart.query, limit};
  const prepared = await prepareChart(web, asking.actor, {...chart, query}, new Date());
  const run = interactiveRun(web, asking, prepared, query, "json");
  const {body, cache} = await execute(web, run, prepared.project.cacheTtlSeconds, asking.request.signal);
  const json = await textOf(body, allowance);
  return {drawing: drawingOf(chart, prepared.compiled, json, theme), cache};
}

/** The picture, as the worker drew it. */
export async function draw(
  web: Web,
  {requestId, request: {signal}}: Asking,
  picture: DrawRequest,
): Promise<Response> {
  const {content} = await callWorker(web, "draw", picture, {requestId, signal});
  const svg = picture.format === "svg";
  return new Response(svg ? content : Buffer.from(content, "base64"), {
    headers: {
      "content-type": svg ? "image/svg+xml" : "image/png",
      // It is its caller's alone, and as fresh as the rows in it.
      "cache-control": "private, no-store",
      "x-content-type-options": "nosniff",
      // Opened on its own it may draw itself, and run or load nothing.
      ...(svg ? {"content-security-policy": "sandbox; default-src 'none'; style-src 'unsafe-inline'"} : {}),
    },
  });
}
