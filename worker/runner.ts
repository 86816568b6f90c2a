import type {Prepared} from "../shared/layers/query-memory.ts";
import {refuseCrashed} from "../shared/queries/crashes.ts";
import {runFromRollups} from "../shared/queries/from-rollups.ts";
import {runRequestOf} from "../shared/queries/run-request-of.ts";
import type {Asking, RunAnswer, Runner} from "../shared/queries/runner.ts";
import {checkTables} from "../shared/rollups/check-tables.ts";
import type {Query} from "../shared/semantic/query.ts";
import {csvBytes} from "../shared/snapshots/csv-bytes.ts";
import type {ResultFormat, RunRequest} from "../shared/wire/run-request.ts";
import {bodyOf} from "./execute/executor.ts";
import {snapshotCsv, snapshotResult} from "./snapshots/freeze.ts";
import type {CallHandlers, Worker} from "./worker.ts";

/**
 * The worker's runner, for work that nobody waits for: it uses this process's executor without a cache, within the
 * share of each warehouse's permits that background work has.
 */
export function workerRunner(worker: Worker, handlers: CallHandlers): Runner {
  const {db, memory, log, config} = worker;
  const requestOf = (
    asking: Asking,
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
    } = asking;
    const named = runId === undefined ? {} : {runId};
    const options = {format, trigger, requestId, fresh, timeoutMs, fromRollups, ...named};
    return {...runRequestOf(prepared, asking.actor, query, options), work: "background"};
  };
  return {
    db,
    memory,
    log,
    config,
    async run(asking, query, prepared, format) {
      const answer = async (request: RunRequest): Promise<RunAnswer> => {
        await refuseCrashed(db, request);
        const run = await worker.run(request, asking.signal);
        const {warehouseMs, shared} = run;
        return {body: bodyOf(run), cache: shared ? "shared" : "miss", ageSeconds: 0, warehouseMs, queueMs: 0};
      };
      const of = (fromRollups: boolean) => requestOf(asking, query, prepared, format, fromRollups);
      return runFromRollups(of, answer, asking.signal, refused => checkTables(worker, refused));
    },
    draw: ({actor, signal}, picture) => handlers.draw(worker, {...picture, orgId: actor.orgId}, signal),
    renderMail: ({actor, signal}, report) =>
      handlers.render_mail(worker, {orgId: actor.orgId, report}, signal),
    calculateSheet: ({actor, signal}, sheet) =>
      handlers.calculate_sheet(worker, {...sheet, orgId: actor.orgId}, signal),
    storeCsv: ({actor, signal}, datasetId, csv) =>
      snapshotCsv(worker, {orgId: actor.orgId, datasetId}, csvBytes(csv), signal),
    storeResult(asking, datasetId, query, prepared) {
      const {orgId} = asking.actor;
      const run = requestOf({...asking, fresh: true}, query, prepared, "csv");
      return snapshotResult(worker, {orgId, datasetId, run}, asking.signal);
    },
  };
}
