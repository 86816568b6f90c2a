import {noticeSql} from "../../shared/core/change-notices.ts";
import {prepared} from "../../shared/core/database/prepared.ts";
import {unflushed} from "../../shared/core/database/unflushed.ts";
import {isDatabaseUnavailable} from "../../shared/core/database/watch.ts";
import {type Db, sql} from "../../shared/core/db.ts";
import {ServiceError} from "../../shared/core/errors.ts";
import {endedColumns, eventsOfFailedRuns} from "../../shared/core/events/sql.ts";
import type {JobPayload} from "../../shared/core/jobs.ts";
import {type RunRequest, readStoredRun} from "../../shared/core/wire/run-request.ts";
import {toWireError, type WireError} from "../../shared/core/wire-error.ts";
import {
  deleteCrashes,
  refuseSuspect,
  type Suspect,
  type SuspectRow,
  suspectColumns,
  suspectOf,
} from "../../shared/querying/queries/crashing-statements.ts";
import {countUsageSql} from "../../shared/tenancy/billing/usage.ts";
import type {Executor} from "../execute/executor.ts";
import type {Worker} from "../worker.ts";

/** How many bytes are collected before a chunk is written. */
const CHUNK_BYTES = 1024 * 1024;

/**
 * Runs a queued query and stores its result in chunks. Idempotent: a run that has ended is left alone; one that a dead
 * worker began, or that lost the database, starts over with its chunks deleted.
 */
export async function runQuery(
  worker: Pick<Worker, "id" | "config" | "db" | "log" | "notices">,
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
    const begun = await begin(worker, job);
    if (!begun) return;
    const {request, suspect} = begun;
    if (suspect) refuseSuspect(suspect);
    const stored = await keepResult(db, executor, request, runId, signal);
    await finish(worker, job, {status: "succeeded", ...stored, durationMs: performance.now() - started});
    if (suspect) await deleteCrashes(db, request);
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
    // The chunks that were stored are not known here, so the job is tried again from the start.
    if (isDatabaseUnavailable(error)) throw error;
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

/**
 * Marks the run as running and returns its request, with the recorded crashes of its statement; `undefined` for a run
 * that has ended. If a crash of the database loses the mark, the run is queued again, and ends all the same.
 */
async function begin(
  {db, id}: Pick<Worker, "id" | "db">,
  {orgId, runId}: JobPayload<"run_query">,
): Promise<{request: RunRequest; suspect: Suspect | undefined} | undefined> {
  const {rows} = await sql<{request: unknown} & (SuspectRow | {worker_ids: null})>`${prepared}
    with begun as (
      update query_runs set status = 'running', started_at = now(), worker_id = ${id}
      where org_id = ${orgId} and id = ${runId} and status in ('queued', 'running') and request is not null
      returning id, org_id, fingerprint, request
    ), old as (
      delete from query_result_chunks c using begun b where c.run_id = b.id)
    select b.request, ${suspectColumns}, ${unflushed}
    from begun b left join statement_crashes c on c.org_id = b.org_id and c.fingerprint = b.fingerprint`.execute(
    db,
  );
  const row = rows[0];
  if (!row) return undefined;
  const request = readStoredRun(row.request);
  if (request) return {request, suspect: row.worker_ids === null ? undefined : suspectOf(row)};
  const message =
    "The query was queued by another version of the service, and this version cannot read it. Run it again.";
  throw new ServiceError("gone", message);
}

/** Takes this worker off the run, so that its end is not counted as a crash caused by the statement. */
async function handBack(
  {db, id}: Pick<Worker, "id" | "db">,
  {orgId, runId}: JobPayload<"run_query">,
): Promise<void> {
  await sql`
    update query_runs set worker_id = null
    where org_id = ${orgId} and id = ${runId} and status = 'running' and worker_id = ${id}`.execute(db);
}

interface StoredResult {
  rowCount: number;
  sizeBytes: number;
  /** The last chunk, which is written with the end of the run. */
  last: {position: number; bytes: Buffer} | undefined;
}

/** Runs the query and writes all chunks of its result except for the last one. */
async function keepResult(
  db: Db,
  executor: Executor,
  request: RunRequest,
  runId: string,
  signal: AbortSignal,
): Promise<StoredResult> {
  const run = await executor.run(request, signal);
  let position = 0;
  let sizeBytes = 0;
  let waiting: Uint8Array[] = [];
  let waitingBytes = 0;
  const take = async (bytes: Uint8Array) => {
    waiting.push(bytes);
    waitingBytes += bytes.byteLength;
    sizeBytes += bytes.byteLength;
    if (waitingBytes < CHUNK_BYTES) return;
    await db
      .insertInto("query_result_chunks")
      .values({run_id: runId, position: position++, bytes: Buffer.concat(waiting)})
      .execute();
    waiting = [];
    waitingBytes = 0;
  };
  await take(run.first);
  if (!run.whole) {
    for (let next = await run.rest.next(); !next.done; next = await run.rest.next())
      await take(next.value.bytes);
  }
  const last = waitingBytes === 0 ? undefined : {position, bytes: Buffer.concat(waiting)};
  return {rowCount: run.stats.rowCount, sizeBytes, last};
}

/** SQL of the rows of the run `ended`, to be counted as usage. */
const answered = sql`(
  select org_id, 'query_rows' as meter, row_count as amount from ended where row_count is not null) r`;

type Ending = {durationMs: number} & (
  | ({status: "succeeded"} & StoredResult)
  | {status: "failed"; error: WireError}
);

/**
 * Writes the end of the run, with the last chunk of its result. If a crash of the database loses it, the end of the job
 * is lost too, because that is written later, so the run is begun anew.
 */
async function finish(
  {db, config: {billing}}: Pick<Worker, "config" | "db">,
  {orgId, runId}: JobPayload<"run_query">,
  ending: Ending,
): Promise<void> {
  const succeeded = ending.status === "succeeded";
  const events = succeeded ? sql`` : sql`, ${eventsOfFailedRuns}`;
  const jobs = succeeded ? sql`` : sql`left join jobs on true`;
  const counted = billing ? sql`, counted as (${countUsageSql(billing, answered)})` : sql``;
  const last = succeeded ? ending.last : undefined;
  const stored = last
    ? sql`, kept as (
        insert into query_result_chunks (run_id, position, bytes)
        select id, ${last.position}::int, ${last.bytes}::bytea from ended)`
    : sql``;
  await sql`${prepared}
    with ended as (
      update query_runs set status = ${ending.status}, finished_at = now(), duration_ms = ${ending.durationMs},
        row_count = ${succeeded ? ending.rowCount : null}, size_bytes = ${succeeded ? ending.sizeBytes : null},
        error = ${succeeded ? null : JSON.stringify(ending.error)}::jsonb
      where org_id = ${orgId} and id = ${runId} and status in ('queued', 'running')
      returning ${endedColumns}, row_count)${events}${counted}${stored}
    select ${noticeSql({kind: "run", id: runId})}, ${unflushed} from ended ${jobs}`.execute(db);
}
