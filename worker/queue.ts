import {EventEmitter} from "node:events";
import {
  type Job,
  Logger,
  type Runner,
  run as startRunner,
  type Task,
  type TaskList,
  type WorkerEvents,
} from "graphile-worker";
import type pg from "pg";
import type {Config} from "../shared/core/config.ts";
import {prepared} from "../shared/core/database/prepared.ts";
import {unflushed} from "../shared/core/database/unflushed.ts";
import {isDatabaseUnavailable} from "../shared/core/database/watch.ts";
import {type Db, sql} from "../shared/core/db.ts";
import {JOBS, type JobName, type JobPayload, RUNNER_OF, tasksOf} from "../shared/core/jobs.ts";
import type {RunnerName} from "../shared/core/process/job-runners-config.ts";
import {parserOf} from "../shared/core/validate.ts";
import {NoSlotLeft} from "./concurrency/run-slots.ts";
import {BILLING_CRONTAB, CRONTAB, GITHUB_CRONTAB} from "./crontab.ts";
import {sharingListener} from "./shared-notify-connection.ts";
import {AttemptLost} from "./takeover/attempt-lost.ts";
import {JobLocks} from "./takeover/orphaned-locks.ts";
import {wakeAtIntervals} from "./wake-at-intervals.ts";
import type {Worker} from "./worker.ts";

/** How long a job is postponed when the database is unavailable. */
const PAUSE = sql`interval '5 seconds'`;
const RETURN_MS = 1000;

/** One function per job name; the compiler checks that none is missing. */
export type JobHandlers = {
  [N in JobName]: (worker: Worker, payload: JobPayload<N>, signal: AbortSignal) => Promise<void>;
};

export interface Queue {
  /**
   * graphile-worker's ids of the runners. Jobs are locked under these ids, by which they are unlocked if this process
   * dies.
   */
  poolIds: string[];
  /** Stops taking jobs. Running jobs end, or are returned to the queue after the grace period. */
  stop(): Promise<void>;
}

/**
 * Opens the configured runners, each with its own kinds of jobs. A runner skips jobs with the flags that its function
 * in `forbiddenFlags` returns.
 *
 * The commits of `pool` need not be flushed to disk. A job's work is committed before its end: if a crash of the
 * database loses the work, it loses the end too, and the job runs again, as any job may at any time.
 */
export async function openQueue(
  worker: Worker,
  pool: pg.Pool,
  handlers: JobHandlers,
  forbiddenFlags: Partial<Record<RunnerName, () => string[]>>,
): Promise<Queue> {
  const {config} = worker;
  const runners: Runner[] = [];
  const poolIds: string[] = [];
  const shared = sharingListener(pool);
  const locks = new JobLocks(worker.db, worker.log, worker.id, poolIds);
  for (const name of config.workerRunners) {
    const events: WorkerEvents = new EventEmitter();
    events.on("pool:create", ({workerPool}) => poolIds.push(workerPool.id));
    if (name !== "interactive") wakeAtIntervals(events);
    const runner = await startRunner({
      pgPool: shared,
      events,
      concurrency: config.workerConcurrency[name],
      noHandleSignals: true,
      forbiddenFlags: forbiddenFlags[name] ?? null,
      pollInterval: 2000,
      taskList: taskListOf(worker, handlers, name, locks),
      crontab: name === "background" ? crontabOf(config) : "",
      logger: loggerOf(worker),
      preset: {worker: {gracefulShutdownAbortTimeout: config.shutdownGraceMs}},
    });
    runners.push(runner);
  }
  return {
    poolIds,
    stop: async () => {
      await Promise.all(runners.map(runner => runner.stop()));
      locks.stop();
    },
  };
}

function crontabOf({billing, github}: Config): string {
  return [CRONTAB, billing ? BILLING_CRONTAB : "", github ? GITHUB_CRONTAB : ""].join("");
}

/**
 * The job of a shorter attempt is left to graphile-worker, which removes many jobs by one statement, but does not check
 * who has locked them. The risk is small: a worker counts as dead after six seconds of silence, so a short attempt can
 * have lost its job only if it began in the last of these seconds.
 */
const SHORT_MS = 1000;

