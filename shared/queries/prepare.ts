import {LRUCache} from "lru-cache";
import {notFound} from "../access.ts";
import type {Actor} from "../actor.ts";
import {ServiceError} from "../errors.ts";
import {newId} from "../ids.ts";
import {nearest} from "../nearest.ts";
import {
  canSeeProject,
  type LayerDeps,
  layerOf,
  type OrgProjects,
  projectsOf,
  type QueryProject,
} from "../projects/layers.ts";
import {type CompileContext, type CompiledQuery, compile, detail} from "../semantic/compile.ts";
import type {Layer} from "../semantic/layer.ts";
import {DEFAULT_LIMIT, type Query} from "../semantic/query.ts";
import type {ResultFormat, RunRequest, RunTrigger} from "./run-request.ts";

/** A query with the project it belongs to: what is left to do is to run it. */
export interface Prepared {
  project: QueryProject;
  compiled: CompiledQuery;
  /** Equal ones have equal answers. Row access is inside the statement, so it is inside this too. */
  fingerprint: string;
}

/** A query with the project it was saved in, and the limit that applies where it has none. */
export interface SavedQuery {
  projectId: string;
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
  if (known?.projects === projects) return known;
  const {project, layer} = await findModel(deps, actor, query, projects);
  const clock = new WatchedClock(now);
  const compiled = compile(layer, query, contextOf(project, actor, clock));
  const prepared = {project, compiled, fingerprint: fingerprintOf(project, compiled), projects};
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
  const project = (await projectsOf(deps, actor.orgId)).get(saved.projectId);
  if (!project) throw new Error(`The project ${saved.projectId} of saved content is gone`);
  const layer = await layerOf(deps, project);
  if (!layer.models.has(saved.query.model)) throw unknownModel(saved.query.model, [layer]);
  const compiled = compile(layer, saved.query, contextOf(project, actor, now, saved.limit));
  return {project, compiled, fingerprint: fingerprintOf(project, compiled)};
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
  const {project, layer} = await findModel(deps, actor, query, projects);
  return {sql: detail(layer, query, contextOf(project, actor, now)), dialect: project.connectionType};
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

/** In the project given, else in the org's default one, else wherever the name is unique among what the caller sees. */
export async function findModel(
  deps: LayerDeps,
  actor: Actor,
  query: Pick<Query, "model" | "projectId">,
  projects: OrgProjects,
): Promise<{project: QueryProject; layer: Layer}> {
  if (query.projectId !== undefined) {
    const project = projects.get(query.projectId);
    if (!project || !canSeeProject(actor, project)) throw notFound("project", query.projectId);
    const layer = await layerOf(deps, project);
    if (!layer.models.has(query.model)) throw unknownModel(query.model, [layer]);
    return {project, layer};
  }
  const visible = [...projects.values()].filter(project => canSeeProject(actor, project));
  const standard = visible.find(project => project.isDefault);
  if (standard) {
    const layer = await layerOf(deps, standard);
    if (layer.models.has(query.model)) return {project: standard, layer};
  }
  const layers = await Promise.all(
    visible.map(async project => ({project, layer: await layerOf(deps, project)})),
  );
  const found = layers.filter(({layer}) => layer.models.has(query.model));
  if (found.length > 1)
    throw ambiguousModel(
      query.model,
      found.map(({project}) => project),
    );
  if (!found[0])
    throw unknownModel(
      query.model,
      layers.map(({layer}) => layer),
    );
  return found[0];
}

function unknownModel(name: string, layers: Layer[]): ServiceError {
  const suggestions = nearest(name, new Set(layers.flatMap(layer => [...layer.models.keys()])));
  const hint = suggestions[0]
    ? ` Did you mean "${suggestions[0]}"?`
    : " GET /api/projects/{projectId}/models lists them.";
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

function fingerprintOf(
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
