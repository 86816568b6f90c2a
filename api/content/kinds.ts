import {Elysia} from "elysia";
import type {ContentType} from "../../shared/ground/content-types.ts";
import type {Web} from "../web.ts";
import {action} from "./actions/actions.ts";
import {agent} from "./agents/agents.ts";
import {chart} from "./charts/charts.ts";
import type {KindRoutes} from "./content-endpoints.ts";
import {dashboard} from "./dashboards/dashboards.ts";
import {dataset} from "./datasets/datasets.ts";
import {namesOf} from "./kind-doc.ts";
import {schedule} from "./schedules/schedules.ts";
import {sheet} from "./sheets/sheets.ts";

/** Every kind of content, in the order in which the API's documentation shows them. */
const KINDS: Readonly<Record<ContentType, KindRoutes>> = {
  chart,
  dashboard,
  dataset,
  sheet,
  action,
  agent,
  schedule,
};

/** The routes of all content. */
export function allContentRoutes(web: Web) {
  const all = new Elysia();
  for (const {routes} of Object.values(KINDS)) all.use(routes(web));
  return all;
}

/** The tags of all content with their descriptions, in the order in which they are shown. */
export const CONTENT_TAGS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(KINDS).flatMap(([type, {doc, tags}]) =>
    Object.entries({...tags, [namesOf(type).tag]: doc.about}),
  ),
);
