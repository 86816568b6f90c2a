import {
  CHART,
  CHART_ROWS,
  createChart,
  prepareChart,
  requireChart,
  updateChart,
} from "../../../shared/content/charts/charts.ts";
import {ChartEdit, ChartInput} from "../../../shared/content/charts/schemas.ts";
import {
  COMPILE_ERRORS,
  FORMATS,
  FormatQuery,
  QueryResult,
  RUN_ERRORS,
} from "../../openapi/queries/query-docs.ts";
import {RESULT} from "../../openapi/queries/query-examples.ts";
import {answerQuery} from "../../queries/answer-query.ts";
import {endpoint} from "../../server/endpoint.ts";
import type {Web} from "../../web.ts";
import {changeEndpoint, contentRoutes, createEndpoint, idIn, type KindRoutes} from "../content-endpoints.ts";
import {starRoutes} from "../stars.ts";
import {example, kind, tag} from "./docs.ts";
import {chartImageRoutes} from "./images.ts";

/** Charts: saved queries and the way they are drawn. */
function chartRoutes(web: Web) {
  const create = createEndpoint(
    web,
    CHART,
    kind,
    {
      description:
        "Saves a query and how it is drawn. The query must compile. It is refused with the errors of `POST /api/query/detail`. " +
        "With `teamId` the chart belongs to that team. Without `teamId` it belongs to the caller.",
      body: ChartInput,
      example,
      errors: COMPILE_ERRORS,
    },
    createChart,
  );
  const update = changeEndpoint(
    web,
    CHART,
    kind,
    {
      summary: "Change a chart",
      description:
        "Changes only the given keys, each as a whole. Needs the right to edit the chart; to change `teamId` the caller must own the chart. The model of a changed " +
        "query must be visible to the caller.",
      body: ChartEdit,
      example: {type: "horizontal_bar", name: "Flights by state of origin"},
      errors: COMPILE_ERRORS,
    },
    updateChart,
  );
  const data = endpoint(
    web,
    {
      tag,
      scope: "read",
      summary: "Run a chart's query",
      description:
        "Returns the rows of the chart's query under the caller's own row access. The right to view the chart is enough, even if its project is not " +
        `visible to the caller. A chart without a \`limit\` of its own returns at most ${CHART_ROWS} rows.`,
      response: QueryResult,
      query: FormatQuery,
      answer: RESULT,
      produces: FORMATS,
      errors: ["not_found", ...COMPILE_ERRORS, ...RUN_ERRORS],
    },
    async call => {
      const chart = await requireChart(web.db, call.actor, idIn("chart", call), "view");
      web.viewLog.add(call.actor, chart.id);
      return answerQuery(web, call, chart.name, chart.query, () =>
        prepareChart(web, call.actor, chart, new Date()),
      );
    },
  );
  return contentRoutes(web, CHART, kind, {create, update})
    .get("/api/charts/:chartId/data", ...data)
    .use(starRoutes(web, "chart"))
    .use(chartImageRoutes(web));
}

export const chart: KindRoutes = {doc: kind, routes: chartRoutes};
