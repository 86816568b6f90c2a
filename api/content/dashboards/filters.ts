import {Type} from "@sinclair/typebox";
import {DASHBOARD} from "../../../shared/content/dashboards/dashboards.ts";
import {
  type Filterable,
  FilterValues,
  FilterValuesRequest,
  filterValues,
} from "../../../shared/content/dashboards/filter-values.ts";
import {OfferedFilter, offeredFilters} from "../../../shared/content/dashboards/offered-filters.ts";
import {chartsOfTiles} from "../../../shared/content/dashboards/tile-charts.ts";
import type {Actor} from "../../../shared/core/actor.ts";
import {getResource} from "../../../shared/tenancy/content-kinds/kind.ts";
import type {Web} from "../../dependencies.ts";
import {COMPILE_ERRORS, RUN_ERRORS} from "../../openapi/queries/query-docs.ts";
import {queryContextOf} from "../../queries/answer-query.ts";
import {Operations} from "../../server/operations.ts";

/** The filters that a dashboard declares, and the values that readers can choose from. */
export function dashboardFilterRoutes(web: Web) {
  return new Operations(web, "Dashboards")
    .add("GET", "/api/dashboards/:dashboardId/filters", {
      scope: "read",
      summary: "List a dashboard's filters",
      description:
        "The filters that the dashboard declares, with the type of their values. The type is null where no chart takes the filter from the caller.",
      response: Type.Array(OfferedFilter),
      answer: [{field: "origin.state", label: "State", type: "string"}],
      errors: ["not_found"],
      handle: async call => {
        const {dashboardId, charts, declared} = await filterable(web, call);
        return offeredFilters(web, call.actor, dashboardId, charts, declared);
      },
    })
    .add("POST", "/api/dashboards/:dashboardId/filters/values", {
      scope: "read",
      summary: "List the values of a dashboard's filter",
      description:
        "Values by which a declared filter finds rows: the texts in the rows behind the dashboard's charts, under the charts' own " +
        "filters and the caller's row access. At most 50.",
      body: FilterValuesRequest,
      example: {field: "origin.state", search: "a"},
      response: FilterValues,
      answer: {values: ["AK", "AL", "AR"], more: false},
      errors: ["not_found", ...COMPILE_ERRORS, ...RUN_ERRORS],
      handle: async call => {
        const from = await filterable(web, call);
        return filterValues(web.runner, queryContextOf(call), from, await call.body());
      },
    }).app;
}

async function filterable(
  web: Web,
  {actor, params}: {actor: Actor; params: Record<string, string>},
): Promise<Filterable> {
  const {id, filters} = await getResource(web, actor, DASHBOARD, params["dashboardId"] ?? "");
  const tiles = await chartsOfTiles(web.db, actor, id);
  return {dashboardId: id, charts: tiles.flatMap(({chart}) => chart ?? []), declared: filters};
}
