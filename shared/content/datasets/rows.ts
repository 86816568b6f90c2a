import type {Actor} from "../../core/actor.ts";
import {ServiceError} from "../../core/errors.ts";
import {goneDataset} from "../../querying/layers/datasets/gone.ts";
import {overSnapshot} from "../../querying/layers/datasets/source.ts";
import {type LayerDeps, type Prepared, projectsOf} from "../../querying/layers/query-caches.ts";
import {prepareSaved} from "../../querying/queries/prepare.ts";
import {fingerprintOf} from "../../querying/queries/run-request-of.ts";
import type {Query} from "../../semantic/documents.ts";
import {snapshotRows} from "../../semantic/index.ts";
import type {DatasetRow} from "./datasets.ts";

/** Default row limit of a dataset. */
export const DATASET_ROWS = 10_000;

/** All rows of a dataset, for callers who may see the dataset, and the query that selects the rows. */
export interface DatasetRows {
  query: Query;
  prepare(): Promise<Prepared>;
}

/**
 * The rows of a dataset. For a snapshot, the rows as they were stored. For a live dataset, the rows of its definition,
 * under the caller's own row access. Throws `invalid_request` for a live dataset that lists no fields, which can be
 * queried but is not a table.
 */
export function datasetRows(
  deps: LayerDeps,
  actor: Actor,
  dataset: DatasetRow,
  limit: number,
  now = new Date(),
): DatasetRows {
  const {id, slug, project_id: projectId, definition} = dataset;
  if (definition === null) {
    return {query: {model: slug, limit}, prepare: () => prepareSnapshot(deps, actor, dataset, limit)};
  }
  const {dimensions, measures} = definition;
  if (!dimensions?.length && !measures?.length) {
    throw new ServiceError(
      "invalid_request",
      `"${dataset.name}" lists no fields, so it has no rows of its own. Query it with POST /api/query and "model": "${slug}".`,
    );
  }
  const query = {model: slug, ...(dimensions ? {dimensions} : {}), ...(measures ? {measures} : {}), limit};
  const saved = {projectId, datasetId: id, query, limit};
  return {query, prepare: () => prepareSaved(deps, actor, saved, now)};
}

async function prepareSnapshot(
  deps: LayerDeps,
  actor: Actor,
  {id, slug, project_id, columns}: DatasetRow,
  limit: number,
): Promise<Prepared> {
  const project = (await projectsOf(deps, actor.orgId)).get(project_id);
  if (!project) throw goneDataset(slug);
  const snapshot = overSnapshot(project, id);
  const compiled = snapshotRows({slug, columns, timezone: project.timezone}, limit);
  return {project: snapshot, datasetId: id, compiled, fingerprint: fingerprintOf(snapshot, compiled)};
}
