import {LRUCache} from "lru-cache";
import type {Actor} from "../../core/actor.ts";
import type {Notices} from "../../core/change-notices.ts";
import type {Db} from "../../core/db.ts";
import {ServiceError} from "../../core/errors.ts";
import {NotifiedCache} from "../../core/notified-cache.ts";
import type {Query} from "../../semantic/documents.ts";
import type {CompiledQuery, DatasetSource} from "../../semantic/index.ts";
import {buildLayer, type Layer} from "../../semantic/layers.ts";
import {planRollups, type RollupChoice} from "../../semantic/rollup-matching/index.ts";
import {CompileTurns} from "./compile-turns.ts";
import type {Dataset} from "./datasets/find.ts";
import {loadProjects, type OrgProjects, type QueryProject} from "./query-project.ts";
import {type QueryShape, ShapeMemory} from "./query-shapes.ts";
import {readGraph, readTableSizes} from "./stored-graph.ts";

const CACHED_ORGS = 1000;
/** A part is a model, field or join, and takes about 170 bytes. */
const CACHED_PARTS = 500_000;
const CACHED_EVALUATED_PARTS = 100_000;
const CACHED_DATASETS = 5000;
const CACHED_SOURCES = 1000;
const CACHED_QUERIES = 5000;
/** A statement can have millions of characters, and its query's JSON, which is its key, a million. */
const CACHED_QUERY_CHARACTERS = 50_000_000;

/** A compiled query with its project, ready to run. */
export interface Prepared {
  /** The project, whose `source` is the one that the query runs on. */
  project: QueryProject;
  /** The dataset that the query names as its model. */
  datasetId?: string;
  compiled: CompiledQuery;
  /**
   * Queries with equal fingerprints have equal answers. Row access is part of the statement, and so of the fingerprint.
   */
  fingerprint: string;
  /** The roll-up that answers the query, and why others do not; absent if the layer has none. */
  rollups?: RollupChoice & {fingerprint?: string};
  /** The query without its values, for a query that reaches a warehouse. */
  shape?: QueryShape;
}

/** A cached query, valid as long as the org's projects are the same object. */
type CachedPrepared = Prepared & {projects: OrgProjects};

/** The layer of another commit, over which an evaluation asks its questions. */
export interface EvaluatedLayer {
  projectId: string;
  layer: Layer;
}

interface Caller {
  /** The number of the loaded caller. A caller who is loaded again, after a change, gets another number. */
  number: number;
  /** The attributes in a fixed order, so that equal attributes give the same statement and fingerprint. */
  attributes: Actor["attributes"];
}

/** The caches for preparing queries, one object for each service. */
export class QueryMemory {
  readonly projects: NotifiedCache<OrgProjects>;
  readonly layers = new LayerCache();
  readonly rollups = new RollupMemory();
  readonly shapes = new ShapeMemory();
  readonly turns = new CompileTurns();
  /** Layers of evaluations, by organization and evaluation. The layer of an evaluation never changes. */
  readonly evaluated = new LRUCache<string, EvaluatedLayer>({
    maxSize: CACHED_EVALUATED_PARTS,
    // The largest layer takes the whole cache, and no more.
    sizeCalculation: ({layer}) => Math.min(partsOf(layer), CACHED_EVALUATED_PARTS),
  });
  /** The layers for `evaluated` that are being loaded. */
  readonly evaluatedLoading = new Map<string, Promise<EvaluatedLayer | undefined>>();
  /** Datasets by id. A `Dataset` never changes. */
  readonly datasets = new LRUCache<string, Dataset>({max: CACHED_DATASETS});
  /** The key contains the dataset and its project's timezone, on which the source depends. */
  readonly snapshotSources = new LRUCache<string, DatasetSource>({max: CACHED_SOURCES});
  /** Prepared queries by caller and query. */
  readonly #prepared = new LRUCache<string, CachedPrepared>({
    max: CACHED_QUERIES,
    maxSize: CACHED_QUERY_CHARACTERS,
    sizeCalculation: ({compiled, rollups}, key) =>
      key.length + charactersOf(compiled) + charactersOf(rollups?.chosen) + 1,
  });
  /** The last prepared query of each frozen query, and its caller. */
  readonly #lastPrepared = new WeakMap<Query, {caller: number; forSql: boolean; prepared: CachedPrepared}>();
  readonly #liveSources = new WeakMap<Layer, LRUCache<string, DatasetSource>>();
  readonly #callers = new WeakMap<Actor["attributes"], Caller>();
  #lastCaller = 0;

  constructor(notices: Notices) {
    const kinds = ["org", "project", "connection"] as const;
    this.projects = new NotifiedCache<OrgProjects>(notices, CACHED_ORGS, kinds, (notice, entry, orgId) => {
      if (notice.kind === "org") return notice.id === orgId;
      if (notice.kind === "project") return entry.has(notice.id);
      return entry.values().some(project => project.source.id === notice.id);
    });
  }

  /** Sources of live datasets, cached as long as the layer is the project's current one. */
  liveSources(layer: Layer): LRUCache<string, DatasetSource> {
    return this.#liveSources.getOrInsertComputed(layer, () => new LRUCache({max: CACHED_SOURCES}));
  }

  /** The prepared query of an equal query of the caller, for SQL or not. */
  preparedOf(actor: Actor, query: Query, forSql: boolean): CachedPrepared | undefined {
    const caller = this.caller(actor).number;
    const last = this.#lastPrepared.get(query);
    if (last?.caller === caller && last.forSql === forSql) return last.prepared;
    const prepared = this.#prepared.get(keyOf(caller, query, forSql));
    // Equal requests share one frozen object, so that its text need not be computed again.
    if (prepared && Object.isFrozen(query)) this.#lastPrepared.set(query, {caller, forSql, prepared});
    return prepared;
  }

  storePrepared(actor: Actor, query: Query, prepared: CachedPrepared, forSql: boolean): void {
    this.#lastPrepared.delete(query);
    this.#prepared.set(keyOf(this.caller(actor).number, query, forSql), prepared);
  }

  caller({attributes}: Actor): Caller {
    let caller = this.#callers.get(attributes);
    if (!caller) {
      const ordered = Object.fromEntries(
        Object.entries(attributes).map(([name, values]) => [name, [...new Set(values)].sort()]),
      );
      caller = {number: ++this.#lastCaller, attributes: ordered};
      this.#callers.set(attributes, caller);
    }
    return caller;
  }
}

