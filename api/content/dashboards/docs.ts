import {DashboardView} from "../../../shared/content/dashboards/schemas.ts";
import type {KindDoc} from "../kind-doc.ts";

export const tag = "Dashboards";

const chartId = "chart_01kah5e8x4f2vbqz7n9t3m6r0c";

export const tiles = [{chartId, x: 0, y: 0, w: 18, h: 8}];

export const answer: DashboardView = {
  id: "dash_01kah6a2c5fw8s3d7g9j1m4p6q",
  name: "Flights",
  tiles: [{...tiles[0]!, chart: {id: chartId, name: "Flights by state", type: "bar"}}],
  filters: [{field: "origin.state", label: "State"}],
  teamId: null,
  ownerId: "svc_01kah4q3v8e6wt2y5m7n9p0rsx",
  createdAt: "2026-01-31T09:30:00.000Z",
  updatedAt: "2026-01-31T09:30:00.000Z",
};

export const kind: KindDoc = {
  about: "Charts laid out on a grid.",
  view: DashboardView,
  answer,
  get: 'With its tiles. A tile whose chart the caller cannot see has `"chart": null`: the dashboard was shared without that chart.',
  remove: "Deletes the dashboard, not its charts.",
};
