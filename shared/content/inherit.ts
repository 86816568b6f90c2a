import {sql, type Tx} from "../db.ts";
import {counted, describeContent} from "./describe.ts";
import {placerLevel} from "./reach.ts";

/**
 * What a principal owns and has placed is the heir's. A tile of a chart on which the placer has no right any more
 * is nobody's: the heir's own rights, which may go further, would open to others what the placer could not.
 */
export async function transferContent(
  tx: Tx,
  orgId: string,
  principalId: string,
  heirId: string,
): Promise<void> {
  // Before the charts go over: the placer's rights are those of their owner as long as they are.
  await sql`
    update dashboard_tiles t set placed_by = case when ${placerLevel} > 0 then ${heirId} end
    from content c
    where t.org_id = ${orgId} and t.placed_by = ${principalId} and c.org_id = t.org_id and c.id = t.chart_id`.execute(
    tx,
  );
  await sql`
    update content set owner_id = ${heirId}, updated_at = now()
    where org_id = ${orgId} and owner_id = ${principalId}`.execute(tx);
}

/** What a principal owns and has placed, in words for who sees all of the organization: `undefined` for nothing. */
export async function describeOwned(tx: Tx, orgId: string, principalId: string): Promise<string | undefined> {
  const owned = await describeContent(tx, orgId, sql`c.owner_id = ${principalId}`);
  const placed = await sql<{count: number}>`
    select count(*)::int as count from dashboard_tiles t
    where t.org_id = ${orgId} and t.placed_by = ${principalId}`.execute(tx);
  const tiles = placed.rows[0]?.count ?? 0;
  const parts = [
    ...(owned === undefined ? [] : [`owns ${owned}`]),
    ...(tiles > 0 ? [`has placed ${counted(tiles, "tile")} on dashboards`] : []),
  ];
  return parts.length > 0 ? parts.join(" and ") : undefined;
}
