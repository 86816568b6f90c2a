import {afterAll, beforeAll, expect, test} from "bun:test";
import {EventEmitter} from "node:events";
import {Logger, type Runner, run, type WorkerEvents, type WorkerPool} from "graphile-worker";
import pg from "pg";
import {sql} from "../../shared/core/db.ts";
import {wakeAtIntervals} from "../../worker/wake-at-intervals.ts";
import {type TestApp, testApp} from "../support/app.ts";
import {until} from "../support/until.ts";

let t: TestApp;
/** A pool of the test's own, because the runner does not wait until the connections of its own pool are closed. */
let connections: pg.Pool;
let runner: Runner;
let looks = 0;
let done = 0;
let isSlow = false;
let pool: WorkerPool | undefined;
const endSlow = Promise.withResolvers<void>();

beforeAll(async () => {
  t = await testApp();
  connections = new pg.Pool({connectionString: t.databaseUrl});
  connections.on("error", () => undefined);
  connections.on("connect", client => client.on("error", () => undefined));
  const events: WorkerEvents = new EventEmitter();
  wakeAtIntervals(events);
  events.on("worker:getJob:start", () => looks++);
  events.on("pool:create", ({workerPool}) => {
    pool = workerPool;
  });
  const empty = new Promise(resolve => events.once("worker:getJob:empty", resolve));
  const listening = new Promise(resolve => events.once("pool:listen:success", resolve));
  runner = await run({
    pgPool: connections,
    events,
    concurrency: 1,
    noHandleSignals: true,
    // The interval is so long that no poll finds a job.
    pollInterval: 600_000,
    logger: new Logger(() => () => {}),
    taskList: {
      own: () => void done++,
      slow: () => {
        isSlow = true;
        return endSlow.promise;
      },
    },
  });
  await Promise.all([empty, listening]);
});
afterAll(async () => {
  await connections.end();
  await t.stop();
});

const add = (task: string) => sql`select graphile_worker.add_job(${task})`.execute(t.db);

test("jobs of other pools wake a pool every ten milliseconds at most, and its own job is found at once", async () => {
  const before = looks;
  const started = performance.now();
  for (let i = 0; i < 100; i++) await add("of another pool");
  await add("own");
  await until(() => done === 1);
  const ms = performance.now() - started;
  // Beside the wake-ups at intervals, there are the first one and the one after the pool's own job.
  expect(looks - before).toBeLessThanOrEqual(ms / 10 + 3);
});

test("a pool that is woken while its last job ends is not disturbed", async () => {
  await add("slow");
  await until(() => isSlow);
  // The first wake-up is passed on at once, and the second waits until the pool has begun to stop.
  pool?.nudge(1);
  pool?.nudge(1);
  const stopped = runner.stop();
  await Bun.sleep(50);
  endSlow.resolve();
  await stopped;
  expect(pool?.abortSignal.aborted).toBe(false);
});
