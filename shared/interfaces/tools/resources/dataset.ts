import {Type} from "@sinclair/typebox";
import {createDataset} from "../../../content/datasets/create.ts";
import {DATASET} from "../../../content/datasets/datasets.ts";
import {type SnapshotWriter, snapshotWriter} from "../../../content/datasets/freeze.ts";
import {DatasetInput} from "../../../querying/layers/datasets/schemas.ts";
import {projectId, projectOf} from "../models.ts";
import type {Runner, ToolContext} from "../tool.ts";
import {closed, defineContent, query} from "./kind.ts";

/** Stores nothing in a dry run: the rows of a snapshot are only known once it is created. */
const noRows: SnapshotWriter = {
  csv: async () => ({columns: [], rowCount: 0, sizeBytes: 0}),
  query: async () => ({columns: [], rowCount: 0, sizeBytes: 0}),
};

async function makeDataset(
  writer: SnapshotWriter,
  runner: Runner,
  {projectId, ...input}: DatasetInput & {projectId?: string},
  context: ToolContext,
) {
  const {project} = await projectOf(context, projectId);
  return createDataset(runner, writer, context.actor, project.id, input);
}

export const dataset = defineContent(DATASET, {
  description:
    "Saves a dataset, which queries name by its slug: live (definition, run for each query) or snapshot (the current rows of query or snapshotCsv; whoever sees it sees all rows).",
  input: Type.Object(
    {
      ...DatasetInput.properties,
      projectId,
      definition: Type.Optional({
        ...query,
        description:
          "For live: as in run_query, without limit, orderBy, totals, subtotals, fillGaps and filters on measures",
        shortForm: "",
      }),
      query: Type.Optional({...query, description: "For snapshot", shortForm: "a query as in run_query"}),
    },
    closed,
  ),
  next: "Its slug is a model: describe_model names its fields.",
  create: (runner, _, input, context) => makeDataset(snapshotWriter(runner, context), runner, input, context),
  check: (runner, _, input, context) => makeDataset(noRows, runner, input, context),
});
