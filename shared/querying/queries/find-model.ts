import {notFound} from "../../core/access.ts";
import type {Actor} from "../../core/actor.ts";
import {ServiceError} from "../../core/errors.ts";
import type {Query} from "../../semantic/documents.ts";
import type {DatasetSource} from "../../semantic/index.ts";
import {type Layer, visibleModelNames} from "../../semantic/layers.ts";
import {nearest} from "../../semantic/nearest-names.ts";
import {isDatasetName, loadDataset, visibleDatasetId, visibleSlugs} from "../layers/datasets/find.ts";
import {type FoundDataset, sourceOf} from "../layers/datasets/source.ts";
import {canSeeProject, type LayerDeps, layerOf, projectsOf} from "../layers/query-caches.ts";
import type {OrgProjects, QueryProject} from "../layers/query-project.ts";

type Named = Pick<Query, "model" | "projectId">;

/** The model of a query, and the layer and project in which it was found. */
export interface Found {
  /** The project, whose `source` is the one that the query runs on. */
  project: QueryProject;
  layer: Layer;
  /** Set if the model is a dataset: `layer` is then the layer below it. */
  dataset?: {id: string; source: DatasetSource};
}

export function overDataset({id, project, source}: FoundDataset): Found {
  return {project, layer: source.layer, dataset: {id, source}};
}

/**
 * Searches the given project, otherwise the org's default project, otherwise all projects that the caller sees, where
 * the name must be unique. Datasets are searched if no visible model has the name.
 */
export async function findModel(
  deps: LayerDeps,
  actor: Actor,
  query: Named,
  projects: OrgProjects,
): Promise<Found> {
  if (query.projectId !== undefined) return findIn(deps, actor, query, projects, query.projectId);
  const visible = [...projects.values()].filter(project => canSeeProject(actor, project));
  const found = await projectsWithModel(deps, visible, query.model);
  if (found.length > 1)
    throw ambiguousModel(
      query.model,
      found.map(({project}) => project),
    );
  if (found[0]) return found[0];
  const dataset = await findDataset(deps, actor, query.model, projects);
  if (dataset) return overDataset(dataset);
  const layers = await Promise.all(visible.map(project => layerOf(deps, project)));
  throw unknownModel(query.model, layers, await visibleSlugs(deps.db, actor));
}

/**
 * The projects that may be meant by a query that names a model and no project: only the default project, if it is among
 * `projects` and has the model, otherwise all projects that have it. The query is ambiguous if several have it.
 */
export async function projectsWithModel(
  deps: LayerDeps,
  projects: readonly QueryProject[],
  model: string,
): Promise<Pick<Found, "project" | "layer">[]> {
  const standard = projects.find(project => project.isDefault);
  if (standard) {
    const layer = await layerOf(deps, standard);
    if (layer.models.has(model)) return [{project: standard, layer}];
  }
  const layers = await Promise.all(
    projects.map(async project => ({project, layer: await layerOf(deps, project)})),
  );
  return layers.filter(({layer}) => layer.models.has(model));
}

/** Searches one project. A caller may see a dataset without seeing its project. */
async function findIn(
  deps: LayerDeps,
  actor: Actor,
  {model}: Named,
  projects: OrgProjects,
  projectId: string,
): Promise<Found> {
  const project = projects.get(projectId);
  const layer = project && canSeeProject(actor, project) ? await layerOf(deps, project) : undefined;
  if (project && layer?.models.has(model)) return {project, layer};
  const dataset = project && (await findDataset(deps, actor, model, projects));
  if (dataset?.project.id === projectId) return overDataset(dataset);
  if (!layer) throw notFound("project", projectId);
  if (dataset) {
    const message = `"${model}" is a dataset of another project. Leave "projectId" out, or name its own.`;
    throw new ServiceError("unknown_model", message, {errors: [{path: "/projectId", message}]});
  }
  throw unknownModel(model, [layer], await visibleSlugs(deps.db, actor));
}

async function findDataset(
  deps: LayerDeps,
  actor: Actor,
  name: string,
  projects: OrgProjects,
): Promise<FoundDataset | undefined> {
  const id = await visibleDatasetId(deps.db, actor, name);
  const dataset = id === undefined ? undefined : await loadDataset(deps, actor.orgId, id);
  const project = dataset && projects.get(dataset.projectId);
  // A project created just now, which is not in `projects` yet, is found by the next query.
  if (!dataset || !project) return undefined;
  return sourceOf(deps, projects, dataset, {ownFieldsOnly: !canSeeProject(actor, project)});
}

export function unknownModel(name: string, layers: Layer[], slugs: readonly string[] = []): ServiceError {
  const names = new Set([...layers.flatMap(visibleModelNames), ...slugs]);
  const suggestions = nearest(name, names);
  const hint = suggestions[0]
    ? ` Did you mean "${suggestions[0]}"?`
    : " GET /api/projects/{projectId}/models lists them, GET /api/datasets lists datasets.";
  const message = `There is no model "${name}" that you can query.${hint}`;
  return new ServiceError("unknown_model", message, {errors: [{path: "/model", message, suggestions}]});
}

function ambiguousModel(name: string, projects: QueryProject[]): ServiceError {
  const named = projects.map(project => `${project.id} (${project.name})`);
  const message = `"${name}" is a model of several projects: ${named.join(", ")}. Say which one with "projectId".`;
  return new ServiceError("ambiguous_model", message, {
    errors: [{path: "/projectId", message, allowed: projects.map(project => project.id)}],
  });
}

/**
 * Whether the caller may still read the result of their own earlier query: they see the dataset that the query named or,
 * if there is no such dataset, its project.
 */
export async function mayReadRun(
  deps: LayerDeps,
  actor: Actor,
  run: {projectId: string; model: string},
): Promise<boolean> {
  const project = (await projectsOf(deps, actor.orgId)).get(run.projectId);
  if (!project) return false;
  const isVisible = canSeeProject(actor, project);
  if (isVisible && (await layerOf(deps, project)).models.has(run.model)) return true;
  if ((await visibleDatasetId(deps.db, actor, run.model)) !== undefined) return true;
  return isVisible && !(await isDatasetName(deps.db, actor.orgId, run.model));
}
