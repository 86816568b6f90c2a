import {type Db, sql} from "../../shared/ground/db.ts";
import {type FailedSource, tellReaders} from "../deliveries/failure-readers.ts";

/** Mails, at most once a day, that an agent's run has failed: to the agent's owner, or else to who looks after it. */
export async function tellAgentFailure(
  db: Db,
  {orgId, agentId, id}: {orgId: string; agentId: string; id: string},
  error: string,
): Promise<void> {
  await db.transaction().execute(async tx => {
    const {rows} = await sql<FailedSource>`
      update agents a set failure_told_at = now() from content c
      where a.org_id = ${orgId} and a.id = ${agentId} and c.org_id = a.org_id and c.id = a.id
        and (a.failure_told_at is null or a.failure_told_at < now() - interval '1 day')
      returning c.id, c.team_id, c.owner_id, c.name`.execute(tx);
    const source = rows[0];
    if (!source) return;
    const message = `${error}\n\nThe run: GET /api/agents/${agentId}/runs/${id}. The agent stays active. Failures are told once a day at most.`;
    const title = `The agent "${source.name}" fails`;
    await tellReaders(tx, orgId, source, {title, messageFor: () => message});
  });
}
