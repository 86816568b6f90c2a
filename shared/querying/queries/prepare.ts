import type {Actor} from "../../core/actor.ts";
import {type ErrorCode, ServiceError} from "../../core/errors.ts";
import {DEFAULT_LIMIT, type Query} from "../../semantic/documents.ts";
import {
  type CompileContext,
  columnsOf,
  compileResolved,
  datasetQuery,
  detailResolved,
  distinguishesTexts,
  isAboutTexts,
  type Resolution,
  type ResultColumn,
  resolve,
} from "../../semantic/index.ts";
import {chooseRollup, type RollupChoice} from "../../semantic/rollup-matching/index.ts";
import type {Waiter} from "../layers/compile-turns.ts";
import {loadDataset, visibleDatasetId} from "../layers/datasets/find.ts";
import {sourceOf} from "../layers/datasets/source.ts";
import {
  canSeeProject,
  type LayerDeps,
  layerOf,
  type Prepared,
  projectsOf,
  type QueryMemory,
} from "../layers/query-caches.ts";
import type {OrgProjects, QueryProject} from "../layers/query-project.ts";
import {type QueryShape, queryShape} from "../layers/query-shapes.ts";
import {type Found, findModel, overDataset, unknownModel} from "./find-model.ts";
import {describeChoice, type QueryDetail} from "./query-detail.ts";
import {fingerprintOf, withFingerprint} from "./run-request-of.ts";

/** A query with the project that it was saved in, and the limit to use if it has none. */
export interface SavedQuery {
  projectId: string;
  /** The dataset that the query's model meant when it was saved, and still means if the name is taken by another. */
  datasetId?: string | null;
  query: Query;
  limit: number;
}

/** The options for preparing a query, apart from the query itself. */
export interface PrepareOptions {
  /** Whether the query belongs to a statement in SQL: it has no default limit, and distinguishes all texts. */
  forSql?: boolean;
  /** Whether a period that contains the time of the query ends at that time (`CompileContext`). */
  toDate?: boolean;
  /** The waiting caller: nothing is compiled for a caller who has left. */
  waiter?: Waiter;
}

/**
 * Finds the model, checks the caller's rights and compiles. Rejects with the codes of a query that cannot be compiled. A
 * query without a `limit` gets the default one.
 */
export async function prepareQuery(
  deps: LayerDeps,
  actor: Actor,
  query: Query,
  now: Date,
  {forSql = false, toDate = false, waiter}: PrepareOptions = {},
): Promise<Prepared> {
  const projects = await projectsOf(deps, actor.orgId);
  // Queries over a restricted layer are not cached: other callers see the whole layer.
  const cached = deps.restrictLayer === undefined && actor.grounding === undefined;
  const known = cached ? deps.memory.preparedOf(actor, query, forSql) : undefined;
  if (known?.projects === projects) {
    noteShape(deps, actor, known);
    // The cache is invalidated when models and projects change, but the rights on a dataset are read each time.
    const {datasetId} = known;
    if (datasetId === undefined) return known;
    if ((await visibleDatasetId(deps.db, actor, query.model)) === datasetId) return known;
  }
  const found = await findModel(deps, actor, query, projects);
  const options = {...(forSql ? {exactTexts: true} : {defaultLimit: DEFAULT_LIMIT}), toDate};
  const compile = () => compileFound(deps, found, actor, query, now, options);
  const compiled = await deps.memory.turns.run(actor.orgId, compile, waiter);
  const prepared = {...compiled, projects};
  if (cached && !prepared.compiled.dependsOnNow) deps.memory.storePrepared(actor, query, prepared, forSql);
  return prepared;
}

/**
 * Prepares a saved query for a caller who may see the content that it belongs to. They need not see the project itself.
 * Row access is the caller's own.
 */
export async function prepareSaved(
  deps: LayerDeps,
  actor: Actor,
  saved: SavedQuery,
  now: Date,
  waiter?: Waiter,
): Promise<Prepared> {
  const projects = await projectsOf(deps, actor.orgId);
  const project = projects.get(saved.projectId);
  try {
    const found = await findSaved(deps, actor, saved, projects);
    const options = {defaultLimit: saved.limit};
    const compile = () => compileFound(deps, found, actor, saved.query, now, options);
    return await deps.memory.turns.run(actor.orgId, compile, waiter);
  } catch (error) {
    if (project && canSeeProject(actor, project)) throw error;
    const message =
      "The saved query no longer fits the layer of its project: someone who can see the project can correct it.";
    throw withoutNames(error, message);
  }
}

async function findSaved(
  deps: LayerDeps,
  {orgId}: Actor,
  {projectId, datasetId, query}: SavedQuery,
  projects: OrgProjects,
): Promise<Found> {
  if (datasetId) {
    const dataset = await loadDataset(deps, orgId, datasetId);
    if (!dataset) throw unknownModel(query.model, []);
    return overDataset(await sourceOf(deps, projects, dataset, {ownFieldsOnly: false}));
  }
  const project = projects.get(projectId);
  // A project cannot be deleted while it has content, so this content was deleted first, and its project afterwards.
  if (!project) throw unknownModel(query.model, []);
  const layer = await layerOf(deps, project);
  if (!layer.models.has(query.model)) throw unknownModel(query.model, [layer]);
  return {project, layer};
}

/** Codes of errors whose messages list other names of the layer. */
const NAMING_CODES: ReadonlySet<ErrorCode> = new Set([
  "unknown_model",
  "unknown_field",
  "ambiguous_join_path",
  "no_join_path",
]);

