import {release} from "../../shared/agents/reservations.ts";
import {sql} from "../../shared/db.ts";
import type {Worker} from "../worker.ts";
import {endRun} from "./run-state.ts";

/** A run without a job counts as abandoned after this time. */
const ABANDONED_MINUTES = 10;
const BROKEN_OFF = "It was begun several times, and each time what ran it broke off.";

/** Ends runs whose job is gone, gives back what ended ones still hold of the month, and deletes old ones. */
export async function collectAgentRuns(worker: Pick<Worker, "db" | "config">): Promise<void> {
  const {db, config} = worker;
  const abandoned = await sql<{id: string; orgId: string}>`
    select r.id, r.org_id as "orgId" from agent_runs r
    where r.status in ('queued', 'running') and r.created_at < now() - ${ABANDONED_MINUTES} * interval '1 minute'
      and not exists (select from graphile_worker.jobs j where j.key = r.id)`.execute(db);
  // One that waits for ever would keep all later runs of its agent from being made.
  for (const run of abandoned.rows) await endRun(worker, run, "failed", BROKEN_OFF);
  // A run that was cancelled or deleted while no worker was there to settle it.
  const held = await sql<{id: string; orgId: string}>`
    select x.run_id as id, x.org_id as "orgId" from llm_reservations x
    where not exists (
        select from agent_runs r where r.id = x.run_id and r.status in ('queued', 'running'))
      and not exists (select from graphile_worker.jobs j where j.key = x.run_id and j.locked_at is not null)`.execute(
    db,
  );
  for (const {id, orgId} of held.rows)
    await db.transaction().execute(tx => release(tx, config.billing, orgId, id));
  await sql`
    delete from agent_runs
    where created_at < now() - ${config.historyRetentionDays} * interval '1 day' and status not in ('queued', 'running')`.execute(
    db,
  );
}
