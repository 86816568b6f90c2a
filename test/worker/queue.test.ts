import {afterAll, beforeAll, expect, test} from "bun:test";
import pino from "pino";
import {sql} from "../../shared/core/db.ts";
import {newId} from "../../shared/core/ids.ts";
import {enqueueRun} from "../../shared/querying/queries/runs.ts";
import {startWorker} from "../../worker/start.ts";
import {testConfig} from "../support/app.ts";
import {onBusyMachine} from "../support/busy-machine.ts";
import {lockAwaited} from "../support/postgres.ts";
import {until} from "../support/until.ts";
import {type TestService, testService} from "../support/worker.ts";

let t: TestService;
beforeAll(async () => {
  t = await testService({WORKER_BACKGROUND_CONCURRENCY: "1", WORKER_INTERACTIVE_CONCURRENCY: "1"});
});
afterAll(() => t.stop());

const JOBS = 50;
/** The jobs take a third of a second one after another, and half a minute if many wait for a poll. */
const LIMIT_MS = 20_000;

test("the next job of a named queue is taken when the last one has ended, not at the next poll", async () => {
  // The datasets of the jobs do not exist, so that each job is done at once.
  const payload = JSON.stringify({orgId: t.org.id, datasetId: newId("ds")});
  const started = performance.now();
  await sql`
    select graphile_worker.add_job('delete_snapshot', ${payload}::json, queue_name => 'one after another')
    from generate_series(1, ${JOBS})`.execute(t.db);
  const left = () =>
    sql`select from graphile_worker.jobs where task_identifier = 'delete_snapshot'`.execute(t.db);
  await until(async () => (await left()).rows.length === 0);
  expect(performance.now() - started).toBeLessThan(onBusyMachine(LIMIT_MS));
  const {rows} = await sql`
    select from graphile_worker._private_job_queues where locked_at is not null`.execute(t.db);
  expect(rows).toEqual([]);
});

test("a worker has a queue connection for each of its slots, and starts without a warning", async () => {
  const warnings: unknown[] = [];
  const log = pino({level: "warn"}, {write: (line: string) => void warnings.push(JSON.parse(line))});
  const config = testConfig(t.databaseUrl, {
    DATA_DIR: `${t.worker.worker.config.dataDir}/quiet`,
    WORKER_QUESTION_CONCURRENCY: "24",
  });
  const quiet = await startWorker(config, log);
  await quiet.stop();
  expect(warnings).toEqual([]);
});

/** A queued run of a query, without its job. */
async function queuedRun(): Promise<string> {
  const adding = await t.db.startTransaction().execute();
  const {id} = await enqueueRun(adding, {
    orgId: t.org.id,
    source: {kind: "connection", id: "conn_x", version: 1},
    sql: "select 1",
    parameters: [],
    columns: [],
    timezone: "UTC",
    format: "json",
    timeoutMs: 30_000,
    fresh: false,
    fingerprint: crypto.randomUUID(),
    record: {
      runId: newId("run"),
      principalId: t.org.member.id,
      projectId: "proj_x",
      model: "m",
      trigger: "async",
      requestId: "req_x",
    },
  });
  await sql`delete from graphile_worker._private_jobs where key = ${id}`.execute(adding);
  await adding.commit().execute();
  return id;
}

async function addJob(runId: string): Promise<void> {
  const payload = JSON.stringify({orgId: t.org.id, runId});
  await sql`select graphile_worker.add_job('run_query', ${payload}::json, job_key => ${runId})`.execute(t.db);
}

async function jobOf(runId: string): Promise<{locked_by: string | null} | undefined> {
  const {rows} = await sql<{locked_by: string | null}>`
    select locked_by from graphile_worker.jobs where key = ${runId}`.execute(t.db);
  return rows[0];
}

test("a job that another worker has taken over outlasts the late end of its first attempt", async () => {
  await sql`
    insert into workers (id, runners, queue_pool_ids, heartbeat_at)
    values ('worker_heir', '{interactive}', '{pool-heir}', now() + interval '1 hour')`.execute(t.db);
  const runId = await queuedRun();
  const taking = await t.db.startTransaction().execute();
  await sql`select from query_runs where id = ${runId} for update`.execute(taking);
  await addJob(runId);
  // The attempt of this worker waits for the run, while its job is given to another worker and the run ends there.
  await lockAwaited(t.db);
  await sql`
    update graphile_worker._private_jobs set locked_by = 'pool-heir', locked_at = now()
    where key = ${runId}`.execute(t.db);
  await sql`update query_runs set status = 'succeeded', finished_at = now() where id = ${runId}`.execute(
    taking,
  );
  // A shorter attempt cannot have been taken over, and is not asked whether it was.
  await Bun.sleep(1100);
  await taking.commit().execute();
  // The runner has one slot, so that the end of its next job follows that of the attempt.
  const next = newId("run");
  await addJob(next);
  await until(async () => !(await jobOf(next)));
  expect(await jobOf(runId)).toEqual({locked_by: "pool-heir"});
});