function taskListOf(worker: Worker, handlers: JobHandlers, runner: RunnerName, locks: JobLocks): TaskList {
  const tasks: TaskList = {};
  for (const name of Object.keys(JOBS).filter(isJobName)) {
    if (RUNNER_OF[name] !== runner) continue;
    const task = taskOf(worker, handlers, name, locks);
    for (const identifier of tasksOf(name)) tasks[identifier] = task;
  }
  return tasks;
}

function taskOf<N extends JobName>(worker: Worker, handlers: JobHandlers, name: N, locks: JobLocks): Task {
  const parse = parserOf(JOBS[name], `payload of ${name}`);
  return async (payload, {abortSignal, job}) => {
    await locks.during(job.id, async () => {
      try {
        const startedAt = performance.now();
        await handlers[name](worker, parse(payload), abortSignal);
        if (job.job_queue_id !== null || performance.now() - startedAt > SHORT_MS)
          await removeJob(worker.db, job);
      } catch (error) {
        if (error instanceof NoSlotLeft) await returnJob(worker.db, job, error.orgId);
        if (isDatabaseUnavailable(error)) await postponeJob(worker.db, job, abortSignal);
        throw error;
      }
    });
  };
}

/**
 * Gives a job its attempt back and returns it to the queue, with its organization as a flag, for which this worker skips
 * it until the organization has a slot again. The job gets a new id, because all slots of a runner lock jobs under the
 * same name: another slot may take the job before graphile-worker fails this attempt, which would then fail that one.
 * Throws `AttemptLost`, because the attempt has no job any more.
 */
async function returnJob(db: Db, {id, locked_by}: Job, orgId: string): Promise<never> {
  await sql`
    with returned as (
      update graphile_worker._private_jobs
      set id = default, attempts = greatest(attempts - 1, 0), locked_by = null, locked_at = null,
        flags = coalesce(flags, '{}'::jsonb) || jsonb_build_object(${orgId}::text, true)
      where id = ${id}::bigint and locked_by = ${locked_by} returning job_queue_id
    )
    update graphile_worker._private_job_queues q set locked_by = null, locked_at = null
    from returned where q.id = returned.job_queue_id and q.locked_by = ${locked_by}`.execute(db);
  throw new AttemptLost();
}

/**
 * Gives a job its attempt back and postpones it, so that an outage of the database uses up no attempts, however long it
 * lasts. Retries until the database accepts this.
 */
async function postponeJob(db: Db, {id, locked_by}: Job, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted) {
    try {
      await sql`
        update graphile_worker._private_jobs
        set attempts = greatest(attempts - 1, 0), run_at = greatest(run_at, now() + ${PAUSE})
        where id = ${id}::bigint and locked_by = ${locked_by}`.execute(db);
      return;
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
      await Bun.sleep(RETURN_MS);
    }
  }
}

/**
 * Removes a job that has ended and unlocks its named queue. Throws `AttemptLost` if another worker has locked the job
 * since. graphile-worker's own removal is not used for two reasons: in a named queue, it looks for the next job before
 * the removal is done, so that the next job waits for a poll; and it removes a job even if another worker has locked it
 * and runs it.
 */
async function removeJob(db: Db, {id, locked_by}: Job): Promise<void> {
  const {rows} = await sql<{ended: number}>`${prepared}
    with ended as (
      delete from graphile_worker._private_jobs
      where id = ${id}::bigint and locked_by = ${locked_by} returning job_queue_id
    ), unlocked as (
      update graphile_worker._private_job_queues q set locked_by = null, locked_at = null
      from ended where q.id = ended.job_queue_id and q.locked_by = ${locked_by})
    select count(*)::int as ended, ${unflushed} from ended`.execute(db);
  if (rows[0]?.ended === 0) throw new AttemptLost();
}

function isJobName(name: string): name is JobName {
  return Object.hasOwn(JOBS, name);
}

function loggerOf({log}: Pick<Worker, "log">): Logger {
  const levels = {error: "error", warning: "warn", info: "debug", debug: "trace"} as const;
  return new Logger(scope => (level, message, meta) => {
    // No fault: the other attempt ends the job.
    const logged = meta?.error instanceof AttemptLost ? "info" : levels[level];
    log[logged]({...scope}, message);
  });
}
