import type {Actor} from "../../core/actor.ts";
import type {SqlType} from "../../core/wire/sql-tables.ts";
import {canSeeProject, layerOf, projectsOf} from "../../querying/layers/query-caches.ts";
import type {OrgProjects, QueryProject} from "../../querying/layers/query-project.ts";
import {prepareQuery} from "../../querying/queries/prepare.ts";
import type {QueryContext} from "../../querying/queries/query-runner.ts";
import {runRequestOf} from "../../querying/queries/run-request-of.ts";
import type {Query} from "../../semantic/documents.ts";
import type {Layer} from "../../semantic/layers.ts";
import {buildCatalog, numberDimensions, type TableSource, tableSources} from "./build-catalog.ts";
import type {SqlCatalog} from "./catalog-types.ts";
import {PlanCache} from "./plan-cache.ts";
import {SharedWork} from "./shared-work.ts";
import {SqlError} from "./sql-error.ts";
import type {CatalogSource, SqlRunner} from "./sql-runner.ts";

/** How long a caller's tables count as unchanged: no notification reports a change of the rights on a dataset. */
const FRESH_MS = 1000;
/** How long a statement waits for the types of a warehouse. A later statement queries the types again. */
const TYPES_MS = 5000;
/** The number of tables whose types are queried at once. */
const AT_ONCE = 4;
const CACHED = 1000;

/** A caller's tables, and the projects and the layer that they were built from. */
interface Held {
  projects: OrgProjects;
  layer: Layer;
  builtAt: number;
  catalog: SqlCatalog;
  /** The build of the next tables while it runs, for which all statements of the caller wait. */
  next: Promise<SqlCatalog> | undefined;
}

type Types = ReadonlyMap<string, SqlType>;

/** The tables of callers, with the types that their warehouses have. One object for each process. */
export class Catalogs implements CatalogSource {
  readonly plans = new PlanCache();
  readonly #held = new Map<string, Held>();
  /** Types by the model's name or the dataset's id, as long as the layer and the connection's configuration are the same. */
  readonly #types = new WeakMap<Layer, Map<string, SharedWork<Types>>>();

  /** The tables of a project that the caller sees. */
  async of(runner: SqlRunner, queryContext: QueryContext, project: QueryProject): Promise<SqlCatalog> {
    const {actor} = queryContext;
    const projects = await projectsOf(runner, actor.orgId);
    const layer = await layerOf(runner, project);
    const key = keyOf(actor, project);
    const held = this.#held.get(key);
    const now = performance.now();
    if (held?.projects !== projects || held.layer !== layer) {
      const catalog = await this.#build(runner, queryContext, project, held?.catalog);
      this.#held.delete(key);
      this.#held.set(key, {projects, layer, builtAt: now, catalog, next: undefined});
      for (const oldest of this.#held.keys()) {
        if (this.#held.size <= CACHED) break;
        this.#held.delete(oldest);
      }
      return catalog;
    }
    if (now - held.builtAt < FRESH_MS) return held.catalog;
    return this.#renew(runner, queryContext, project, held);
  }

  async renewed(runner: SqlRunner, queryContext: QueryContext, project: QueryProject): Promise<SqlCatalog> {
    const held = this.#held.get(keyOf(queryContext.actor, project));
    if (!held) return this.of(runner, queryContext, project);
    // A build that is running may have begun before the change that the caller waits for.
    await held.next?.catch(() => undefined);
    return this.#renew(runner, queryContext, project, held);
  }

  /** Builds the held tables anew, once for all callers that wait for them. */
  #renew(
    runner: SqlRunner,
    queryContext: QueryContext,
    project: QueryProject,
    held: Held,
  ): Promise<SqlCatalog> {
    const now = performance.now();
    held.next ??= this.#build(runner, queryContext, project, held.catalog)
      .then(catalog => {
        held.catalog = catalog;
        held.builtAt = now;
        return catalog;
      })
      .finally(() => {
        held.next = undefined;
      });
    return held.next;
  }

  known(
    {memory}: SqlRunner,
    actor: Actor,
    projectId: string,
  ): {project: QueryProject; catalog: SqlCatalog} | undefined {
    const projects = memory.projects.peek(actor.orgId);
    const project = projects?.get(projectId);
    if (!project || !canSeeProject(actor, project)) return undefined;
    const held = this.#held.get(keyOf(actor, project));
    // The object with the projects is replaced when the layer of one of them changes.
    if (!held || held.projects !== projects || performance.now() - held.builtAt >= FRESH_MS) return undefined;
    return {project, catalog: held.catalog};
  }

