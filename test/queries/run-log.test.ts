import {afterAll, beforeAll, beforeEach, expect, test} from "bun:test";
import {sql} from "../../shared/core/db.ts";
import {ServiceError} from "../../shared/core/errors.ts";
import {newId} from "../../shared/core/ids.ts";
import {makeLogger} from "../../shared/core/log.ts";
import type {RunEntry} from "../../shared/querying/queries/run-entry.ts";
import {RunLog} from "../../shared/querying/queries/run-log.ts";
import {type TestApp, testApp} from "../support/app.ts";
import {lockAwaited} from "../support/postgres.ts";

const BILLING = {livemode: false} as NonNullable<ConstructorParameters<typeof RunLog>[3]>;
const log = makeLogger("test", "silent");
const STARTED = new Date("2026-03-04T05:06:07.089Z");
let t: TestApp;

beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.stop());
beforeEach(async () => {
  await sql`delete from query_runs`.execute(t.db);
  await sql`delete from usage_counters`.execute(t.db);
});

function entry(runId: string, outcome: RunEntry["outcome"], orgId = t.org.id): RunEntry {
  return {
    request: {
      orgId,
      source: {kind: "connection", id: "conn_1", version: 1},
      fingerprint: "f",
      record: {
        runId,
        principalId: t.org.admin.id,
        projectId: "proj_1",
        model: "Aufträge 📦",
        requestId: 'req_"1"\\',
        trigger: "interactive",
      },
    },
    startedAt: STARTED,
    durationMs: 12.345678,
    cache: "miss",
    stats: {rowCount: 7, sizeBytes: 5_000_000_000},
    outcome,
  };
}

async function write(worker: string, entries: readonly RunEntry[]): Promise<void> {
  const runLog = new RunLog(t.db, log, worker, BILLING);
  for (const one of entries) runLog.add(one);
  await runLog.stop();
}

async function written() {
  const {rows} = await sql<Record<string, unknown>>`
    select id, org_id, model, status, cache, times, row_count, size_bytes, duration_ms, shape, error, request_id,
      worker_id, created_at, started_at, finished_at from query_runs order by id`.execute(t.db);
  return rows;
}

async function counted(): Promise<number> {
  const {rows} = await sql<{amount: number}>`
    select coalesce(sum(amount), 0)::bigint as amount from usage_counters where meter = 'query_rows'`.execute(
    t.db,
  );
  return rows[0]?.amount ?? Number.NaN;
}

const succeeded = {status: "succeeded"} as const;
const cancelled = {status: "cancelled"} as const;

test("a run is recorded unchanged, with texts of any kind, large numbers, and nulls", async () => {
  const [first, second] = [newId("run"), newId("run")].toSorted();
  const failure = new ServiceError("warehouse_error", 'There is no table "a\\b".\n');
  await write("worker_1", [
    entry(first!, succeeded),
    {...entry(second!, {status: "failed", error: failure}), stats: {rowCount: null, sizeBytes: 0}},
  ]);
  const [ran, failed] = await written();
  expect(ran).toEqual({
    id: first!,
    org_id: t.org.id,
    model: "Aufträge 📦",
    status: "succeeded",
    cache: "miss",
    times: 1,
    row_count: 7,
    size_bytes: 5_000_000_000,
    duration_ms: 12.345678,
    shape: null,
    error: null,
    request_id: 'req_"1"\\',
    worker_id: "worker_1",
    created_at: STARTED,
    started_at: STARTED,
    finished_at: new Date("2026-03-04T05:06:07.101Z"),
  });
  expect(failed).toMatchObject({
    status: "failed",
    row_count: null,
    error: {code: "warehouse_error", message: 'There is no table "a\\b".\n'},
  });
});

test("a batch that is sent again is written and counted once, together with what is new in it", async () => {
  const [old, added] = [newId("run"), newId("run")];
  await write("worker_1", [entry(old, succeeded)]);
  await write("worker_1", [entry(old, succeeded), entry(added, succeeded)]);
  expect((await written()).map(({id}) => id)).toEqual([old, added].toSorted());
  expect(await counted()).toBe(14);
});

test("the outcome that a caller got replaces the one of a worker that was given up, and never the other way round", async () => {
  const run = newId("run");
  await write("worker_1", [entry(run, cancelled)]);
  await write("worker_2", [entry(run, succeeded)]);
  await write("worker_1", [entry(run, cancelled)]);
  expect(await written()).toMatchObject([{status: "succeeded", worker_id: "worker_2"}]);
});

test("runs of other organizations are written where one is deleted at the same moment", async () => {
  const [run, other] = [newId("run"), newId("run")];
  const gone = newId("org");
  await sql`insert into orgs (id, name) values (${gone}, 'Gone')`.execute(t.db);
  const deleted = Promise.withResolvers<void>();
  const commit = Promise.withResolvers<void>();
  const deleting = t.db.transaction().execute(async tx => {
    await sql`delete from orgs where id = ${gone}`.execute(tx);
    deleted.resolve();
    await commit.promise;
  });
  await deleted.promise;
  const writing = write("worker_1", [entry(run, succeeded), entry(other, succeeded, gone)]);
  // The insertion has found the organization, and waits for its deletion.
  await lockAwaited(t.db);
  commit.resolve();
  await Promise.all([deleting, writing]);
  expect((await written()).map(({id}) => id)).toEqual([run]);
  expect(await counted()).toBe(7);
});

test("a run of another organization with the same id is left unchanged", async () => {
  const [run, other] = [newId("run"), await t.addOrg("Other")];
  await write("worker_1", [entry(run, cancelled)]);
  await write("worker_1", [entry(run, succeeded, other.id)]);
  expect(await written()).toMatchObject([{org_id: t.org.id, status: "cancelled"}]);
});

test("runs of an organization that is gone are left out, and do not hold up others", async () => {
  const run = newId("run");
  await write("worker_1", [entry(newId("run"), succeeded, newId("org")), entry(run, succeeded)]);
  expect((await written()).map(({id}) => id)).toEqual([run]);
});
