import type {Actor} from "../actor.ts";
import {type ChartRow, chartColumns, readChart, type StoredChart} from "../charts/charts.ts";
import {contentColumns} from "../content/content.ts";
import {allows, levelSql} from "../content/rights.ts";
import {prepared} from "../database/prepared.ts";
import {type Db, sql} from "../db.ts";
import type {Place} from "./check-layout.ts";

export interface TileChart extends Place {
  chartId: string;
  /** `undefined` if the caller cannot see it. */
  chart: ChartRow | undefined;
}

/**
 * The tiles of a dashboard that the caller can see, in their order, each with its chart. One statement reads them all,
 * including the caller's rights.
 */
export async function chartsOfTiles(db: Db, actor: Actor, dashboardId: string): Promise<TileChart[]> {
  const {rows} = await sql<StoredChart & Place & {level: number}>`
    ${prepared} select s.x, s.y, s.w, s.h, ${contentColumns}, ${chartColumns}, ${levelSql(actor)} as level
    from dashboard_tiles s
    join content c on c.org_id = s.org_id and c.id = s.chart_id
    join charts k on k.org_id = c.org_id and k.id = c.id
    where s.org_id = ${actor.orgId} and s.dashboard_id = ${dashboardId}
    order by s.position`.execute(db);
  return rows.map(({x, y, w, h, level, ...chart}) => ({
    chartId: chart.id,
    ...{x, y, w, h},
    chart: allows(level, "view") ? readChart(chart) : undefined,
  }));
}
