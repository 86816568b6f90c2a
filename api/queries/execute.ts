import type {RunRequest} from "../../shared/ground/wire/run-request.ts";
import type {RunResult, WorkerEndpoint} from "../../shared/ground/workers/client.ts";
import type {Prepared} from "../../shared/querying/layers/query-memory.ts";
import {type AnswerOptions, answerOf} from "../../shared/querying/queries/run-request-of.ts";
import type {RunAnswer} from "../../shared/querying/queries/runner.ts";
import {cancelQueued, enqueueRun} from "../../shared/querying/queries/runs.ts";
import {findStoredRun, resultOf} from "../../shared/querying/queries/stored-run.ts";
import {streamOf, watchedBody} from "../http/stream.ts";
import type {RunDeps} from "../web.ts";
import {orGoneSnapshot} from "../worker-calls/snapshot-upload.ts";
import {unavailable} from "../worker-directory/worker-directory.ts";
import {wholeRows} from "./whole-rows.ts";

const POLL_MS = 1000;

/** The cached answer of an equal query, if it is fresh enough. The query log aggregates the caller's equal cache hits. */
export function cachedAnswer(
  {results, metrics, runLog}: RunDeps,
  principalId: string,
  prepared: Prepared,
  options: AnswerOptions,
  requestOf: () => RunRequest,
): RunAnswer | undefined {
  const {cacheTtlSeconds} = prepared.project;
  if (cacheTtlSeconds <= 0 || options.fresh) return undefined;
  const {fingerprint, dataAsOf} = answerOf(prepared, options);
  const held = results.get(keyOf({format: options.format, fingerprint}));
  metrics.resultCache[held ? "hit" : "miss"]++;
  if (!held || held.ageSeconds >= cacheTtlSeconds) return undefined;
  const {body, ageSeconds} = held;
  runLog.addHit(principalId, fingerprint, () => ({
    request: requestOf(),
    startedAt: new Date(),
    durationMs: 0,
    cache: "hit",
    stats: {rowCount: null, sizeBytes: body.byteLength},
    outcome: {status: "succeeded"},
  }));
  const asOf = dataAsOf === undefined ? {} : {dataAsOf};
  return {body, cache: "hit", ageSeconds, warehouseMs: 0, queueMs: 0, ...asOf};
}

/** Runs a prepared query, through a worker's listener, else through the queue, and caches its answer. */
export async function execute(
  deps: RunDeps,
  request: RunRequest,
  cacheTtlSeconds: number,
  signal: AbortSignal,
): Promise<RunAnswer> {
  const executed = await executeNow(deps, request, signal).catch(async error => {
    throw await orGoneSnapshot(deps, request, error);
  });
  // An error behind the rows must not be cached as rows.
  if (request.format === "data_rows") executed.body = wholeRows(executed.body);
  if (cacheTtlSeconds <= 0) return executed;
  return {...executed, body: deps.results.keep(keyOf(request), executed.body, cacheTtlSeconds)};
}

function keyOf({format, fingerprint}: Pick<RunRequest, "format" | "fingerprint">): string {
  return `${format} ${fingerprint}`;
}

async function executeNow(deps: RunDeps, request: RunRequest, signal: AbortSignal): Promise<RunAnswer> {
  const started = performance.now();
  const {fingerprint, record} = request;
  const {requestId} = record;
  const body = JSON.stringify(request);
  const reached = await deps.workers.reach({
    // What is left of a statement of SQL goes to the worker that keeps the caller's tables.
    key: request.source.kind === "rest" ? request.source.id : fingerprint,
    signal,
    requestId,
    statement: request,
    send: ({address}) => deps.workers.client.run(address, body, requestId, signal),
  });
  if (!("worker" in reached)) return viaQueue(deps, request, signal);
  const {worker, answer} = reached;
  if ("refused" in answer) throw answer.refused;
  const {shared, warehouseMs} = answer;
  return {
    body: watched(deps, worker, request, answer.body),
    cache: shared ? "shared" : "miss",
    ageSeconds: 0,
    warehouseMs,
    queueMs: Math.max(0, performance.now() - started - warehouseMs),
  };
}

/** A worker that crashes while it streams a result counts as a crash of the statement, too. */
function watched(
  {crashes}: RunDeps,
  worker: WorkerEndpoint,
  request: RunRequest,
  body: RunResult["body"],
): RunResult["body"] {
  if (!(body instanceof Uint8Array))
    return watchedBody(body, {
      ended: () => crashes.finished(request),
      broken: () => void crashes.brokeOff(worker, request),
    });
  crashes.finished(request);
  return body;
}

/** Runs the query as a job whose result is read from Postgres: slower, with the same result. */
async function viaQueue(deps: RunDeps, request: RunRequest, signal: AbortSignal): Promise<RunAnswer> {
  const {db, notices, config} = deps;
  const {runId} = request.record;
  const started = performance.now();
  let heard = notices.waitFor("run", runId, POLL_MS);
  await enqueueRun(db, request, {isAwaited: true});
  const onAbort = () => {
    cancelQueued(db, request.orgId, runId).catch(error =>
      deps.log.warn({err: error, runId}, "a run could not be cancelled"),
    );
  };
  signal.addEventListener("abort", onAbort, {once: true});
  let aliveAt = started;
  try {
    for (;;) {
      await heard;
      heard = notices.waitFor("run", runId, POLL_MS);
      const run = await findStoredRun(db, request.orgId, runId);
      signal.throwIfAborted();
      if (!run) throw unavailable("The database has lost the query.");
      const {status} = run;
      if (status === "succeeded" || status === "failed" || status === "cancelled") {
        const queueMs = performance.now() - started;
        return {
          body: streamOf(resultOf(db, run).chunks),
          cache: "miss",
          ageSeconds: 0,
          warehouseMs: 0,
          queueMs,
        };
      }
      if (status === "queued" && performance.now() - started > config.workerWaitMs) {
        await cancelQueued(db, request.orgId, runId);
        throw unavailable("No worker has taken the query from the queue.");
      }
      if (await deps.workers.anyAlive()) aliveAt = performance.now();
      else if (performance.now() - aliveAt > config.workerWaitMs) {
        await cancelQueued(db, request.orgId, runId);
        throw unavailable("The worker that ran the query has ended, and there is no other.");
      }
    }
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
