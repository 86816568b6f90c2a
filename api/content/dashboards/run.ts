import {Type} from "@sinclair/typebox";
import {type ChartRow, prepareChart} from "../../../shared/content/charts/charts.ts";
import {cutToDraw} from "../../../shared/content/charts/draw.ts";
import {filterTile, filterTiles} from "../../../shared/content/dashboards/filter-tiles.ts";
import {EXAMPLE_CHART} from "../../../shared/content/dashboards/kind.ts";
import {heightOf, piecesOf} from "../../../shared/content/dashboards/picture.ts";
import {dashboardDataOf} from "../../../shared/content/dashboards/run-tiles.ts";
import {ChartSummary, FilterReport} from "../../../shared/content/dashboards/schemas.ts";
import {chartsOfTiles, type TileChart} from "../../../shared/content/dashboards/tile-charts.ts";
import {notFound} from "../../../shared/core/access.ts";
import type {Actor} from "../../../shared/core/actor.ts";
import {DRAWN_TITLE_HEIGHT} from "../../../shared/core/workers/calls.ts";
import {requireContent} from "../../../shared/tenancy/content-kinds/content.ts";
import type {Web} from "../../dependencies.ts";
import {patientStream} from "../../http/admission.ts";
import {streamOf} from "../../http/stream.ts";
import {ChartDrawing, chartDrawing, FILTERED} from "../../openapi/queries/drawing-docs.ts";
import {
  COMPILE_ERRORS,
  FORMATS,
  FormatQuery,
  QueryResult,
  RUN_ERRORS,
} from "../../openapi/queries/query-docs.ts";
import {RESULT} from "../../openapi/queries/query-examples.ts";
import {answerQuery, queryContextOf} from "../../queries/answer-query.ts";
import {Operations} from "../../server/operations.ts";
import {drawnWith} from "../charts/images.ts";
import {pictureResponse} from "../pictures/picture-response.ts";
import {DashboardPngQuery, lookOf, requireDrawable} from "../pictures/picture-size.ts";

const tileFields = {
  chartId: Type.String({description: "The id of the chart."}),
  chart: ChartSummary,
  filters: Type.Array(FilterReport, {
    description:
      "One entry for each filter of the request, in the same order; empty if the caller cannot see the chart",
  }),
};

const DashboardData = Type.Object(
  {
    tiles: Type.Array(
      Type.Union([
        Type.Object({...tileFields, result: QueryResult}),
        Type.Object({...tileFields, error: Type.Unsafe({$ref: "#/components/schemas/Problem"})}),
        Type.Object(tileFields),
      ]),
      {description: "The tiles, in the order of the dashboard."},
    ),
  },
  {$id: "DashboardData"},
);

