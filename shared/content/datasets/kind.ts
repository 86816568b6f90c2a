import {Type} from "@sinclair/typebox";
import type {Actor} from "../../core/actor.ts";
import {DatasetInput, DatasetView} from "../../querying/layers/datasets/schemas.ts";
import type {LayerDeps} from "../../querying/layers/query-caches.ts";
import {projectId, projectOf} from "../../querying/layers/visible-projects.ts";
import {describeKind} from "../descriptions/describe-kind.ts";
import {EXAMPLE_OWNED} from "../descriptions/example.ts";
import {queryArgument} from "../descriptions/query-arguments.ts";
import {createDataset} from "./create.ts";
import {DATASET} from "./datasets.ts";
import {type SnapshotWriter, snapshotWriter} from "./freeze.ts";
import type {SnapshotStorage} from "./snapshot-storage.ts";

export const EXAMPLE_LIVE = {
  name: "Long flights",
  kind: "live" as const,
  definition: {
    model: "flights",
    dimensions: ["origin.state", "flights.date.month"],
    measures: ["flights.count", "flights.average_delay"],
    filters: [{field: "flights.distance", op: ">=", value: 1000}],
  },
};
const {updatedAt: _, ...owned} = EXAMPLE_OWNED;

/** Stores nothing in a dry run: the rows of a snapshot are only known once it is created. */
const noRows: SnapshotWriter = {
  csv: async () => ({columns: [], rowCount: 0, sizeBytes: 0}),
  query: async () => ({columns: [], rowCount: 0, sizeBytes: 0}),
};

async function makeDataset(
  deps: LayerDeps,
  writer: SnapshotWriter,
  actor: Actor,
  {projectId, ...input}: DatasetInput & {projectId?: string},
) {
  const {project} = await projectOf(deps, actor, projectId);
  return createDataset(deps, writer, actor, project.id, input);
}

export const dataset = describeKind(DATASET, {
  texts: {
    kind: "Governed sources that queries name as their model: saved queries (live), and fixed rows (snapshots).",
    remove:
      "409 while a chart, a sheet, an action, a schedule or an agent uses the dataset. The error names the uses that the " +
      "caller can see, and counts the rest.",
  },
  view: DatasetView,
  example: {
    id: "ds_01kah5e8x4f2vbqz7n9t3m6r0c",
    projectId: "proj_01kah4vd6yfz3s8q2r5t7w9x0b",
    ...EXAMPLE_LIVE,
    slug: "long_flights",
    columns: [
      {name: "origin.state", type: "string", field: "long_flights.state"},
      {name: "flights.date.month", type: "date", field: "long_flights.date.month"},
      {name: "flights.count", type: "number", field: "long_flights.count"},
      {name: "flights.average_delay", type: "number", field: "long_flights.average_delay"},
    ],
    ...owned,
  },
  listing: {
    description: "Datasets you can read. Use the slug as a query's model; describe_model gives the fields.",
    columns: ["id", "slug", "name", "kind", "projectId", "rowCount"],
    row: ({slug, kind, projectId, rowCount, createdAt}) => ({slug, kind, projectId, rowCount, createdAt}),
  },
  removal: {errors: ["conflict"]},
  tool: {
    description:
      "Saves a dataset, which queries name by its slug: live (definition, run for each query) or snapshot (the current rows of query or snapshotCsv; whoever sees it sees all rows).",
    input: Type.Object(
      {
        ...DatasetInput.properties,
        projectId,
        definition: Type.Optional({
          ...queryArgument,
          description:
            "For live: as in run_query, without limit, orderBy, totals, subtotals, fillGaps and filters on measures",
          shortForm: "",
        }),
        query: Type.Optional({
          ...queryArgument,
          description: "For snapshot",
          shortForm: "a query as in run_query",
        }),
      },
      {additionalProperties: false},
    ),
    next: "Its slug is a model: describe_model names its fields.",
    create: (deps: LayerDeps & SnapshotStorage, actor, input, queryContext) =>
      makeDataset(deps, snapshotWriter(deps, queryContext), actor, input),
    check: (deps, actor, input) => makeDataset(deps, noRows, actor, input),
  },
});
