import {isDatabaseUnavailable} from "../database/watch.ts";
import {type Problem, toldProblem} from "../problem.ts";
import type {Asking, Runner} from "../queries/runner.ts";

/**
 * What went wrong, for the mail and the record: others read them than the principal that it ran as. So an admin's
 * schedule does not tell what the warehouse said in its own words, which can quote rows that nobody else may see.
 * Throws where the part is not to blame: the caller has left, or the service's own database does not answer. Nobody is
 * mailed that.
 */
export function toldToAll(
  runner: Pick<Runner, "log">,
  {requestId, signal}: Pick<Asking, "requestId" | "signal">,
  error: unknown,
  message: string,
): Problem {
  signal.throwIfAborted();
  if (isDatabaseUnavailable(error)) throw error;
  return toldProblem(runner, {requestId}, error, message);
}
