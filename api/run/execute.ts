import {statementOf} from "../../shared/queries/crashes.ts";
import type {RunRequest} from "../../shared/queries/run-request.ts";
import type {RunAnswer} from "../../shared/queries/runner.ts";
import {cancelQueued, enqueueRun, getRunStatus, readResult} from "../../shared/queries/runs.ts";
import type {RunDeps} from "../web.ts";
import {dispatch, unavailable} from "./dispatch.ts";
import {orGoneSnapshot} from "./gone-snapshot.ts";
import {streamOf} from "./stream.ts";

const POLL_MS = 1000;

/** Runs a prepared query: from the result cache, else through a worker's listener, else through the queue. */
export async function execute(
  deps: RunDeps,
  request: RunRequest,
  cacheTtlSeconds: number,
  signal: AbortSignal,
): Promise<RunAnswer> {
  const cacheable = cacheTtlSeconds > 0;
  const key = `${request.format} ${request.fingerprint}`;
  if (cacheable && !request.fresh) {
    const held = deps.results.get(key);
    deps.metrics.cacheRequests("results", held ? "hit" : "miss").inc();
    if (held && held.ageSeconds < cacheTtlSeconds) {
      deps.runLog.add({
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
  const executed = await executeNow(deps, request, signal).catch(async error => {
    throw await orGoneSnapshot(deps, request, error);
  });
  return cacheable ? {...executed, body: deps.results.keep(key, executed.body, cacheTtlSeconds)} : executed;
}

async function executeNow(deps: RunDeps, request: RunRequest, signal: AbortSignal): Promise<RunAnswer> {
  const started = performance.now();
  const {fingerprint, record} = request;
  const {requestId} = record;
  const body = JSON.stringify(request);
  const statement = statementOf(request);
  const answer = await dispatch(
    deps,
    {key: fingerprint, path: "/run", body, signal, requestId, statement},
    () => viaQueue(deps, request, signal),
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

/** Runs the query as a job whose result is read from Postgres: slower, with the same result. */
async function viaQueue(deps: RunDeps, request: RunRequest, signal: AbortSignal): Promise<RunAnswer> {
  const {db, notices, config} = deps;
  const {runId} = request.record;
  const started = performance.now();
  await enqueueRun(db, request);
  const onAbort = () => {
    cancelQueued(db, request.orgId, runId).catch(error =>
      deps.log.warn({err: error, runId}, "a run could not be cancelled"),
    );
  };
  signal.addEventListener("abort", onAbort, {once: true});
  let aliveAt = started;
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
      if (await deps.workers.anyAlive()) aliveAt = performance.now();
      else if (performance.now() - aliveAt > config.workerWaitMs) {
        await cancelQueued(db, request.orgId, runId);
        throw unavailable("The worker that ran the query has ended, and there is no other.");
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
