import type {Actor} from "../../core/actor.ts";
import {prepared} from "../../core/database/prepared.ts";
import {type Db, sql} from "../../core/db.ts";
import {contentColumns} from "../../tenancy/content-kinds/content.ts";
import {allows, levelSql} from "../../tenancy/content-rights/rights.ts";
import {type ChartRow, chartColumns, readChart, type StoredChart} from "../charts/charts.ts";
import type {Place} from "./check-layout.ts";

export interface TileChart extends Place {
  chartId: string;
  /**
   * The principal who placed the chart, even if another principal has moved it since. Null after the principal was
   * deleted, unless the heir has the same row access.
   */
  placedBy: string | null;
  placedAt: Date;
  /** `undefined` if the caller cannot see the chart. */
  chart: ChartRow | undefined;
}

/**
 * The placer of the tile `s`. An heir with other attributes takes the placer's position, but did not decide which rows
 * are queried. Such an heir does not count as the placer here.
 */
const placer = sql`case when s.vouches_rows then s.placed_by end`;

/**
 * The tiles of a dashboard that the caller can see, in order, each with its chart. One statement reads all tiles and
 * the caller's rights.
 */
export async function chartsOfTiles(db: Db, actor: Actor, dashboardId: string): Promise<TileChart[]> {
  const {rows} = await sql<StoredChart & Place & {placed_by: string | null; placed_at: Date; level: number}>`
    ${prepared} select s.x, s.y, s.w, s.h, ${placer} as placed_by, s.placed_at, ${contentColumns}, ${chartColumns}, ${levelSql(actor)} as level
    from dashboard_tiles s
    join content c on c.org_id = s.org_id and c.id = s.chart_id
    join charts k on k.org_id = c.org_id and k.id = c.id
    where s.org_id = ${actor.orgId} and s.dashboard_id = ${dashboardId}
    order by s.position`.execute(db);
  return rows.map(({x, y, w, h, placed_by: placedBy, placed_at: placedAt, level, ...chart}) => ({
    chartId: chart.id,
    ...{x, y, w, h, placedBy, placedAt},
    chart: allows(level, "view") ? readChart(chart) : undefined,
  }));
}

/** The tiles of a chart on these dashboards. */
export async function tilesOfChart(
  db: Db,
  orgId: string,
  chartId: string,
  dashboardIds: readonly string[],
): Promise<(Omit<TileChart, "chart"> & {dashboardId: string})[]> {
  const {rows} = await sql<Omit<TileChart, "chart"> & {dashboardId: string}>`
    select s.dashboard_id as "dashboardId", s.chart_id as "chartId", s.x, s.y, s.w, s.h, ${placer} as "placedBy",
      s.placed_at as "placedAt"
    from dashboard_tiles s
    where s.org_id = ${orgId} and s.chart_id = ${chartId} and s.dashboard_id = any (${[...dashboardIds]}::text[])
    order by s.dashboard_id, s.position`.execute(db);
  return rows;
}
