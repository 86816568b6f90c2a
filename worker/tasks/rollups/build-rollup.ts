import {isDatabaseUnavailable} from "../../../shared/core/database/watch.ts";
import {ServiceError} from "../../../shared/core/errors.ts";
import type {JobPayload} from "../../../shared/core/jobs.ts";
import {problemOf} from "../../../shared/core/problem.ts";
import {enqueueBuild} from "../../../shared/modeling/rollups/queue-build.ts";
import {tableStorage} from "../../../shared/modeling/rollups/storage.ts";
import {layerOf} from "../../../shared/querying/layers/query-caches.ts";
import {loadProjects} from "../../../shared/querying/layers/query-project.ts";
import {
  type BuildRun,
  beginBuild,
  endBuild,
  enqueueWaitingBuild,
  finishBuild,
} from "../../rollup-builds/build-run.ts";
import {buildFiles, leaseFor} from "../../rollup-builds/build-slices.ts";
import {buildTable} from "../../rollup-builds/build-table.ts";
import type {Building} from "../../rollup-builds/build-types.ts";
import {BROKEN_OFF} from "../../takeover/abandoned-runs.ts";
import {AttemptLost} from "../../takeover/attempt-lost.ts";
import {type Warehouse, WarehouseError} from "../../warehouses/warehouse.ts";
import type {Worker} from "../../worker.ts";

/** A build is given up after this many attempts have ended their workers or have not reached the warehouse. */
const MAX_TRIES = 5;
const PAUSE_MS = 60_000;

type BuildDeps = Pick<
  Worker,
  "config" | "db" | "log" | "memory" | "leaseWarehouse" | "snapshots" | "threads"
>;

/**
 * Builds a roll-up anew. It can run twice: each period's file is recorded when it is stored, and queries read the new
 * files from the transaction that ends the build. A build whose worker died continues where it stopped.
 */
export async function buildRollup(
  worker: BuildDeps,
  {orgId, rollupId}: JobPayload<"build_rollup">,
  signal: AbortSignal,
): Promise<void> {
  const {db} = worker;
  const run = await beginBuild(db, orgId, rollupId);
  if (!run) return;
  try {
    if (run.tries > MAX_TRIES) throw new ServiceError("worker_unavailable", BROKEN_OFF);
    await build(worker, run, signal);
  } catch (error) {
    signal.throwIfAborted();
    if (isDatabaseUnavailable(error) || error instanceof AttemptLost) throw error;
    const isAway = error instanceof WarehouseError && error.details.kind === "unreachable";
    if (isAway && run.tries < MAX_TRIES) {
      await enqueueBuild(db, orgId, rollupId, new Date(Date.now() + PAUSE_MS));
      return;
    }
    await fail(worker, run, error);
  }
  await enqueueWaitingBuild(db, orgId, rollupId);
}

async function build(worker: BuildDeps, run: BuildRun, signal: AbortSignal): Promise<void> {
  const {db} = worker;
  // The layer that caused the build may be newer than the one that this process has loaded.
  const project = (await loadProjects(db, run.orgId)).get(run.projectId);
  const layer = project && (await layerOf(worker, project));
  const planned = layer && worker.memory.rollups.of(layer, project).find(({name}) => name === run.name);
  const skip = (why: string) => db.transaction().execute(tx => endBuild(tx, run, "skipped", why));
  if (!planned || !("plan" in planned))
    return skip("The layer no longer has the roll-up, or the fields that it stores.");
  const building: Building = {run, project, layer, planned};
  using lease = await leaseFor(worker, building);
  const {warehouse} = lease;
  const {when} = {when: undefined, ...planned.plan.rollup.refresh};
  const isSame = run.current?.signature === planned.signature;
  if (run.trigger.type === "layer" && isSame)
    return skip("The roll-up's definition and its connection are the same as before.");
  const seen = when === undefined ? null : await lookAt(warehouse, when, signal);
  if (run.trigger.type === "cadence" && isSame && when !== undefined && seen === run.seen)
    // The message leaves out the value, which is data of the warehouse that readers of the list may not be allowed to
    // see.
    return skip("Nothing has changed since the last build.");
  const isTable = tableStorage(planned.plan.rollup) !== undefined;
  const built = await (isTable ? buildTable : buildFiles)(worker, warehouse, building, signal);
  await finishBuild(db, run, {...built, signature: planned.signature, seen});
}

/** The one value of the statement that tells whether anything has changed, as JSON; `null` if it returned no row. */
async function lookAt(warehouse: Warehouse, sql: string, signal: AbortSignal): Promise<string> {
  const row: (string | null)[] = [];
  for await (const batch of warehouse.batches({sql, parameters: []}, {limit: 1, signal})) {
    // If there are several rows, any of them may come first.
    if (batch.truncated)
      throw new ServiceError(
        "invalid_request",
        'The statement of "refresh.when" gives several rows. It has to give one value, such as `select max(updated_at) from …`.',
      );
    if (batch.rowCount > 0) row.push(...batch.columns.map(([value = null]) => value));
  }
  return JSON.stringify(row.length > 0 ? row : null);
}

async function fail({db, log}: Pick<Worker, "db" | "log">, run: BuildRun, error: unknown): Promise<void> {
  log.warn({err: error, rollup: run.name, buildId: run.id}, "a roll-up could not be built");
  const why =
    error instanceof WarehouseError
      ? `The warehouse refused the statement that builds the roll-up (${error.details.errorClass}).`
      : problemOf(error, run.id).detail;
  await db.transaction().execute(tx => endBuild(tx, run, "failed", why));
}
