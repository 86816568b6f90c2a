import {type TSchema, Type} from "@sinclair/typebox";
import {Elysia} from "elysia";
import {requireChart} from "../../shared/charts/charts.ts";
import {drawingFor} from "../../shared/charts/draw.ts";
import {chartSpec} from "../../shared/charts/vega/chart-spec.ts";
import type {ErrorCode} from "../../shared/errors.ts";
import {type Call, endpoint} from "../http/endpoint.ts";
import {tag} from "../openapi/chart-docs.ts";
import {ChartDrawing, chartDrawing} from "../openapi/drawing-docs.ts";
import {COMPILE_ERRORS, RUN_ERRORS} from "../openapi/query-docs.ts";
import {askingOf} from "../run/answer-query.ts";
import {pictureResponse} from "../run/picture-response.ts";
import {lookOf, PngQuery, SvgQuery} from "../run/picture-size.ts";
import type {Web} from "../web.ts";

const errors: ErrorCode[] = ["not_found", ...COMPILE_ERRORS, ...RUN_ERRORS];
const ROWS = "Uses the rows that the caller may see, as in `GET /api/charts/{chartId}/data`.";

/** Charts as pictures, as Vega-Lite specifications, and as what pages draw them with. */
export function chartImageRoutes(web: Web) {
  const png = endpoint(
    web,
    {
      tag,
      scope: "read",
      summary: "Draw a chart as PNG",
      description: ROWS,
      query: PngQuery,
      media: "image/png",
      errors,
    },
    call => drawChart(web, call, () => lookOf(call.query()), "png"),
  );
  const svg = endpoint(
    web,
    {
      tag,
      scope: "read",
      summary: "Draw a chart as SVG",
      description: `${ROWS} Its content security policy forbids it to run or load anything.`,
      query: SvgQuery,
      media: "image/svg+xml",
      errors,
    },
    call => drawChart(web, call, () => lookOf(call.query()), "svg"),
  );
  const spec = endpoint(
    web,
    {
      tag,
      scope: "read",
      summary: "Get a chart's Vega-Lite specification",
      description:
        `${ROWS} The specification contains the rows, under generated names, and loads nothing. ` +
        "Its other parts may change from version to version.",
      query: SvgQuery,
      response: Type.Object(
        {$schema: Type.String()},
        {additionalProperties: true, description: "https://vega.github.io/vega-lite/docs/spec.html"},
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
    },
    async call => {
      const chart = await requireChart(web.db, call.actor, chartIdOf(call), "view");
      web.viewLog.add(call.actor, chart.id);
      const {theme, ...size} = lookOf(call.query());
      const {drawing, cache} = await drawingFor(web.runner, askingOf(call), chart, theme);
      call.headers.set("x-cache", cache);
      return chartSpec(drawing, size);
    },
  );
  const drawn = endpoint(
    web,
    {
      tag,
      scope: "read",
      summary: "Get what a chart is drawn with",
      description: `${ROWS} With labels, formats and the chart's configuration, as the service's own pages use them.`,
      response: ChartDrawing,
      answer: {...chartDrawing, filters: []},
      errors,
    },
    async call => {
      const chart = await requireChart(web.db, call.actor, chartIdOf(call), "view");
      web.viewLog.add(call.actor, chart.id);
      const {drawing, cache} = await drawingFor(web.runner, askingOf(call), chart, "light");
      const {theme: _, ...rest} = drawing;
      call.headers.set("x-cache", cache);
      return {...rest, filters: []};
    },
  );
  return new Elysia()
    .get("/api/charts/:chartId/image.png", ...png)
    .get("/api/charts/:chartId/image.svg", ...svg)
    .get("/api/charts/:chartId/vega-lite", ...spec)
    .get("/api/charts/:chartId/drawing", ...drawn);
}

async function drawChart(
  web: Web,
  call: Call<TSchema, TSchema>,
  readLook: () => ReturnType<typeof lookOf>,
  format: "svg" | "png",
): Promise<Response> {
  const chart = await requireChart(web.db, call.actor, chartIdOf(call), "view");
  web.viewLog.add(call.actor, chart.id);
  const look = readLook();
  const asking = askingOf(call);
  const {drawing, cache} = await drawingFor(web.runner, asking, chart, look.theme);
  call.headers.set("x-cache", cache);
  const {width, height} = look;
  return pictureResponse(web, asking, {...look, format, pieces: [{x: 0, y: 0, width, height, drawing}]});
}

function chartIdOf({params}: {params: Record<string, string>}): string {
  return params["chartId"] ?? "";
}
