import {type Static, Type} from "@sinclair/typebox";
import type {Actor} from "../actor.ts";
import {placerLevel} from "../content/reach.ts";
import {type Db, sql, type Tx} from "../db.ts";
import {rowReaderOf} from "../validate.ts";
import type {DashboardFilter} from "./schemas.ts";

/** A declared filter as it is stored. */
const StoredFilter = Type.Object({
  field: Type.String(),
  label: Type.Optional(Type.String()),
  /**
   * The principal who declared it. Readers of a chart may filter by the field if this principal may query the chart's
   * model. `null` or absent after the principal was deleted without an heir.
   */
  by: Type.Optional(Type.Union([Type.String(), Type.Null()])),
});
export type StoredFilter = Static<typeof StoredFilter>;

/** Parses the `filters` of a dashboard's row. */
export const readFilters = rowReaderOf(Type.Object({filters: Type.Array(StoredFilter)}), "the dashboard");

/** The caller's list with its authors: a field that was declared before keeps its author, whoever sends it back. */
export function declaredBy(
  actor: Actor,
  filters: readonly DashboardFilter[],
  current: readonly StoredFilter[] = [],
): StoredFilter[] {
  const authors = new Map(current.map(({field, by}) => [field, by ?? null]));
  return filters.map(filter => {
    const author = authors.get(filter.field);
    return {...filter, by: author === undefined ? actor.id : author};
  });
}

export function viewFilters(filters: readonly StoredFilter[]): DashboardFilter[] {
  return filters.map(({field, label}) => ({field, ...(label === undefined ? {} : {label})}));
}

/** A condition: the principal `p` may query the source of the chart `k`, its project, and its dataset if it has one. */
const mayAskSource = sql`(p.org_role = 'admin' or (
  (not exists (select from project_teams v where v.org_id = k.org_id and v.project_id = k.project_id)
    or exists (select from project_teams v
      join team_members m on m.org_id = v.org_id and m.team_id = v.team_id
      where v.org_id = k.org_id and v.project_id = k.project_id and m.principal_id = p.id))
  and (k.dataset_id is null or exists (select from content c cross join (select p.id as placed_by) t
    where c.org_id = k.org_id and c.id = k.dataset_id and ${placerLevel} > 0))))`;

/** By chart: the fields of declared filters that its readers may use even if the chart does not show them. */
export async function openFields(
  db: Db,
  orgId: string,
  dashboardId: string,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const {rows} = await sql<{chart_id: string; fields: string[]}>`
    select k.id as chart_id, array_agg(f.field) as fields
    from dashboards d
      cross join lateral json_to_recordset(d.filters) as f (field text, by text)
      join principals p on p.org_id = d.org_id and p.id = f.by
      join charts k on k.org_id = d.org_id and k.id in (
        select s.chart_id from dashboard_tiles s where s.org_id = d.org_id and s.dashboard_id = d.id)
    where d.org_id = ${orgId} and d.id = ${dashboardId} and ${mayAskSource}
    group by k.id`.execute(db);
  return new Map(rows.map(({chart_id, fields}) => [chart_id, new Set(fields)]));
}

/** A condition: a principal has declared filters on the dashboard `d`. */
const hasDeclared = (orgId: string, principalId: string) => sql`d.org_id = ${orgId} and exists (
  select from json_array_elements(d.filters) f where f.value ->> 'by' = ${principalId})`;

export async function countDeclaring(tx: Tx, orgId: string, principalId: string): Promise<number> {
  const {rows} = await sql<{count: number}>`
    select count(*)::int as count from dashboards d where ${hasDeclared(orgId, principalId)}`.execute(tx);
  return rows[0]?.count ?? 0;
}

/**
 * Transfers declared filters from a principal to the heir. They become nobody's if the principal may not query
 * everything that the dashboard shows: the heir may have more rights, and would open fields to readers that the author
 * could not.
 */
export async function transferDeclared(
  tx: Tx,
  orgId: string,
  principalId: string,
  heirId: string,
): Promise<void> {
  // Every change of a dashboard locks it first.
  await sql`
    select from content c where c.org_id = ${orgId} and c.id in (
      select d.id from dashboards d where ${hasDeclared(orgId, principalId)})
    order by c.id for no key update`.execute(tx);
  await sql`
    update dashboards d set filters = (
      select json_agg(case when f.value ->> 'by' = ${principalId}
        then (f.value::jsonb || jsonb_build_object('by', case when not exists (
          select from dashboard_tiles s
            join charts k on k.org_id = s.org_id and k.id = s.chart_id
            join principals p on p.org_id = s.org_id and p.id = ${principalId}
          where s.org_id = d.org_id and s.dashboard_id = d.id and not ${mayAskSource})
          then ${heirId}::text end))::json
        else f.value end order by f.ordinality)
      from json_array_elements(d.filters) with ordinality f)
    where ${hasDeclared(orgId, principalId)}`.execute(tx);
}
