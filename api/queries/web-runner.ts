import {ServiceError} from "../../shared/core/errors.ts";
import type {RunRequest} from "../../shared/core/wire/run-request.ts";
import type {RunResult, WorkerEndpoint} from "../../shared/core/workers/client.ts";
import {wholeMessages} from "../../shared/core/workers/whole-messages.ts";
import {checkRollups} from "../../shared/modeling/rollups/check-rollups.ts";
import type {Prepared} from "../../shared/querying/layers/query-caches.ts";
import type {QueryContext, RunAnswer} from "../../shared/querying/queries/query-runner.ts";
import {
  type AnswerOptions,
  answerOf,
  runFromRollups,
  runRequestOf,
} from "../../shared/querying/queries/run-request-of.ts";
import {cancelQueued, enqueueRun} from "../../shared/querying/queries/runs.ts";
import {findStoredRun, resultOf} from "../../shared/querying/queries/stored-run.ts";
import {Catalogs} from "../../shared/surfaces/sql/catalog-cache.ts";
import type {Runner} from "../../shared/surfaces/tools/tool.ts";
import type {RunDeps} from "../dependencies.ts";
import {streamOf, watchedBody} from "../http/stream.ts";
import {snapshotCsv, snapshotErrorOf, snapshotQuery} from "../worker-calls/snapshot-upload.ts";
import {callWorker} from "../worker-calls/worker-call.ts";
import {unavailable} from "../worker-directory/worker-directory.ts";

const POLL_MS = 1000;

/** The web process's runner: result cache, a worker's listener, or the queue. */
export function webRunner(deps: RunDeps): Runner {
  const {db, memory, log, config} = deps;
  return {
    db,
    memory,
    log,
    config,
    async run(queryContext, query, prepared, format) {
      const {actor} = queryContext;
      const {cacheTtlSeconds} = prepared.project;
      const options = {format, ...optionsOf(queryContext)};
      const requestOf = (fromRollups: boolean) =>
        runRequestOf(prepared, actor, query, {...options, fromRollups});
      const cached = cachedAnswer(deps, actor.id, prepared, options, () => requestOf(true));
      const run = (request: RunRequest) =>
        traced(
          deps,
          request,
          async one => cached ?? execute(deps, one, cacheTtlSeconds, queryContext.signal),
        );
      const isUntraced = options.traceparent === undefined;
      const answer =
        isUntraced && cached
          ? cached
          : await runFromRollups(requestOf, run, queryContext.signal, (...refused) =>
              checkRollups(deps, ...refused),
            );
      if (prepared.rollups)
        deps.metrics.rollupQueries.inc({answer: answer.dataAsOf === undefined ? "warehouse" : "rollup"});
      return answer;
    },
    catalogs: new Catalogs(),
    columnTypes: ({actor, ...options}, one) =>
      callWorker(deps, "column_kinds", {orgId: actor.orgId, run: one}, options),
    describeRest: ({actor, ...options}, statement) =>
      callWorker(
        deps,
        "describe_sql",
        {orgId: actor.orgId, ...statement},
        // The key selects the worker that has loaded the caller's tables.
        {...options, key: statement.source.id},
      ),
    runRest: ({signal}, requestOf) => {
      const run = (request: RunRequest) => traced(deps, request, one => execute(deps, one, 0, signal));
      return runFromRollups(requestOf, run, signal, (...refused) => checkRollups(deps, ...refused));
    },
    draw: ({actor, ...options}, picture) =>
      callWorker(deps, "draw", {...picture, orgId: actor.orgId}, options),
    renderMail: ({actor, ...options}, report) =>
      callWorker(deps, "render_mail", {orgId: actor.orgId, report}, options),
    calculateSheet: ({actor, ...options}, sheet) =>
      callWorker(deps, "calculate_sheet", {...sheet, orgId: actor.orgId}, options),
    storeCsv: ({actor, ...options}, datasetId, csv, format = {}) =>
      snapshotCsv(deps, {orgId: actor.orgId, datasetId, csv, format}, options),
    storeResult(queryContext, datasetId, query, prepared) {
      const options = {...optionsOf(queryContext), format: "csv", fresh: true} as const;
      const run = runRequestOf(prepared, queryContext.actor, query, options);
      return snapshotQuery(deps, {orgId: queryContext.actor.orgId, datasetId, run}, queryContext);
    },
  };

  function optionsOf(queryContext: QueryContext) {
    const {requestId, traceparent, trigger = "interactive", fresh = false, sqlColumns} = queryContext;
    const timeoutMs = queryContext.timeoutMs ?? config.queryTimeoutMs;
    return {requestId, traceparent, trigger, fresh, timeoutMs, ...(sqlColumns ? {sqlColumns} : {})};
  }
}

