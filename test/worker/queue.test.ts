import {afterAll, beforeAll, expect, test} from "bun:test";
import pino from "pino";
import {sql} from "../../shared/core/db.ts";
import {newId} from "../../shared/core/ids.ts";
import {startWorker} from "../../worker/start.ts";
import {testConfig} from "../support/app.ts";
import {onBusyMachine} from "../support/busy-machine.ts";
import {until} from "../support/until.ts";
import {type TestService, testService} from "../support/worker.ts";

let t: TestService;
beforeAll(async () => {
  t = await testService({WORKER_BACKGROUND_CONCURRENCY: "1"});
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
