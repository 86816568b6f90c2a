import {release} from "../../shared/automation/agents/budget/reservations.ts";
import {deleteInBatches} from "../../shared/core/database/delete-in-batches.ts";
import {sql} from "../../shared/core/db.ts";
import {BROKEN_OFF, isAbandoned} from "../takeover/abandoned-runs.ts";
import type {Worker} from "../worker.ts";
import {endRun} from "./run-state.ts";

/** How many runs one statement deletes: few, because each is deleted with its transcript. */
const RUNS_BATCH = 500;

/**
 * Ends runs whose job no longer exists, releases the tokens that ended runs still have reserved, and deletes old runs
 * and the conversations that have no runs left.
 */
export async function collectAgentRuns(worker: Pick<Worker, "db" | "config">): Promise<void> {
  const {db, config} = worker;
  const abandoned = await sql<{id: string; orgId: string}>`
    select r.id, r.org_id as "orgId" from agent_runs r
    where r.status in ('queued', 'running') and ${isAbandoned("r")}`.execute(db);
  // A run that waits forever would block all later runs of its agent.
  for (const run of abandoned.rows) await endRun(worker, run, "failed", BROKEN_OFF, "service");
  // Releases the tokens of runs that were cancelled or deleted while no worker was running.
  const held = await sql<{id: string; orgId: string}>`
    select x.run_id as id, x.org_id as "orgId" from llm_reservations x
    where not exists (
        select from agent_runs r where r.id = x.run_id and r.status in ('queued', 'running'))
      and not exists (select from graphile_worker.jobs j where j.key = x.run_id and j.locked_at is not null)`.execute(
    db,
  );
  for (const {id, orgId} of held.rows)
    await db.transaction().execute(tx => release(tx, config.billing, orgId, id));
  await deleteInBatches(
    db,
    "agent_runs",
    sql`created_at < now() - ${config.historyRetentionDays} * interval '1 day' and status not in ('queued', 'running')`,
    RUNS_BATCH,
  );
  // A conversation that is being continued at this moment is not deleted.
  await sql`
    delete from conversations c
    where c.updated_at < now() - interval '1 hour'
      and not exists (select from agent_runs r where r.org_id = c.org_id and r.conversation_id = c.id)`.execute(
    db,
  );
}