  /** Builds the current tables. Returns `known` if the tables are equal. */
  async #build(
    runner: SqlRunner,
    queryContext: QueryContext,
    project: QueryProject,
    known: SqlCatalog | undefined,
  ): Promise<SqlCatalog> {
    const sources = await tableSources(runner, queryContext.actor, project);
    const types = await this.#typesOf(runner, queryContext, sources);
    const built = buildCatalog(
      queryContext.actor,
      project,
      sources,
      ({name}) => types.get(name) ?? new Map(),
    );
    return built.shape === known?.shape ? known : built;
  }

  async #typesOf(
    runner: SqlRunner,
    queryContext: QueryContext,
    sources: readonly TableSource[],
  ): Promise<Map<string, Types>> {
    const found = new Map<string, Types>();
    const waiting = [...sources];
    const work = async () => {
      for (let source = waiting.shift(); source; source = waiting.shift())
        found.set(source.name, await this.#numbersOf(runner, queryContext, source));
    };
    await Promise.all(Array.from({length: AT_ONCE}, work));
    return found;
  }

  async #numbersOf(runner: SqlRunner, queryContext: QueryContext, source: TableSource): Promise<Types> {
    const {layer, project, dataset} = source.found;
    let ofLayer = this.#types.get(layer);
    if (!ofLayer) {
      ofLayer = new Map();
      this.#types.set(layer, ofLayer);
    }
    const version = project.source.kind === "connection" ? project.source.version : 0;
    // Another dataset can take the name of a deleted one.
    const key = `${source.schema} ${dataset?.id ?? source.name} ${version}`;
    let types = ofLayer.get(key);
    if (!types || types.isAbandoned) {
      types = new SharedWork(signal => askTypes(runner, {...queryContext, signal}, source));
      ofLayer.set(key, types);
    }
    return await this.#known(types, queryContext.signal, error => {
      runner.log.warn(
        {err: error, model: source.name},
        "the column types of a table in SQL could not be looked up",
      );
      // If the warehouse does not answer now, the next statement queries the types again.
      if (ofLayer.get(key) === types) ofLayer.delete(key);
    });
  }

  /** The types, or none if they are not available now. Rejects if the caller has left. */
  async #known(
    types: SharedWork<Types>,
    signal: AbortSignal,
    onFault: (error: unknown) => void,
  ): Promise<Types> {
    try {
      return await types.wait(signal);
    } catch (error) {
      signal.throwIfAborted();
      onFault(error);
      return new Map();
    }
  }
}

function keyOf({id, grounding}: Actor, project: QueryProject): string {
  return JSON.stringify([id, grounding ?? null, project.id]);
}

/** The types of a table's numbers, from a query of its rows that reads none. */
async function askTypes(runner: SqlRunner, queryContext: QueryContext, source: TableSource): Promise<Types> {
  const fields = numberDimensions(source);
  if (fields.length === 0) return new Map();
  const query: Query = {
    model: source.name,
    projectId: source.found.project.id,
    rows: true,
    dimensions: fields,
    limit: 0,
  };
  const prepared = await prepareQuery(runner, queryContext.actor, query, new Date());
  const {requestId} = queryContext;
  const timeoutMs = runner.config.queryTimeoutMs;
  const options = {format: "json", trigger: "sql", requestId, timeoutMs, fresh: true} as const;
  const signal = AbortSignal.any([queryContext.signal, AbortSignal.timeout(TYPES_MS)]);
  const run = runRequestOf(prepared, queryContext.actor, query, options);
  const types = await runner.columnTypes({...queryContext, signal}, run);
  return new Map(fields.flatMap((field, index) => (types[index] ? [[field, types[index]] as const] : [])));
}

/**
 * The project that a client names as its database, by id or name; without a name the default one. Rejects with 3D000.
 */
export async function projectNamed(runner: SqlRunner, actor: Actor, name: string): Promise<QueryProject> {
  const projects = await projectsOf(runner, actor.orgId);
  const identified = projects.get(name);
  if (identified && canSeeProject(actor, identified)) return identified;
  const visible = [...projects.values()].filter(project => canSeeProject(actor, project));
  const named = visible.filter(project => project.id === name || project.name === name);
  if (named.length > 1 && name !== "") {
    const ids = named.map(({id}) => id).join(", ");
    throw new SqlError("3D000", `"${name}" is the name of several projects`, {hint: `Use an id: ${ids}.`});
  }
  if (named[0]) return named[0];
  const standard =
    visible.find(project => project.isDefault) ?? (visible.length === 1 ? visible[0] : undefined);
  const user = actor.email ?? actor.name;
  if (standard && ["", "analytics", user, actor.name].includes(name)) return standard;
  const hint =
    visible.length === 0 ? {} : {hint: `Projects: ${visible.map(project => project.name).join(", ")}.`};
  throw new SqlError("3D000", `database "${name}" does not exist`, hint);
}
