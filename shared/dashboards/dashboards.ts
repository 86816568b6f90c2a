import type {Actor} from "../actor.ts";
import {presentTime} from "../cadence/cadences.ts";
import {
  type ContentRow,
  contentColumns,
  deleteContent,
  insertContent,
  updateContent,
  viewContent,
} from "../content/content.ts";
import {levelSql, type Right, requireRight} from "../content/rights.ts";
import {prepared} from "../database/prepared.ts";
import {type Db, sql, type Tx} from "../db.ts";
import {ServiceError} from "../errors.ts";
import {newId} from "../ids.ts";
import type {ChartType} from "../wire/chart-config.ts";
import {declaredBy, readFilters, type StoredFilter, viewFilters} from "./declared-filters.ts";
import type {DashboardEdit, DashboardInput, DashboardView, TileView} from "./schemas.ts";

export interface TileRow extends Omit<TileView, "chart"> {
  chart: {id: string; name: string; type: ChartType; level: number};
}

export interface DashboardRow extends ContentRow {
  filters: StoredFilter[];
  tiles: TileRow[];
}

type StoredDashboard = Omit<DashboardRow, "filters"> & {filters: unknown};

export async function getDashboard(db: Db, actor: Actor, id: string): Promise<DashboardView> {
  return viewDashboard(await requireDashboard(db, actor, id, "view"));
}

/** Creates an empty dashboard. */
export async function createDashboard(db: Db, actor: Actor, input: DashboardInput): Promise<DashboardView> {
  const id = newId("dash");
  return db.transaction().execute(async tx => {
    await insertContent(tx, actor, "dashboard", {...input, id});
    const filters = declaredBy(actor, input.filters ?? [], await presentTime(tx));
    await sql`
      insert into dashboards (id, org_id, filters)
      values (${id}, ${actor.orgId}, ${JSON.stringify(filters)})`.execute(tx);
    return viewDashboard(await readDashboard(tx, actor, id));
  });
}

/** `checkCurrent` gets the locked dashboard as it is now, and may refuse the change. */
export async function updateDashboard(
  db: Db,
  actor: Actor,
  id: string,
  readEdit: () => Promise<DashboardEdit>,
  checkCurrent: (current: DashboardView) => void,
): Promise<DashboardView> {
  await requireDashboard(db, actor, id, "edit");
  const {tiles, ...edit} = await readEdit();
  return db.transaction().execute(async tx => {
    const row = await lockDashboard(tx, actor, id, "edit");
    const current = viewDashboard(row);
    checkCurrent(current);
    if (tiles) requireSameTiles(current.tiles, tiles);
    if (edit.teamId !== undefined && edit.teamId !== row.team_id) {
      await requireDashboard(tx, actor, id, "own");
    }
    const changed = Object.keys(edit).filter(key => key in current);
    // After the dashboard is given away the caller may not see it any more: this response still shows it.
    const content = await updateContent(tx, actor, "dashboard", row, edit, changed);
    if (edit.filters) {
      const filters = declaredBy(actor, edit.filters, await presentTime(tx), row.filters);
      await sql`
        update dashboards set filters = ${JSON.stringify(filters)}
        where org_id = ${actor.orgId} and id = ${id}`.execute(tx);
    }
    return viewDashboard({...row, ...content, filters: edit.filters ?? row.filters});
  });
}

export async function deleteDashboard(
  db: Db,
  actor: Actor,
  id: string,
  checkCurrent: (current: DashboardView) => void,
): Promise<void> {
  await db.transaction().execute(async tx => {
    const row = await lockDashboard(tx, actor, id, "own");
    checkCurrent(viewDashboard(row));
    await deleteContent(tx, actor, "dashboard", row);
  });
}

/** The dashboard, if the caller has this right on it: `not_found` or `missing_privilege` otherwise. */
export async function requireDashboard(
  db: Db | Tx,
  actor: Actor,
  id: string,
  right: Right,
): Promise<DashboardRow> {
  const {rows} = await sql<StoredDashboard & {level: number}>`
    ${prepared} select ${contentColumns}, d.filters, ${tilesSql(actor)} as tiles, ${levelSql(actor)} as level
    from content c join dashboards d on d.org_id = c.org_id and d.id = c.id
    where c.org_id = ${actor.orgId} and c.id = ${id}`.execute(db);
  const row = rows[0];
  requireRight(row?.level, right, "dashboard", id);
  return readFilters(row!);
}

/**
 * Like `requireDashboard`, but locks the dashboard against other changes until the transaction ends. It is read after
 * the lock is taken: a statement that waits for a lock sees the locked row as it is now, but its subqueries as they
 * were when it began.
 */
export async function lockDashboard(tx: Tx, actor: Actor, id: string, right: Right): Promise<DashboardRow> {
  await sql`
    select c.id from content c
    where c.org_id = ${actor.orgId} and c.type = 'dashboard' and c.id = ${id} for no key update of c`.execute(
    tx,
  );
  return requireDashboard(tx, actor, id, right);
}

/** Reads the dashboard without a check of rights. */
export async function readDashboard(tx: Tx, actor: Actor, id: string): Promise<DashboardRow> {
  const {rows} = await sql<StoredDashboard>`
    ${prepared} select ${contentColumns}, d.filters, ${tilesSql(actor)} as tiles
    from content c join dashboards d on d.org_id = c.org_id and d.id = c.id
    where c.org_id = ${actor.orgId} and c.id = ${id}`.execute(tx);
  return readFilters(rows[0]!);
}

export function viewDashboard(row: DashboardRow): DashboardView {
  const {id, name, ...rest} = viewContent(row);
  return {id, name, tiles: row.tiles.map(viewTile), filters: viewFilters(row.filters), ...rest};
}

function viewTile({chart: {level, ...chart}, ...place}: TileRow): TileView {
  return {...place, chart: level > 0 ? chart : null};
}

/** The tiles of the row `d` of `dashboards`, in their order, each with the caller's level on its chart. */
function tilesSql(actor: Actor) {
  return sql`(
    select coalesce(json_agg(json_build_object(
        'chartId', s.chart_id, 'x', s.x, 'y', s.y, 'w', s.w, 'h', s.h, 'chart', s.chart) order by s.position), '[]')
    from (
      select s.position, s.chart_id, s.x, s.y, s.w, s.h, json_build_object(
        'id', c.id, 'name', c.name, 'type', k.type, 'level', ${levelSql(actor)}) as chart
      from dashboard_tiles s
      join content c on c.org_id = s.org_id and c.id = s.chart_id
      join charts k on k.org_id = c.org_id and k.id = c.id
      where s.org_id = ${actor.orgId} and s.dashboard_id = d.id) s)`;
}

/**
 * Refuses changed tiles: an edit of the dashboard ignores tiles, and somebody who sends other ones wants them changed.
 */
function requireSameTiles(current: readonly TileView[], given: readonly Omit<TileView, "chart">[]): void {
  const placeOf = ({chartId, x, y, w, h}: Omit<TileView, "chart">) => [chartId, x, y, w, h];
  if (Bun.deepEquals(current.map(placeOf), given.map(placeOf))) return;
  const message =
    "These are not the tiles that are there. PUT /api/dashboards/{dashboardId}/layout replaces them.";
  throw new ServiceError("invalid_request", message, {errors: [{path: "/tiles", message}]});
}
