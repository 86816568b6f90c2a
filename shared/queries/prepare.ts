import {LRUCache} from "lru-cache";
import type {Actor} from "../actor.ts";
import {loadDataset, visibleDatasetId} from "../datasets/find.ts";
import {sourceOf} from "../datasets/source.ts";
import {newId} from "../ids.ts";
import {
  type LayerDeps,
  layerOf,
  type OrgProjects,
  projectsOf,
  type QueryProject,
} from "../projects/layers.ts";
import {type CompileContext, type CompiledQuery, compile, detail} from "../semantic/compile.ts";
import {datasetQuery} from "../semantic/dataset.ts";
import type {Layer} from "../semantic/layer.ts";
import {DEFAULT_LIMIT, type Query} from "../semantic/query.ts";
import {type Found, findModel, overDataset, unknownModel} from "./find-model.ts";
import type {ResultFormat, RunRequest, RunTrigger} from "./run-request.ts";

/** A query with the project it belongs to: what is left to do is to run it. */
export interface Prepared {
  /** Over a snapshot, with its file in the connection's place. */
  project: QueryProject;
  /** The dataset that the query names as its model. */
  datasetId?: string;
  compiled: CompiledQuery;
  /** Equal ones have equal answers. Row access is inside the statement, so it is inside this too. */
  fingerprint: string;
}

/** A query with the project it was saved in, and the limit that applies where it has none. */
export interface SavedQuery {
  projectId: string;
  /** The dataset that its model was when it was saved: it is that one for good. */
  datasetId?: string | null;
  query: Query;
  limit: number;
}

const REMEMBERED = 5000;

/** What was asked before, by caller and query; good as long as the org's projects are the same object. */
const remembered = new LRUCache<string, Prepared & {projects: OrgProjects}>({max: REMEMBERED});
/** Whoever is loaded anew, because something about them has changed, gets another number. */
const callers = new WeakMap<Actor["attributes"], number>();
let lastCaller = 0;

/** Rights, layer, compile. Rejects with the codes of a query that cannot be compiled. */
export async function prepareQuery(
  deps: LayerDeps,
  actor: Actor,
  query: Query,
  now: Date,
): Promise<Prepared> {
  const projects = await projectsOf(deps, actor.orgId);
  const key = `${callerOf(actor)} ${JSON.stringify(query)}`;
  const known = remembered.get(key);
  if (known?.projects === projects) {
    // Models and their projects tell when they change; of a dataset the rights are read each time.
    const {datasetId} = known;
    if (datasetId === undefined) return known;
    if ((await visibleDatasetId(deps.db, actor, query.model)) === datasetId) return known;
  }
  const found = await findModel(deps, actor, query, projects);
  const clock = new WatchedClock(now);
  const prepared = {...compileFound(found, actor, query, clock), projects};
  // What the clock has a part in is another statement in a moment.
  if (!clock.wasRead) remembered.set(key, prepared);
  return prepared;
}

/**
 * A query that is saved in a project, for whoever may see what it is saved in: the project itself need not be
 * visible to them. Row access is theirs.
 */
export async function prepareSaved(
  deps: LayerDeps,
  actor: Actor,
  saved: SavedQuery,
  now: Date,
): Promise<Prepared> {
  const {query, limit, datasetId} = saved;
  const projects = await projectsOf(deps, actor.orgId);
  if (datasetId) {
    const dataset = await loadDataset(deps.db, actor.orgId, datasetId);
    if (!dataset) throw unknownModel(query.model, []);
    const found = await sourceOf(deps, projects, dataset, {ownFieldsOnly: false});
    return compileFound(overDataset(found), actor, query, now, limit);
  }
  const project = projects.get(saved.projectId);
  if (!project) throw new Error(`The project ${saved.projectId} of saved content is gone`);
  const layer = await layerOf(deps, project);
  if (!layer.models.has(query.model)) throw unknownModel(query.model, [layer]);
  return compileFound({project, layer}, actor, query, now, limit);
}

