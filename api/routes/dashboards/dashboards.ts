import {createDashboard, DASHBOARD, updateDashboard} from "../../../shared/content/dashboards/dashboards.ts";
import {replaceLayout} from "../../../shared/content/dashboards/layout.ts";
import {DashboardEdit, DashboardInput, Layout} from "../../../shared/content/dashboards/schemas.ts";
import {answer, kind, tiles} from "../../openapi/content/dashboard-docs.ts";
import type {Web} from "../../web.ts";
import {changeEndpoint, contentRoutes, createEndpoint} from "../content/content-endpoints.ts";
import {dashboardFilterRoutes} from "./filters.ts";
import {dashboardRuns} from "./run.ts";

/** Charts laid out on a grid. */
export function dashboardRoutes(web: Web) {
  const create = createEndpoint(
    web,
    DASHBOARD,
    kind,
    {
      summary: "Make a dashboard",
      description:
        "Makes an empty dashboard. With `teamId` it belongs to that team, without it to the caller alone.",
      body: DashboardInput,
      example: {name: "Flights"},
      answer: {...answer, tiles: []},
    },
    ({db}, actor, input) => createDashboard(db, actor, input),
  );
  const update = changeEndpoint(
    web,
    DASHBOARD,
    kind,
    {
      summary: "Change a dashboard",
      description:
        "Changes its name, filters or team. Needs an edit right; to change `teamId` the caller must own the dashboard. `tiles` may be sent " +
        "as they were read; `PUT …/layout` changes them.",
      body: DashboardEdit,
      example: {name: "Flights in 2001"},
      answer: {...answer, name: "Flights in 2001"},
    },
    ({db}, ...rest) => updateDashboard(db, ...rest),
  );
  const layout = changeEndpoint(
    web,
    DASHBOARD,
    kind,
    {
      summary: "Replace a dashboard's tiles",
      description:
        "Replaces all tiles in one step, or none. The grid has 36 columns: `x` and `y` are at least 0, `w` is 1 to " +
        "36 − x, `h` 1 to 100, no two tiles overlap, and there are at most 100. Placing a chart needs the right to view it; " +
        "anyone who may edit the dashboard may keep and move the charts on it.",
      body: Layout,
      example: {tiles},
    },
    ({db}, actor, id, readBody, check) =>
      replaceLayout(db, actor, id, async () => (await readBody()).tiles, check),
  );
  return contentRoutes(web, DASHBOARD, kind, {create, update})
    .put("/api/dashboards/:dashboardId/layout", ...layout)
    .use(dashboardFilterRoutes(web))
    .use(dashboardRuns(web));
}
