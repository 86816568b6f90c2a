import {notFound} from "../access.ts";
import {type ChartRow, chartColumns} from "../charts/charts.ts";
import {contentColumns} from "../content/content.ts";
import {placerLevel} from "../content/reach.ts";
import type {DashboardFilter} from "../dashboards/schemas.ts";
import {type Db, sql} from "../db.ts";
import type {EmbedCaller} from "./tokens.ts";

export interface EmbeddedTile {
  x: number;
  y: number;
  w: number;
  h: number;
  chartId: string;
  /** `undefined` where its placer may not see the chart. */
  chart: ChartRow | undefined;
}

export interface EmbeddedResource {
  name: string;
  /** Of a chart, the one tile that it is. */
  tiles: EmbeddedTile[];
  filters: DashboardFilter[];
}

type TileRow = ChartRow & Omit<EmbeddedTile, "chart"> & {reached: boolean};

/** What the token opens: its chart, or its dashboard with the charts that their placers may see. */
export async function embeddedResource(db: Db, {actor, resource}: EmbedCaller): Promise<EmbeddedResource> {
  if (resource.type === "chart") {
    const chart = await ownChart(db, actor.orgId, resource.id);
    return {name: chart.name, tiles: [{x: 0, y: 0, w: 36, h: 20, chartId: chart.id, chart}], filters: []};
  }
  const {name, filters} = await ownDashboard(db, actor.orgId, resource.id);
  return {name, filters, tiles: await tilesOf(db, actor.orgId, resource.id)};
}

/** All tiles, or those of one chart. */
async function tilesOf(
  db: Db,
  orgId: string,
  dashboardId: string,
  chartId: string | null = null,
): Promise<EmbeddedTile[]> {
  const {rows} = await sql<TileRow>`
    select t.x, t.y, t.w, t.h, ${contentColumns}, ${chartColumns}, ${placerLevel} > 0 as reached
    from dashboard_tiles t
    join content c on c.org_id = t.org_id and c.id = t.chart_id
    join charts k on k.org_id = c.org_id and k.id = c.id
    where t.org_id = ${orgId} and t.dashboard_id = ${dashboardId}
      and (${chartId}::text is null or t.chart_id = ${chartId})
    order by t.position`.execute(db);
  return rows.map(({x, y, w, h, reached, ...chart}) => ({
    ...{x, y, w, h},
    chartId: chart.id,
    chart: reached ? chart : undefined,
  }));
}

/** One chart of what the token opens; any other is `not_found`. */
export async function embeddedChart(
  db: Db,
  caller: EmbedCaller,
  chartId: string,
): Promise<{chart: ChartRow; filters: DashboardFilter[]}> {
  const {actor, resource} = caller;
  if (resource.type === "chart") {
    if (chartId !== resource.id) throw notFound("chart", chartId);
    return {chart: await ownChart(db, actor.orgId, chartId), filters: []};
  }
  const {filters} = await ownDashboard(db, actor.orgId, resource.id);
  const tiles = await tilesOf(db, actor.orgId, resource.id, chartId);
  const chart = tiles.find(tile => tile.chart)?.chart;
  if (!chart) throw notFound("chart", chartId);
  return {chart, filters};
}

async function ownDashboard(
  db: Db,
  orgId: string,
  id: string,
): Promise<{name: string; filters: DashboardFilter[]}> {
  const {rows} = await sql<{name: string; filters: DashboardFilter[]}>`
    select c.name, d.filters from content c join dashboards d on d.org_id = c.org_id and d.id = c.id
    where c.org_id = ${orgId} and c.id = ${id}`.execute(db);
  if (!rows[0]) throw notFound("dashboard", id);
  return rows[0];
}

async function ownChart(db: Db, orgId: string, id: string): Promise<ChartRow> {
  const {rows} = await sql<ChartRow>`
    select ${contentColumns}, ${chartColumns}
    from content c join charts k on k.org_id = c.org_id and k.id = c.id
    where c.org_id = ${orgId} and c.id = ${id}`.execute(db);
  if (!rows[0]) throw notFound("chart", id);
  return rows[0];
}
