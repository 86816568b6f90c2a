import {CHART_ROWS, prepareChart, requireChart} from "../../../shared/content/charts/charts.ts";
import type {Web} from "../../dependencies.ts";
import {
  COMPILE_ERRORS,
  FORMATS,
  FormatQuery,
  QueryResult,
  RUN_ERRORS,
} from "../../openapi/queries/query-docs.ts";
import {RESULT} from "../../openapi/queries/query-examples.ts";
import {answerQuery} from "../../queries/answer-query.ts";
import {Operations} from "../../server/operations.ts";
import {idIn} from "../names.ts";
import {chartImageRoutes} from "./images.ts";

/** The rows and pictures of charts. */
export function chartRoutes(web: Web) {
  return new Operations(web, "Charts")
    .add("GET", "/api/charts/:chartId/data", {
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
      handle: async call => {
        const chart = await requireChart(web.db, call.actor, idIn("chart", call), "view");
        web.viewLog.add(call.actor, chart.id);
        return answerQuery(web, call, chart.name, chart.query, () =>
          prepareChart(web, call.actor, chart, new Date()),
        );
      },
    })
    .app.use(chartImageRoutes(web));
}