/** Running dashboards: the rows of all tiles as data or as a picture. */
export function dashboardRuns(web: Web) {
  return new Operations(web, "Dashboards")
    .add("POST", "/api/dashboards/:dashboardId/data", {
      scope: "read",
      summary: "Run a dashboard",
      description:
        "Runs the queries of all tiles under the caller's own row access; the answer is in the tiles' order. A tile has " +
        "its chart's `result`, or the `error` with which it failed, or neither where the caller cannot see the chart " +
        '(`"chart": null`).\n\n' +
        "Each of `filters` (as in a query, with `or` and `and`) is added to the query of every tile. If a tile " +
        "cannot apply a filter, because its model does not reach the field or the value has the wrong type, the tile runs without the filter, and " +
        "reports it under `filters` with the reason. A filter that no tile can apply is " +
        "refused, and so is an invalid one, such as one with an unknown operator. A caller who can see a chart but not " +
        "its project can filter it by the fields that the chart shows (a time only at the chart's grain or a coarser grain), and by the dashboard's " +
        "declared filters, if the person who declared the filter may query the chart's model.",
      ...FILTERED,
      response: DashboardData,
      answer: {
        tiles: [
          {
            chartId: EXAMPLE_CHART.id,
            chart: EXAMPLE_CHART,
            filters: [{index: 0, fields: ["origin.state"], applied: true}],
            result: RESULT,
          },
        ],
      },
      errors: ["not_found", "invalid_filter"],
      handle: async ({actor, params, body, request, requestId}) => {
        const {id} = await requireContent(web.db, actor, "dashboard", params["dashboardId"] ?? "", "view");
        const {filters = []} = await body();
        web.viewLog.add(actor, id);
        const now = new Date();
        const tiles = await filterTiles(web, actor, id, await chartsOfTiles(web.db, actor, id), filters, now);
        const queryContext = queryContextOf({actor, request, requestId});
        const stream = streamOf(dashboardDataOf(web.runner, queryContext, tiles, now));
        return new Response(patientStream(request, stream), {headers: {"content-type": "application/json"}});
      },
    })
    .add("POST", "/api/dashboards/:dashboardId/charts/:chartId/data", {
      scope: "read",
      summary: "Run one chart of a dashboard",
      description:
        "Returns the rows of one chart with the given `filters` of the dashboard, in any format of `POST /api/query`. A filter that the " +
        "chart cannot apply is refused (422), with the reason.",
      ...FILTERED,
      response: QueryResult,
      query: FormatQuery,
      answer: RESULT,
      produces: FORMATS,
      errors: ["not_found", ...COMPILE_ERRORS, ...RUN_ERRORS],
      handle: async call => {
        const {actor, body} = call;
        const {id, tile} = await requireTile(web, call);
        const {filters = []} = await body();
        const now = new Date();
        const [filtered] = await filterTiles(web, actor, id, [tile], filters, now);
        const chart = filtered?.chart;
        if (!chart) throw notFound("chart", tile.chartId);
        if (filtered.fault) throw filtered.fault;
        const prepare = async () => filtered.prepared ?? (await prepareChart(web, actor, chart, now));
        return answerQuery(web, call, chart.name, chart.query, prepare);
      },
    })
    .add("POST", "/api/dashboards/:dashboardId/charts/:chartId/drawing", {
      scope: "read",
      summary: "Get the data from which one chart of a dashboard is drawn",
      description:
        "The chart's rows with the given `filters` of the dashboard, with labels, formats and the chart's configuration, as the service's own pages draw it. " +
        "A filter that the chart cannot apply is reported under `filters`, and the chart is drawn without it.",
      ...FILTERED,
      response: ChartDrawing,
      answer: chartDrawing,
      errors: ["not_found", "invalid_filter", ...RUN_ERRORS],
      handle: async call => {
        const {actor, body} = call;
        const {id, chart: found} = await requireTile(web, call);
        const {filters = []} = await body();
        const cut = cutToDraw(found);
        const judged = await filterTile(web, actor, id, cut, filters, new Date());
        if (judged.fault) throw judged.fault;
        return drawnWith(web, call, judged.chart, judged);
      },
    })
    .add("GET", "/api/dashboards/:dashboardId/image.png", {
      scope: "read",
      summary: "Draw a dashboard as PNG",
      description:
        "All tiles in their layout, with the rows that the caller may see. A tile that cannot be drawn shows the reason.",
      query: DashboardPngQuery,
      media: "image/png",
      errors: ["not_found", ...COMPILE_ERRORS, ...RUN_ERRORS],
      handle: async call => {
        const dashboardId = call.params["dashboardId"] ?? "";
        const {id, name} = await requireContent(web.db, call.actor, "dashboard", dashboardId, "view");
        const asked = lookOf(call.query(), {width: 1200, height: 480});
        web.viewLog.add(call.actor, id);
        const tiles = await chartsOfTiles(web.db, call.actor, id);
        const look = {...asked, height: heightOf(tiles, asked.width)};
        requireDrawable({...look, height: look.height + DRAWN_TITLE_HEIGHT});
        const queryContext = queryContextOf(call);
        const pieces = await piecesOf(web.runner, queryContext, tiles, look);
        return pictureResponse(web, queryContext, {...look, format: "png", title: name, pieces});
      },
    }).app;
}

interface TileCall {
  actor: Actor;
  params: Record<string, string>;
}

/**
 * A chart of a dashboard that the caller can see. Throws `not_found` for a dashboard or a chart that the caller cannot
 * see.
 */
async function requireTile(
  web: Web,
  {actor, params}: TileCall,
): Promise<{id: string; tile: TileChart; chart: ChartRow}> {
  const {id} = await requireContent(web.db, actor, "dashboard", params["dashboardId"] ?? "", "view");
  const chartId = params["chartId"] ?? "";
  const tiles = await chartsOfTiles(web.db, actor, id);
  const tile = tiles.find(one => one.chartId === chartId && one.chart);
  if (!tile?.chart) throw notFound("chart", chartId);
  return {id, tile, chart: tile.chart};
}
