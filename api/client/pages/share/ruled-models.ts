import type {DatasetView as Dataset} from "../../../../shared/querying/layers/datasets/schemas.ts";
import {allProjects} from "../../service/projects.ts";
import {segment, service} from "../../service/service.ts";
import {readLayer} from "../layer/changes.ts";
import {type RuledModel, ruledModels} from "../layer/row-access.ts";
import {allOf} from "../organization/data.ts";
import type {Shared} from "./people.ts";
import {type QueriedModel, withoutSnapshots} from "./queried-models.ts";

/**
 * The models with row access in the projects that the shared content queries; in all projects if a query names no
 * project. Queries over snapshots are left out, because a snapshot shows all of its rows to everyone who sees it.
 */
export async function ruledModelsOf(shared: Shared, signal: AbortSignal): Promise<RuledModel[]> {
  const [queried, datasets] = await Promise.all([
    queriedModels(shared, signal),
    allOf<Dataset>("/api/datasets?limit=500", signal),
  ]);
  const live = withoutSnapshots(queried, datasets);
  const ids = new Set(live.map(({projectId}) => projectId));
  const projects = live.length === 0 ? [] : await allProjects(signal);
  const ruling = projects.filter(
    ({id, layerVersion}) => layerVersion > 0 && (ids.has(undefined) || ids.has(id)),
  );
  const ruled = ruling.map(async ({id, name: project}) => {
    const models = ruledModels((await readLayer(service, id, signal)).models);
    // Models of two projects may have the same label, and the rules of one do not hold for the other.
    return ruling.length > 1
      ? models.map(({title, rules}) => ({title: `${title} of ${project}`, rules}))
      : models;
  });
  return (await Promise.all(ruled)).flat();
}

/** The models and datasets that the shared content queries. */
async function queriedModels({kind, id}: Shared, signal: AbortSignal): Promise<QueriedModel[]> {
  const get = <T>(path: string) => service.get<T>(path, {signal});
  const chart = async (chartId: string): Promise<QueriedModel> => {
    const {projectId, query} = await get<{projectId: string; query: {model: string}}>(
      `/api/charts/${segment(chartId)}`,
    );
    return {projectId, model: query.model};
  };
  switch (kind) {
    case "chart":
      return [await chart(id)];
    case "dashboard": {
      const {tiles} = await get<{tiles: {chart: {id: string} | null}[]}>(`/api/dashboards/${segment(id)}`);
      return Promise.all([...new Set(tiles.flatMap(tile => tile.chart?.id ?? []))].map(chart));
    }
    case "sheet": {
      const {tabs} = await get<{tabs: {queries?: {query: {model: string}}[]}[]}>(
        `/api/sheets/${segment(id)}`,
      );
      return tabs.flatMap(({queries = []}) => queries.map(({query}) => ({model: query.model})));
    }
    case "dataset":
      return [{model: id, projectId: (await get<Dataset>(`/api/datasets/${segment(id)}`)).projectId}];
  }
}
