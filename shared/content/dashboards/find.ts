import {Type} from "@sinclair/typebox";
import type {Actor} from "../../core/actor.ts";
import {prepared} from "../../core/database/prepared.ts";
import {sql, type Tx} from "../../core/db.ts";
import {rowReaderOf, type Stored} from "../../core/validate.ts";
import {ChartType} from "../../core/wire/chart-config.ts";
import {type ContentRow, contentColumns, viewContent} from "../../tenancy/content-kinds/content.ts";
import {levelSql} from "../../tenancy/content-rights/rights.ts";
import {readFilters, type StoredFilter, viewFilters} from "./declared-filters.ts";
import type {DashboardView, TileView} from "./schemas.ts";

export interface TileRow extends Omit<TileView, "chart"> {
  chart: {id: string; name: string; type: ChartType; level: number};
}

export interface DashboardRow extends ContentRow {
  filters: StoredFilter[];
  tiles: TileRow[];
}

export type StoredDashboard = Stored<DashboardRow, "filters" | "tiles">;

const cells = {x: Type.Integer(), y: Type.Integer(), w: Type.Integer(), h: Type.Integer()};
const TileChart = Type.Object({
  id: Type.String(),
  name: Type.String(),
  type: ChartType,
  level: Type.Integer(),
});
const readTiles = rowReaderOf(
  Type.Object({tiles: Type.Array(Type.Object({chartId: Type.String(), ...cells, chart: TileChart}))}),
  "the dashboard",
);

export function readStored(row: StoredDashboard): DashboardRow {
  return readTiles(readFilters(row));
}

/** Columns of the row `k` of `dashboards`. */
export function columnsOf(actor: Actor) {
  return sql`k.filters, ${tilesSql(actor)} as tiles`;
}

/** Reads the dashboard without checking rights. */
export async function readDashboard(tx: Tx, actor: Actor, id: string): Promise<DashboardRow> {
  const {rows} = await sql<StoredDashboard>`
    ${prepared} select ${contentColumns}, ${columnsOf(actor)}
    from content c join dashboards k on k.org_id = c.org_id and k.id = c.id
    where c.org_id = ${actor.orgId} and c.id = ${id}`.execute(tx);
  return readStored(rows[0]!);
}

export function viewDashboard(row: DashboardRow): DashboardView {
  const {id, name, ...rest} = viewContent(row);
  return {id, name, tiles: row.tiles.map(viewTile), filters: viewFilters(row.filters), ...rest};
}

function viewTile({chart: {level, ...chart}, ...place}: TileRow): TileView {
  return {...place, chart: level > 0 ? chart : null};
}

/** The tiles of the row `k` of `dashboards`, in their order, each with the caller's level on its chart. */
function tilesSql(actor: Actor) {
  return sql`(
    select coalesce(json_agg(json_build_object(
        'chartId', s.chart_id, 'x', s.x, 'y', s.y, 'w', s.w, 'h', s.h, 'chart', s.chart) order by s.position), '[]')
    from (
      select s.position, s.chart_id, s.x, s.y, s.w, s.h, json_build_object(
        'id', c.id, 'name', c.name, 'type', h.type, 'level', ${levelSql(actor)}) as chart
      from dashboard_tiles s
      join content c on c.org_id = s.org_id and c.id = s.chart_id
      join charts h on h.org_id = c.org_id and h.id = c.id
      where s.org_id = ${actor.orgId} and s.dashboard_id = k.id) s)`;
}
