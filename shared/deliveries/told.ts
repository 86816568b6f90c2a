import {type Problem, toldProblem} from "../problem.ts";
import type {Asking, Runner} from "../queries/runner.ts";

/**
 * What went wrong, for the mail and the record: others read them than the principal that it ran as. So an admin's
 * schedule does not tell what the warehouse said in its own words, which can quote rows that nobody else may see.
 */
export function toldToAll(
  runner: Pick<Runner, "log">,
  {requestId}: Pick<Asking, "requestId">,
  error: unknown,
  message: string,
): Problem {
  return toldProblem(runner, {requestId}, error, message);
}
