import {afterAll, beforeAll, expect, test} from "bun:test";
import {execute} from "../../../api/queries/web-runner.ts";
import {sql} from "../../../shared/core/db.ts";
import {ServiceError} from "../../../shared/core/errors.ts";
import {newId} from "../../../shared/core/ids.ts";
import type {RunRequest} from "../../../shared/core/wire/run-request.ts";
import {type TestApp, testApp} from "../../support/app.ts";
import {until} from "../../support/until.ts";

const CONNECTION = "conn_00000000000000000000000001";
let t: TestApp;

beforeAll(async () => {
  t = await testApp();
  await sql`insert into connections (id, org_id, name, type, config) values (${CONNECTION}, ${t.org.id}, 'c', 'duckdb', '{}')`.execute(
    t.db,
  );
  await sql`insert into projects (id, org_id, name, connection_id) values ('proj_1', ${t.org.id}, 'p', ${CONNECTION})`.execute(
    t.db,
  );
});
afterAll(() => t?.stop());

function request(): RunRequest {
  return {
    orgId: t.org.id,
    source: {kind: "connection", id: CONNECTION, version: 1},
    sql: "select 1",
    parameters: [],
    columns: [{name: "m.n", type: "number"}],
    timezone: "UTC",
    format: "json",
    timeoutMs: 30_000,
    fresh: false,
    fingerprint: crypto.randomUUID(),
    record: {
      runId: newId("run"),
      principalId: t.org.admin.id,
      projectId: "proj_1",
      model: "m",
      trigger: "interactive",
      requestId: "req_x",
    },
  };
}

/** Runs the query through the queue, because no worker can be reached; `anyAlive` says whether there is one. */
function viaQueue(run: RunRequest, signal: AbortSignal, anyAlive: () => Promise<boolean>) {
  const workers = Object.assign(Object.create(t.web.workers), {
    reach: async () => ({hasBrokenOff: false}),
    anyAlive,
  });
  return execute({...t.web, workers}, run, 0, signal);
}

const isCancelled = async ({record}: RunRequest) => {
  const {rows} = await sql<{status: string; is_queued: boolean}>`
    select status, exists (select from graphile_worker.jobs j where j.key = r.id) as is_queued
    from query_runs r where id = ${record.runId}`.execute(t.db);
  return rows[0]?.status === "cancelled" && !rows[0].is_queued;
};

test("a query whose client leaves while it is being queued is cancelled", async () => {
  const run = request();
  const leaving = new AbortController();
  const answer = viaQueue(run, leaving.signal, async () => true);
  // The statement that queues the run has been sent, and is not answered before the next turn of the event loop.
  await Promise.resolve();
  leaving.abort(new Error("the client left"));
  await expect(answer).rejects.toThrow("the client left");
  await until(() => isCancelled(run));
});

test("a query is cancelled if waiting for its result fails", async () => {
  const run = request();
  const answer = viaQueue(run, new AbortController().signal, async () => {
    throw new ServiceError("database_unavailable", "The database does not answer.");
  });
  await expect(answer).rejects.toMatchObject({code: "database_unavailable"});
  await until(() => isCancelled(run));
});
