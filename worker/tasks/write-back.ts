import {isDatabaseUnavailable} from "../../shared/database/watch.ts";
import {ServiceError} from "../../shared/errors.ts";
import {GithubFault} from "../../shared/github/client.ts";
import type {Refusal} from "../../shared/github/write-back-schemas.ts";
import {enqueueWriteBack} from "../../shared/github/write-backs.ts";
import type {JobPayload} from "../../shared/jobs.ts";
import {isPassing} from "../github/carry-out-sync.ts";
import {carryOutWriteBack} from "../github/carry-out-write-back.ts";
import {StaleHead} from "../github/commit-on-branch.ts";
import {beginWriteBack, failWriteBack, postponeWriteBack, type WriteRun} from "../github/write-back-run.ts";
import type {Worker} from "../worker.ts";
import {enqueueRefresh} from "./refresh-write-backs.ts";

/** How long GitHub may be away before a request gives up. */
const PATIENCE_MS = 24 * 3_600_000;
const LONGEST_PAUSE_MS = 10 * 60_000;

/**
 * Carries out a project's write-backs, one after another. It can run twice: what a worker that died has done at GitHub is
 * found there, and not done again.
 */
export async function writeBack(
  worker: Worker,
  {orgId, projectId}: JobPayload<"write_back">,
  signal: AbortSignal,
): Promise<void> {
  const {db, github} = worker;
  for (;;) {
    const run = await beginWriteBack(db, orgId, projectId);
    if (!run) return;
    if (run.waitsUntil && run.waitsUntil > new Date())
      return enqueueWriteBack(db, orgId, projectId, run.waitsUntil);
    try {
      if (!github) throw new ServiceError("conflict", "No GitHub App is configured.");
      await carryOutWriteBack(worker, github, run, signal);
      await enqueueRefresh(db, {orgId, projectId});
    } catch (error) {
      signal.throwIfAborted();
      if (isDatabaseUnavailable(error)) throw error;
      const isLate = Date.now() - run.createdAt.getTime() > PATIENCE_MS;
      if (isPassing(error) && !isLate) return postponeWriteBack(db, run, nextTry(run, error));
      await failWriteBack(db, run, refusalOf(worker, run, error));
    }
  }
}

function nextTry({tries}: WriteRun, {until}: GithubFault): Date {
  const pause = new Date(Date.now() + Math.min(2000 * 2 ** Math.min(tries, 20), LONGEST_PAUSE_MS));
  return until && until > pause ? until : pause;
}

function refusalOf({log}: Worker, {id}: WriteRun, error: unknown): Refusal {
  if (error instanceof ServiceError) {
    const {errors = []} = error.details;
    const code =
      error.code === "invalid_request" || error.code === "conflict" ? error.code : "upstream_error";
    return {code, message: error.message, errors: errors.map(({path, message}) => ({path, message}))};
  }
  if (error instanceof StaleHead)
    return {
      code: "conflict",
      message: "Other commits came to its branch all the time. Try again.",
      errors: [],
    };
  // What is not reached any more, somebody can mend.
  if (error instanceof GithubFault)
    return {
      code: error.kind === "missing" ? "conflict" : "upstream_error",
      message: error.message,
      errors: [],
    };
  log.error({err: error, requestId: id}, "a write-back failed");
  return {
    code: "upstream_error",
    message: "It could not be written back, for a fault of the service's own.",
    errors: [],
  };
}
