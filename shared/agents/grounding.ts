import type {Actor} from "../actor.ts";
import {levelSql} from "../content/rights.ts";
import {type Db, sql} from "../db.ts";
import {canSeeProject, type LayerDeps, layerOf, projectsOf} from "../projects/layers.ts";
import type {Layer} from "../semantic/layer/layer.ts";
import type {GroundingResource} from "./schemas.ts";

/** A model's resource id: `<projectId>/<model name>`. */
export function readModelId(id: string): {projectId: string; model: string} {
  const at = id.indexOf("/");
  return {projectId: id.slice(0, Math.max(at, 0)), model: id.slice(at + 1)};
}

/** Which resources of a grounding the caller can see, and what they are called; `undefined` for the others. */
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
