import {LRUCache} from "lru-cache";
import {type LayerDeps, layerOf, type OrgProjects, type QueryProject} from "../projects/layers.ts";
import {liveSource} from "../semantic/dataset.ts";
import type {DatasetSource} from "../semantic/dataset-fields.ts";
import {snapshotSource} from "../semantic/dataset-snapshot.ts";
import type {Layer} from "../semantic/layer.ts";
import type {Dataset} from "./find.ts";

/** A dataset ready to be asked: where its statements run, and what they are made from. */
export interface FoundDataset {
  id: string;
  /** Its project; of a snapshot, with the snapshot's file in the connection's place. */
  project: QueryProject;
  source: DatasetSource;
}

/** Sources of snapshots; both what they hold and their project's timezone stand in the key. */
const snapshots = new LRUCache<string, DatasetSource>({max: 1000});

/** Sources of live ones, for as long as the layer is the project's. */
const live = new WeakMap<Layer, LRUCache<string, DatasetSource>>();

/** With `ownFieldsOnly` a live dataset that lists no fields offers those of its model alone. */
export async function sourceOf(
  deps: LayerDeps,
  projects: OrgProjects,
  dataset: Dataset,
  {ownFieldsOnly}: {ownFieldsOnly: boolean},
): Promise<FoundDataset> {
  const {id, slug, definition, columns} = dataset;
  const project = projects.get(dataset.projectId);
  if (!project) throw new Error(`The project ${dataset.projectId} of the dataset ${id} is gone`);
  const {timezone} = project;
  if (definition !== null) {
    const layer = await layerOf(deps, project);
    const make = () => liveSource({slug, definition, timezone}, layer, {ownFieldsOnly});
    return {id, project, source: remembered(heldOf(layer), `${id} ${timezone} ${ownFieldsOnly}`, make)};
  }
  const source = remembered(snapshots, `${id} ${timezone}`, () => snapshotSource({slug, columns, timezone}));
  const file = {connectionId: id, connectionType: "duckdb", connectionVersion: 0} as const;
  return {id, project: {...project, ...file}, source};
}

function heldOf(layer: Layer): LRUCache<string, DatasetSource> {
  const held = live.get(layer) ?? new LRUCache<string, DatasetSource>({max: 1000});
  live.set(layer, held);
  return held;
}

function remembered(
  held: LRUCache<string, DatasetSource>,
  key: string,
  make: () => DatasetSource,
): DatasetSource {
  const source = held.get(key) ?? make();
  held.set(key, source);
  return source;
}
