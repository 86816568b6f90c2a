import type {Actor} from "../../core/actor.ts";
import type {LayerDeps} from "../../querying/layers/query-caches.ts";
import {findSource} from "../../querying/queries/query-source.ts";
import {type ChartRow, refuseUnfit} from "./charts.ts";
import type {ChartPreview} from "./schemas.ts";

/** The chart as it would be stored, without saving it. Rejects with the errors of saving, with paths under `/query`. */
export async function previewChart(deps: LayerDeps, actor: Actor, input: ChartPreview): Promise<ChartRow> {
  const {name = "", type, query, config = {}, teamId = null} = input;
  const source = await findSource(deps, actor, query, "/query", input.projectId);
  refuseUnfit(input, source);
  const now = new Date();
  return {
    id: "preview",
    name,
    owner_id: actor.id,
    team_id: teamId,
    created_at: now,
    updated_at: now,
    project_id: source.projectId,
    dataset_id: source.datasetId,
    type,
    query,
    query_at: now,
    config,
  };
}
