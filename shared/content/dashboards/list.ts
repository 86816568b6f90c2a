import type {Actor} from "../../core/actor.ts";
import {prepared} from "../../core/database/prepared.ts";
import {type Db, sql} from "../../core/db.ts";
import {type ContentRow, contentOf, listedColumns} from "../../tenancy/content-kinds/content.ts";
import {type StandingRow, viewStanding} from "../../tenancy/content-kinds/star-and-views.ts";
import {levelSql} from "../../tenancy/content-rights/rights.ts";
import {readFilters} from "./declared-filters.ts";
import {type TileRow, viewDashboard} from "./find.ts";
import type {DashboardView} from "./schemas.ts";

/**
 * The tiles of one dashboard, column by column, because Postgres writes arrays of plain values to JSON far faster than
 * objects.
 */
interface TileColumns {
  chart_id: string[];
  x: number[];
  y: number[];
  w: number[];
  h: number[];
  /** The prefix distinguishes this name from the dashboard's own `name` in the same row. */
  chart_name: string[];
  type: TileRow["chart"]["type"][];
  level: number[];
}

const COLUMNS = ["chart_id", "x", "y", "w", "h", "chart_name", "type", "level"] as const;

/** A row of the list. A dashboard without tiles has null in every tile column. */
type ListedRow = ContentRow &
  StandingRow & {filters: unknown} & {
    [C in keyof TileColumns]: TileColumns[C] | null;
  };

/** A condition: the dashboard with this id shows a chart of the project that the caller can read. */
export function hasChartsOf(actor: Actor, projectId: string, id: ReturnType<typeof sql>) {
  // The id stands outside of the subquery, because the subquery has a `c` of its own.
  return sql`${id} in (select t.dashboard_id from dashboard_tiles t
      join charts p on p.org_id = ${actor.orgId} and p.project_id = ${projectId} and p.id = t.chart_id
      join content c on c.org_id = p.org_id and c.id = p.id
    where t.org_id = ${actor.orgId} and ${levelSql(actor)} > 0)`;
}

/**
 * The dashboards in the subquery `readable`, in its order. The right on each chart is computed once, even if several of
 * the dashboards show the chart.
 */
export async function listDashboards(
  db: Db,
  actor: Actor,
  readable: ReturnType<typeof sql>,
): Promise<DashboardView[]> {
  const {rows} = await sql<ListedRow>`
    ${prepared} with page as materialized (
      select readable.id, readable.place from ${readable} readable),
    placed as materialized (
      select s.dashboard_id, s.position, s.chart_id, s.x, s.y, s.w, s.h
      from page cross join lateral (
        select s.dashboard_id, s.position, s.chart_id, s.x, s.y, s.w, s.h from dashboard_tiles s
        where s.org_id = ${actor.orgId} and s.dashboard_id = page.id offset 0) s),
    shown as materialized (
      select c.id, c.name as chart_name, c.level, k.type
      from (select distinct p.chart_id as id from placed p) charts_shown
        cross join lateral (select c.id, c.name, ${levelSql(actor)} as level from content c
          where c.org_id = ${actor.orgId} and c.id = charts_shown.id offset 0) c
        cross join lateral (select k.type from charts k
          where k.org_id = ${actor.orgId} and k.id = charts_shown.id offset 0) k),
    tiles as (
      select p.dashboard_id, ${sql.join(COLUMNS.map(inOrder))}
      from placed p join shown on shown.id = p.chart_id
      group by p.dashboard_id)
    select ${listedColumns}, d.filters, ${sql.join(COLUMNS.map(name => sql.ref(`tiles.${name}`)))}
    from page readable
      cross join lateral (${contentOf(actor)}) c
      cross join lateral (select d.filters from dashboards d
        where d.org_id = ${actor.orgId} and d.id = readable.id offset 0) d
      left join tiles on tiles.dashboard_id = readable.id
    order by readable.place`.execute(db);
  return rows.map(row => ({
    ...viewDashboard({...readFilters(row), tiles: tilesOf(row)}),
    ...viewStanding(row),
  }));
}

function inOrder(name: (typeof COLUMNS)[number]) {
  return sql`json_agg(${sql.ref(name)} order by p.position) as ${sql.ref(name)}`;
}

function tilesOf(row: ListedRow): TileRow[] {
  const {chart_id, x, y, w, h, chart_name, type, level} = row;
  if (!chart_id || !x || !y || !w || !h || !chart_name || !type || !level) return [];
  return chart_id.map((id, i) => ({
    chartId: id,
    ...{x: x[i]!, y: y[i]!, w: w[i]!, h: h[i]!},
    chart: {id, name: chart_name[i]!, type: type[i]!, level: level[i]!},
  }));
}