/** The dependencies of preparing queries. */
export interface LayerDeps {
  readonly db: Db;
  readonly memory: QueryMemory;
  /** Restricts a layer to the part that a caller may know. */
  readonly restrictLayer?: (project: QueryProject, layer: Layer) => Layer;
}

/** All projects of an org, whatever the caller may see. Only reads a map if nothing changed since the last call. */
export function projectsOf({db, memory}: LayerDeps, orgId: string): OrgProjects | Promise<OrgProjects> {
  return (
    memory.projects.peek(orgId) ??
    memory.projects.get(orgId, () => loadProjects(db, orgId)).then(found => found ?? new Map())
  );
}

/** Whether the actor sees the project, by the same rule as `visibleTo` in `shared/tenancy/projects/find.ts`. */
export function canSeeProject(actor: Actor, project: QueryProject): boolean {
  if (actor.embedded || actor.grounding?.projects.includes(project.id) === false) return false;
  return (
    actor.orgRole === "admin" ||
    project.teamIds.length === 0 ||
    actor.teams.some(team => project.teamIds.includes(team.id))
  );
}

/** The layer of a project from `projectsOf`. Only reads a map if the layer was built before. */
export function layerOf(deps: LayerDeps, project: QueryProject): Layer | Promise<Layer> {
  const layer = deps.memory.layers.get(deps.db, project);
  const {restrictLayer} = deps;
  if (!restrictLayer) return layer;
  return layer instanceof Promise
    ? layer.then(whole => restrictLayer(project, whole))
    : restrictLayer(project, layer);
}

function keyOf(caller: number, query: Query, forSql: boolean): string {
  return `${caller} ${forSql ? "sql " : ""}${JSON.stringify(query)}`;
}

/**
 * Layers by project. The cache needs no invalidation, because a version never changes and the project names its current
 * version. Table sizes are those at the first use of the version: applying a layer updates them.
 */
class LayerCache {
  readonly #held = new LRUCache<string, {version: number; layer: Layer}>({
    maxSize: CACHED_PARTS,
    sizeCalculation: ({layer}) => Math.min(partsOf(layer), CACHED_PARTS),
  });
  readonly #loading = new Map<string, Promise<Layer>>();

  get(db: Db, project: QueryProject): Layer | Promise<Layer> {
    const held = this.#held.get(project.id);
    if (held?.version === project.layerVersion) return held.layer;
    const key = `${project.id} ${project.layerVersion}`;
    // A transaction loads the layer itself: a load that others have begun may be waiting for a connection of the pool,
    // and the transaction holds one.
    if (db.isTransaction) return this.#load(db, project);
    let loading = this.#loading.get(key);
    if (!loading) {
      loading = this.#load(db, project).finally(() => this.#loading.delete(key));
      this.#loading.set(key, loading);
    }
    return loading;
  }

  async #load(db: Db, {orgId, id, layerVersion}: QueryProject): Promise<Layer> {
    const [graph, sizes] = await Promise.all([
      readGraph(db, orgId, id, layerVersion).catch(whenDeleted),
      readTableSizes(db, orgId, id),
    ]);
    // The project was deleted in the meantime: it has no models any more, and other projects are searched as usual.
    if (!graph) return buildLayer({models: []});
    const layer = buildLayer(graph, sizes);
    const held = this.#held.get(id);
    if (!held || held.version < layerVersion) this.#held.set(id, {version: layerVersion, layer});
    return layer;
  }
}

function whenDeleted(error: unknown): undefined {
  if (error instanceof ServiceError && error.code === "not_found") return undefined;
  throw error;
}

export type Planned = ReturnType<typeof planRollups>;

/** The roll-ups of a layer, planned once for each warehouse that the layer is used with. */
class RollupMemory {
  readonly #planned = new WeakMap<Layer, Map<string, Planned>>();

  of(layer: Layer, {source, dialect, weekStart}: QueryProject): Planned {
    if (source.kind !== "connection" || (layer.graph.rollups ?? []).length === 0) return [];
    const {id, version} = source;
    const byWarehouse = this.#planned.getOrInsertComputed(layer, () => new Map());
    return byWarehouse.getOrInsertComputed(`${id} ${version} ${dialect} ${weekStart}`, () =>
      planRollups(layer, {dialect, weekStart, id, version}).map(hashed),
    );
  }
}

function hashed(one: Planned[number]): Planned[number] {
  if (!("plan" in one)) return one;
  return {...one, signature: new Bun.CryptoHasher("sha256").update(one.signature).digest("base64url")};
}

function partsOf({graph: {models, joins = []}}: Layer): number {
  const fieldsOf = ({dimensions, measures = []}: (typeof models)[number]) =>
    dimensions.length + measures.length;
  return models.reduce((sum, model) => sum + 1 + fieldsOf(model), 1 + joins.length);
}

/** The characters of statements. */
function charactersOf(statements: Pick<CompiledQuery, "sql" | "totals"> | undefined): number {
  return (statements?.sql.length ?? 0) + (statements?.totals?.sql.length ?? 0);
}
