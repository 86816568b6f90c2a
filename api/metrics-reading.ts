import {sql} from "../shared/core/db.ts";
import type {Web} from "./dependencies.ts";

/** The metrics in Prometheus' format, with the gauges that are read on each request. */
export async function readMetrics(
  web: Pick<Web, "db" | "log" | "metrics" | "pool" | "database">,
): Promise<Response> {
  const {pool, metrics} = web;
  const {poolConnections, registry} = metrics;
  poolConnections.set({state: "total"}, pool.totalCount);
  poolConnections.set({state: "idle"}, pool.idleCount);
  poolConnections.set({state: "waiting"}, pool.waitingCount);
  metrics.databaseFailures.set(web.database.failures);
  await readQueue(web);
  return new Response(await metrics.text(), {headers: {"content-type": registry.contentType}});
}

interface QueueRow {
  task: string;
  ready: number;
  scheduled: number;
  running: number;
  failed: number;
  age_seconds: number | null;
}

/** Sets the gauges of the queue. A failure is only logged, because the other metrics matter most when the database is down. */
async function readQueue({db, log, metrics}: Pick<Web, "db" | "log" | "metrics">): Promise<void> {
  const {queueJobs, queueAgeSeconds} = metrics;
  queueJobs.reset();
  queueAgeSeconds.set(0);
  try {
    const {rows} = await sql<QueueRow>`
      select task_identifier as task,
        count(*) filter (where locked_at is null and attempts < max_attempts and run_at <= now())::int as ready,
        count(*) filter (where locked_at is null and attempts < max_attempts and run_at > now())::int as scheduled,
        count(*) filter (where locked_at is not null)::int as running,
        count(*) filter (where locked_at is null and attempts >= max_attempts)::int as failed,
        extract(epoch from now() - min(run_at) filter (
          where locked_at is null and attempts < max_attempts and run_at <= now()))::float8 as age_seconds
      from graphile_worker.jobs
      group by task_identifier`.execute(db);
    for (const {task, age_seconds: _, ...counts} of rows) {
      for (const [state, count] of Object.entries(counts)) queueJobs.set({task, state}, count);
    }
    queueAgeSeconds.set(Math.max(0, ...rows.map(row => row.age_seconds ?? 0)));
  } catch (error) {
    log.warn({err: error}, "the queue could not be measured");
  }
}
