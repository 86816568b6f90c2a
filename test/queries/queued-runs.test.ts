import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {QueuedRuns} from "../../api/queued-runs.ts";
import {Notices} from "../../shared/core/change-notices.ts";
import {type Db, openDatabase, sql} from "../../shared/core/db.ts";
import {newId} from "../../shared/core/ids.ts";
import {makeLogger} from "../../shared/core/log.ts";
import type {RunRequest} from "../../shared/core/wire/run-request.ts";
import {enqueueRun} from "../../shared/querying/queries/runs.ts";
import {type TestApp, testApp} from "../support/app.ts";

let t: TestApp;
/** The service's database with commits that wait for the disk, as those of the tests' server do not. */
let flushed: ReturnType<typeof openDatabase>;

beforeAll(async () => {
  t = await testApp();
  const options = "-c synchronous_commit=on";
  flushed = openDatabase(t.databaseUrl, 1, makeLogger("test", "silent"), {options});
});
afterAll(async () => {
  await flushed.db.destroy();
  await t.stop();
});

function requestOf(): RunRequest {
  return {
    orgId: t.org.id,
    source: {kind: "connection", id: "conn_x", version: 1},
    sql: "select 1",
    parameters: [],
    columns: [],
    timezone: "UTC",
    format: "json",
    timeoutMs: 1000,
    fresh: false,
    fingerprint: "f",
    record: {
      runId: newId("run"),
      principalId: t.org.member.id,
      projectId: "proj_x",
      model: "m",
      trigger: "async",
      requestId: "req_x",
    },
  };
}

async function lsnOf(db: Db, name: "insert" | "flush"): Promise<string> {
  const {rows} = await sql<{lsn: string}>`
    select ${sql.raw(`pg_current_wal_${name}_lsn()`)}::text as lsn`.execute(db);
  return rows[0]!.lsn;
}

test("a run has one job, and is on the disk before its id is given out", async () => {
  const request = requestOf();
  const before = await lsnOf(flushed.db, "insert");
  const run = await enqueueRun(flushed.db, request);
  const after = await lsnOf(flushed.db, "flush");
  const {rows} = await sql<{isFlushed: boolean; jobs: number}>`
    select ${after}::pg_lsn > ${before}::pg_lsn as "isFlushed",
      (select count(*) from graphile_worker.jobs where key = ${run.id}) as jobs`.execute(t.db);
  expect(rows).toEqual([{isFlushed: true, jobs: 1}]);
});

describe("a process remembers that a run has not ended", () => {
  const notices = new Notices("postgres://127.0.0.1:9/nowhere", makeLogger("test", "silent"));
  const runs = new QueuedRuns(notices);

  test("if it queued the run itself, for the person who asked, until it hears of the end", () => {
    runs.expect("run_1", "user_1");
    expect(runs.isUnfinished("run_1", "user_1")).toBe(true);
    expect(runs.isUnfinished("run_1", "user_2")).toBe(false);
    expect(runs.isUnfinished("run_2", "user_1")).toBe(false);
    notices.emit("notice", {kind: "cancel", id: "run_1"});
    expect(runs.isUnfinished("run_1", "user_1")).toBe(true);
    notices.emit("notice", {kind: "run", id: "run_1"});
    expect(runs.isUnfinished("run_1", "user_1")).toBe(false);
  });

  test("only as long as it has missed no notices", () => {
    runs.expect("run_3", "user_1");
    notices.emit("reset");
    expect(runs.isUnfinished("run_3", "user_1")).toBe(false);
  });

  test("for ten thousand runs at most", () => {
    for (let i = 0; i <= 10_000; i++) runs.expect(`run_${i}`, "user_1");
    expect([0, 1, 10_000].map(i => runs.isUnfinished(`run_${i}`, "user_1"))).toEqual([false, true, true]);
  });
});
