import {sql, type Tx} from "../db.ts";
import {createNotice} from "../deliveries/notice.ts";
import {pauseAgent} from "./agents.ts";

/** How many agents of other owners have the principal's rights. */
export async function countAgentsAs(tx: Tx, orgId: string, principalId: string): Promise<number> {
  const {rows} = await sql<{count: number}>`
    select count(*)::int as count from agents a join content c on c.org_id = a.org_id and c.id = a.id
    where a.org_id = ${orgId} and a.run_as = ${principalId} and c.owner_id <> ${principalId}`.execute(tx);
  return rows[0]?.count ?? 0;
}

/**
 * From now on runs have the heir's rights. Where the heir has other attributes their rows are others, so the agent is
 * paused until the heir resumes it, and the heir is told by mail.
 */
export async function transferAgents(
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
    update agents a set run_as = ${heirId}
    from content c, principals before, principals heir
    where a.org_id = ${orgId} and a.run_as = ${principalId} and c.org_id = a.org_id and c.id = a.id
      and before.org_id = a.org_id and before.id = ${principalId} and heir.org_id = a.org_id and heir.id = ${heirId}
    returning a.id, c.name, before.attributes = heir.attributes as is_same, a.active, heir.email`.execute(tx);
  for (const {id, name, is_same, active, email} of rows) {
    if (is_same || !active) continue;
    await pauseAgent(
      tx,
      orgId,
      id,
      "It was inherited by somebody with other attributes, whose rows are others.",
    );
    if (email === null) continue;
    const message =
      `You have inherited the agent "${name}", and your attributes are not those of whose rows it saw until now. ` +
      `So it is paused: look at it, then resume it (PATCH /api/agents/${id}/active) or change it.`;
    await createNotice(tx, {orgId, sourceId: id, title: `"${name}" is paused`, message, people: [email]});
  }
}
