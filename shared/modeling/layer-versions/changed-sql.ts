import {isDeepStrictEqual} from "node:util";
import type {Actor} from "../../core/actor.ts";
import {ServiceError} from "../../core/errors.ts";
import {type LayerDeps, projectsOf} from "../../querying/layers/query-caches.ts";
import type {Query} from "../../semantic/documents.ts";
import {type CompileContext, compile} from "../../semantic/index.ts";
import type {Layer} from "../../semantic/layers.ts";
import {savedCharts} from "./saved-queries.ts";

/**
 * The number of saved charts of a project whose SQL would change with the layer `next`. Charts over datasets, and those
 * that either layer does not compile, are left out.
 */
export async function countChangedSql(
  deps: LayerDeps,
  actor: Pick<Actor, "orgId">,
  projectId: string,
  current: Layer,
  next: Layer,
): Promise<number> {
  const project = (await projectsOf(deps, actor.orgId)).get(projectId);
  if (!project) return 0;
  const {dialect, timezone, weekStart} = project;
  const context = {dialect, timezone, weekStart, attributes: {}, now: new Date()};
  let changed = 0;
  for await (const {query, dataset_id: datasetId} of savedCharts(deps.db, actor, projectId)) {
    if (datasetId !== null) continue;
    const before = statementOf(current, query, context);
    const after = statementOf(next, query, context);
    if (before && after && !isDeepStrictEqual(before, after)) changed++;
  }
  return changed;
}

function statementOf(layer: Layer, query: Query, context: CompileContext) {
  if (!layer.models.has(query.model)) return undefined;
  try {
    const {sql, parameters} = compile(layer, query, context);
    return {sql, parameters};
  } catch (error) {
    if (error instanceof ServiceError) return undefined;
    throw error;
  }
}
