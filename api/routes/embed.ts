import {Type} from "@sinclair/typebox";
import {cutToDraw} from "../../shared/content/charts/draw.ts";
import {filterEmbedded} from "../../shared/content/dashboards/filter-tiles.ts";
import {
  FilterValues,
  FilterValuesRequest,
  filterValues,
} from "../../shared/content/dashboards/filter-values.ts";
import {OfferedFilter, offeredFilters} from "../../shared/content/dashboards/offered-filters.ts";
import {ChartType} from "../../shared/core/wire/chart-config.ts";
import {checkAllowedFilters} from "../../shared/surfaces/embed/allowed-filters.ts";
import {embeddedChart, embeddedResource} from "../../shared/surfaces/embed/resource.ts";
import {drawnWith} from "../content/charts/images.ts";
import type {Web} from "../dependencies.ts";
import {embedAuthenticator, embedCallerOf} from "../embed/authenticate.ts";
import {embedPage} from "../embed/page.ts";
import {EmbedScript} from "../embed/script.ts";
import {ChartDrawing, chartDrawing, FILTERED} from "../openapi/queries/drawing-docs.ts";
import {RUN_ERRORS} from "../openapi/queries/query-docs.ts";
import {ClientFiles} from "../pages/client-files.ts";
import {queryContextOf} from "../queries/answer-query.ts";
import {Operations} from "../server/operations.ts";

const chart = {
  id: "chart_01kah5e8x4f2vbqz7n9t3m6r0c",
  name: "Flights by state",
  type: "bar" as const,
};
const ChartOfTile = Type.Union(
  [
    Type.Object({
      id: Type.String({description: "The id of the chart."}),
      name: Type.String({description: "The name of the chart."}),
      type: ChartType,
    }),
    Type.Null(),
  ],
  {description: "The chart; null: it is not shown."},
);

const EmbeddedResource = Type.Object(
  {
    type: Type.Union([Type.Literal("chart"), Type.Literal("dashboard")], {
      description: "What the token opens.",
    }),
    name: Type.String({description: "The name of the chart or dashboard."}),
    tiles: Type.Array(
      Type.Object({
        chartId: Type.String({description: "The id of the chart."}),
        x: Type.Integer({description: "The leftmost column, from 0."}),
        y: Type.Integer({description: "The topmost row, from 0."}),
        w: Type.Integer({description: "The width, in columns."}),
        h: Type.Integer({description: "The height, in rows."}),
        chart: ChartOfTile,
      }),
      {description: "The charts on the grid; of a chart one tile."},
    ),
    filters: Type.Array(OfferedFilter, {description: "The fields by which readers can filter."}),
    expiresAt: Type.String({format: "date-time", description: "When the token stops working."}),
  },
  {$id: "EmbeddedResource"},
);

// The client's files, bundled once per process. In tests, several services share one process and its bundle.
const FILES = new ClientFiles({entry: "embed.ts", styles: ["document/style.css", "drawings/tiles.css"]});
const SCRIPT = new EmbedScript();

/** The embed page, and the data that it requests with its token. */
export function embedRoutes(web: Web) {
  const authenticate = embedAuthenticator(web);
  return new Operations(web, "Embedding")
    .add("GET", "/api/embed/resource", {
      scope: null,
      authenticate,
      summary: "Get the resource of an embed token",
      description:
        "The chart or dashboard that the embed token opens: its name, tiles and filters. Takes only an embed token, as `Authorization: Bearer`.",
      response: EmbeddedResource,
      answer: {
        type: "dashboard",
        name: "Flights",
        tiles: [{chartId: chart.id, x: 0, y: 0, w: 18, h: 8, chart}],
        filters: [{field: "origin.state", label: "State", type: "string"}],
        expiresAt: "2026-01-31T10:30:00.000Z",
      },
      errors: ["not_found"],
      handle: async call => {
        const caller = embedCallerOf(call);
        const {name, tiles, filters} = await embeddedResource(web.db, caller);
        const charts = tiles.flatMap(tile => tile.chart ?? []);
        call.headers.set("cache-control", "no-store");
        web.viewLog.add(call.actor, caller.resource.id);
        return {
          type: caller.resource.type,
          name,
          tiles: tiles.map(({chart: drawing, ...tile}) => ({
            ...tile,
            chart: drawing ? {id: drawing.id, name: drawing.name, type: drawing.type} : null,
          })),
          filters: await offeredFilters(web, call.actor, caller.resource.id, charts, filters),
          expiresAt: caller.expiresAt.toISOString(),
        };
      },
    })
    .add("POST", "/api/embed/filters/values", {
      scope: null,
      authenticate,
      summary: "List values of an embedded filter",
      description:
        "Values by which a declared filter of the embedded dashboard finds rows: the texts in the rows behind its charts, under the " +
        "charts' own filters and the token's attributes. Takes only an embed token.",
      body: FilterValuesRequest,
      example: {field: "origin.state", search: "a"},
      response: FilterValues,
      answer: {values: ["AK", "AL", "AR"], more: false},
      errors: ["not_found", "invalid_filter", ...RUN_ERRORS],
      handle: async call => {
        const caller = embedCallerOf(call);
        const {tiles, filters: declared} = await embeddedResource(web.db, caller);
        const charts = tiles.flatMap(tile => tile.chart ?? []);
        const from = {dashboardId: caller.resource.id, charts, declared};
        call.headers.set("cache-control", "no-store");
        return filterValues(web.runner, queryContextOf(call), from, await call.body());
      },
    })
    .add("POST", "/api/embed/charts/:chartId/data", {
      scope: null,
      authenticate,
      summary: "Run an embedded chart",
      description:
        "Runs a chart that the embed token opens, under the token's attributes. Takes only an embed token. `filters` may name only fields that the " +
        "dashboard declares as filters. The person who declared the filter must be allowed to query the chart's model, or " +
        "the chart must show the field. A filter that the chart cannot apply is reported under `filters`, and the chart runs without it.",
      ...FILTERED,
      response: ChartDrawing,
      answer: chartDrawing,
      errors: ["not_found", "invalid_filter", ...RUN_ERRORS],
      handle: async call => {
        const caller = embedCallerOf(call);
        const {actor, params, body, headers} = call;
        const found = await embeddedChart(web.db, caller, params["chartId"] ?? "");
        const {filters = []} = await body();
        checkAllowedFilters(filters, found.filters);
        const cut = cutToDraw(found.chart);
        const judged = await filterEmbedded(web, actor, caller.resource.id, cut, filters, new Date());
        if (judged.fault) throw judged.fault;
        headers.set("cache-control", "no-store");
        return drawnWith(web, call, judged.chart, judged);
      },
    })
    .app.get("/embed", () => embedPage(FILES, web.config))
    .get(
      "/embed/:file",
      async ({params, request}) =>
        (await SCRIPT.answer(params.file, request)) ?? FILES.answer(params.file, request),
    );
}
