import {Elysia} from "elysia";
import {loggedPath, requestIdOf} from "./arrival.ts";
import {mcpRoutes} from "./mcp/endpoint.ts";
import {requestSeconds} from "./metrics.ts";
import {answerNoRoute} from "./no-route.ts";
import type {DocumentedRoute} from "./openapi-document.ts";
import {problemResponse} from "./problem.ts";
import {chartImageRoutes} from "./routes/chart-images.ts";
import {chartRoutes} from "./routes/charts.ts";
import {connectionRoutes} from "./routes/connections.ts";
import {dashboardRoutes} from "./routes/dashboards.ts";
import {datasetRoutes} from "./routes/datasets.ts";
import {embedRoutes} from "./routes/embed.ts";
import {embedTokenRoutes} from "./routes/embed-tokens.ts";
import {grantRoutes} from "./routes/grants.ts";
import {healthRoutes} from "./routes/health.ts";
import {importRoutes} from "./routes/import.ts";
import {layerRoutes} from "./routes/layers.ts";
import {meRoutes} from "./routes/me.ts";
import {oauthRoutes} from "./routes/oauth.ts";
import {oauthGrantRoutes} from "./routes/oauth-grants.ts";
import {oauthPageRoutes} from "./routes/oauth-pages.ts";
import {organizationRoutes} from "./routes/organization.ts";
import {pageRoutes} from "./routes/pages.ts";
import {projectRoutes} from "./routes/projects.ts";
import {queryRoutes} from "./routes/query.ts";
import {sheetRoutes} from "./routes/sheets.ts";
import type {Web} from "./web.ts";

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** Every route of the web process. Tests drive it with `app.handle(new Request(…))`. */
export function makeApp(web: Web) {
  const app = new Elysia({aot: true})
    .onError(({error, code, request}) => {
      const startedAt = performance.now();
      const requestId = requestIdOf(request);
      const response =
        code === "NOT_FOUND"
          ? answerNoRoute(app.routes, request, requestId)
          : problemResponse(error, requestId);
      if (response.status >= 500) {
        web.log.error(
          {err: error, requestId, method: request.method, path: loggedPath(request)},
          "a request failed",
        );
      }
      // A label for every word that somebody sends as a method would grow without end.
      const method = METHODS.has(request.method) ? request.method : "other";
      requestSeconds("none", method, String(response.status)).observe((performance.now() - startedAt) / 1000);
      return response;
    })
    .use(pageRoutes(web, (): readonly DocumentedRoute[] => app.routes))
    .use(healthRoutes(web))
    .use(organizationRoutes(web))
    .use(meRoutes(web))
    .use(oauthRoutes(web))
    .use(oauthPageRoutes(web))
    .use(oauthGrantRoutes(web))
    .use(connectionRoutes(web))
    .use(projectRoutes(web))
    .use(layerRoutes(web))
    .use(importRoutes(web))
    .use(queryRoutes(web))
    .use(chartRoutes(web))
    .use(sheetRoutes(web))
    .use(embedTokenRoutes(web))
    .use(embedRoutes(web))
    .use(chartImageRoutes(web))
    .use(dashboardRoutes(web))
    .use(datasetRoutes(web))
    .use(grantRoutes(web))
    .use(mcpRoutes(web));
  return app;
}
