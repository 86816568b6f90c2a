import {Type} from "@sinclair/typebox";
import type {DatasetUsage} from "../../../shared/querying/layers/datasets/schemas.ts";

export const usage: DatasetUsage = {
  charts: [{id: "chart_01kah5e8x4f2vbqz7n9t3m6r0c", name: "Long flights by state"}],
  dashboards: [{id: "dash_01kah5e8x4f2vbqz7n9t3m6r0c", name: "Operations"}],
  sheets: [],
  actions: [{id: "act_01kah5e8x4f2vbqz7n9t3m6r0c", name: "Freeze long flights"}],
  schedules: [],
  agents: [],
  hidden: 1,
};

export const CSV_BODY = Type.String({
  description:
    "The rows of a snapshot as CSV in UTF-8; the first line names the columns. `name`, `teamId`, `dateOrder` and `decimalMark` " +
    "are in the query string. At most 1 GB, unless the operator has set another limit (`SNAPSHOT_LIMIT_MB`).",
});

export const CREATE = `A **live** dataset is a query without \`limit\`, \`orderBy\`, \`totals\`, \`subtotals\`, \`fillGaps\` and filters on measures; it must compile. Queries name its \`slug\` as their \`model\` and its fields as \`<slug>.<field>\`, or \`<slug>.<model>_<field>\` where two would have the same name; the names of the definition work too. Its filters always apply, in the definition's \`timezone\` (else the project's), which is also the default of queries over it. Where it lists fields, only these can be queried, filtered and ordered by; a time listed at a grain is available at that grain and at coarser ones that contain it as a whole. Every query computes the measures from the rows, under the caller's own row access. Everyone who can see the dataset can query it, even without access to its project; a dataset without a list of fields then offers only those of its own model.

A **snapshot** stores fixed rows: those of \`snapshotCsv\` (at most 100 MB), those of a \`text/csv\` body (\`?name=…\`, and \`teamId\` where a team owns it), which may be much larger, or the result of \`query\`, with the rows that the caller may see: everyone who can see the dataset then sees all of them. Every column is a dimension (\`.\` and control characters in its name become \`_\`; of equal names the later ones get \`_2\`, \`_3\`), \`<slug>.count\` counts rows, and a number has the measures \`<column>_sum\`, \`_avg\`, \`_min\` and \`_max\`; its bare name under \`measures\` is its sum. Where a column and a measure have the same name, \`measures\` and \`orderBy\` mean the measure, \`dimensions\` and \`filters\` the column. The columns of a query's snapshot have the names of a live dataset's fields, with the grain after an underscore.

The slug is made from the name, is unique in the organization and differs from its models' names. If a model takes the name later, new queries mean the model; charts keep their dataset, and the dataset's id always works as a \`model\`, too.`;
