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
import {AttemptLost} from "../takeover/attempt-lost.ts";
import type {Worker} from "../worker.ts";

/** How many bytes are collected before a chunk is written. */
const CHUNK_BYTES = 1024 * 1024;

/**
 * Runs a queued query and stores its result in chunks. Idempotent: a run that has ended is left alone; one that a dead
 * worker began, or that lost the database, starts over with its chunks deleted. A worker that was only taken for dead
 * writes nothing more into a run that another attempt has begun.
 */
export async function runQuery(
  worker: Pick<Worker, "id" | "config" | "db" | "log" | "notices">,
  executor: Pick<Executor, "run">,
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
  let attempt: Attempt | undefined;
  try {
    // The run begins only after the subscription, so that no later cancel is missed.
    attempt = await begin(worker, job);
    if (!attempt) return;
    const request = requestOf(attempt);
    const {suspect} = attempt;
    if (suspect) refuseSuspect(suspect);
    const stored = await keepResult(db, executor, request, attempt, signal);
    const durationMs = performance.now() - started;
    if (!(await finish(worker, attempt, {status: "succeeded", ...stored, durationMs})))
      throw new AttemptLost();
    if (suspect) await deleteCrashes(db, request);
  } catch (error) {
    // A worker that stops hands the job back, so that another one tries it again.
    if (stopping.aborted) {
      if (attempt) await handBack(db, attempt);
      throw error;
    }
    if (cancelled.signal.aborted || error instanceof AttemptLost) {
      await endLost(db, job);
      return;
    }
    // The job is tried again from the start if the run could not begin, or if the database is unavailable: then it is
    // not known which chunks were stored.
    if (!attempt || isDatabaseUnavailable(error)) throw error;
    if (!(error instanceof ServiceError)) log.error({err: error, runId}, "a queued query failed");
    const ending = {
      status: "failed",
      error: toWireError(error),
      durationMs: performance.now() - started,
    } as const;
    if (!(await finish(worker, attempt, ending))) await endLost(db, job);
  } finally {
    worker.notices.off("notice", onNotice);
  }
}

class Cancelled extends Error {
  override readonly name = "Cancelled";
}

interface Attempt {
  orgId: string;
  runId: string;
  workerId: string;
  /** When the attempt began. It tells two attempts of one worker apart. */
  startedAt: Date;
  request: unknown;
  suspect: Suspect | undefined;
}

/**
 * A condition: the attempt still holds the run `r`. A run of which a crash of the database has lost the beginning is
 * queued, and nobody else has begun it.
 */
function isHeldBy({orgId, runId, workerId, startedAt}: Attempt) {
  return sql`r.org_id = ${orgId} and r.id = ${runId} and (r.status = 'queued'
    or r.status = 'running' and r.worker_id = ${workerId} and r.started_at = ${startedAt.toISOString()}::timestamptz)`;
}

/**
 * Marks the run as running, deletes the chunks of earlier attempts, and returns its request with the recorded crashes
 * of its statement; `undefined` for a run that has ended. If a crash of the database loses the mark, the run is queued
 * again, and ends all the same.
 */
async function begin(
  {db, id}: Pick<Worker, "id" | "db">,
  {orgId, runId}: JobPayload<"run_query">,
): Promise<Attempt | undefined> {
  type Row = {request: unknown; started_at: Date; was_begun: boolean} & (SuspectRow | {worker_ids: null});
  const {rows} = await sql<Row>`${prepared}
    with waiting as (
      select id, status from query_runs
      where org_id = ${orgId} and id = ${runId} and status in ('queued', 'running') and request is not null
      for no key update
    ), begun as (
      update query_runs r set status = 'running', started_at = now(), worker_id = ${id}
      from waiting w where r.org_id = ${orgId} and r.id = ${runId} and r.id = w.id
      returning r.org_id, r.fingerprint, r.request, r.started_at, w.status = 'running' as was_begun)
    select b.request, b.started_at, b.was_begun, ${suspectColumns}, ${unflushed}
    from begun b left join statement_crashes c on c.org_id = b.org_id and c.fingerprint = b.fingerprint`.execute(
    db,
  );
  const row = rows[0];
  if (!row) return undefined;
  // A statement of its own, because an earlier attempt may have stored a chunk while this one waited for the run.
  if (row.was_begun) await sql`delete from query_result_chunks where run_id = ${runId}`.execute(db);
  const suspect = row.worker_ids === null ? undefined : suspectOf(row);
  return {orgId, runId, workerId: id, startedAt: row.started_at, request: row.request, suspect};
}

