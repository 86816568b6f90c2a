import {LRUCache} from "lru-cache";
import type {Db} from "../../ground/db.ts";
import {ServiceError} from "../../ground/errors.ts";
import {buildLayer, type Layer} from "../../semantic/layers.ts";
import type {QueryProject} from "./query-project.ts";
import {readGraph, readTableSizes} from "./stored-graph.ts";

const CACHED_MODELS = 100_000;

/**
 * Layers by project. The cache needs no invalidation, because a version never changes and the project names its current
 * version. Table sizes are those at the first use of the version: applying a layer updates them.
 */
export class LayerCache {
  readonly #held = new LRUCache<string, {version: number; layer: Layer}>({
    maxSize: CACHED_MODELS,
    sizeCalculation: ({layer}) => layer.models.size + 1,
  });
  readonly #loading = new Map<string, Promise<Layer>>();

  get(db: Db, project: QueryProject): Layer | Promise<Layer> {
    const held = this.#held.get(project.id);
    if (held?.version === project.layerVersion) return held.layer;
    const key = `${project.id} ${project.layerVersion}`;
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
