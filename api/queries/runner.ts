import {ServiceError} from "../../shared/ground/errors.ts";
import type {RunRequest} from "../../shared/ground/wire/run-request.ts";
import {Catalogs} from "../../shared/interfaces/sql/catalogs.ts";
import type {Runner} from "../../shared/interfaces/tools/tool.ts";
import {checkTables} from "../../shared/modeling/rollups/check-tables.ts";
import {runFromRollups, runRequestOf} from "../../shared/querying/queries/run-request-of.ts";
import type {Asking, RunAnswer} from "../../shared/querying/queries/runner.ts";
import type {RunDeps} from "../web.ts";
import {snapshotCsv, snapshotQuery} from "../worker-calls/snapshot-upload.ts";
import {callWorker} from "../worker-calls/worker-call.ts";
import {cachedAnswer, execute} from "./execute.ts";

/** The web process's runner: result cache, a worker's listener, or the queue. */
export function webRunner(deps: RunDeps): Runner {
  const {db, memory, log, config} = deps;
  return {
    db,
    memory,
    log,
    config,
    async run(asking, query, prepared, format) {
      const {actor} = asking;
      const {cacheTtlSeconds} = prepared.project;
      const options = {format, ...optionsOf(asking)};
      const requestOf = (fromRollups: boolean) =>
        runRequestOf(prepared, actor, query, {...options, fromRollups});
      const cached = cachedAnswer(deps, actor.id, prepared, options, () => requestOf(true));
      const run = (request: RunRequest) =>
        traced(deps, request, async one => cached ?? execute(deps, one, cacheTtlSeconds, asking.signal));
      const isUntraced = options.traceparent === undefined;
      const answer =
        isUntraced && cached
          ? cached
          : await runFromRollups(requestOf, run, asking.signal, refused => checkTables(deps, refused));
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
        // One worker keeps the caller's tables.
        {...options, key: statement.source.id},
      ),
    runRest: ({signal}, requestOf) => {
      const run = (request: RunRequest) => traced(deps, request, one => execute(deps, one, 0, signal));
      return runFromRollups(requestOf, run, signal, refused => checkTables(deps, refused));
    },
    draw: ({actor, ...options}, picture) =>
      callWorker(deps, "draw", {...picture, orgId: actor.orgId}, options),
    renderMail: ({actor, ...options}, report) =>
      callWorker(deps, "render_mail", {orgId: actor.orgId, report}, options),
    calculateSheet: ({actor, ...options}, sheet) =>
      callWorker(deps, "calculate_sheet", {...sheet, orgId: actor.orgId}, options),
    storeCsv: ({actor, ...options}, datasetId, csv, format = {}) =>
      snapshotCsv(deps, {orgId: actor.orgId, datasetId, csv, format}, options),
    storeResult(asking, datasetId, query, prepared) {
      const options = {...optionsOf(asking), format: "csv", fresh: true} as const;
      const run = runRequestOf(prepared, asking.actor, query, options);
      return snapshotQuery(deps, {orgId: asking.actor.orgId, datasetId, run}, asking);
    },
  };

  function optionsOf(asking: Asking) {
    const {requestId, traceparent, trigger = "interactive", fresh = false, sqlColumns} = asking;
    const timeoutMs = asking.timeoutMs ?? config.queryTimeoutMs;
    return {requestId, traceparent, trigger, fresh, timeoutMs, ...(sqlColumns ? {sqlColumns} : {})};
  }
}

/** A span of the query, from the cache or a worker to the first bytes of its answer. */
async function traced(
  {tracing}: RunDeps,
  request: RunRequest,
  run: (request: RunRequest) => Promise<RunAnswer>,
): Promise<RunAnswer> {
  const {record, fingerprint} = request;
  if (record.traceparent === undefined) return run(request);
  const span = tracing.start(`query ${record.model}`, "internal", record.traceparent, {
    "analytics.model": record.model,
    "analytics.project.id": record.projectId,
    "analytics.query.fingerprint": fingerprint,
    "analytics.trigger": record.trigger,
  });
  const {traceparent = record.traceparent} = span;
  try {
    const answer = await run({...request, record: {...record, traceparent}});
    span.set({"analytics.cache": answer.cache, "analytics.queue_ms": answer.queueMs});
    span.end();
    return answer;
  } catch (error) {
    span.end(error instanceof ServiceError ? error.code : "internal_error");
    throw error;
  }
}
