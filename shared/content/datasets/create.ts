import type {Actor} from "../../core/actor.ts";
import {invalidAt} from "../../core/errors.ts";
import {newId} from "../../core/ids.ts";
import {checkDefinition} from "../../querying/layers/datasets/definition.ts";
import type {CreatedDataset, DatasetInput} from "../../querying/layers/datasets/schemas.ts";
import {type LayerDeps, projectsOf} from "../../querying/layers/query-caches.ts";
import type {OrgProjects} from "../../querying/layers/query-project.ts";
import type {Query} from "../../semantic/documents.ts";
import {freeze, type SnapshotWriter} from "./freeze.ts";
import {type DatasetRows, insertDataset, modelNames} from "./insert.ts";

/**
 * Creates a live dataset after its definition has compiled for the caller, or a snapshot after its rows are stored. The
 * caller must be able to see the project. `id` must be new. If a snapshot is refused, the caller of this function
 * deletes its rows; otherwise a job deletes them after 15 minutes (`scheduleSnapshotDeletion`). This function cannot
 * delete the rows, because the transaction that holds the job's lock may still be open.
 */
export async function createDataset(
  deps: LayerDeps,
  writer: SnapshotWriter,
  actor: Actor,
  projectId: string,
  input: DatasetInput,
  id = newId("ds"),
): Promise<CreatedDataset> {
  refuseMixed(input);
  const projects = await projectsOf(deps, actor.orgId);
  const rows =
    input.definition === undefined
      ? await freeze(deps, writer, actor, projectId, {...input, id}, new Date())
      : await live(deps, actor, projects, projectId, input.definition);
  const names = await modelNames(deps, projects);
  const dataset = {id, projectId, name: input.name, teamId: input.teamId, rows};
  const view = await deps.db.transaction().execute(tx => insertDataset(tx, actor, dataset, names));
  return rows.warnings ? {...view, warnings: rows.warnings} : view;
}

/** Refuses inputs that do not belong to the dataset's kind. */
export function refuseMixed({kind, definition, snapshotCsv, query}: DatasetInput): void {
  const refuse = (path: string, message: string) => {
    throw invalidAt(path, message);
  };
  if (kind === "live") {
    if (definition === undefined) {
      refuse("/definition", `A live dataset needs a "definition": a query with at least a "model".`);
    }
    if (snapshotCsv !== undefined)
      refuse("/snapshotCsv", `"snapshotCsv" is only for datasets of the kind "snapshot".`);
    if (query !== undefined)
      refuse("/query", `"query" is only for snapshots. A live dataset has a "definition".`);
    return;
  }
  if (definition !== undefined) {
    refuse(
      "/definition",
      `"definition" is only for live datasets. A snapshot stores the result of a "query".`,
    );
  }
  if (snapshotCsv === undefined && query === undefined) {
    refuse("/snapshotCsv", `A snapshot needs rows: send "snapshotCsv", or a "query" whose result is stored.`);
  }
  if (snapshotCsv !== undefined && query !== undefined) {
    refuse("/query", `A snapshot gets its rows from "snapshotCsv" or from "query". Send only one of them.`);
  }
}

async function live(
  deps: LayerDeps,
  actor: Actor,
  projects: OrgProjects,
  projectId: string,
  definition: Query,
): Promise<DatasetRows> {
  return {definition, ...(await checkDefinition(deps, actor, projects, {projectId, definition}))};
}
