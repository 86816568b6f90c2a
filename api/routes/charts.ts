import {Type} from "@sinclair/typebox";
import {Elysia} from "elysia";
import {
  CHART_ROWS,
  createChart,
  deleteChart,
  getChart,
  listCharts,
  prepareChart,
  requireChart,
  updateChart,
} from "../../shared/charts/charts.ts";
import {ChartEdit, ChartInput, ChartView} from "../../shared/charts/schemas.ts";
import {contentPageOf, ProjectContentListQuery, pagedContent} from "../../shared/content/listing.ts";
import {ifMatch, withEtag} from "../http/etag.ts";
import {answer, example, tag} from "../openapi/chart-docs.ts";
import {
  COMPILE_ERRORS,
  FORMATS,
  FormatQuery,
  QueryResult,
  RUN_ERRORS,
} from "../openapi/queries/query-docs.ts";
import {RESULT} from "../openapi/queries/query-examples.ts";
import {answerQuery} from "../run/answer-query.ts";
import {answerLook} from "../run/look.ts";
import {endpoint} from "../server/endpoint.ts";
import type {Web} from "../web.ts";

const DeleteQuery = Type.Object(
  {
    force: Type.Optional(
      Type.Union([Type.Literal("true"), Type.Literal("false")], {
        description: "`true`: also removes its tiles from the dashboards that show it.",
        means: {type: "boolean", default: false},
      }),
    ),
  },
  {additionalProperties: false},
);

/** Charts: saved queries and the way they are drawn. */
export function chartRoutes(web: Web) {
  const list = endpoint(
    web,
    {
      tag,
      scope: "read",
      summary: "List charts",
      description: "The charts that the caller can read, newest first unless `sort` says otherwise.",
      query: ProjectContentListQuery,
      response: Type.Array(ChartView),
      answer: [answer],
      errors: ["invalid_request"],
    },
    async ({actor, query, request, headers}) => {
      const page = contentPageOf(query());
      return pagedContent(await listCharts(web.db, actor, page), page, request, headers);
    },
  );
  const create = endpoint(
    web,
    {
      tag,
      scope: "write",
      status: 201,
      summary: "Save a chart",
      description:
        "The query is compiled before it is saved, and refused as `POST /api/query/detail` would refuse it. " +
        "With `teamId` the chart belongs to that team, without it to the caller alone.",
      body: ChartInput,
      example,
      response: ChartView,
      answer,
      errors: COMPILE_ERRORS,
      idempotent: true,
    },
    async ({actor, body, once}) => {
      const input = await body();
      return once(db => createChart({...web, db}, actor, input));
    },
  );
  const get = endpoint(
    web,
    {
      tag,
      scope: "read",
      summary: "Get a chart",
      response: ChartView,
      answer,
      errors: ["not_found"],
      etag: true,
    },
    async call => answerLook(web, call, await getChart(web.db, call.actor, chartIdOf(call))),
  );
  const update = endpoint(
    web,
    {
      tag,
      scope: "write",
      summary: "Change a chart",
      description:
        "Changes only the given members. Needs an edit right; to change `teamId` the caller must own the chart. A changed " +
        "query needs its model to be visible to the caller.",
      body: ChartEdit,
      example: {type: "horizontal_bar", name: "Flights by state of origin"},
      response: ChartView,
      answer,
      errors: ["not_found", ...COMPILE_ERRORS],
      etag: true,
    },
    async call =>
      withEtag(call, await updateChart(web, call.actor, chartIdOf(call), call.body, ifMatch(call.request))),
  );
  const remove = endpoint(
    web,
    {
      tag,
      scope: "manage",
      status: 204,
      summary: "Delete a chart",
      description: "Refused while a dashboard shows it, unless `force` is `true`.",
      query: DeleteQuery,
      errors: ["not_found", "conflict"],
      etag: true,
    },
    async call =>
      deleteChart(
        web.db,
        call.actor,
        chartIdOf(call),
        {force: () => call.query().force === "true"},
        ifMatch(call.request),
      ),
  );
  const data = endpoint(
    web,
    {
      tag,
      scope: "read",
      summary: "Run a chart's query",
      description:
        "Under the caller's own row access; the right to view the chart is enough, also where its project is not " +
        `visible to the caller. A chart without its own \`limit\` returns at most ${CHART_ROWS} rows.`,
      response: QueryResult,
      query: FormatQuery,
      answer: RESULT,
      produces: FORMATS,
      errors: ["not_found", ...COMPILE_ERRORS, ...RUN_ERRORS],
    },
    async call => {
      const chart = await requireChart(web.db, call.actor, chartIdOf(call), "view");
      web.viewLog.add(call.actor, chart.id);
      return answerQuery(web, call, chart.name, chart.query, () =>
        prepareChart(web, call.actor, chart, new Date()),
      );
    },
  );
  return new Elysia()
    .get("/api/charts", ...list)
    .post("/api/charts", ...create)
    .get("/api/charts/:chartId", ...get)
    .patch("/api/charts/:chartId", ...update)
    .delete("/api/charts/:chartId", ...remove)
    .get("/api/charts/:chartId/data", ...data);
}

function chartIdOf({params}: {params: Record<string, string>}): string {
  return params["chartId"] ?? "";
}
