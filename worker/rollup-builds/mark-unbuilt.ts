import {publish} from "../../shared/core/change-notices.ts";
import {sql, type Tx} from "../../shared/core/db.ts";

/**
 * Marks the roll-up as not built, because its build can no longer be read, and records the reason. Returns false if
 * another build has replaced this one.
 */
export async function markUnbuilt(
  tx: Tx,
  {orgId, buildId, rollupId, projectId}: Record<"orgId" | "buildId" | "rollupId" | "projectId", string>,
  why: string,
): Promise<boolean> {
  const {rows} = await sql`
    update rollups set build_id = null
    where org_id = ${orgId} and id = ${rollupId} and build_id = ${buildId} returning id`.execute(tx);
  if (rows.length === 0) return false;
  await sql`update rollup_builds set error = ${why} where org_id = ${orgId} and id = ${buildId}`.execute(tx);
  await publish(tx, {kind: "project", id: projectId});
  return true;
}
