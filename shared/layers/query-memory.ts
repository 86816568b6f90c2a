import {LRUCache} from "lru-cache";
import type {Actor} from "../actor.ts";
import {NoticedCache} from "../cache.ts";
import type {Notices} from "../notices.ts";
import type {CompiledQuery} from "../semantic/compile.ts";
import type {DatasetSource} from "../semantic/dataset/fields.ts";
import type {Layer} from "../semantic/layer/layer.ts";
import type {Query} from "../semantic/query.ts";
import type {RollupChoice} from "../semantic/rollups/choose.ts";
import type {Dataset} from "./datasets/find.ts";
import {LayerCache} from "./layer-cache.ts";
import {RollupMemory} from "./planned-rollups.ts";
import type {OrgProjects, QueryProject} from "./query-project.ts";
import {type QueryShape, ShapeMemory} from "./query-shapes.ts";

const CACHED_ORGS = 1000;
const CACHED_DATASETS = 5000;
const CACHED_SOURCES = 1000;
const CACHED_QUERIES = 5000;

/** A compiled query with its project, ready to run. */
export interface Prepared {
  /** Its `source` is what the query runs on. */
  project: QueryProject;
  /** The dataset that the query names as its model. */
  datasetId?: string;
  compiled: CompiledQuery;
  /** Queries with equal fingerprints have equal answers. Row access is part of the statement, and so of this. */
  fingerprint: string;
  /** The roll-up that answers it, and why others do not; absent where the layer has none. */
  rollups?: RollupChoice & {fingerprint?: string};
  /** What it asks of a warehouse, without its values. */
  shape?: QueryShape;
}

/** Valid as long as the org's projects are the same object. */
type KeptPrepared = Prepared & {projects: OrgProjects};

interface Caller {
  /** A caller who is loaded again, because something about them has changed, gets another number. */
  number: number;
  /** The attributes in a fixed order, so that equal attributes give the same statement and fingerprint. */
  attributes: Actor["attributes"];
}

/** The caches for preparing queries, one object for each service. */
export class QueryMemory {
  readonly projects: NoticedCache<OrgProjects>;
  readonly layers = new LayerCache();
  readonly rollups = new RollupMemory();
  readonly shapes = new ShapeMemory();
  /** By id. Nothing in a `Dataset` ever changes. */
  readonly datasets = new LRUCache<string, Dataset>({max: CACHED_DATASETS});
  /** The key contains the dataset and its project's timezone, on which the source depends. */
  readonly snapshotSources = new LRUCache<string, DatasetSource>({max: CACHED_SOURCES});
  /** By caller and query. */
  readonly #prepared = new LRUCache<string, KeptPrepared>({max: CACHED_QUERIES});
  /** Of queries that never change: what was last prepared of them, and for whom. */
  readonly #lastPrepared = new WeakMap<Query, {caller: number; prepared: KeptPrepared}>();
  readonly #liveSources = new WeakMap<Layer, LRUCache<string, DatasetSource>>();
  readonly #callers = new WeakMap<Actor["attributes"], Caller>();
  #lastCaller = 0;

  constructor(notices: Notices) {
    const kinds = ["org", "project", "connection"] as const;
    this.projects = new NoticedCache<OrgProjects>(notices, CACHED_ORGS, kinds, (notice, entry, orgId) => {
      if (notice.kind === "org") return notice.id === orgId;
      if (notice.kind === "project") return entry.has(notice.id);
      return entry.values().some(project => project.source.id === notice.id);
    });
  }

  /** Sources of live datasets, kept as long as the layer is the project's current one. */
  liveSources(layer: Layer): LRUCache<string, DatasetSource> {
    let held = this.#liveSources.get(layer);
    if (!held) {
      held = new LRUCache({max: CACHED_SOURCES});
      this.#liveSources.set(layer, held);
    }
    return held;
  }

  /** What was prepared of an equal query of the caller. */
  preparedOf(actor: Actor, query: Query): KeptPrepared | undefined {
    const caller = this.caller(actor).number;
    const last = this.#lastPrepared.get(query);
    if (last?.caller === caller) return last.prepared;
    const prepared = this.#prepared.get(keyOf(caller, query));
    // Equal requests share one frozen object, whose text need not be made again.
    if (prepared && Object.isFrozen(query)) this.#lastPrepared.set(query, {caller, prepared});
    return prepared;
  }

  keepPrepared(actor: Actor, query: Query, prepared: KeptPrepared): void {
    this.#lastPrepared.delete(query);
    this.#prepared.set(keyOf(this.caller(actor).number, query), prepared);
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

function keyOf(caller: number, query: Query): string {
  return `${caller} ${JSON.stringify(query)}`;
}
