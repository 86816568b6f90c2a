import {type Static, Type} from "@sinclair/typebox";
import {type Actor, authorOf} from "../../core/actor.ts";
import {sql, type Tx} from "../../core/db.ts";
import {rowReaderOf} from "../../core/validate.ts";
import {mayQuerySource} from "../../tenancy/content-rights/open-fields.ts";
import type {DashboardFilter} from "./schemas.ts";

/** A declared filter as it is stored. */
const StoredFilter = Type.Object({
  field: Type.String(),
  label: Type.Optional(Type.String()),
  /**
   * The principal who declared the filter. `shared/tenancy/content-rights/open-fields.ts` says which fields that opens.
   * `null` or absent if the principal was deleted without an heir.
   */
  by: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  /**
   * When the filter was declared, in ISO 8601. Absent if an earlier version of the service stored the filter, which
   * then counts as declared before every chart was placed.
   */
  at: Type.Optional(Type.String()),
});
export type StoredFilter = Static<typeof StoredFilter>;

/** Parses the `filters` of a dashboard's row. */
export const readFilters = rowReaderOf(Type.Object({filters: Type.Array(StoredFilter)}), "the dashboard");

/**
 * The caller's filters with their authors. A field that was already declared keeps its author and time of declaration,
 * even if another caller sends it back.
 */
export function declaredBy(
  actor: Actor,
  filters: readonly DashboardFilter[],
  at: Date,
  current: readonly StoredFilter[] = [],
): StoredFilter[] {
  const known = new Map(current.map(({field, by = null, at: since}) => [field, {by, since}]));
  return filters.map(filter => {
    const {by, since} = known.get(filter.field) ?? {by: authorOf(actor), since: at.toISOString()};
    return {...filter, by, ...(since === undefined ? {} : {at: since})};
  });
}

export function viewFilters(filters: readonly StoredFilter[]): DashboardFilter[] {
  return filters.map(({field, label}) => ({field, ...(label === undefined ? {} : {label})}));
}

/** A condition: the principal has declared filters on the dashboard `d`. */
const hasDeclared = (orgId: string, principalId: string) => sql`d.org_id = ${orgId} and exists (
  select from json_array_elements(d.filters) f where f.value ->> 'by' = ${principalId})`;

/**
 * Transfers declared filters from a principal to the heir. The filters lose their author if the principal may not query
 * everything that the dashboard shows: an heir with more rights would open fields to readers that the principal could
 * not open.
 */
export async function transferDeclared(
  tx: Tx,
  orgId: string,
  principalId: string,
  heirId: string,
): Promise<void> {
  // Every change of a dashboard locks the dashboard first.
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
          where s.org_id = d.org_id and s.dashboard_id = d.id and not ${mayQuerySource})
          then ${heirId}::text end))::json
        else f.value end order by f.ordinality)
      from json_array_elements(d.filters) with ordinality f)
    where ${hasDeclared(orgId, principalId)}`.execute(tx);
}
