import {type TSchema, Type} from "@sinclair/typebox";
import {type ChartRow, requireChart} from "../../../shared/content/charts/charts.ts";
import {drawingFor} from "../../../shared/content/charts/draw.ts";
import {EXAMPLE_INPUT} from "../../../shared/content/charts/kind.ts";
import {previewChart} from "../../../shared/content/charts/preview.ts";
import {ChartPreview} from "../../../shared/content/charts/schemas.ts";
import {chartSpec} from "../../../shared/content/charts/vega/chart-spec.ts";
import type {FilterReport} from "../../../shared/content/dashboards/schemas.ts";
import type {ErrorCode} from "../../../shared/core/errors.ts";
import type {Prepared} from "../../../shared/querying/layers/query-caches.ts";
import type {Web} from "../../dependencies.ts";
import {ChartDrawing, chartDrawing} from "../../openapi/queries/drawing-docs.ts";
import {COMPILE_ERRORS, RUN_ERRORS} from "../../openapi/queries/query-docs.ts";
import {queryContextOf} from "../../queries/answer-query.ts";
import type {Call} from "../../server/endpoint.ts";
import {Operations} from "../../server/operations.ts";
import {pictureResponse} from "../pictures/picture-response.ts";
import {lookOf, PngQuery, SvgQuery} from "../pictures/picture-size.ts";

const errors: ErrorCode[] = ["not_found", ...COMPILE_ERRORS, ...RUN_ERRORS];
const ROWS = "Uses the rows that the caller may see, as in `GET /api/charts/{chartId}/data`.";

/** Charts as pictures, as Vega-Lite specifications, and as the data from which pages draw them. */
export function chartImageRoutes(web: Web) {
  return new Operations(web, "Charts")
    .add("POST", "/api/charts/preview", {
      scope: "read",
      summary: "Preview a chart",
      description:
        "Draws a chart without saving it. The answer is the data from which the chart is drawn, or with `Accept: image/png` or " +
        "`image/svg+xml` its picture. A chart that could not be saved is refused.",
      body: ChartPreview,
      example: EXAMPLE_INPUT,
      query: PngQuery,
      response: ChartDrawing,
      answer: {...chartDrawing, filters: []},
      produces: ["image/png", "image/svg+xml"],
      errors: [...COMPILE_ERRORS, ...RUN_ERRORS],
      handle: async call => {
        const chart = await previewChart(web, call.actor, await call.body());
        const format = pictureFormat(call.request);
        return format
          ? drawChart(web, call, chart, lookOf(call.query()), format)
          : drawnWith(web, call, chart);
      },
    })
    .add("GET", "/api/charts/:chartId/image.png", {
      scope: "read",
      summary: "Draw a chart as PNG",
      description: ROWS,
      query: PngQuery,
      media: "image/png",
      errors,
      handle: async call => drawChart(web, call, await lookAt(web, call), lookOf(call.query()), "png"),
    })
    .add("GET", "/api/charts/:chartId/image.svg", {
      scope: "read",
      summary: "Draw a chart as SVG",
      description: `${ROWS} The content security policy of the SVG forbids running or loading anything.`,
      query: SvgQuery,
      media: "image/svg+xml",
      errors,
      handle: async call => drawChart(web, call, await lookAt(web, call), lookOf(call.query()), "svg"),
    })
    .add("GET", "/api/charts/:chartId/vega-lite", {
      scope: "read",
      summary: "Get a chart's Vega-Lite specification",
      description:
        `${ROWS} The specification contains the rows, under generated names, and loads nothing. ` +
        "Its structure may change with any release.",
      query: SvgQuery,
      response: Type.Object(
        {$schema: Type.String({description: "The version of Vega-Lite."})},
        {
          additionalProperties: true,
          description: "A Vega-Lite specification: https://vega.github.io/vega-lite/docs/spec.html",
        },
      ),
      answer: {
        $schema: "https://vega.github.io/schema/vega-lite/v6.json",
        width: 800,
        height: 480,
        data: {values: [{x: "CA", y: 312907}]},
        mark: "bar",
        encoding: {
          x: {field: "x", type: "ordinal", axis: {title: "State"}},
          y: {field: "y", type: "quantitative", axis: {title: "Flights"}},
        },
      },
      errors,
      handle: async call => {
        const chart = await lookAt(web, call);
        const {theme, ...size} = lookOf(call.query());
        const {drawing, cache} = await drawingFor(web.runner, queryContextOf(call), chart, theme);
        call.headers.set("x-cache", cache);
        return chartSpec(drawing, size);
      },
    })
    .add("GET", "/api/charts/:chartId/drawing", {
      scope: "read",
      summary: "Get the data that a chart is drawn from",
      description: `${ROWS} With labels, formats and the chart's configuration, as the service's own pages draw it.`,
      response: ChartDrawing,
      answer: {...chartDrawing, filters: []},
      errors,
      handle: async call => drawnWith(web, call, await lookAt(web, call)),
    }).app;
}

type ChartCall = Pick<Call<TSchema, TSchema>, "actor" | "request" | "requestId" | "params" | "headers">;

async function lookAt(web: Web, {actor, params}: ChartCall): Promise<ChartRow> {
  const chart = await requireChart(web.db, actor, params["chartId"] ?? "", "view");
  web.viewLog.add(actor, chart.id);
  return chart;
}

/** The picture format that `Accept` prefers; `undefined` for JSON. An earlier check ensures that `Accept` allows one. */
function pictureFormat(request: Request): "svg" | "png" | undefined {
  const accept = request.headers.get("accept") ?? "";
  if (accept.includes("application/json")) return undefined;
  if (accept.includes("image/svg+xml")) return "svg";
  return accept.includes("image/") ? "png" : undefined;
}

/** The data from which the chart is drawn, with a report on each filter with which the chart's query was prepared. */
export async function drawnWith(
  web: Web,
  call: ChartCall,
  chart: ChartRow,
  {prepared, reports = []}: {prepared?: Prepared | undefined; reports?: FilterReport[]} = {},
) {
  const {drawing, cache} = await drawingFor(web.runner, queryContextOf(call), chart, "light", {prepared});
  const {theme: _, ...rest} = drawing;
  call.headers.set("x-cache", cache);
  return {...rest, filters: reports};
}

async function drawChart(
  web: Web,
  call: ChartCall,
  chart: ChartRow,
  look: ReturnType<typeof lookOf>,
  format: "svg" | "png",
): Promise<Response> {
  const queryContext = queryContextOf(call);
  const {drawing, cache} = await drawingFor(web.runner, queryContext, chart, look.theme);
  call.headers.set("x-cache", cache);
  const {width, height} = look;
  return pictureResponse(web, queryContext, {
    ...look,
    format,
    pieces: [{x: 0, y: 0, width, height, drawing}],
  });
}
