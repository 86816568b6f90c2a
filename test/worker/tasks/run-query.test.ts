import {afterAll, beforeAll, expect, test} from "bun:test";
import {Notices} from "../../../shared/core/change-notices.ts";
import {sql} from "../../../shared/core/db.ts";
import {newId} from "../../../shared/core/ids.ts";
import {makeLogger} from "../../../shared/core/log.ts";
import type {RunRequest} from "../../../shared/core/wire/run-request.ts";
import {enqueueRun} from "../../../shared/querying/queries/runs.ts";
import type {Run} from "../../../worker/execute/executor.ts";
import {runQuery} from "../../../worker/tasks/run-query.ts";
import {type TestApp, testApp} from "../../support/app.ts";
import {until} from "../../support/until.ts";

const MB = 1024 * 1024;
const log = makeLogger("test", "silent");
const patient = new AbortController().signal;
let t: TestApp;

beforeAll(async () => {
  t = await testApp();
});

afterAll(() => t?.stop());

async function queuedRun(): Promise<string> {
  const request: RunRequest = {
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
  };
  return (await enqueueRun(t.db, request)).id;
}

/**
 * A worker at its attempt at the run. The warehouse answers once `answers` is resolved. The result is two and a half
 * megabytes of `letter`; the worker stores the first one, and stalls before it reads the second until `wake`.
 */
function attempt(runId: string, id: string, letter: string, answers = Promise.resolve()) {
  const stalled = Promise.withResolvers<void>();
  const notices = new Notices("postgres://127.0.0.1:9/nowhere", log);
  async function* rest() {
    await stalled.promise;
    yield {bytes: Buffer.alloc(MB, letter), rowCount: 1, last: false};
    yield {bytes: Buffer.alloc(MB / 2, letter), rowCount: 1, last: true};
  }
  const run = async (): Promise<Run> => {
    await answers;
    return {
      shared: false,
      warehouseMs: 1,
      format: "json",
      first: Buffer.alloc(MB, letter),
      whole: false,
      stats: {rowCount: 3, sizeBytes: 2.5 * MB},
      rest: rest(),
    };
  };
  const worker = {id, config: t.web.config, db: t.db, log, notices};
  const ended = runQuery(worker, {run}, {orgId: t.org.id, runId}, patient);
  return {ended, wake: stalled.resolve, fail: stalled.reject, notices};
}

interface Stored {
  status: string;
  workerId: string | null;
  error: unknown;
  /** The letters of the chunks, by position. */
  letters: string | null;
  storedBytes: number | null;
}

async function storedRun(id: string): Promise<Stored> {
  const {rows} = await sql<Stored>`
    select r.status, r.worker_id as "workerId", r.error,
      (select string_agg(convert_from(substring(c.bytes for 1), 'UTF8'), '' order by c.position)
        from query_result_chunks c where c.run_id = r.id) as letters,
      (select sum(length(c.bytes)) from query_result_chunks c where c.run_id = r.id)::int as "storedBytes"
    from query_runs r where r.id = ${id}`.execute(t.db);
  return rows[0]!;
}

const holds = (id: string, workerId: string, letters: string) =>
  until(async () => {
    const run = await storedRun(id);
    return run.workerId === workerId && run.letters === letters;
  });

/** The run of a worker that stalled after its first chunk, and was begun anew by a second worker. */
async function takenOver() {
  const id = await queuedRun();
  const first = attempt(id, "wrk_a", "a");
  await holds(id, "wrk_a", "a");
  const second = attempt(id, "wrk_b", "b");
  await holds(id, "wrk_b", "b");
  return {id, first, second};
}

/** The error of an attempt that has lost its run: graphile-worker would delete the job of one that returns. */
const LOST = "another attempt";

const ofSecond = {status: "succeeded", workerId: "wrk_b", error: null, letters: "bbb", storedBytes: 2.5 * MB};

test("a worker that was taken for dead and wakes up writes nothing into the run of its successor", async () => {
  const {id, first, second} = await takenOver();
  first.wake();
  await expect(first.ended).rejects.toThrow(LOST);
  expect(await storedRun(id)).toMatchObject({status: "running", workerId: "wrk_b", letters: "b"});
  second.wake();
  await second.ended;
  expect(await storedRun(id)).toEqual(ofSecond);
});

