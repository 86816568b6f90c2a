import {sql} from "../shared/db.ts";
import {poolConnections, queueAgeSeconds, queueJobs, registry} from "./metrics.ts";
import type {Web} from "./web.ts";

/** The metrics as Prometheus reads them, with those that are only known when asked for. */
export async function readMetrics(web: Web): Promise<Response> {
  const {pool} = web;
  poolConnections.set({state: "total"}, pool.totalCount);
  poolConnections.set({state: "idle"}, pool.idleCount);
  poolConnections.set({state: "waiting"}, pool.waitingCount);
  await readQueue(web);
  return new Response(await registry.metrics(), {headers: {"content-type": registry.contentType}});
}

interface QueueRow {
  task: string;
  ready: number;
  scheduled: number;
  running: number;
  failed: number;
  age_seconds: number | null;
}

/** Without the database, the rest of the metrics is worth the more. */
async function readQueue({db, log}: Web): Promise<void> {
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
