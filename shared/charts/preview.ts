import type {Actor} from "../actor.ts";
import type {LayerDeps} from "../layers/layers.ts";
import {placeQuery} from "../queries/place-query.ts";
import {type ChartRow, refuseUnfit} from "./charts.ts";
import type {ChartPreview} from "./schemas.ts";

/** The chart as it would be saved, without saving it. Rejects as saving would, with paths under `/query`. */
export async function previewChart(deps: LayerDeps, actor: Actor, input: ChartPreview): Promise<ChartRow> {
  const {name = "", type, query, config = {}, teamId = null} = input;
  const place = await placeQuery(deps, actor, query, "/query", input.projectId);
  refuseUnfit(input, place);
  const now = new Date();
  return {
    id: "preview",
    name,
    owner_id: actor.id,
    team_id: teamId,
    created_at: now,
    updated_at: now,
    project_id: place.projectId,
    dataset_id: place.datasetId,
    type,
    query,
    query_at: now,
    config,
  };
}
