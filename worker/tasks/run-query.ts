import {countUsageSql} from "../../shared/billing/usage.ts";
import {type Db, sql} from "../../shared/db.ts";
import {ServiceError} from "../../shared/errors.ts";
import {endedColumns, eventsOfFailedRuns} from "../../shared/events/sql.ts";
import type {JobPayload} from "../../shared/jobs.ts";
import {noticeSql} from "../../shared/notices.ts";
import {forgetCrashes, refuseCrashed} from "../../shared/queries/crashes.ts";
import {type RunRequest, readStoredRun} from "../../shared/queries/run-request.ts";
import {toWireError, type WireError} from "../../shared/wire-error.ts";
import type {Executor} from "../executor.ts";
import type {Worker} from "../worker.ts";

/** How many bytes are collected before a chunk is written. */
const CHUNK_BYTES = 1024 * 1024;

/**
 * Runs a queued query and stores its result in chunks. Idempotent: a run that has ended is left alone; one that a dead
 * worker began, or that lost the database, starts over with its chunks deleted.
 */
export async function runQuery(
  worker: Worker,
  executor: Executor,
  job: JobPayload<"run_query">,
  stopping: AbortSignal,
): Promise<void> {
  const {db, log} = worker;
  const {runId} = job;
  const cancelled = new AbortController();
  const onNotice = (notice: {kind: string; id: string}) => {
    if (notice.kind === "cancel" && notice.id === runId) cancelled.abort(new Cancelled());
  };
  worker.notices.on("notice", onNotice);
  const signal = AbortSignal.any([cancelled.signal, stopping]);
  const started = performance.now();
  try {
    // The run begins only after the subscription, so that no later cancel is missed.
    const request = await begin(worker, job);
    if (!request) return;
    await refuseCrashed(db, request);
    const {rowCount, sizeBytes} = await keepResult(db, executor, request, runId, signal);
    await finish(worker, job, {
      status: "succeeded",
      rowCount,
      sizeBytes,
      durationMs: performance.now() - started,
    });
    await forgetCrashes(db, request);
  } catch (error) {
    // A worker that stops hands the job back, so that another one tries it again.
    if (stopping.aborted) {
      await handBack(worker, job);
      throw error;
    }
    if (cancelled.signal.aborted) {
      await sql`delete from query_result_chunks where run_id = ${runId}`.execute(db);
      return;
    }
    // It is unknown which chunks were stored, so the job is tried again from the start.
    if (error instanceof ServiceError && error.code === "database_unavailable") throw error;
    if (!(error instanceof ServiceError)) log.error({err: error, runId}, "a queued query failed");
    await finish(worker, job, {
      status: "failed",
      error: toWireError(error),
      durationMs: performance.now() - started,
    });
  } finally {
    worker.notices.off("notice", onNotice);
  }
}

class Cancelled extends Error {
  override readonly name = "Cancelled";
}

/** Marks the run as running and returns its request; `undefined` for a run that has ended. */
async function begin(
  {db, id}: Worker,
  {orgId, runId}: JobPayload<"run_query">,
): Promise<RunRequest | undefined> {
  const {rows} = await sql<{request: unknown}>`
    with old as (
      delete from query_result_chunks c using query_runs r
      where c.run_id = ${runId} and r.id = c.run_id and r.org_id = ${orgId} and r.status in ('queued', 'running'))
    update query_runs set status = 'running', started_at = now(), worker_id = ${id}
    where org_id = ${orgId} and id = ${runId} and status in ('queued', 'running') and request is not null
    returning request`.execute(db);
  if (!rows[0]) return undefined;
  const request = readStoredRun(rows[0].request);
  if (request) return request;
  const message =
    "The query was queued by another version of the service, and this one cannot read it. Run it again.";
  throw new ServiceError("gone", message);
}

/** Takes this worker off the run, so that its end is not counted as a crash caused by the statement. */
async function handBack({db, id}: Worker, {orgId, runId}: JobPayload<"run_query">): Promise<void> {
  await sql`
    update query_runs set worker_id = null
    where org_id = ${orgId} and id = ${runId} and status = 'running' and worker_id = ${id}`.execute(db);
}

async function keepResult(
  db: Db,
  executor: Executor,
  request: RunRequest,
  runId: string,
  signal: AbortSignal,
): Promise<{rowCount: number; sizeBytes: number}> {
  const run = await executor.run(request, signal);
  let position = 0;
  let sizeBytes = 0;
  let waiting: Uint8Array[] = [];
  let waitingBytes = 0;
  const write = async () => {
    if (waitingBytes === 0) return;
    await db
      .insertInto("query_result_chunks")
      .values({run_id: runId, position: position++, bytes: Buffer.concat(waiting)})
      .execute();
    waiting = [];
    waitingBytes = 0;
  };
  const take = async (bytes: Uint8Array) => {
    waiting.push(bytes);
    waitingBytes += bytes.byteLength;
    sizeBytes += bytes.byteLength;
    if (waitingBytes >= CHUNK_BYTES) await write();
  };
  await take(run.first);
  if (!run.whole) {
    for (let next = await run.rest.next(); !next.done; next = await run.rest.next())
      await take(next.value.bytes);
  }
  await write();
  return {rowCount: run.stats.rowCount, sizeBytes};
}

/** The rows of the run `ended`, to be counted. */
const answered = sql`(
  select org_id, 'query_rows' as meter, row_count as amount from ended where row_count is not null) r`;

type Ending = {durationMs: number} & (
  | {status: "succeeded"; rowCount: number; sizeBytes: number}
  | {status: "failed"; error: WireError}
);

async function finish(
  {db, config: {billing}}: Worker,
  {orgId, runId}: JobPayload<"run_query">,
  ending: Ending,
): Promise<void> {
  const succeeded = ending.status === "succeeded";
  const events = succeeded ? sql`` : sql`, ${eventsOfFailedRuns}`;
  const jobs = succeeded ? sql`` : sql`left join jobs on true`;
  const counted = billing ? sql`, counted as (${countUsageSql(billing, answered)})` : sql``;
  await sql`
    with ended as (
      update query_runs set status = ${ending.status}, finished_at = now(), duration_ms = ${ending.durationMs},
        row_count = ${succeeded ? ending.rowCount : null}, size_bytes = ${succeeded ? ending.sizeBytes : null},
        error = ${succeeded ? null : JSON.stringify(ending.error)}::jsonb
      where org_id = ${orgId} and id = ${runId} and status = 'running'
      returning ${endedColumns}, row_count)${events}${counted}
    select ${noticeSql({kind: "run", id: runId})} from ended ${jobs}`.execute(db);
}
