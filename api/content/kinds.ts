import {type AnyElysia, Elysia} from "elysia";
import type {ContentType} from "../../shared/core/content-types.ts";
import {KINDS} from "../../shared/surfaces/tools/resources/kinds.ts";
import type {Web} from "../dependencies.ts";
import {actionRoutes} from "./actions/runs.ts";
import {agentRoutes} from "./agents/agents.ts";
import {chartRoutes} from "./charts/charts.ts";
import {contentRoutes} from "./content-endpoints.ts";
import {dashboardRoutes} from "./dashboards/dashboards.ts";
import {datasetRoutes} from "./datasets/datasets.ts";
import {tagOf} from "./names.ts";
import {scheduleRoutes} from "./schedules/schedules.ts";
import {sheetRoutes} from "./sheets/sheets.ts";

/** The routes of a kind that do not follow from its description. */
const FURTHER_ROUTES: Readonly<Partial<Record<ContentType, (web: Web) => AnyElysia>>> = {
  chart: chartRoutes,
  dashboard: dashboardRoutes,
  dataset: datasetRoutes,
  sheet: sheetRoutes,
  schedule: scheduleRoutes,
  action: actionRoutes,
  agent: agentRoutes,
};

/** The routes of all content. */
export function allContentRoutes(web: Web) {
  const all = new Elysia();
  for (const kind of KINDS) {
    all.use(contentRoutes(web, kind));
    const further = FURTHER_ROUTES[kind.type];
    if (further) all.use(further(web));
  }
  return all;
}

/** The tags of all content with their descriptions, in the order in which they are shown. */
export const CONTENT_TAGS: Readonly<Record<string, string>> = Object.fromEntries(
  KINDS.map(({type, texts}) => [tagOf(type), texts.kind]),
);
