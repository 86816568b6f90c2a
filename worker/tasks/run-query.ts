import {type Db, sql} from "../../shared/db.ts";
import {ServiceError, toWireError, type WireError} from "../../shared/errors.ts";
import type {JobPayload} from "../../shared/jobs.ts";
import {noticeSql} from "../../shared/notices.ts";
import type {RunRequest} from "../../shared/queries/run-request.ts";
import type {Executor} from "../executor.ts";
import type {Worker} from "../worker.ts";

/** Bytes gathered before a chunk is written. */
const CHUNK_BYTES = 1024 * 1024;

/**
 * Runs a queued query and keeps its result in chunks. Idempotent: a run that has ended is left alone, and one that
 * a dead worker began starts over with its chunks deleted.
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
    // Begun only now, so that a cancel which comes after it is heard.
    const request = await begin(worker, job);
    if (!request) return;
    const {rowCount, sizeBytes} = await keepResult(db, executor, request, runId, signal);
    await finish(db, job, {
      status: "succeeded",
      rowCount,
      sizeBytes,
      durationMs: performance.now() - started,
    });
  } catch (error) {
    // A stop hands the job back: it is tried again elsewhere.
    if (stopping.aborted) throw error;
    if (cancelled.signal.aborted) return;
    if (!(error instanceof ServiceError)) log.error({err: error, runId}, "a queued query failed");
    const wire: WireError =
      error instanceof ServiceError
        ? toWireError(error)
        : {code: "internal_error", message: "Something went wrong on our side."};
    await finish(db, job, {status: "failed", error: wire, durationMs: performance.now() - started});
  } finally {
    worker.notices.off("notice", onNotice);
  }
}

class Cancelled extends Error {
  override readonly name = "Cancelled";
}

/** `undefined` for a run that has ended. */
async function begin(
  {db, id}: Worker,
  {orgId, runId}: JobPayload<"run_query">,
): Promise<RunRequest | undefined> {
  const {rows} = await sql<{request: RunRequest}>`
    with old as (
      delete from query_result_chunks c using query_runs r
      where c.run_id = ${runId} and r.id = c.run_id and r.org_id = ${orgId} and r.status in ('queued', 'running'))
    update query_runs set status = 'running', started_at = now(), worker_id = ${id}
    where org_id = ${orgId} and id = ${runId} and status in ('queued', 'running') and request is not null
    returning request`.execute(db);
  return rows[0]?.request;
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

type Ending = {durationMs: number} & (
  | {status: "succeeded"; rowCount: number; sizeBytes: number}
  | {status: "failed"; error: WireError}
);

async function finish(db: Db, {orgId, runId}: JobPayload<"run_query">, ending: Ending): Promise<void> {
  const succeeded = ending.status === "succeeded";
  await sql`
    with ended as (
      update query_runs set status = ${ending.status}, finished_at = now(), duration_ms = ${ending.durationMs},
        row_count = ${succeeded ? ending.rowCount : null}, size_bytes = ${succeeded ? ending.sizeBytes : null},
        error = ${succeeded ? null : JSON.stringify(ending.error)}::jsonb
      where org_id = ${orgId} and id = ${runId} and status = 'running'
      returning id)
    select ${noticeSql({kind: "run", id: runId})} from ended`.execute(db);
}
