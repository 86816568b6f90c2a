import {GithubFault} from "../../shared/modeling/github/client.ts";

/** How long GitHub, or a warehouse, may be unavailable before a run gives up. */
const PATIENCE_MS = 24 * 3_600_000;
const LONGEST_PAUSE_MS = 10 * 60_000;

/** Whether a retry can help. */
export function isPassing(error: unknown): error is GithubFault {
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
  return isPassing(error) ? tryLater({tries, createdAt}, error.until) : undefined;
}

/** When to try again what was unavailable, and not before `until`; `undefined` where that was so for too long. */
export function tryLater(
  {tries, createdAt}: {tries: number; createdAt: Date},
  until?: Date,
): Date | undefined {
  if (Date.now() - createdAt.getTime() > PATIENCE_MS) return undefined;
  const pause = new Date(Date.now() + Math.min(2000 * 2 ** Math.min(tries, 20), LONGEST_PAUSE_MS));
  return until && until > pause ? until : pause;
}
