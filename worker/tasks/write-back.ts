import {isDatabaseUnavailable} from "../../shared/core/database/watch.ts";
import {ServiceError} from "../../shared/core/errors.ts";
import type {JobPayload} from "../../shared/core/jobs.ts";
import {GithubFault} from "../../shared/modeling/github/client.ts";
import type {Refusal} from "../../shared/modeling/github/write-back-schemas.ts";
import {enqueueWriteBack} from "../../shared/modeling/github/write-backs.ts";
import {carryOutWriteBack} from "../github/carry-out-write-back.ts";
import {StaleHead} from "../github/commit-on-branch.ts";
import {nextTry} from "../github/try-later.ts";
import {beginWriteBack, failWriteBack, postponeWriteBack, type WriteRun} from "../github/write-back-run.ts";
import type {Worker} from "../worker.ts";
import {enqueueRefresh} from "./refresh-write-backs.ts";

/**
 * Carries out a project's write-backs, one after another. It can run twice: a commit or pull request that a dead worker
 * has made is found at GitHub, and not made again.
 */
export async function writeBack(
  worker: Pick<Worker, "db" | "log" | "layers" | "github" | "memory">,
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
      const tryAt = nextTry(run, error);
      if (tryAt) return postponeWriteBack(db, run, tryAt);
      await failWriteBack(db, run, refusalOf(worker, run, error));
    }
  }
}

function refusalOf({log}: Pick<Worker, "log">, {id}: WriteRun, error: unknown): Refusal {
  if (error instanceof ServiceError) {
    const {errors = []} = error.details;
    const code =
      error.code === "invalid_request" || error.code === "conflict" ? error.code : "upstream_error";
    return {code, message: error.message, errors: errors.map(({path, message}) => ({path, message}))};
  }
  if (error instanceof StaleHead)
    return {
      code: "conflict",
      message: "Other commits reached its branch before each attempt. Try again.",
      errors: [],
    };
  // A person can restore access to a repository that is out of reach.
  if (error instanceof GithubFault)
    return {
      code: error.kind === "missing" ? "conflict" : "upstream_error",
      message: error.message,
      errors: [],
    };
  log.error({err: error, requestId: id}, "a write-back failed");
  return {
    code: "upstream_error",
    message: "It could not be written back, because of a fault of the service itself.",
    errors: [],
  };
}
