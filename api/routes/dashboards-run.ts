import {Type} from "@sinclair/typebox";
import {Elysia} from "elysia";
import {notFound} from "../../shared/access.ts";
import {DRAWN_TITLE_HEIGHT} from "../../shared/calls.ts";
import {prepareChart} from "../../shared/charts/charts.ts";
import {requireContent} from "../../shared/content/content.ts";
import {filterTiles} from "../../shared/dashboards/filter-tiles.ts";
import {ChartSummary, DataRequest, FilterReport} from "../../shared/dashboards/schemas.ts";
import {chartsOfTiles} from "../../shared/dashboards/tile-charts.ts";
import {answerQuery} from "../answer-query.ts";
import {heightOf, piecesOf} from "../dashboard-picture.ts";
import {draw} from "../draw.ts";
import {endpoint} from "../endpoint.ts";
import {DashboardPngQuery, lookOf, requireDrawable} from "../picture-size.ts";
import {dashboardDataOf} from "../run-dashboard.ts";
import {streamOf} from "../stream.ts";
import type {Web} from "../web.ts";
import {answer, tag} from "./dashboard-docs.ts";
import {COMPILE_ERRORS, FORMATS, QueryResult, RESULT, RUN_ERRORS} from "./query-docs.ts";

const tileFields = {
  chartId: Type.String(),
  chart: ChartSummary,
  filters: Type.Array(FilterReport, {
    description: "One for each filter of the request, in its order; none where the chart is hidden",
  }),
};

const DashboardData = Type.Object({
  tiles: Type.Array(
    Type.Union([
      Type.Object({...tileFields, result: QueryResult}),
      Type.Object({...tileFields, error: Type.Unsafe({$ref: "#/components/schemas/Problem"})}),
      Type.Object(tileFields),
    ]),
  ),
});

const [tile] = answer.tiles;

/** Dashboards with their rows: as data, and as a picture. */
export function dashboardRuns(web: Web) {
  const data = endpoint(
    web,
    {
      tag,
      scope: "read",
      summary: "Run a dashboard",
      description:
        "The queries of all its tiles as one batch, in the tiles' order, under the caller's own row access. A tile has " +
        "its chart's `result`, or the `error` that it failed with; neither where the caller cannot see the chart " +
        '(`"chart": null`).\n\n' +
        "Each of `filters` (as in a query, `or` and `and` too) is added to the query of every tile. One that a tile " +
        "cannot apply, because its model does not reach the field or the value does not fit it, is left out there: the " +
        "tile says so under `filters`, with the reason, and runs with those that do apply. What no tile can apply is " +
        "refused, and so is what no tile of any dashboard could, such as an unknown operator. Who sees a chart but not " +
        "its project filters it by the fields that it shows alone.",
      body: DataRequest,
      bodyOptional: true,
      example: {filters: [{field: "origin.state", op: "=", value: "CA"}]},
      response: DashboardData,
      answer: {
        tiles: [
          {
            chartId: tile?.chartId,
            chart: tile?.chart,
            filters: [{index: 0, fields: ["origin.state"], applied: true}],
            result: RESULT,
          },
        ],
      },
      errors: ["not_found", "invalid_filter"],
    },
    async ({actor, params, body, request, requestId}) => {
      const {id} = await requireContent(web.db, actor, "dashboard", params["dashboardId"] ?? "", "view");
      const {filters = []} = await body();
      const now = new Date();
      const tiles = await filterTiles(web, actor, await chartsOfTiles(web.db, actor, id), filters, now);
      const fresh = request.headers.get("cache-control")?.includes("no-cache") ?? false;
      const options = {requestId, fresh, signal: request.signal};
      const stream = streamOf(dashboardDataOf(web, actor, tiles, now, options));
      return new Response(stream, {headers: {"content-type": "application/json"}});
    },
  );
  const tileData = endpoint(
    web,
    {
      tag,
      scope: "read",
      summary: "Run one chart of a dashboard",
      description:
        "With the filters that the dashboard is looked at with, in any format that results come in. A filter that the " +
        "chart cannot apply is refused, with the reason.",
      body: DataRequest,
      bodyOptional: true,
      example: {filters: [{field: "origin.state", op: "=", value: "CA"}]},
      response: QueryResult,
      answer: RESULT,
      produces: FORMATS,
      errors: ["not_found", ...COMPILE_ERRORS, ...RUN_ERRORS],
    },
    async call => {
      const {actor, params, body} = call;
      const {id} = await requireContent(web.db, actor, "dashboard", params["dashboardId"] ?? "", "view");
      const chartId = params["chartId"] ?? "";
      const tiles = await chartsOfTiles(web.db, actor, id);
      const found = tiles.find(one => one.chartId === chartId && one.chart);
      if (!found) throw notFound("chart", chartId);
      const {filters = []} = await body();
      const now = new Date();
      const [filtered] = await filterTiles(web, actor, [found], filters, now);
      const chart = filtered?.chart;
      if (!chart) throw notFound("chart", chartId);
      if (filtered.fault) throw filtered.fault;
      return answerQuery(web, call, chart.name, chart.query, () => prepareChart(web, actor, chart, now));
    },
  );
  const png = endpoint(
    web,
    {
      tag,
      scope: "read",
      summary: "Draw a dashboard as PNG",
      description:
        "All its tiles as they are laid out, of the rows that the caller may see. A tile that cannot be drawn says why.",
      query: DashboardPngQuery,
      media: "image/png",
      errors: ["not_found", ...COMPILE_ERRORS, ...RUN_ERRORS],
    },
    async call => {
      const dashboardId = call.params["dashboardId"] ?? "";
      const {id, name} = await requireContent(web.db, call.actor, "dashboard", dashboardId, "view");
      const asked = lookOf(call.query(), {width: 1200, height: 480});
      const tiles = await chartsOfTiles(web.db, call.actor, id);
      const look = {...asked, height: heightOf(tiles, asked.width)};
      requireDrawable({...look, height: look.height + DRAWN_TITLE_HEIGHT});
      const pieces = await piecesOf(web, call, tiles, look);
      return draw(web, call, {...look, format: "png", title: name, pieces});
    },
  );
  return new Elysia()
    .post("/api/dashboards/:dashboardId/data", ...data)
    .post("/api/dashboards/:dashboardId/charts/:chartId/data", ...tileData)
    .get("/api/dashboards/:dashboardId/image.png", ...png);
}
