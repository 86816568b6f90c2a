import {GithubFault} from "../../shared/modeling/github/client.ts";
import {tryLater} from "../retry-pause.ts";

/** Whether GitHub did not take a request that it may take later: a limit was reached, or it was unavailable. */
export function isRetryableFault(error: unknown): error is GithubFault {
  return error instanceof GithubFault && (error.kind === "limited" || error.kind === "unavailable");
}

/**
 * When to retry a run after an error: later after each attempt, and not before GitHub permits it. `undefined` where a
 * retry cannot help, or GitHub has been unavailable for too long.
 */
export function nextTry(
  {tries, createdAt}: {tries: number; createdAt: Date},
  error: unknown,
): Date | undefined {
  return isRetryableFault(error) ? tryLater({tries, createdAt}, error.until) : undefined;
}