/** Traces the query until the first bytes of its answer, which come from the cache or a worker. */
async function traced(
  {tracing}: RunDeps,
  request: RunRequest,
  run: (request: RunRequest) => Promise<RunAnswer>,
): Promise<RunAnswer> {
  const {record, fingerprint} = request;
  if (!tracing || record.traceparent === undefined) return run(request);
  const span = tracing.start(`query ${record.model}`, "internal", record.traceparent, {
    "analytics.model": record.model,
    "analytics.project.id": record.projectId,
    "analytics.query.fingerprint": fingerprint,
    "analytics.trigger": record.trigger,
  });
  try {
    const answer = await run({...request, record: {...record, traceparent: span.traceparent}});
    span.set({"analytics.cache": answer.cache, "analytics.queue_ms": answer.queueMs});
    span.end();
    return answer;
  } catch (error) {
    span.end(error instanceof ServiceError ? error.code : "internal_error");
    throw error;
  }
}

/** The cached answer of an equal query, if it is fresh enough. The query log aggregates the caller's equal cache hits. */
function cachedAnswer(
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
  const begunAt = performance.now();
  const executed = await executeNow(deps, request, signal).catch(async error => {
    throw await snapshotErrorOf(deps, request, error);
  });
  // An error that follows the rows must not be cached as rows.
  if (request.format === "data_rows") executed.body = wholeRows(executed.body);
  if (cacheTtlSeconds <= 0) return executed;
  return {...executed, body: deps.results.keep(keyOf(request), executed.body, cacheTtlSeconds, begunAt)};
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
    // A statement over the caller's own tables goes to the worker that has loaded these tables.
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

/**
 * Runs the query as a job whose result is read from Postgres. This is slower than a worker's listener, and returns the
 * same result.
 */
async function viaQueue(deps: RunDeps, request: RunRequest, signal: AbortSignal): Promise<RunAnswer> {
  const {db, notices, config} = deps;
  const {runId} = request.record;
  const started = performance.now();
  let notified = notices.waitFor("run", runId, POLL_MS);
  await enqueueRun(db, request, {isAwaited: true});
  let cancelling: Promise<void> | undefined;
  const cancel = () => {
    cancelling ??= cancelQueued(db, request.orgId, runId).catch(error =>
      deps.log.warn({err: error, runId}, "a run could not be cancelled"),
    );
    return cancelling;
  };
  signal.addEventListener("abort", cancel, {once: true});
  let aliveAt = started;
  try {
    // The client may have left while the query was being queued.
    signal.throwIfAborted();
    for (;;) {
      await notified;
      notified = notices.waitFor("run", runId, POLL_MS);
      const run = await findStoredRun(db, request.orgId, runId);
      signal.throwIfAborted();
      if (!run) throw unavailable("The query's record is missing from the database.");
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
        await cancel();
        throw unavailable("No worker has taken the query from the queue.");
      }
      if (await deps.workers.anyAlive()) aliveAt = performance.now();
      else if (performance.now() - aliveAt > config.workerWaitMs) {
        await cancel();
        throw unavailable("The worker that ran the query has ended, and there is no other.");
      }
    }
  } catch (error) {
    // Nobody reads the result any more. The caller does not wait for the cancellation, which an outage may delay.
    void cancel();
    throw error;
  } finally {
    signal.removeEventListener("abort", cancel);
  }
}

/**
 * A result in the format `data_rows`, in chunks of whole rows. The stream fails with the error that follows the rows,
 * or with `worker_unavailable` if the body breaks off.
 */
function wholeRows(body: Uint8Array | ReadableStream<Uint8Array>): Uint8Array | ReadableStream<Uint8Array> {
  return body instanceof Uint8Array ? body : streamOf(rowsOf(body));
}

async function* rowsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* wholeMessages(body);
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    throw new ServiceError(
      "worker_unavailable",
      "The worker that ran the statement has ended before the last row. Run the statement again.",
      {cause: error},
    );
  }
}
