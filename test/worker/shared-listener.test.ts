import {afterAll, beforeAll, expect, test} from "bun:test";
import {EventEmitter} from "node:events";
import {Logger, type Runner, run, type WorkerEvents} from "graphile-worker";
import pg from "pg";
import {sql} from "../../shared/core/db.ts";
import {sharingListener} from "../../worker/shared-notify-connection.ts";
import {type TestApp, testApp} from "../support/app.ts";
import {until} from "../support/until.ts";

const RUNNERS = ["first", "second", "third"];

let t: TestApp;
let pool: pg.Pool;
const runners: Runner[] = [];
const done: string[] = [];
/** The runners' names, once for each time that a runner has begun to listen. */
const listening: string[] = [];

beforeAll(async () => {
  t = await testApp();
  pool = new pg.Pool({connectionString: t.databaseUrl});
  pool.on("error", () => undefined);
  pool.on("connect", client => client.on("error", () => undefined));
  const shared = sharingListener(pool);
  for (const name of RUNNERS) {
    const events: WorkerEvents = new EventEmitter();
    const empty = new Promise(resolve => events.once("worker:getJob:empty", resolve));
    events.on("pool:listen:success", () => listening.push(name));
    runners.push(
      await run({
        pgPool: shared,
        events,
        concurrency: 1,
        noHandleSignals: true,
        // The interval is so long that no poll finds a job.
        pollInterval: 600_000,
        logger: new Logger(() => () => {}),
        taskList: {[name]: () => void done.push(name)},
      }),
    );
    await empty;
  }
  await until(() => listening.length === RUNNERS.length);
});
afterAll(async () => {
  await Promise.all(runners.map(runner => runner.stop()));
  await pool.end();
  await t.stop();
});

async function listeners(): Promise<number[]> {
  const {rows} = await sql<{pid: number}>`
    select pid from pg_stat_activity
    where datname = current_database() and query like 'LISTEN "jobs:insert"%'`.execute(t.db);
  return rows.map(({pid}) => pid);
}

async function runEach(): Promise<void> {
  done.length = 0;
  for (const name of RUNNERS) await sql`select graphile_worker.add_job(${name})`.execute(t.db);
  await until(() => done.length === RUNNERS.length);
  expect(done.toSorted()).toEqual(RUNNERS);
}

test("runners share the connection that notifies them of new jobs", async () => {
  expect(await listeners()).toHaveLength(1);
  await runEach();
});

test("each runner is notified again after the connection was lost", async () => {
  const [lost] = await listeners();
  listening.length = 0;
  await sql`select pg_terminate_backend(${lost})`.execute(t.db);
  await until(() => listening.length === RUNNERS.length);
  await until(async () => (await listeners()).length > 0);
  const now = await listeners();
  expect(now).toHaveLength(1);
  expect(now).not.toEqual([lost]);
  await runEach();
});

test("the connection is released when the last runner has stopped", async () => {
  await Promise.all(runners.splice(0).map(runner => runner.stop()));
  await until(async () => (await listeners()).length === 0);
  expect(pool.idleCount).toBe(pool.totalCount);
});
