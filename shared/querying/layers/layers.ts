import type {Actor} from "../../ground/actor.ts";
import type {Db} from "../../ground/db.ts";
import type {Layer} from "../../semantic/layers.ts";
import type {QueryMemory} from "./query-memory.ts";
import {loadProjects, type OrgProjects, type QueryProject} from "./query-project.ts";

/** The dependencies of preparing queries. */
export interface LayerDeps {
  readonly db: Db;
  readonly memory: QueryMemory;
  /** Restricts a layer to the part that a caller may know. */
  readonly cutLayer?: (project: QueryProject, layer: Layer) => Layer;
}

/** The same rule as `visibleTo` in `find.ts`. */
export function canSeeProject(actor: Actor, project: QueryProject): boolean {
  if (actor.embedded || actor.grounding?.projects.includes(project.id) === false) return false;
  return (
    actor.orgRole === "admin" ||
    project.teamIds.length === 0 ||
    actor.teams.some(team => project.teamIds.includes(team.id))
  );
}

/** All projects of an org, whatever the caller may see. Only reads a map if nothing changed since the last call. */
export function projectsOf(deps: LayerDeps, orgId: string): OrgProjects | Promise<OrgProjects> {
  return deps.memory.projects.peek(orgId) ?? loadedProjects(deps, orgId);
}

/** The layer of a project from `projectsOf`. Only reads a map if the layer was built before. */
export function layerOf(deps: LayerDeps, project: QueryProject): Layer | Promise<Layer> {
  const layer = deps.memory.layers.get(deps.db, project);
  const {cutLayer} = deps;
  if (!cutLayer) return layer;
  return layer instanceof Promise ? layer.then(whole => cutLayer(project, whole)) : cutLayer(project, layer);
}

async function loadedProjects(deps: LayerDeps, orgId: string): Promise<OrgProjects> {
  const found = await deps.memory.projects.get(orgId, () => loadProjects(deps.db, orgId));
  return found ?? new Map();
}
