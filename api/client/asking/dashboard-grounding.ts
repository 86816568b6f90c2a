import type {ChartView as Chart} from "../../../shared/content/charts/schemas.ts";
import type {Grounding} from "../pages/automation/data.ts";
import type {Tile} from "../service/api.ts";
import {segment, service} from "../service/service.ts";
import {modelLinks} from "../shell/model-links.ts";

/** The maximum number of charts that are loaded to find their models. */
const MAX_CHARTS = 30;

/** A dashboard, with the models of its charts as far as the person may query them. */
export async function groundingOfDashboard(id: string, tiles: readonly Tile[]): Promise<Grounding[]> {
  // A chart that is not shared is left out.
  const chartIds = tiles.flatMap(({chart}) => chart?.id ?? []);
  const [links, ...charts] = await Promise.all([
    modelLinks(),
    ...[...new Set(chartIds)]
      .slice(0, MAX_CHARTS)
      // A chart that was deleted in the meantime has no model.
      .map(chartId => service.get<Chart>(`/api/charts/${segment(chartId)}`).catch(() => undefined)),
  ]);
  const open = new Set(links.map(({projectId, name}) => `${projectId}/${name}`));
  const models = new Set(charts.map(chart => chart && `${chart.projectId}/${chart.query.model}`));
  return [
    {resourceType: "dashboard", resourceId: id},
    ...[...models].flatMap(model =>
      model !== undefined && open.has(model) ? [{resourceType: "model" as const, resourceId: model}] : [],
    ),
  ];
}
