import type {Actor} from "../../core/actor.ts";
import {presentTime} from "../../core/cadence/cadences.ts";
import {type Db, sql} from "../../core/db.ts";
import {invalidAt} from "../../core/errors.ts";
import {newId} from "../../core/ids.ts";
import {anyVersion, insertContent, updateContent} from "../../tenancy/content-kinds/content.ts";
import {type ContentKind, lockResource, requirerOf} from "../../tenancy/content-kinds/kind.ts";
import {readablePage} from "../../tenancy/content-kinds/listing.ts";
import {declaredBy} from "./declared-filters.ts";
import {
  columnsOf,
  type DashboardRow,
  readDashboard,
  readStored,
  type StoredDashboard,
  viewDashboard,
} from "./find.ts";
import {hasChartsOf, listDashboards} from "./list.ts";
import type {DashboardEdit, DashboardInput, DashboardView, TileView} from "./schemas.ts";

export const DASHBOARD: ContentKind<StoredDashboard, DashboardRow, DashboardView> = {
  type: "dashboard",
  columns: columnsOf,
  read: readStored,
  view: viewDashboard,
  inProject: hasChartsOf,
  list: ({db}, actor, page) => listDashboards(db, actor, readablePage(actor, DASHBOARD, page)),
  countsViews: true,
};

/** Creates an empty dashboard. */
export async function createDashboard(
  {db}: {readonly db: Db},
  actor: Actor,
  input: DashboardInput,
): Promise<DashboardView> {
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

/** Changes the given fields. `checkCurrent` gets the locked dashboard as it is now, and may refuse the change. */
export async function updateDashboard(
  {db}: {readonly db: Db},
  actor: Actor,
  id: string,
  readEdit: () => Promise<DashboardEdit>,
  checkCurrent: (current: DashboardView) => void = anyVersion,
): Promise<DashboardView> {
  await requireDashboard(db, actor, id, "edit");
  const {tiles, ...edit} = await readEdit();
  return db.transaction().execute(async tx => {
    const row = await lockResource(tx, actor, DASHBOARD, id, "edit");
    const current = viewDashboard(row);
    checkCurrent(current);
    if (tiles) requireSameTiles(current.tiles, tiles);
    const changed = Object.keys(edit).filter(key => key in current);
    // The caller may no longer see the dashboard after moving it to another team. This response still shows it.
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

/** The dashboard, if the caller has this right on it. Otherwise rejects with `not_found` or `missing_privilege`. */
export const requireDashboard = requirerOf(DASHBOARD);

/**
 * Refuses an edit whose tiles differ from the current tiles. An edit ignores tiles, so changed tiles would be lost
 * silently.
 */
function requireSameTiles(current: readonly TileView[], given: readonly Omit<TileView, "chart">[]): void {
  const placeOf = ({chartId, x, y, w, h}: Omit<TileView, "chart">) => [chartId, x, y, w, h];
  if (Bun.deepEquals(current.map(placeOf), given.map(placeOf))) return;
  const message =
    "These are not the dashboard's current tiles. PUT /api/dashboards/{dashboardId}/layout replaces them.";
  throw invalidAt("/tiles", message);
}
