import {Type} from "@sinclair/typebox";
import {Elysia} from "elysia";
import {contentPageOf, ProjectContentListQuery, pagedContent} from "../../../shared/content/listing.ts";
import {
  createDashboard,
  deleteDashboard,
  getDashboard,
  updateDashboard,
} from "../../../shared/dashboards/dashboards.ts";
import {replaceLayout} from "../../../shared/dashboards/layout.ts";
import {listDashboards} from "../../../shared/dashboards/list.ts";
import {DashboardEdit, DashboardInput, DashboardView, Layout} from "../../../shared/dashboards/schemas.ts";
import {ifMatch, withEtag} from "../../http/etag.ts";
import {answer, tag, tiles} from "../../openapi/dashboard-docs.ts";
import {answerLook} from "../../run/look.ts";
import {endpoint} from "../../server/endpoint.ts";
import type {Web} from "../../web.ts";
import {dashboardFilterRoutes} from "./filters.ts";
import {dashboardRuns} from "./run.ts";

/** Charts laid out on a grid. */
export function dashboardRoutes(web: Web) {
  const list = endpoint(
    web,
    {
      tag,
      scope: "read",
      summary: "List dashboards",
      description: "The dashboards that the caller can read, newest first unless `sort` says otherwise.",
      query: ProjectContentListQuery,
      response: Type.Array(DashboardView),
      answer: [answer],
      errors: ["invalid_request"],
    },
    async ({actor, query, request, headers}) => {
      const page = contentPageOf(query());
      return pagedContent(await listDashboards(web.db, actor, page), page, request, headers);
    },
  );
  const create = endpoint(
    web,
    {
      tag,
      scope: "write",
      status: 201,
      summary: "Make a dashboard",
      description:
        "Makes an empty dashboard. With `teamId` it belongs to that team, without it to the caller alone.",
      body: DashboardInput,
      example: {name: "Flights"},
      response: DashboardView,
      answer: {...answer, tiles: []},
      idempotent: true,
    },
    async ({actor, body, once}) => {
      const input = await body();
      return once(db => createDashboard(db, actor, input));
    },
  );
  const get = endpoint(
    web,
    {
      tag,
      scope: "read",
      summary: "Get a dashboard",
      description:
        'A tile whose chart the caller cannot see has `"chart": null`: the dashboard was shared without its charts.',
      response: DashboardView,
      answer,
      errors: ["not_found"],
      etag: true,
    },
    async call => answerLook(web, call, await getDashboard(web.db, call.actor, dashboardIdOf(call))),
  );
  const update = endpoint(
    web,
    {
      tag,
      scope: "write",
      summary: "Change a dashboard",
      description:
        "Changes its name, filters or team. Needs an edit right; to change `teamId` the caller must own the dashboard. `tiles` may be sent " +
        "as they were read; `PUT …/layout` changes them.",
      body: DashboardEdit,
      example: {name: "Flights in 2001"},
      response: DashboardView,
      answer: {...answer, name: "Flights in 2001"},
      errors: ["not_found"],
      etag: true,
    },
    async call =>
      withEtag(
        call,
        await updateDashboard(web.db, call.actor, dashboardIdOf(call), call.body, ifMatch(call.request)),
      ),
  );
  const remove = endpoint(
    web,
    {
      tag,
      scope: "manage",
      status: 204,
      summary: "Delete a dashboard",
      description: "Its charts stay.",
      errors: ["not_found"],
      etag: true,
    },
    call => deleteDashboard(web.db, call.actor, dashboardIdOf(call), ifMatch(call.request)),
  );
  const layout = endpoint(
    web,
    {
      tag,
      scope: "write",
      summary: "Replace a dashboard's tiles",
      description:
        "Replaces all tiles in one step, or none. The grid has 36 columns: `x` and `y` are at least 0, `w` is 1 to " +
        "36 − x, `h` 1 to 100, no two tiles overlap, and there are at most 100. Placing a chart needs the right to view it; " +
        "anyone who may edit the dashboard may keep and move the charts on it.",
      body: Layout,
      example: {tiles},
      response: DashboardView,
      answer,
      errors: ["not_found"],
      etag: true,
    },
    async call => {
      const read = async () => (await call.body()).tiles;
      const check = ifMatch(call.request);
      return withEtag(call, await replaceLayout(web.db, call.actor, dashboardIdOf(call), read, check));
    },
  );
  return new Elysia()
    .get("/api/dashboards", ...list)
    .post("/api/dashboards", ...create)
    .get("/api/dashboards/:dashboardId", ...get)
    .patch("/api/dashboards/:dashboardId", ...update)
    .delete("/api/dashboards/:dashboardId", ...remove)
    .put("/api/dashboards/:dashboardId/layout", ...layout)
    .use(dashboardFilterRoutes(web))
    .use(dashboardRuns(web));
}

function dashboardIdOf({params}: {params: Record<string, string>}): string {
  return params["dashboardId"] ?? "";
}
