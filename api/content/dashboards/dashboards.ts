import {createDashboard, DASHBOARD, updateDashboard} from "../../../shared/content/dashboards/dashboards.ts";
import {replaceLayout} from "../../../shared/content/dashboards/layout.ts";
import {DashboardEdit, DashboardInput, Layout} from "../../../shared/content/dashboards/schemas.ts";
import type {Web} from "../../web.ts";
import {changeEndpoint, contentRoutes, createEndpoint, type KindRoutes} from "../content-endpoints.ts";
import {starRoutes} from "../stars.ts";
import {answer, kind, tiles} from "./docs.ts";
import {dashboardFilterRoutes} from "./filters.ts";
import {dashboardRuns} from "./run.ts";

/** Charts laid out on a grid. */
function dashboardRoutes(web: Web) {
  const create = createEndpoint(
    web,
    DASHBOARD,
    kind,
    {
      description:
        "The dashboard is empty: `PUT …/layout` places charts on it. With `teamId` the dashboard belongs to that team. Without `teamId` it belongs to the caller.",
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
        "Changes the name, filters or team. Keys that are left out are not changed. Needs the right to edit the dashboard; to change `teamId` the caller must own the dashboard. `tiles` can only be sent " +
        "as they were read: `PUT …/layout` changes them.",
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
        "Replaces all tiles at once, or none if one is refused. The grid has 36 columns: `x` and `y` are at least 0, `w` is 1 to " +
        "36 − x, `h` 1 to 100, no two tiles overlap, and there are at most 100. Placing a chart needs the right to view the chart; " +
        "everyone who may edit the dashboard may keep and move its charts.",
      body: Layout,
      example: {tiles},
    },
    ({db}, actor, id, readBody, check) =>
      replaceLayout(db, actor, id, async () => (await readBody()).tiles, check),
  );
  return starRoutes(web, "dashboard")
    .use(contentRoutes(web, DASHBOARD, kind, {create, update}))
    .put("/api/dashboards/:dashboardId/layout", ...layout)
    .use(dashboardFilterRoutes(web))
    .use(dashboardRuns(web));
}

export const dashboard: KindRoutes = {doc: kind, routes: dashboardRoutes};
