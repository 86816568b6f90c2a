import {addRunJob} from "../../shared/automation/agents/run-job.ts";
import {type Db, sql} from "../../shared/core/db.ts";

/** Queues the job of a run again, for a worker that has no slot for the run's organization. */
export async function putBack(db: Db, {orgId, runId}: {orgId: string; runId: string}): Promise<void> {
  await sql`select ${addRunJob} from agent_runs m where m.org_id = ${orgId} and m.id = ${runId}`.execute(db);
}
