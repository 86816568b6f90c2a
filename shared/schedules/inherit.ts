import {sql, type Tx} from "../db.ts";
import {createNotice} from "../deliveries/notice.ts";
import {pauseSchedule} from "./schedules.ts";

/** How many schedules of other owners send the principal's rows. */
export async function countRunAs(tx: Tx, orgId: string, principalId: string): Promise<number> {
  const {rows} = await sql<{count: number}>`
    select count(*)::int as count from schedules s join content c on c.org_id = s.org_id and c.id = s.id
    where s.org_id = ${orgId} and s.run_as = ${principalId} and c.owner_id <> ${principalId}`.execute(tx);
  return rows[0]?.count ?? 0;
}

/**
 * From now on the heir's rows are sent. Where the heir has other attributes these are other rows, so the schedule is
 * paused until the heir resumes it, and the heir is told by mail.
 */
export async function transferSchedules(
  tx: Tx,
  orgId: string,
  principalId: string,
  heirId: string,
): Promise<void> {
  const {rows} = await sql<{
    id: string;
    name: string;
    is_same: boolean;
    active: boolean;
    email: string | null;
  }>`
    update schedules s set run_as = ${heirId}
    from content c, cadences k, principals before, principals heir
    where s.org_id = ${orgId} and s.run_as = ${principalId} and c.org_id = s.org_id and c.id = s.id
      and k.org_id = s.org_id and k.id = s.id
      and before.org_id = s.org_id and before.id = ${principalId} and heir.org_id = s.org_id and heir.id = ${heirId}
    returning s.id, c.name, before.attributes = heir.attributes as is_same, k.active, heir.email`.execute(tx);
  for (const {id, name, is_same, active, email} of rows) {
    if (is_same || !active) continue;
    const because = "It was inherited by somebody with other attributes, whose rows are others.";
    await pauseSchedule(tx, orgId, id, because);
    if (email === null) continue;
    const message =
      `You have inherited "${name}", and your attributes are not those of whose rows it sent until now. So it is ` +
      `paused: look at what it would send (POST /api/schedules/preview), then resume it ` +
      `(PATCH /api/schedules/${id}/active) or change it.`;
    await createNotice(tx, {orgId, sourceId: id, title: `"${name}" is paused`, message, people: [email]});
  }
}
