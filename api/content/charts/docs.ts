import {ChartView} from "../../../shared/content/charts/schemas.ts";
import type {KindDoc} from "../kind-doc.ts";

export const tag = "Charts";

export const example = {
  name: "Flights by state",
  type: "bar" as const,
  query: {
    model: "flights",
    dimensions: ["origin.state"],
    measures: ["flights.count"],
    orderBy: ["flights.count desc"],
    limit: 20,
  },
};

const answer: ChartView = {
  id: "chart_01kah5e8x4f2vbqz7n9t3m6r0c",
  projectId: "proj_01kah4vd6yfz3s8q2r5t7w9x0b",
  ...example,
  config: {},
  teamId: null,
  ownerId: "svc_01kah4q3v8e6wt2y5m7n9p0rsx",
  createdAt: "2026-01-31T09:30:00.000Z",
  updatedAt: "2026-01-31T09:30:00.000Z",
};

export const kind: KindDoc = {
  about: "Saved queries, and how they are drawn.",
  view: ChartView,
  answer,
  remove: "409 while a dashboard shows the chart, unless `force` is `true`.",
  removal: {
    errors: ["conflict"],
    force: "`true`: deletes the chart even while dashboards show it, together with its tiles.",
  },
};
