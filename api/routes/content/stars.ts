import {Elysia} from "elysia";
import type {ContentType} from "../../../shared/content/rights.ts";
import {Standing} from "../../../shared/content/schemas.ts";
import {getStanding, setStar} from "../../../shared/content/star.ts";
import {endpoint} from "../../server/endpoint.ts";
import type {Web} from "../../web.ts";

const ADDRESSES = {
  chart: {tag: "Charts", path: "/api/charts/:chartId/star"},
  dashboard: {tag: "Dashboards", path: "/api/dashboards/:dashboardId/star"},
  sheet: {tag: "Sheets", path: "/api/sheets/:sheetId/star"},
  dataset: {tag: "Datasets", path: "/api/datasets/:datasetId/star"},
} as const satisfies Partial<Record<ContentType, {tag: string; path: string}>>;

/** Stars: what a caller marks to find it again. Nobody else sees them. */
export function starRoutes(web: Web) {
  const routes = new Elysia();
  for (const type of ["chart", "dashboard", "sheet", "dataset"] as const) {
    const {tag, path} = ADDRESSES[type];
    const change = (starred: boolean) =>
      endpoint(
        web,
        {
          tag,
          // It changes nothing that anyone else sees.
          scope: "read",
          summary: `${starred ? "Star" : "Unstar"} a ${type}`,
          description:
            "For the caller alone, who finds it with `?starred=true` then. Whoever can read it may; done twice it is as done once.",
          response: Standing,
          answer: {starred, viewCount: 12, lastViewedAt: "2026-01-31T09:30:00.000Z"},
          errors: ["not_found"],
        },
        ({actor, params}) => setStar(web.db, actor, type, params[`${type}Id`] ?? "", starred),
      );
    const read = endpoint(
      web,
      {
        tag,
        scope: "read",
        summary: `How a ${type} stands`,
        description: "Whether the caller has starred it, and how often it was looked at.",
        response: Standing,
        answer: {starred: true, viewCount: 12, lastViewedAt: "2026-01-31T09:30:00.000Z"},
        errors: ["not_found"],
      },
      ({actor, params}) => getStanding(web.db, actor, type, params[`${type}Id`] ?? ""),
    );
    routes
      .get(path, ...read)
      .put(path, ...change(true))
      .delete(path, ...change(false));
  }
  return routes;
}
