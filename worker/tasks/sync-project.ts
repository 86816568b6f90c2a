import {isDatabaseUnavailable} from "../../shared/core/database/watch.ts";
import {ServiceError} from "../../shared/core/errors.ts";
import type {JobPayload} from "../../shared/core/jobs.ts";
import {problemOf} from "../../shared/core/problem.ts";
import {GithubFault} from "../../shared/modeling/github/client.ts";
import {enqueueSync} from "../../shared/tenancy/projects/queue-sync.ts";
import {carryOutSync, type Outcome, type SyncCalls} from "../github/carry-out-sync.ts";
import {LayerFault} from "../github/read-layer.ts";
import {
  beginSync,
  endSync,
  enqueueWaiting,
  overtakeSync,
  postponeSync,
  type SyncEnd,
  type SyncRun,
} from "../github/sync-run.ts";
import {nextTry} from "../github/try-later.ts";
import type {Worker} from "../worker.ts";

/** The longest pause between two looks for a commit that GitHub does not show yet. */
const MAX_LOOK_MS = 20_000;

/**
 * Syncs a project's layer with its repository. It can run twice: everything is read first, and changed in one
 * transaction with the sync's end. A sync whose worker died, or that has to wait for GitHub, is taken up again.
 */
export async function syncProject(
  worker: Worker,
  calls: SyncCalls,
  {orgId, projectId}: JobPayload<"sync_project">,
  signal: AbortSignal,
): Promise<void> {
  const {db, github} = worker;
  const run = await beginSync(db, orgId, projectId);
  if (!run) return;
  if (run.waitsUntil && run.waitsUntil > new Date()) {
    // Something else has queued the job meanwhile, before the sync may go on.
    await enqueueSync(db, orgId, projectId, run.waitsUntil);
    return;
  }
  try {
    if (!github) throw new LayerFault("No GitHub App is configured.", []);
    await settle(worker, run, await carryOutSync(worker, github, calls, run, signal));
  } catch (error) {
    signal.throwIfAborted();
    if (isDatabaseUnavailable(error)) throw error;
    // From its start, because an approved sync may have been held for days.
    const tryAt = nextTry({tries: run.tries, createdAt: run.startedAt}, error);
    if (tryAt && error instanceof GithubFault) await postponeSync(db, run, tryAt, error.message, true);
    else await fail(worker, run, error);
  }
  await enqueueWaiting(db, orgId, projectId);
}

async function settle({db}: Pick<Worker, "db">, run: SyncRun, outcome: Outcome): Promise<void> {
  const soon = (ms: number) => new Date(Date.now() + ms);
  if (outcome === "stale") await postponeSync(db, run, soon(0), "The project was changed meanwhile.");
  if (outcome !== "not_yet") return;
  const pauseMs = Math.min(1000 * 2 ** Math.min(run.tries, 20), MAX_LOOK_MS);
  if (!(await overtakeSync(db, run)))
    await postponeSync(db, run, soon(pauseMs), "GitHub does not show the pushed commit yet.");
}

async function fail({db, log}: Pick<Worker, "db" | "log">, run: SyncRun, error: unknown): Promise<void> {
  const isKnown =
    error instanceof LayerFault || error instanceof GithubFault || error instanceof ServiceError;
  if (!isKnown) log.error({err: error, syncId: run.id}, "a sync failed");
  const end = endOf(run, error);
  await db.transaction().execute(tx => endSync(tx, run, end));
}

function endOf(run: SyncRun, error: unknown): SyncEnd {
  if (error instanceof LayerFault) {
    const {message, errors} = error;
    const after = errors.length > 0 ? " The layer stays as it was." : "";
    return {status: "failed", error: `${message}${after}`, errors};
  }
  if (error instanceof GithubFault) return {status: "failed", error: error.message};
  const {detail, errors = []} = problemOf(error, run.id);
  return {status: "failed", error: detail, errors: errors.map(({message}) => ({message}))};
}
