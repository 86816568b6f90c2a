import type {Actor} from "../../core/actor.ts";
import {canSeeProject, type LayerDeps, projectsOf} from "../../querying/layers/query-caches.ts";

/**
 * A function for the statements of a run. It returns the SQL itself if the reader can see the project, else an empty
 * text. The SQL names tables and contains expressions of the layer, while a reader of a chart or a dataset may be
 * allowed to see only its rows.
 */
export async function sqlForReader(
  deps: LayerDeps,
  actor: Actor,
): Promise<(sql: string, projectId: string | null) => string> {
  const projects = await projectsOf(deps, actor.orgId);
  return (sql, projectId) => {
    const project = projectId === null ? undefined : projects.get(projectId);
    return project && canSeeProject(actor, project) ? sql : "";
  };
}
