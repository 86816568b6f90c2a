import {type Actor, authorOf} from "../../core/actor.ts";
import {prepared} from "../../core/database/prepared.ts";
import {type Db, sql, type Tx} from "../../core/db.ts";
import {type ErrorDetail, ServiceError} from "../../core/errors.ts";
import {anyVersion, updateContent} from "../../tenancy/content-kinds/content.ts";
import {lockResource} from "../../tenancy/content-kinds/kind.ts";
import {levelSql} from "../../tenancy/content-rights/rights.ts";
import {checkLayout} from "./check-layout.ts";
import {DASHBOARD, requireDashboard} from "./dashboards.ts";
import {readDashboard, viewDashboard} from "./find.ts";
import type {DashboardView, TileInput} from "./schemas.ts";

/**
 * Replaces all tiles at once. Concurrent calls run one after the other. Placing a chart requires view on it. A chart
 * that is already on the dashboard keeps its placer and time of placing, even if another caller moves it.
 * `checkCurrent` gets the locked dashboard as it is now, and may refuse the change.
 */
export async function replaceLayout(
  {db}: {readonly db: Db},
  actor: Actor,
  id: string,
  readLayout: () => Promise<{tiles: readonly TileInput[]}>,
  checkCurrent: (current: DashboardView) => void = anyVersion,
): Promise<DashboardView> {
  await requireDashboard(db, actor, id, "edit");
  const {tiles} = await readLayout();
  checkLayout(tiles);
  return db.transaction().execute(async tx => {
    const row = await lockResource(tx, actor, DASHBOARD, id, "edit");
    checkCurrent(viewDashboard(row));
    const placings = await placingsOf(tx, actor, id);
    await requireCharts(tx, actor, tiles, placings);
    await sql`delete from dashboard_tiles where org_id = ${actor.orgId} and dashboard_id = ${id}`.execute(tx);
    await insertTiles(tx, actor, id, tiles, placings);
    await updateContent(tx, actor, "dashboard", row, {}, ["tiles"]);
    return viewDashboard(await readDashboard(tx, actor, id));
  });
}

/**
 * The principal who placed a chart on the dashboard, and the time. The principal is null after its deletion. The time
 * is null for a placing by the current call.
 */
interface Placing {
  by: string | null;
  at: Date | null;
  /** The highest level that the tile grants. It is set after an heir replaced the placer (`transferContent`). */
  most_level: number;
  vouches_rows: boolean;
  vouches_source: boolean;
}

/** The placings of each chart on the dashboard. The tiles of one chart are in order. */
type Placings = ReadonlyMap<string, Placing[]>;

async function placingsOf(tx: Tx, actor: Actor, id: string): Promise<Placings> {
  const {rows} = await sql<Placing & {chart_id: string}>`
    select chart_id, placed_by as by, placed_at as at, most_level, vouches_rows, vouches_source from dashboard_tiles
    where org_id = ${actor.orgId} and dashboard_id = ${id}
    order by position`.execute(tx);
  const placings = new Map<string, Placing[]>();
  for (const {chart_id, ...placing} of rows) {
    placings.set(chart_id, [...(placings.get(chart_id) ?? []), placing]);
  }
  return placings;
}

/**
 * Locks the charts against deletion until the transaction ends. A chart that the caller cannot see gets the same error
 * as a chart that does not exist.
 */
async function requireCharts(
  tx: Tx,
  actor: Actor,
  tiles: readonly TileInput[],
  placings: Placings,
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
    if (level !== undefined && (level > 0 || placings.has(chartId))) continue;
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
  placings: Placings,
): Promise<void> {
  const left = new Map([...placings].map(([chartId, ones]) => [chartId, [...ones]]));
  const placed = {by: authorOf(actor), at: null, most_level: 2, vouches_rows: true, vouches_source: true};
  const rows = tiles.map(({chartId, x, y, w, h}, position) => {
    // A further tile of the same chart shows no new rows, so it counts as placed with the first tile.
    const [first = placed] = placings.get(chartId) ?? [];
    const [placing = first] = left.get(chartId)?.splice(0, 1) ?? [];
    const {by, at, ...gives} = placing;
    return {
      ...{position, chart_id: chartId, x, y, w, h, ...gives},
      placed_by: by,
      placed_at: at?.toISOString() ?? null,
    };
  });
  await sql`
    insert into dashboard_tiles (org_id, dashboard_id, position, chart_id, x, y, w, h, placed_by, placed_at,
      most_level, vouches_rows, vouches_source)
    select ${actor.orgId}, ${id}, r.position, r.chart_id, r.x, r.y, r.w, r.h, r.placed_by,
      coalesce(r.placed_at, clock_timestamp()), r.most_level, r.vouches_rows, r.vouches_source
    from json_to_recordset(${JSON.stringify(rows)}::json) as r
      (position integer, chart_id text, x integer, y integer, w integer, h integer, placed_by text,
        placed_at timestamptz, most_level smallint, vouches_rows boolean, vouches_source boolean)`.execute(
    tx,
  );
}
