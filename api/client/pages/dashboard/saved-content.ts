import {askBox} from "../../asking/ask-box.tsx";
import {groundingOfDashboard} from "../../asking/dashboard-grounding.ts";
import {explain} from "../../document/explain.ts";
import {downloads} from "../../drawings/downloads.ts";
import {type Opened, view} from "../../drawings/view.ts";
import type {Filtering} from "../../filters/control.ts";
import type {OfferedFilter} from "../../filters/offered.ts";
import type {ChartData, Filter, Resource, Source, Values} from "../../service/api.ts";
import {session} from "../../service/service.ts";
import {actionsFor} from "../share/actions.tsx";
import {OwnFilters} from "./own-filters.ts";

async function json<T>(method: string, path: string, body?: unknown): Promise<T> {
  return (await session.request(method, path, {body})).json();
}

async function openDashboard(path: string): Promise<Opened> {
  const [{id, name, tiles}, offered] = await Promise.all([
    json<Resource & {id: string}>("GET", path),
    json<OfferedFilter[]>("GET", `${path}/filters`),
  ]);
  const filtering: Filtering = {
    offered,
    values: (field, search) => json<Values>("POST", `${path}/filters/values`, {field, search}),
  };
  const own = offered.length > 0 ? new OwnFilters(id) : undefined;
  own?.apply();
  const ofChart = (chartId: string) => `${path}/charts/${encodeURIComponent(chartId)}`;
  const source: Source = {
    data: (chartId, filters) => json<ChartData>("POST", `${ofChart(chartId)}/drawing`, {filters}),
  };
  const rows = (chartId: string, filters: readonly Filter[], accept: string) =>
    session.request("POST", `${ofChart(chartId)}/data?csv=safe`, {body: {filters}, accept});
  return {
    source,
    resource: {type: "dashboard", name, tiles},
    filtering,
    ...(own && {besideFilters: own.root}),
    tools: downloads(rows),
    actions: actionsFor({kind: "dashboard", id, name}),
    pageOf: chartId => `/charts/${encodeURIComponent(chartId)}`,
    asking: askBox({
      label: "Ask about this dashboard",
      grounding: () => groundingOfDashboard(id, tiles),
    }),
  };
}

async function openChart(path: string): Promise<Opened> {
  const {id, name, type} = await json<{id: string; name: string; type: ChartData["type"]}>("GET", path);
  const tile = {chartId: id, x: 0, y: 0, w: 36, h: 20, chart: {id, name, type}};
  const rows = (_: string, __: readonly Filter[], accept: string) =>
    session.request("GET", `${path}/data?csv=safe`, {accept});
  return {
    source: {data: () => json<ChartData>("GET", `${path}/drawing`)},
    resource: {type: "chart", name, tiles: [tile]},
    tools: downloads(rows),
    actions: actionsFor({kind: "chart", id, name}),
  };
}

const [, kind, id = ""] = location.pathname.split("/");
const path = `/api/${kind}/${id}`;
view(() => (kind === "charts" ? openChart(path) : openDashboard(path)), explain);
