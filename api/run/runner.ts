import {runRequestOf} from "../../shared/queries/prepare.ts";
import type {Asking, Runner} from "../../shared/queries/runner.ts";
import type {RunDeps} from "../web.ts";
import {execute} from "./execute.ts";
import {snapshotCsv, snapshotQuery} from "./snapshot-upload.ts";
import {callWorker} from "./worker-call.ts";

/** The web process's runner: result cache, a worker's listener, or the queue. */
export function webRunner(deps: RunDeps): Runner {
  const {db, memory, log, config} = deps;
  return {
    db,
    memory,
    log,
    config,
    run(asking, query, prepared, format) {
      const request = runRequestOf(prepared, asking.actor, query, {format, ...optionsOf(asking)});
      return execute(deps, request, prepared.project.cacheTtlSeconds, asking.signal);
    },
    draw: ({actor, ...options}, picture) =>
      callWorker(deps, "draw", {...picture, orgId: actor.orgId}, options),
    renderMail: ({actor, ...options}, report) =>
      callWorker(deps, "render_mail", {orgId: actor.orgId, report}, options),
    calculateSheet: ({actor, ...options}, sheet) =>
      callWorker(deps, "calculate_sheet", {...sheet, orgId: actor.orgId}, options),
    storeCsv: ({actor, ...options}, datasetId, csv) =>
      snapshotCsv(deps, {orgId: actor.orgId, datasetId, csv}, options),
    storeResult(asking, datasetId, query, prepared) {
      const options = {...optionsOf(asking), format: "csv", fresh: true} as const;
      const run = runRequestOf(prepared, asking.actor, query, options);
      return snapshotQuery(deps, {orgId: asking.actor.orgId, datasetId, run}, asking);
    },
  };

  function optionsOf({requestId, trigger = "interactive", fresh = false, timeoutMs}: Asking) {
    return {requestId, trigger, fresh, timeoutMs: timeoutMs ?? config.queryTimeoutMs};
  }
}
