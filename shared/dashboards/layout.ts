import type {Actor} from "../actor.ts";
import {updateContent} from "../content/content.ts";
import {levelSql} from "../content/rights.ts";
import {type Db, sql, type Tx} from "../db.ts";
import {type ErrorDetail, ServiceError} from "../errors.ts";
import {prepared} from "../prepared.ts";
import {checkLayout} from "./check-layout.ts";
import {lockDashboard, readDashboard, requireDashboard, viewDashboard} from "./dashboards.ts";
import type {DashboardView, TileInput} from "./schemas.ts";

/**
 * Replaces all tiles at once: of two who do it at the same time, one does it after the other. Placing a chart needs
 * a view of it; charts that are there already stay whoever moves them, as their placer's. `checkCurrent` is given
 * the dashboard as it stands, locked, and may refuse the change.
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
 * Who placed each chart that is there, null for nobody any more; of one that is there several times, in the order of
 * its tiles.
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

/** The charts stay until the transaction ends. One that the caller cannot see is met like one that is not there. */
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
    // One more tile of a chart that is there opens no door that its first tile did not.
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
