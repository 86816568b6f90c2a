import type {Actor} from "../../core/actor.ts";
import {type Db, sql} from "../../core/db.ts";
import {canSeeProject, type LayerDeps, layerOf, projectsOf} from "../../querying/layers/query-caches.ts";
import {type Layer, listModels} from "../../semantic/layers.ts";
import {levelSql} from "../../tenancy/content-rights/rights.ts";
import {restrictLayer} from "./restrict-layer.ts";
import type {GroundedModel, GroundingResource} from "./schemas.ts";

/** A model's resource id: `<projectId>/<model name>`. */
export function readModelId(id: string): {projectId: string; model: string} {
  const at = id.indexOf("/");
  return {projectId: id.slice(0, Math.max(at, 0)), model: id.slice(at + 1)};
}

/** The names of the resources of a grounding, in order; `undefined` for each resource that the caller cannot see. */
export async function namesOfGrounding(
  deps: LayerDeps,
  actor: Actor,
  grounding: readonly GroundingResource[],
): Promise<(string | undefined)[]> {
  const names = await contentNames(deps.db, actor, grounding);
  const projects = await projectsOf(deps, actor.orgId);
  const layers = new Map<string, Layer>();
  const found: (string | undefined)[] = [];
  for (const {resourceType, resourceId} of grounding) {
    if (resourceType !== "project" && resourceType !== "model") {
      found.push(names.get(`${resourceType} ${resourceId}`));
      continue;
    }
    const {projectId, model} =
      resourceType === "model" ? readModelId(resourceId) : {projectId: resourceId, model: undefined};
    const project = projects.get(projectId);
    if (!project || !canSeeProject(actor, project)) found.push(undefined);
    else if (model === undefined) found.push(project.name);
    else {
      const layer = layers.get(projectId) ?? (await layerOf(deps, project));
      layers.set(projectId, layer);
      found.push(layer.models.has(model) ? model : undefined);
    }
  }
  return found;
}

/** The names of the models of a grounding, by project. Projects that the grounding contains as a whole are left out. */
export function modelsOfGrounding(grounding: readonly GroundingResource[]): Map<string, Set<string>> {
  const models = new Map<string, Set<string>>();
  for (const {resourceType, resourceId} of grounding) {
    if (resourceType !== "model") continue;
    const {projectId, model} = readModelId(resourceId);
    models.set(projectId, (models.get(projectId) ?? new Set()).add(model));
  }
  for (const {resourceType, resourceId} of grounding)
    if (resourceType === "project") models.delete(resourceId);
  return models;
}

/**
 * The models that a grounding names, each with the fields that the grounding covers. Models of whole projects are not
 * listed.
 */
export async function listGrounded(
  deps: LayerDeps,
  orgId: string,
  grounding: readonly GroundingResource[],
): Promise<GroundedModel[]> {
  const projects = await projectsOf(deps, orgId);
  const listed: GroundedModel[] = [];
  for (const [projectId, names] of modelsOfGrounding(grounding)) {
    const project = projects.get(projectId);
    if (!project) continue;
    const layer = restrictLayer(await layerOf(deps, project), names);
    for (const model of listModels(layer, [...layer.models.values()])) listed.push({projectId, ...model});
  }
  return listed;
}

async function contentNames(
  db: Db,
  actor: Actor,
  grounding: readonly GroundingResource[],
): Promise<Map<string, string>> {
  const ids = grounding.map(({resourceId}) => resourceId);
  if (ids.length === 0) return new Map();
  const {rows} = await sql<{id: string; type: string; name: string; level: number}>`
    select c.id, c.type, c.name, ${levelSql(actor)} as level from content c
    where c.org_id = ${actor.orgId} and c.id = any (${ids}::text[])`.execute(db);
  return new Map(rows.filter(({level}) => level > 0).map(({id, type, name}) => [`${type} ${id}`, name]));
}
