import type {LRUCache} from "lru-cache";
import {type DatasetSource, liveSource, snapshotSource} from "../../../semantic/index.ts";
import {type LayerDeps, layerOf} from "../query-caches.ts";
import type {OrgProjects, QueryProject} from "../query-project.ts";
import type {Dataset} from "./find.ts";
import {goneDataset} from "./gone.ts";

/**
 * A dataset ready to be queried: the project whose source its statements run on, and the model that they are made from.
 */
export interface FoundDataset {
  id: string;
  /** The dataset's project; for a snapshot, with the snapshot in place of the connection. */
  project: QueryProject;
  source: DatasetSource;
}

/** With `ownFieldsOnly`, a live dataset that lists no fields offers only the fields of its model. */
export async function sourceOf(
  deps: LayerDeps,
  projects: OrgProjects,
  dataset: Dataset,
  {ownFieldsOnly}: {ownFieldsOnly: boolean},
): Promise<FoundDataset> {
  const {id, slug, definition, columns} = dataset;
  const project = projects.get(dataset.projectId);
  // A project cannot be deleted while it has datasets, so this dataset was deleted first, and its project afterwards.
  if (!project) throw goneDataset(slug);
  const {timezone} = project;
  if (definition !== null) {
    const layer = await layerOf(deps, project);
    const make = () => liveSource({slug, definition, timezone}, layer, {ownFieldsOnly});
    return {
      id,
      project,
      source: remembered(deps.memory.liveSources(layer), `${id} ${timezone} ${ownFieldsOnly}`, make),
    };
  }
  const source = remembered(deps.memory.snapshotSources, `${id} ${timezone}`, () =>
    snapshotSource({slug, columns, timezone}),
  );
  return {id, project: overSnapshot(project, id), source};
}

/** The project with the snapshot of one of its datasets in place of its connection. */
export function overSnapshot(project: QueryProject, datasetId: string): QueryProject {
  return {...project, source: {kind: "snapshot", id: datasetId}, dialect: "duckdb"};
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