function compileFound(found: Found, actor: Actor, query: Query, now: Date, limit?: number): Prepared {
  const {project} = found;
  const compiled = compileWith(compile, found, query, contextOf(project, actor, now, limit));
  return {
    project,
    ...(found.dataset ? {datasetId: found.dataset.id} : {}),
    compiled,
    fingerprint: fingerprintOf(project, compiled),
  };
}

/** Over a dataset the query is written anew, and what is wrong with it is told in its own words. */
function compileWith<T>(
  how: (layer: Layer, query: Query, context: CompileContext) => T,
  found: Found,
  query: Query,
  context: CompileContext,
): T {
  if (!found.dataset) return how(found.layer, query, context);
  const {source} = found.dataset;
  const asked = datasetQuery(source, query);
  try {
    return how(source.layer, asked.query, {...context, dataset: asked.bounds});
  } catch (error) {
    throw asked.translate(error);
  }
}

/** A moment that knows whether anyone has asked for it. */
class WatchedClock extends Date {
  wasRead = false;

  override getTime(): number {
    this.wasRead = true;
    return super.getTime();
  }
}

const knownRights = new WeakMap<Actor["attributes"], string>();

/** What of a caller decides which rows a statement gives. */
export function rightsOf({attributes}: Actor): string {
  let rights = knownRights.get(attributes);
  if (rights === undefined) {
    const sorted = Object.keys(attributes)
      .sort()
      .map(name => [name, [...(attributes[name] ?? [])].sort()]);
    rights = new Bun.CryptoHasher("sha256").update(JSON.stringify(sorted)).digest("base64url");
    knownRights.set(attributes, rights);
  }
  return rights;
}

function callerOf({attributes}: Actor): number {
  let caller = callers.get(attributes);
  if (caller === undefined) {
    caller = ++lastCaller;
    callers.set(attributes, caller);
  }
  return caller;
}

/** The statement with its values written in, ready to paste. */
export async function detailQuery(
  deps: LayerDeps,
  actor: Actor,
  query: Query,
  now: Date,
): Promise<{sql: string; dialect: string}> {
  const projects = await projectsOf(deps, actor.orgId);
  const found = await findModel(deps, actor, query, projects);
  const {project} = found;
  const sql = compileWith(detail, found, query, contextOf(project, actor, now));
  return {sql, dialect: project.connectionType};
}

export function runRequestOf(
  {project, compiled, fingerprint}: Prepared,
  actor: Actor,
  query: Query,
  options: {format: ResultFormat; trigger: RunTrigger; requestId: string; fresh: boolean; timeoutMs: number},
): RunRequest {
  const {trigger, requestId, ...rest} = options;
  return {
    orgId: actor.orgId,
    connectionId: project.connectionId,
    connectionVersion: project.connectionVersion,
    sql: compiled.sql,
    parameters: compiled.parameters,
    columns: compiled.columns,
    timezone: compiled.timezone,
    ...(compiled.limit === undefined ? {} : {limit: compiled.limit}),
    ...(compiled.totals ? {totals: {...compiled.totals, measureCount: query.measures?.length ?? 0}} : {}),
    ...rest,
    fingerprint,
    record: {
      runId: newId("run"),
      principalId: actor.id,
      projectId: project.id,
      model: query.model,
      trigger,
      requestId,
      rights: rightsOf(actor),
    },
  };
}

function contextOf(
  project: QueryProject,
  actor: Actor,
  now: Date,
  defaultLimit = DEFAULT_LIMIT,
): CompileContext {
  return {
    dialect: project.connectionType,
    timezone: project.timezone,
    weekStart: project.weekStart,
    attributes: actor.attributes,
    now,
    defaultLimit,
  };
}

/** Equal for what has equal answers. */
export function fingerprintOf(
  project: QueryProject,
  {sql, parameters, columns, totals, timezone, limit}: CompiledQuery,
): string {
  return new Bun.CryptoHasher("sha256")
    .update(
      JSON.stringify([
        project.connectionId,
        project.connectionVersion,
        sql,
        parameters,
        columns,
        totals,
        timezone,
        limit,
      ]),
    )
    .digest("base64url");
}
