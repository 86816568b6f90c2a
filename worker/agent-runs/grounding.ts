import {modelsOfGrounding} from "../../shared/automation/agents/grounding-names.ts";
import {restrictLayer} from "../../shared/automation/agents/restrict-layer.ts";
import type {GroundingResource} from "../../shared/automation/agents/schemas.ts";
import type {Actor} from "../../shared/core/actor.ts";
import {type Db, sql} from "../../shared/core/db.ts";
import {ServiceError, statusOf} from "../../shared/core/errors.ts";
import type {Prepared} from "../../shared/querying/layers/query-caches.ts";
import type {QueryProject} from "../../shared/querying/layers/query-project.ts";
import {prepareQuery} from "../../shared/querying/queries/prepare.ts";
import type {Query} from "../../shared/semantic/documents.ts";
import type {Layer} from "../../shared/semantic/layers.ts";
import type {Runner} from "../../shared/surfaces/tools/tool.ts";

/** An actor, and the runner through which the actor reads. Tools take both together. */
export interface Ground {
  actor: Actor;
  runner: Runner;
}

/**
 * The models and the content that a run may read. Access to a chart gives no access to its model, and access to a model
 * gives no access to its charts.
 */
export interface RunGrounding {
  /** The reader for queries of models. */
  models: Ground;
  /** The reader for charts, dashboards, sheets and datasets. Of a dataset, only its own fields can be queried. */
  content: Ground;
  hasModels: boolean;
  hasContent: boolean;
  /** The names by which queries refer to datasets: slugs and ids. */
  datasets: ReadonlySet<string>;
}

/** The grounding of a question that names no grounding: all models and datasets that the asker may query. */
export function groundAll(runner: Runner, actor: Actor): RunGrounding {
  const ground = {actor, runner};
  return {models: ground, content: ground, hasModels: true, hasContent: false, datasets: new Set()};
}

/**
 * The principal and the runner of a run, restricted to its grounding. Anything outside of the grounding does not exist
 * for them.
 */
export async function groundRun(
  runner: Runner,
  actor: Actor,
  grounding: readonly GroundingResource[],
): Promise<RunGrounding> {
  const whole = grounding.filter(({resourceType}) => resourceType === "project").map(one => one.resourceId);
  const models = modelsOfGrounding(grounding);
  const projects = [...whole, ...models.keys()];
  const {content, slugs} = await contentOf(runner.db, actor.orgId, grounding);
  return {
    models: {
      actor: {...actor, grounding: {projects, content: []}},
      runner: {...runner, restrictLayer: restrictionOf(models, runner.restrictLayer)},
    },
    content: {actor: {...actor, grounding: {projects: [], content}}, runner},
    hasModels: projects.length > 0,
    hasContent: content.length > 0,
    datasets: new Set(slugs),
  };
}

/** The actor and runner for a query of this model or dataset. */
export function groundOfModel({models, content, datasets}: RunGrounding, model: string): Ground {
  return datasets.has(model) ? content : models;
}

/**
 * The query, prepared for the actor. Returns `undefined` if the actor may not make the query or lacks an attribute for
 * its rows, and if the query cannot be compiled.
 */
export async function prepareOn(
  {runner, actor}: Ground,
  query: Query,
  now = new Date(),
): Promise<Prepared | undefined> {
  try {
    const prepared = await prepareQuery(runner, actor, query, now);
    return prepared.compiled.missingAttributes.length === 0 ? prepared : undefined;
  } catch (error) {
    if (error instanceof ServiceError && statusOf(error) < 500) return undefined;
    throw error;
  }
}

/** The ids of the content and of the charts on its dashboards, and the slugs and ids of its datasets. */
async function contentOf(
  db: Db,
  orgId: string,
  grounding: readonly GroundingResource[],
): Promise<{content: string[]; slugs: string[]}> {
  const ids = grounding.map(({resourceId}) => resourceId);
  const {rows} = await sql<{id: string; slug: string | null}>`
    select c.id, d.slug from content c left join datasets d on d.org_id = c.org_id and d.id = c.id
    where c.org_id = ${orgId} and c.id = any (${ids}::text[])
      and c.type in ('chart', 'dashboard', 'dataset', 'sheet')
    union
    select t.chart_id, null from dashboard_tiles t
    where t.org_id = ${orgId} and t.dashboard_id = any (${ids}::text[])`.execute(db);
  return {
    content: [...new Set(rows.map(({id}) => id))],
    slugs: rows.flatMap(({id, slug}) => (slug === null ? [] : [id, slug])),
  };
}

/**
 * A function that restricts a layer to the models. Each version of a layer is restricted only once. `before` is applied
 * to the layer first.
 */
function restrictionOf(models: ReadonlyMap<string, ReadonlySet<string>>, before: Runner["restrictLayer"]) {
  const cut = new WeakMap<Layer, Layer>();
  return (project: QueryProject, whole: Layer): Layer => {
    const layer = before?.(project, whole) ?? whole;
    const names = models.get(project.id);
    if (!names) return layer;
    const held = cut.get(layer) ?? restrictLayer(layer, names);
    cut.set(layer, held);
    return held;
  };
}
