import {type Db, sql} from "../../shared/core/db.ts";
import type {Logger} from "../../shared/core/log.ts";

const INTERVAL_MS = 3000;
/** The age of a lock before it can be orphaned: starting or releasing a job takes only milliseconds. */
const GRACE_MS = 6000;

/**
 * Unlocks two kinds of orphaned jobs, which the queue alone would unlock after four hours. The first are jobs that this
 * process has locked but does not run, because the answer to the lock or the release was lost with the connection. The
 * second are jobs of unknown processes: a crash of Postgres empties `workers`, and with it the list of living
 * processes. The named queue of such a job is unlocked with it.
 */
export class JobLocks {
  /** When each job ended, by its id; 0 while it runs. */
  readonly #jobs = new Map<string, number>();
  readonly #timer: NodeJS.Timeout;

  constructor(
    private readonly db: Db,
    private readonly log: Logger,
    private readonly workerId: string,
    private readonly poolIds: readonly string[],
  ) {
    this.#timer = setInterval(() => void this.#unlockOrphans(), INTERVAL_MS);
  }

  async during(jobId: string, work: () => Promise<void>): Promise<void> {
    this.#jobs.set(jobId, 0);
    try {
      await work();
    } finally {
      this.#jobs.set(jobId, performance.now());
    }
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #unlockOrphans(): Promise<void> {
    const before = performance.now() - GRACE_MS;
    for (const [id, endedAt] of this.#jobs) if (endedAt > 0 && endedAt < before) this.#jobs.delete(id);
    try {
      const {rows} = await sql<{id: string; task: string}>`
        update graphile_worker._private_jobs j set locked_at = null, locked_by = null
        from graphile_worker._private_tasks t
        where t.id = j.task_id and j.locked_at < now() - ${GRACE_MS} * interval '1 millisecond'
          and case when j.locked_by = any (${this.poolIds}::text[])
            then j.id <> all (${[...this.#jobs.keys()]}::bigint[])
            else not exists (select from workers w where j.locked_by = any (w.queue_pool_ids))
              -- Living processes have had the time to register again since this process wrote its own row.
              and exists (
                select from workers w
                where w.id = ${this.workerId} and w.started_at < now() - ${GRACE_MS} * interval '1 millisecond')
            end
        returning j.id::text, t.identifier as task`.execute(this.db);
      // A named queue that stays locked without a locked job would block its other jobs.
      await sql`
        update graphile_worker._private_job_queues q set locked_at = null, locked_by = null
        where q.locked_at < now() - ${GRACE_MS} * interval '1 millisecond' and not exists (
          select from graphile_worker._private_jobs j
          where j.job_queue_id = q.id and j.locked_at is not null)`.execute(this.db);
      for (const {id, task} of rows)
        this.log.warn({jobId: id, task}, "a job was locked although no process ran it");
    } catch (error) {
      this.log.debug({err: error}, "the locks of jobs could not be checked; it is tried again");
    }
  }
}
