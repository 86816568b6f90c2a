import type {Actor} from "../actor.ts";
import {updateContent} from "../content/content.ts";
import {levelSql} from "../content/rights.ts";
import {prepared} from "../database/prepared.ts";
import {type Db, sql, type Tx} from "../db.ts";
import {type ErrorDetail, ServiceError} from "../errors.ts";
import {checkLayout} from "./check-layout.ts";
import {lockDashboard, readDashboard, requireDashboard, viewDashboard} from "./dashboards.ts";
import type {DashboardView, TileInput} from "./schemas.ts";

/**
 * Replaces all tiles at once; concurrent calls run one after the other. Placing a chart requires view on it. A chart
 * that is on the dashboard already keeps its placer, whoever moves it. `checkCurrent` gets the locked dashboard as it
 * is now, and may refuse the change.
 */
export async function replaceLayout(
  db: Db,
  actor: Actor,
  id: string,
  readTiles: () => Promise<readonly TileInput[]>,
  checkCurrent: (current: DashboardView) => void,
): Promise<DashboardView> {
  await requireDashboard(db, actor, id, "edit");
  const tiles = await readTiles();
  checkLayout(tiles);
  return db.transaction().execute(async tx => {
    const row = await lockDashboard(tx, actor, id, "edit");
    checkCurrent(viewDashboard(row));
    const placers = await placersOf(tx, actor, id);
    await requireCharts(tx, actor, tiles, placers);
    await sql`delete from dashboard_tiles where org_id = ${actor.orgId} and dashboard_id = ${id}`.execute(tx);
    await insertTiles(tx, actor, id, tiles, placers);
    await updateContent(tx, actor, "dashboard", row, {}, ["tiles"]);
    return viewDashboard(await readDashboard(tx, actor, id));
  });
}

/**
 * The placers of each chart on the dashboard, null after the placer was deleted. If a chart has several tiles, in their
 * order.
 */
type Placers = ReadonlyMap<string, (string | null)[]>;

async function placersOf(tx: Tx, actor: Actor, id: string): Promise<Placers> {
  const {rows} = await sql<{chart_id: string; placed_by: string | null}>`
    select chart_id, placed_by from dashboard_tiles
    where org_id = ${actor.orgId} and dashboard_id = ${id}
    order by position`.execute(tx);
  const placers = new Map<string, (string | null)[]>();
  for (const {chart_id, placed_by} of rows) {
    placers.set(chart_id, [...(placers.get(chart_id) ?? []), placed_by]);
  }
  return placers;
}

/**
 * Locks the charts against deletion until the transaction ends. A chart that the caller cannot see gets the same error
 * as one that does not exist.
 */
async function requireCharts(
  tx: Tx,
  actor: Actor,
  tiles: readonly TileInput[],
  placers: Placers,
): Promise<void> {
  const ids = [...new Set(tiles.map(tile => tile.chartId))];
  const {rows} = await sql<{id: string; level: number}>`
    ${prepared} select c.id, ${levelSql(actor)} as level
    from content c join charts k on k.org_id = c.org_id and k.id = c.id
    where c.org_id = ${actor.orgId} and c.id = any (${ids}::text[])
    order by c.id for key share of k`.execute(tx);
  const there = new Map(rows.map(row => [row.id, row.level]));
  const errors: ErrorDetail[] = [];
  for (const [index, {chartId}] of tiles.entries()) {
    const level = there.get(chartId);
    if (level !== undefined && (level > 0 || placers.has(chartId))) continue;
    errors.push({
      path: `/tiles/${index}/chartId`,
      message: `There is no chart "${chartId}" that you can see.`,
    });
  }
  if (errors[0]) throw new ServiceError("invalid_request", errors[0].message, {errors});
}

async function insertTiles(
  tx: Tx,
  actor: Actor,
  id: string,
  tiles: readonly TileInput[],
  placers: Placers,
): Promise<void> {
  const left = new Map([...placers].map(([chartId, ids]) => [chartId, [...ids]]));
  const rows = tiles.map(({chartId, x, y, w, h}, position) => {
    // Another tile of the same chart shows nothing new, so it gets the placer of the first one.
    const [first = actor.id] = placers.get(chartId) ?? [];
    const [placer = first] = left.get(chartId)?.splice(0, 1) ?? [];
    return {position, chart_id: chartId, x, y, w, h, placed_by: placer};
  });
  await sql`
    insert into dashboard_tiles (org_id, dashboard_id, position, chart_id, x, y, w, h, placed_by)
    select ${actor.orgId}, ${id}, r.position, r.chart_id, r.x, r.y, r.w, r.h, r.placed_by
    from json_to_recordset(${JSON.stringify(rows)}::json) as r
      (position integer, chart_id text, x integer, y integer, w integer, h integer, placed_by text)`.execute(
    tx,
  );
}
