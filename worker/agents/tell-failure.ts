import {createNotice} from "../../shared/automation/deliveries/notice.ts";
import {type Db, sql} from "../../shared/ground/db.ts";
import {failureRecipients} from "../deliveries/tell-failure.ts";

/** Mails, at most once a day, that an agent's run has failed: to the agent's owner, or else to who looks after it. */
export async function tellAgentFailure(
  db: Db,
  {orgId, agentId, id}: {orgId: string; agentId: string; id: string},
  error: string,
): Promise<void> {
  await db.transaction().execute(async tx => {
    const {rows} = await sql<{team_id: string | null; owner_id: string; name: string}>`
      update agents a set failure_told_at = now() from content c
      where a.org_id = ${orgId} and a.id = ${agentId} and c.org_id = a.org_id and c.id = a.id
        and (a.failure_told_at is null or a.failure_told_at < now() - interval '1 day')
      returning c.team_id, c.owner_id, c.name`.execute(tx);
    const source = rows[0];
    if (!source) return;
    const people = await failureRecipients(tx, orgId, source.owner_id, source.team_id);
    if (people.length === 0) return;
    const message = `${error}\n\nThe run: GET /api/agents/${agentId}/runs/${id}. The agent stays active. Failures are told once a day at most.`;
    const title = `The agent "${source.name}" fails`;
    await createNotice(tx, {orgId, sourceId: agentId, title, message, people});
  });
}
