import type {Actor} from "../../shared/actor.ts";
import {cutLayer} from "../../shared/agents/cut-layer.ts";
import {modelsOfGrounding} from "../../shared/agents/grounding.ts";
import type {GroundingResource} from "../../shared/agents/schemas.ts";
import {type Db, sql} from "../../shared/db.ts";
import type {QueryProject} from "../../shared/layers/query-project.ts";
import type {Runner} from "../../shared/queries/runner.ts";
import type {Layer} from "../../shared/semantic/layer/layer.ts";

/** Who asks, and with what: the tools take both together. */
export interface Ground {
  actor: Actor;
  runner: Runner;
}

/** What a run may read, apart for models and for content: neither opens anything of the other. */
export interface RunGrounding {
  /** For what is asked of models. */
  models: Ground;
  /** For charts, dashboards, sheets, and for datasets, which offer their own fields alone. */
  content: Ground;
  hasModels: boolean;
  hasContent: boolean;
  /** The names under which queries ask datasets. */
  datasets: ReadonlySet<string>;
}

/** The principal and the runner of a run, cut down to its grounding. What lies beyond it does not exist for them. */
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
      runner: {...runner, cutLayer: cutterOf(models)},
    },
    content: {actor: {...actor, grounding: {projects: [], content}}, runner},
    hasModels: projects.length > 0,
    hasContent: content.length > 0,
    datasets: new Set(slugs),
  };
}

/** Where a query over that model, or dataset, is asked. */
export function groundOfModel({models, content, datasets}: RunGrounding, model: string): Ground {
  return datasets.has(model) ? content : models;
}

/** The ids of the content, with the charts that its dashboards show, and the slugs and ids of its datasets. */
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

/** Cuts each version of a layer once. */
function cutterOf(models: ReadonlyMap<string, ReadonlySet<string>>) {
  const cut = new WeakMap<Layer, Layer>();
  return ({id}: QueryProject, layer: Layer): Layer => {
    const names = models.get(id);
    if (!names) return layer;
    const held = cut.get(layer) ?? cutLayer(layer, names);
    cut.set(layer, held);
    return held;
  };
}
