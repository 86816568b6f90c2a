import type {DatasetUsage, DatasetView} from "../../shared/datasets/schemas.ts";

export const tag = "Datasets";

export const live = {
  name: "Long flights",
  kind: "live" as const,
  definition: {
    model: "flights",
    dimensions: ["origin.state", "flights.date.month"],
    measures: ["flights.count", "flights.average_delay"],
    filters: [{field: "flights.distance", op: ">=", value: 1000}],
  },
};

export const answer: DatasetView = {
  id: "ds_01kah5e8x4f2vbqz7n9t3m6r0c",
  projectId: "proj_01kah4vd6yfz3s8q2r5t7w9x0b",
  ...live,
  slug: "long_flights",
  columns: [
    {name: "origin.state", type: "string", field: "long_flights.state"},
    {name: "flights.date.month", type: "date", field: "long_flights.date.month"},
    {name: "flights.count", type: "number", field: "long_flights.count"},
    {name: "flights.average_delay", type: "number", field: "long_flights.average_delay"},
  ],
  teamId: null,
  ownerId: "svc_01kah4q3v8e6wt2y5m7n9p0rsx",
  createdAt: "2026-01-31T09:30:00.000Z",
};

export const usage: DatasetUsage = {
  charts: [{id: "chart_01kah5e8x4f2vbqz7n9t3m6r0c", name: "Long flights by state"}],
  dashboards: [{id: "dash_01kah5e8x4f2vbqz7n9t3m6r0c", name: "Operations"}],
  hidden: 1,
};

export const CREATE = `A **live** dataset is a query without \`limit\`, \`orderBy\`, \`totals\`, \`fillGaps\` and filters on measures; it is compiled before it is saved. Queries name its \`slug\` as their \`model\` and its fields as \`<slug>.<field>\`, or \`<slug>.<model>_<field>\` where two would be called the same; the names of the definition work too. Its filters always apply, read in the definition's \`timezone\` (else the project's), which is also that of queries that name none. Where it lists fields, only these can be asked, filtered and ordered by; a time listed at a grain is offered at that one and at coarser ones that hold it whole. Measures are computed from the rows with every query, under the caller's own row access. Whoever sees the dataset can query it, also where its project is not visible to them; there, one that lists no fields offers those of its own model alone.

A **snapshot** keeps rows as they are: those of \`snapshotCsv\`, or what \`query\` gives the author. Every column is a dimension (\`.\` and control characters in its name become \`_\`; of equal names the later ones get \`_2\`, \`_3\`), \`<slug>.count\` counts rows, and a number has the measures \`<column>_sum\`, \`_avg\`, \`_min\` and \`_max\`; its bare name under \`measures\` is its sum. Where a column and a measure have one name, \`measures\` and \`orderBy\` mean the measure, \`dimensions\` and \`filters\` the column. The columns of a frozen query are called as a live dataset's fields would be, with the grain behind an underscore.

The slug is made from the name, is unique in the organization and none of its models' names. Where a model takes the name later, the model goes before the dataset in new queries; charts keep their dataset, and the dataset's id does as a \`model\` too.`;