/** The error without names of the layer, for callers who cannot see the layer. */
function withoutNames(error: unknown, message: string): unknown {
  if (!(error instanceof ServiceError)) return error;
  const faults = error.details.faults ?? [error];
  return faults.some(isNaming) ? new ServiceError(error.code, message, {cause: error}) : error;
}

/** `invalid_order` for an unknown name has the error with the names as its cause. */
function isNaming({code, details: {cause}}: ServiceError): boolean {
  return NAMING_CODES.has(code === "invalid_order" && cause instanceof ServiceError ? cause.code : code);
}

type CompileOptions = Pick<CompileContext, "defaultLimit" | "exactTexts" | "toDate">;

function compileFound(
  deps: LayerDeps,
  found: Found,
  actor: Actor,
  query: Query,
  now: Date,
  options: CompileOptions,
): Prepared {
  const {memory} = deps;
  const {project} = found;
  const context = contextOf(memory, project, actor, now, options);
  const [compiled, rollups] = resolved(found, query, context, resolution => [
    compileResolved(resolution),
    rollupsFor(memory, found, query, resolution),
  ]);
  const shape = shapeFor(project, query);
  const prepared = {
    project,
    ...(found.dataset ? {datasetId: found.dataset.id} : {}),
    compiled,
    fingerprint: fingerprintOf(project, compiled),
    ...(rollups ? {rollups: withFingerprint(rollups, compiled)} : {}),
    ...(shape ? {shape} : {}),
  };
  noteShape(deps, actor, prepared);
  return prepared;
}

/**
 * The shape of a query that runs in a warehouse and that a roll-up could have answered; `undefined` for other sources.
 */
function shapeFor({source, weekStart}: QueryProject, query: Query): QueryShape | undefined {
  return source.kind === "connection" ? queryShape(query, weekStart) : undefined;
}

function noteShape({memory}: LayerDeps, {orgId}: Actor, {project, shape}: Prepared): void {
  if (shape) memory.shapes.note({orgId, projectId: project.id}, shape);
}

/**
 * The roll-up that can answer the query, unless the query has `rollups: false`; with `all` also the reason why each
 * other roll-up cannot.
 */
function rollupsFor(
  memory: QueryMemory,
  found: Found,
  query: Query,
  resolution: Resolution,
  all = false,
): RollupChoice | undefined {
  const layer = found.dataset?.source.layer ?? found.layer;
  const planned = memory.rollups.of(layer, found.project);
  if (planned.length === 0) return undefined;
  if (distinguishesTexts(resolution.context) && isAboutTexts(resolution.query)) {
    const why = "SQL distinguishes texts that are equal to the warehouse, and so to the roll-up";
    return {passed: planned.map(({name}) => ({rollup: name, why}))};
  }
  if (query.rollups === false)
    return {passed: planned.map(({name}) => ({rollup: name, why: 'the query has "rollups": false'}))};
  return chooseRollup(resolution, {planned, built: found.project.rollups, all});
}

/**
 * Runs `use` on a query whose names are resolved. A query over a dataset is rewritten to its source, and errors are
 * translated back to the dataset's names.
 */
function resolved<T>(
  found: Found,
  query: Query,
  context: CompileContext,
  use: (resolution: Resolution) => T,
): T {
  if (!found.dataset) return use(resolve(found.layer, query, context));
  const {source} = found.dataset;
  const rewritten = datasetQuery(source, query);
  try {
    return use(resolve(source.layer, rewritten.query, {...context, dataset: rewritten.bounds}));
  } catch (error) {
    const translated = rewritten.translate(error);
    throw source.ownFieldsOnly
      ? withoutNames(translated, `The dataset "${source.slug}" cannot answer this query.`)
      : translated;
  }
}

/** A compiled query that is not run. */
export interface Explained {
  project: QueryProject;
  columns: ResultColumn[];
  detail: QueryDetail;
}

/**
 * The statement with its values as literals, ready to paste, and the roll-up that would answer instead of the
 * warehouse. Neither is shown to a caller who sees a live dataset without its project.
 */
export async function explainQuery(
  deps: LayerDeps,
  actor: Actor,
  query: Query,
  now: Date,
  {forSql = false}: {forSql?: boolean} = {},
): Promise<Explained> {
  const projects = await projectsOf(deps, actor.orgId);
  const found = await findModel(deps, actor, query, projects);
  const {project} = found;
  const options = forSql ? {exactTexts: true} : {defaultLimit: DEFAULT_LIMIT};
  const context = contextOf(deps.memory, project, actor, now, options);
  const explain = (resolution: Resolution): Explained => {
    const sql = detailResolved(resolution);
    const {dialect} = project;
    const columns = columnsOf(resolution.query);
    if (isLayerHidden(actor, found)) return {project, columns, detail: {sql: "", dialect}};
    const choice = rollupsFor(deps.memory, found, query, resolution, true);
    const detail = {sql, dialect, ...(choice ? {rollups: describeChoice(choice)} : {})};
    return {project, columns, detail};
  };
  return deps.memory.turns.run(actor.orgId, () => resolved(found, query, context, explain));
}

/**
 * Whether the query is over a dataset of a layer that the caller does not see. Its statement would show them the layer's
 * tables and expressions. The statement of a snapshot does not, because it reads the snapshot's own file.
 */
function isLayerHidden(actor: Actor, {project, dataset}: Found): boolean {
  return dataset !== undefined && project.source.kind === "connection" && !canSeeProject(actor, project);
}

function contextOf(
  memory: QueryMemory,
  project: QueryProject,
  actor: Actor,
  now: Date,
  options: CompileOptions,
): CompileContext {
  return {
    dialect: project.dialect,
    timezone: project.timezone,
    weekStart: project.weekStart,
    attributes: memory.caller(actor).attributes,
    now,
    ...options,
  };
}
