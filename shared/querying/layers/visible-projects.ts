import {Type} from "@sinclair/typebox";
import {notFound} from "../../core/access.ts";
import type {Actor} from "../../core/actor.ts";
import {invalidAt} from "../../core/errors.ts";
import type {Layer} from "../../semantic/layers.ts";
import {canSeeProject, type LayerDeps, layerOf, projectsOf} from "./query-caches.ts";
import type {QueryProject} from "./query-project.ts";

export const projectId = Type.Optional(
  Type.String({maxLength: 64, description: "Default: the default project"}),
);

/** The named project, otherwise the default one, otherwise the only one. */
export async function projectOf(
  deps: LayerDeps,
  actor: Actor,
  id: string | undefined,
): Promise<{project: QueryProject; layer: Layer}> {
  const seen = await visibleProjects(deps, actor);
  const found =
    id === undefined
      ? (seen.find(project => project.isDefault) ?? (seen.length === 1 ? seen[0] : undefined))
      : seen.find(project => project.id === id);
  if (found) return {project: found, layer: await layerOf(deps, found)};
  if (id !== undefined) throw notFound("project", id);
  const message = "None of the projects that you can see is the default project: send projectId.";
  const allowed = seen.map(project => project.id);
  throw invalidAt("/projectId", message, {allowed});
}

/** The organization's projects that the caller sees, oldest first. */
export async function visibleProjects(deps: LayerDeps, actor: Actor): Promise<QueryProject[]> {
  const projects = await projectsOf(deps, actor.orgId);
  return [...projects.values()].filter(project => canSeeProject(actor, project));
}
