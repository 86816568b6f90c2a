import {publish} from "../../shared/core/change-notices.ts";
import {type Db, sql} from "../../shared/core/db.ts";

/** How often running jobs are looked for. */
const LOOK_MS = 250;
/** The tables of runs that are cancelled by their status. */
const RUNS = [
  "query_runs",
  "agent_runs",
  "action_runs",
  "evaluations",
  "deliveries",
  "project_syncs",
  "rollup_builds",
] as const;

/**
 * Cancels what runs or waits for the organization, removes its waiting jobs, and waits until no job of it runs, at most
 * for `waitMs`. Returns the number of jobs that still run then: they find none of their rows, and end.
 */
export async function endWork(db: Db, orgId: string, waitMs: number): Promise<number> {
  await db.transaction().execute(async tx => {
    for (const table of RUNS) {
      const {rows} = await sql<{id: string}>`
        update ${sql.table(table)} set status = 'cancelled', finished_at = now()
        where org_id = ${orgId} and status in ('queued', 'running') returning id`.execute(tx);
      for (const {id} of rows) {
        await publish(tx, {kind: "cancel", id});
        if (table === "query_runs") await publish(tx, {kind: "run", id});
        if (table === "agent_runs") await publish(tx, {kind: "agent_run", id});
      }
    }
  });
  const until = performance.now() + waitMs;
  for (;;) {
    // A job that ends may add another one, so waiting jobs are removed each time.
    await sql`
      delete from graphile_worker._private_jobs where ${isOf(orgId)} and locked_at is null`.execute(db);
    const {rows} = await sql<{running: number}>`
      select count(*) as running from graphile_worker._private_jobs where ${isOf(orgId)}`.execute(db);
    const running = rows[0]?.running ?? 0;
    if (running === 0 || performance.now() > until) return running;
    await Bun.sleep(LOOK_MS);
  }
}

/**
 * Removes all jobs of the organization, those of workers that have died or hang included, and the named queues of its
 * jobs. A worker whose job is gone gives up the attempt.
 */
export async function removeJobs(db: Db, orgId: string, projectIds: readonly string[]): Promise<void> {
  await sql`delete from graphile_worker._private_jobs where ${isOf(orgId)}`.execute(db);
  const names = [orgId, ...projectIds].map(id => `%${id}%`);
  await sql`
    delete from graphile_worker._private_job_queues q
    where q.queue_name like any (${names}::text[])
      and not exists (select from graphile_worker._private_jobs j where j.job_queue_id = q.id)`.execute(db);
}

function isOf(orgId: string) {
  return sql`payload ->> 'orgId' = ${orgId}`;
}