function requestOf(attempt: Attempt): RunRequest {
  const request = readStoredRun(attempt.request);
  if (request) return request;
  const message =
    "The query was queued by another version of the service, and this version cannot read it. Run it again.";
  throw new ServiceError("gone", message);
}

/** Takes this worker off the run, so that its end is not counted as a crash caused by the statement. */
async function handBack(db: Db, attempt: Attempt): Promise<void> {
  await sql`
    update query_runs r set worker_id = null where r.status = 'running' and ${isHeldBy(attempt)}`.execute(db);
}

/**
 * Ends an attempt that no longer holds its run. Deletes what was stored of a cancelled run, which no attempt can hold.
 * Throws `AttemptLost` if the run is not cancelled, because the attempt that holds it needs the job until its end.
 */
async function endLost(db: Db, {orgId, runId}: JobPayload<"run_query">): Promise<void> {
  const {rows} = await sql`
    select from query_runs where org_id = ${orgId} and id = ${runId} and status = 'cancelled'`.execute(db);
  if (rows.length === 0) throw new AttemptLost();
  await sql`delete from query_result_chunks where run_id = ${runId}`.execute(db);
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
  executor: Pick<Executor, "run">,
  request: RunRequest,
  attempt: Attempt,
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
    await storeChunk(db, attempt, position++, Buffer.concat(waiting));
    waiting = [];
    waitingBytes = 0;
  };
  try {
    await take(run.first);
    if (!run.whole) {
      for (let next = await run.rest.next(); !next.done; next = await run.rest.next())
        await take(next.value.bytes);
    }
  } finally {
    // Ends the statement of a result that is not read to its end.
    await run.rest.return?.();
  }
  const last = waitingBytes === 0 ? undefined : {position, bytes: Buffer.concat(waiting)};
  return {rowCount: run.stats.rowCount, sizeBytes, last};
}

/**
 * Stores a chunk, and locks the run so that no other attempt begins meanwhile. Marks the run as running again if a crash
 * of the database has lost its beginning, so that a queued run never has chunks.
 */
async function storeChunk(db: Db, attempt: Attempt, position: number, bytes: Buffer): Promise<void> {
  const {numAffectedRows} = await sql`
    with held as (
      update query_runs r set status = 'running', started_at = ${attempt.startedAt.toISOString()}::timestamptz,
        worker_id = ${attempt.workerId}
      where ${isHeldBy(attempt)} returning r.id)
    insert into query_result_chunks (run_id, position, bytes)
    select id, ${position}::int, ${bytes}::bytea from held`.execute(db);
  if (numAffectedRows === 0n) throw new AttemptLost();
}

/** SQL of the rows of the run `ended`, to be counted as usage. */
const answered = sql`(
  select org_id, 'query_rows' as meter, row_count as amount from ended where row_count is not null) r`;

type Ending = {durationMs: number} & (
  | ({status: "succeeded"} & StoredResult)
  | {status: "failed"; error: WireError}
);

/**
 * Writes the end of the run, with the last chunk of its result. Returns whether the attempt still held the run. If a
 * crash of the database loses the end of the run, it also loses the end of the job, which is written later, so the run
 * is begun anew.
 */
async function finish(
  {db, config: {billing}}: Pick<Worker, "config" | "db">,
  attempt: Attempt,
  ending: Ending,
): Promise<boolean> {
  const succeeded = ending.status === "succeeded";
  const events = succeeded ? sql`` : sql`, ${eventsOfFailedRuns}`;
  const jobs = succeeded ? sql`` : sql`left join jobs on true`;
  const counted = billing ? sql`, counted as (${countUsageSql(billing, answered)})` : sql``;
  const last = succeeded ? ending.last : undefined;
  const stored = last
    ? sql`, stored as (
        insert into query_result_chunks (run_id, position, bytes)
        select id, ${last.position}::int, ${last.bytes}::bytea from ended)`
    : sql``;
  const {rows} = await sql`${prepared}
    with ended as (
      update query_runs r set status = ${ending.status}, finished_at = now(), duration_ms = ${ending.durationMs},
        row_count = ${succeeded ? ending.rowCount : null}, size_bytes = ${succeeded ? ending.sizeBytes : null},
        error = ${succeeded ? null : JSON.stringify(ending.error)}::jsonb
      where ${isHeldBy(attempt)}
      returning ${endedColumns}, row_count)${events}${counted}${stored}
    select ${noticeSql({kind: "run", id: attempt.runId})}, ${unflushed} from ended ${jobs}`.execute(db);
  return rows.length > 0;
}
