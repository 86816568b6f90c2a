import {dashboard, EXAMPLE_TILE} from "../../../shared/content/dashboards/kind.ts";
import {replaceLayout} from "../../../shared/content/dashboards/layout.ts";
import {Layout} from "../../../shared/content/dashboards/schemas.ts";
import type {Web} from "../../dependencies.ts";
import {Operations} from "../../server/operations.ts";
import {changeOperation} from "../content-endpoints.ts";
import {dashboardFilterRoutes} from "./filters.ts";
import {dashboardRuns} from "./run.ts";

/** The layout, filters and rows of dashboards. */
export function dashboardRoutes(web: Web) {
  return new Operations(web, "Dashboards")
    .add("PUT", "/api/dashboards/:dashboardId/layout", {
      ...changeOperation(web, dashboard, {
        method: "PUT",
        description:
          "Replaces all tiles at once, or none if one is refused. The grid has 36 columns: `x` and `y` are at least 0, `w` is 1 to " +
          "36 − x, `h` 1 to 100, no two tiles overlap, and there are at most 100. Placing a chart needs the right to view the chart; " +
          "everyone who may edit the dashboard may keep and move its charts.",
        body: Layout,
        example: {tiles: [EXAMPLE_TILE]},
        run: replaceLayout,
      }),
      summary: "Replace a dashboard's tiles",
    })
    .app.use(dashboardFilterRoutes(web))
    .use(dashboardRuns(web));
}
