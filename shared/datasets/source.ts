import {LRUCache} from "lru-cache";
import {type LayerDeps, layerOf, type OrgProjects, type QueryProject} from "../projects/layers.ts";
import {type DatasetSource, liveSource} from "../semantic/dataset.ts";
import {snapshotSource} from "../semantic/dataset-snapshot.ts";
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
    return {id, project, source: liveSource({slug, definition, timezone}, layer, {ownFieldsOnly})};
  }
  const key = `${id} ${timezone}`;
  const source = snapshots.get(key) ?? snapshotSource({slug, columns, timezone});
  snapshots.set(key, source);
  const file = {connectionId: id, connectionType: "duckdb", connectionVersion: 0} as const;
  return {id, project: {...project, ...file}, source};
}
