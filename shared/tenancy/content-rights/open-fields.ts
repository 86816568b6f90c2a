import {prepared} from "../../core/database/prepared.ts";
import {type Db, sql} from "../../core/db.ts";
import {placerLevel} from "./inherited-access.ts";

/** A condition: the principal `p` may query the source of the chart `k`, its project, and its dataset if it has one. */
export const mayQuerySource = sql`(p.org_role = 'admin' or (
  (not exists (select from project_teams v where v.org_id = k.org_id and v.project_id = k.project_id)
    or exists (select from project_teams v
      join team_members m on m.org_id = v.org_id and m.team_id = v.team_id
      where v.org_id = k.org_id and v.project_id = k.project_id and m.principal_id = p.id))
  and (k.dataset_id is null or exists (select from content c cross join (select p.id as placed_by) t
    where c.org_id = k.org_id and c.id = k.dataset_id and ${placerLevel} > 0))))`;

/**
 * For each chart of the dashboard, the fields that declared filters open: a reader who sees the chart, but may not
 * query its source, may filter the chart by these fields.
 *
 * A filter on a field that a chart does not show answers questions that the chart alone does not. So only a principal
 * with the right to ask those questions can open the field: the author of the filter must be allowed to query the
 * chart's source now. A filter that was declared before the chart was placed was not meant for this chart, so the
 * principal who placed the chart must be allowed to query the source as well: otherwise anybody who may place a chart
 * could open the field with the rights of the filter's author.
 */
export async function openFields(
  db: Db,
  orgId: string,
  dashboardId: string,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const {rows} = await sql<{chart_id: string; fields: string[]}>`
    ${prepared} select k.id as chart_id, array_agg(distinct f.field) as fields
    from dashboards d
      join dashboard_tiles s on s.org_id = d.org_id and s.dashboard_id = d.id
      join charts k on k.org_id = s.org_id and k.id = s.chart_id
      cross join lateral json_to_recordset(d.filters) as f (field text, by text, at timestamptz)
    where d.org_id = ${orgId} and d.id = ${dashboardId}
      and exists (select from principals p where p.org_id = d.org_id and p.id = f.by and ${mayQuerySource})
      and (f.at > s.placed_at
        or s.vouches_source and exists (
          select from principals p where p.org_id = d.org_id and p.id = s.placed_by and ${mayQuerySource}))
    group by k.id`.execute(db);
  return new Map(rows.map(({chart_id, fields}) => [chart_id, new Set(fields)]));
}
