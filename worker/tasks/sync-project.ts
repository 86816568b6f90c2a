import {ServiceError} from "../../shared/errors.ts";
import {GithubFault} from "../../shared/github/client.ts";
import {enqueueSync} from "../../shared/github/queue-sync.ts";
import type {JobPayload} from "../../shared/jobs.ts";
import {problemOf} from "../../shared/problem.ts";
import {carryOutSync, isPassing, type Outcome} from "../github/carry-out-sync.ts";
import {LayerFault} from "../github/read-layer.ts";
import {
  beginSync,
  endSync,
  enqueueWaiting,
  postponeSync,
  type SyncEnd,
  type SyncRun,
} from "../github/sync-run.ts";
import type {CallHandlers, Worker} from "../worker.ts";

/** How long GitHub may be away before a sync gives up. */
const PATIENCE_MS = 24 * 3_600_000;
const LONGEST_PAUSE_MS = 10 * 60_000;

/**
 * Brings a project's layer up to its repository. It can run twice: everything is read first, and changed in one
 * transaction with the sync's end. A sync whose worker died, or that has to wait for GitHub, is taken up again.
 */
export async function syncProject(
  worker: Worker,
  checkGraph: CallHandlers["check_graph"],
  {orgId, projectId}: JobPayload<"sync_project">,
  signal: AbortSignal,
): Promise<void> {
  const {db, github} = worker;
  const run = await beginSync(db, orgId, projectId);
  if (!run) return;
  if (run.waitsUntil && run.waitsUntil > new Date()) {
    // Something else has caused the job meanwhile.
    await enqueueSync(db, orgId, projectId, run.waitsUntil);
    return;
  }
  try {
    if (!github) throw new LayerFault("No GitHub App is configured.", []);
    await settle(worker, run, await carryOutSync(worker, github, checkGraph, run, signal));
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ServiceError && error.code === "database_unavailable") throw error;
    const isLate = Date.now() - run.createdAt.getTime() > PATIENCE_MS;
    if (isPassing(error) && !isLate) await postponeSync(db, run, nextTry(run, error), error.message, true);
    else await fail(worker, run, error);
  }
  await enqueueWaiting(db, orgId, projectId);
}

async function settle({db}: Worker, run: SyncRun, outcome: Outcome): Promise<void> {
  const soon = (ms: number) => new Date(Date.now() + ms);
  if (outcome === "stale") await postponeSync(db, run, soon(0), "The project was changed meanwhile.");
  if (outcome === "not_yet")
    await postponeSync(db, run, soon(1000 * 2 ** run.tries), "GitHub does not show the pushed commit yet.");
}

function nextTry({tries}: SyncRun, {until}: GithubFault): Date {
  const pause = new Date(Date.now() + Math.min(2000 * 2 ** Math.min(tries, 20), LONGEST_PAUSE_MS));
  return until && until > pause ? until : pause;
}

async function fail({db, log}: Worker, run: SyncRun, error: unknown): Promise<void> {
  const isKnown =
    error instanceof LayerFault || error instanceof GithubFault || error instanceof ServiceError;
  if (!isKnown) log.error({err: error, syncId: run.id}, "a sync failed");
  const end = endOf(run, error);
  await db.transaction().execute(tx => endSync(tx, run, end));
}

function endOf(run: SyncRun, error: unknown): SyncEnd {
  if (error instanceof LayerFault) return {status: "failed", error: error.message, errors: error.errors};
  if (error instanceof GithubFault) return {status: "failed", error: error.message};
  const {detail, errors = []} = problemOf(error, run.id);
  return {status: "failed", error: detail, errors: errors.map(({message}) => ({message}))};
}