test("a worker that was taken for dead does not fail the run of its successor", async () => {
  const {id, first, second} = await takenOver();
  first.fail(new Error("the connection to the warehouse was lost meanwhile"));
  await expect(first.ended).rejects.toThrow(LOST);
  expect(await storedRun(id)).toMatchObject({status: "running", workerId: "wrk_b", error: null});
  second.wake();
  await second.ended;
  expect(await storedRun(id)).toEqual(ofSecond);
});

test("a worker that was taken for dead does not delete what its successor has stored", async () => {
  const {id, first, second} = await takenOver();
  first.notices.emit("notice", {kind: "cancel", id});
  first.fail(new Error("cancelled"));
  await expect(first.ended).rejects.toThrow(LOST);
  expect(await storedRun(id)).toMatchObject({status: "running", workerId: "wrk_b", letters: "b"});
  second.wake();
  await second.ended;
  expect(await storedRun(id)).toEqual(ofSecond);
});

test("a worker that wakes up after its own process has begun the run anew writes nothing either", async () => {
  const id = await queuedRun();
  const first = attempt(id, "wrk_a", "a");
  await holds(id, "wrk_a", "a");
  const second = attempt(id, "wrk_a", "b");
  await holds(id, "wrk_a", "b");
  first.wake();
  await expect(first.ended).rejects.toThrow(LOST);
  expect(await storedRun(id)).toMatchObject({status: "running", letters: "b"});
  second.wake();
  await second.ended;
  expect(await storedRun(id)).toEqual({...ofSecond, workerId: "wrk_a"});
});

test("a chunk that an earlier attempt stores while the run is begun anew is no part of the result", async () => {
  const id = await queuedRun();
  const first = attempt(id, "wrk_a", "a");
  await holds(id, "wrk_a", "a");
  const storing = await t.db.startTransaction().execute();
  await sql`select from query_runs where id = ${id} for share`.execute(storing);
  await sql`insert into query_result_chunks (run_id, position, bytes) values (${id}, 7, 'a')`.execute(
    storing,
  );
  const second = attempt(id, "wrk_b", "b");
  await until(async () => (await sql`select from pg_locks where not granted`.execute(t.db)).rows.length > 0);
  await storing.commit().execute();
  second.wake();
  await second.ended;
  expect(await storedRun(id)).toEqual(ofSecond);
  first.wake();
  await expect(first.ended).rejects.toThrow(LOST);
  expect(await storedRun(id)).toEqual(ofSecond);
});

test("an attempt of which the run is cancelled unheard leaves no chunks", async () => {
  const id = await queuedRun();
  const {ended, wake} = attempt(id, "wrk_a", "a");
  await holds(id, "wrk_a", "a");
  await sql`update query_runs set status = 'cancelled', finished_at = now() where id = ${id}`.execute(t.db);
  wake();
  await ended;
  expect(await storedRun(id)).toMatchObject({status: "cancelled", letters: null});
});

test("a worker that has ended a run finds nothing to do when its successor comes late", async () => {
  const id = await queuedRun();
  const first = attempt(id, "wrk_a", "a");
  first.wake();
  await first.ended;
  await attempt(id, "wrk_b", "b").ended;
  expect(await storedRun(id)).toMatchObject({status: "succeeded", workerId: "wrk_a", letters: "aaa"});
});

test("a run of which the database has lost the beginning is begun anew without the chunks stored meanwhile", async () => {
  const id = await queuedRun();
  const answers = Promise.withResolvers<void>();
  const first = attempt(id, "wrk_a", "a", answers.promise);
  await until(async () => (await storedRun(id)).status === "running");
  // What a crash of the database leaves of the run: its beginning is not flushed, unlike the chunks after it.
  await sql`
    update query_runs set status = 'queued', worker_id = null, started_at = null where id = ${id}`.execute(
    t.db,
  );
  answers.resolve();
  await holds(id, "wrk_a", "a");
  const second = attempt(id, "wrk_b", "b");
  await holds(id, "wrk_b", "b");
  second.wake();
  await second.ended;
  expect(await storedRun(id)).toEqual(ofSecond);
  first.wake();
  await expect(first.ended).rejects.toThrow(LOST);
  expect(await storedRun(id)).toEqual(ofSecond);
});
