import {csvBytes} from "../shared/content/snapshots/csv-bytes.ts";
import type {ResultFormat, RunRequest} from "../shared/core/wire/run-request.ts";
import {checkRollups} from "../shared/modeling/rollups/check-rollups.ts";
import type {Prepared} from "../shared/querying/layers/query-caches.ts";
import {refuseCrashed} from "../shared/querying/queries/crashing-statements.ts";
import type {QueryContext, RunAnswer} from "../shared/querying/queries/query-runner.ts";
import {runFromRollups, runRequestOf} from "../shared/querying/queries/run-request-of.ts";
import type {Query} from "../shared/semantic/documents.ts";
import {Catalogs} from "../shared/surfaces/sql/catalog-cache.ts";
import type {Runner} from "../shared/surfaces/tools/tool.ts";
import {bodyOf} from "./execute/executor.ts";
import {snapshotCsv, snapshotResult} from "./snapshots/freeze.ts";
import type {CallHandlers, Worker} from "./worker.ts";

/**
 * The runner for background work: it uses this process's executor without a result cache, and only the share of
 * each warehouse's permits that background work may hold.
 */
export function workerRunner(worker: Worker, handlers: CallHandlers): Runner {
  const {db, memory, log, config} = worker;
  const requestOf = (
    queryContext: QueryContext,
    query: Query,
    prepared: Prepared,
    format: ResultFormat,
    fromRollups = true,
  ): RunRequest => {
    const {
      requestId,
      trigger = "interactive",
      fresh = false,
      timeoutMs = config.queryTimeoutMs,
      runId,
      sqlColumns,
    } = queryContext;
    const named = {...(runId === undefined ? {} : {runId}), ...(sqlColumns ? {sqlColumns} : {})};
    const options = {format, trigger, requestId, fresh, timeoutMs, fromRollups, ...named};
    return {...runRequestOf(prepared, queryContext.actor, query, options), work: "background"};
  };
  const answer = async (request: RunRequest, signal: AbortSignal): Promise<RunAnswer> => {
    await refuseCrashed(db, request);
    const run = await worker.run(request, signal);
    const {warehouseMs, shared} = run;
    return {body: bodyOf(run), cache: shared ? "shared" : "miss", ageSeconds: 0, warehouseMs, queueMs: 0};
  };
  return {
    db,
    memory,
    log,
    config,
    async run(queryContext, query, prepared, format) {
      const {signal} = queryContext;
      const withRollups = (fromRollups: boolean) =>
        requestOf(queryContext, query, prepared, format, fromRollups);
      const run = (request: RunRequest) => answer(request, signal);
      return runFromRollups(withRollups, run, signal, (...refused) => checkRollups(worker, ...refused));
    },
    catalogs: new Catalogs(),
    columnTypes: ({actor, signal}, run) => handlers.column_kinds(worker, {orgId: actor.orgId, run}, signal),
    describeRest: ({actor, signal}, statement) =>
      handlers.describe_sql(worker, {orgId: actor.orgId, ...statement}, signal),
    runRest: ({signal}, requestOf) => {
      const run = (request: RunRequest) => answer({...request, work: "background"}, signal);
      return runFromRollups(requestOf, run, signal, (...refused) => checkRollups(worker, ...refused));
    },
    draw: ({actor, signal}, picture) => handlers.draw(worker, {...picture, orgId: actor.orgId}, signal),
    renderMail: ({actor, signal}, report) =>
      handlers.render_mail(worker, {orgId: actor.orgId, report}, signal),
    calculateSheet: ({actor, signal}, sheet) =>
      handlers.calculate_sheet(worker, {...sheet, orgId: actor.orgId}, signal),
    storeCsv: ({actor, signal}, datasetId, csv, format = {}) =>
      snapshotCsv(worker, {orgId: actor.orgId, datasetId, format}, csvBytes(csv), signal),
    storeResult(queryContext, datasetId, query, prepared) {
      const {orgId} = queryContext.actor;
      const run = requestOf({...queryContext, fresh: true}, query, prepared, "csv");
      return snapshotResult(worker, {orgId, datasetId, run}, queryContext.signal);
    },
  };
}
