import type {RunRequest} from "../shared/queries/run-request.ts";
import {cancelQueued, enqueueRun, getRunStatus, readResult} from "../shared/queries/runs.ts";
import {dispatch, unavailable} from "./dispatch.ts";
import {cacheRequests} from "./metrics.ts";
import {streamOf} from "./stream.ts";
import type {Web} from "./web.ts";

const POLL_MS = 1000;

export interface Executed {
  /** All of it, or a stream that breaks where the run fails after its first bytes. */
  body: Uint8Array | ReadableStream<Uint8Array>;
  cache: "hit" | "miss" | "shared";
  /** How long ago a `hit` was made. */
  ageSeconds: number;
  /** Up to the first byte, in milliseconds. */
  warehouseMs: number;
  queueMs: number;
}

/** Runs a prepared query: from the result cache, else by a worker's direct door, else through the queue. */
export async function execute(
  web: Web,
  request: RunRequest,
  cacheTtlSeconds: number,
  signal: AbortSignal,
): Promise<Executed> {
  const cacheable = cacheTtlSeconds > 0;
  const key = `${request.format} ${request.fingerprint}`;
  if (cacheable && !request.fresh) {
    const held = web.results.get(key);
    cacheRequests("results", held ? "hit" : "miss").inc();
    if (held && held.ageSeconds < cacheTtlSeconds) {
      web.runLog.add({
        request,
        startedAt: new Date(),
        durationMs: 0,
        cache: "hit",
        stats: {rowCount: null, sizeBytes: held.body.byteLength},
        outcome: {status: "succeeded"},
      });
      return {body: held.body, cache: "hit", ageSeconds: held.ageSeconds, warehouseMs: 0, queueMs: 0};
    }
  }
  const executed = await executeNow(web, request, signal);
  return cacheable ? {...executed, body: web.results.keep(key, executed.body, cacheTtlSeconds)} : executed;
}

async function executeNow(web: Web, request: RunRequest, signal: AbortSignal): Promise<Executed> {
  const started = performance.now();
  const {fingerprint, record} = request;
  const answer = await dispatch(
    web,
    {key: fingerprint, path: "/run", body: JSON.stringify(request), signal, requestId: record.requestId},
    () => viaQueue(web, request, signal),
  );
  if (!(answer instanceof Response)) return answer;
  const warehouseMs = Number(answer.headers.get("x-warehouse-ms"));
  const whole = answer.headers.has("content-length");
  return {
    body: whole || !answer.body ? new Uint8Array(await answer.arrayBuffer()) : answer.body,
    cache: answer.headers.get("x-shared") === "1" ? "shared" : "miss",
    ageSeconds: 0,
    warehouseMs,
    queueMs: Math.max(0, performance.now() - started - warehouseMs),
  };
}

/** The same query as a job, its result read from Postgres: slower, never different. */
async function viaQueue(web: Web, request: RunRequest, signal: AbortSignal): Promise<Executed> {
  const {db, notices, config} = web;
  const {runId} = request.record;
  const started = performance.now();
  await enqueueRun(db, request);
  const onAbort = () => {
    cancelQueued(db, request.orgId, runId).catch(error =>
      web.log.warn({err: error, runId}, "a run could not be cancelled"),
    );
  };
  signal.addEventListener("abort", onAbort, {once: true});
  try {
    for (;;) {
      const heard = notices.waitFor("run", runId, POLL_MS);
      const status = await getRunStatus(db, request.orgId, runId);
      signal.throwIfAborted();
      if (status === "succeeded" || status === "failed" || status === "cancelled") break;
      if (status === "queued" && performance.now() - started > config.workerWaitMs) {
        await cancelQueued(db, request.orgId, runId);
        throw unavailable("No worker has taken the query from the queue.");
      }
      await heard;
    }
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
  const result = await readResult(db, request.orgId, runId);
  return {
    body: streamOf(result.chunks),
    cache: "miss",
    ageSeconds: 0,
    warehouseMs: 0,
    queueMs: performance.now() - started,
  };
}
