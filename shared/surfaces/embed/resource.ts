import {type ChartRow, chartColumns, readChart, type StoredChart} from "../../content/charts/charts.ts";
import {readFilters, viewFilters} from "../../content/dashboards/declared-filters.ts";
import type {DashboardFilter} from "../../content/dashboards/schemas.ts";
import {notFound} from "../../core/access.ts";
import {type Db, sql} from "../../core/db.ts";
import {contentColumns} from "../../tenancy/content-kinds/content.ts";
import {placerLevel} from "../../tenancy/content-rights/inherited-access.ts";
import type {EmbedCaller} from "./tokens.ts";

export interface EmbeddedTile {
  x: number;
  y: number;
  w: number;
  h: number;
  chartId: string;
  /** `undefined` if the tile's placer may not see the chart. */
  chart: ChartRow | undefined;
}

export interface EmbeddedResource {
  name: string;
  /** The tiles of the dashboard; for a chart, one tile that shows it. */
  tiles: EmbeddedTile[];
  filters: DashboardFilter[];
}

type TileRow = StoredChart & Omit<EmbeddedTile, "chart" | "chartId"> & {reached: boolean};

/** The chart or dashboard that the token opens, with the charts that their placers may see. */
export async function embeddedResource(db: Db, {actor, resource}: EmbedCaller): Promise<EmbeddedResource> {
  if (resource.type === "chart") {
    const chart = await ownChart(db, actor.orgId, resource.id);
    return {name: chart.name, tiles: [{x: 0, y: 0, w: 36, h: 20, chartId: chart.id, chart}], filters: []};
  }
  const {name, filters} = await ownDashboard(db, actor.orgId, resource.id);
  return {name, filters, tiles: await tilesOf(db, actor.orgId, resource.id)};
}

/** All tiles of a dashboard, or those of one chart. */
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
    chart: reached ? readChart(chart) : undefined,
  }));
}

/** A chart that the token opens; `not_found` for any other. */
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
  const {rows} = await sql<{id: string; name: string; filters: unknown}>`
    select c.id, c.name, d.filters from content c join dashboards d on d.org_id = c.org_id and d.id = c.id
    where c.org_id = ${orgId} and c.id = ${id}`.execute(db);
  if (!rows[0]) throw notFound("dashboard", id);
  const {name, filters} = readFilters(rows[0]);
  return {name, filters: viewFilters(filters)};
}

async function ownChart(db: Db, orgId: string, id: string): Promise<ChartRow> {
  const {rows} = await sql<StoredChart>`
    select ${contentColumns}, ${chartColumns}
    from content c join charts k on k.org_id = c.org_id and k.id = c.id
    where c.org_id = ${orgId} and c.id = ${id}`.execute(db);
  if (!rows[0]) throw notFound("chart", id);
  return readChart(rows[0]);
}
