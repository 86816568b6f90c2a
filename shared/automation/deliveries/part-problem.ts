import {isDatabaseUnavailable} from "../../core/database/watch.ts";
import {itemProblem, type Problem} from "../../core/problem.ts";
import type {QueryContext, QueryRunner} from "../../querying/queries/query-runner.ts";

/** The request for the parts of a delivery. */
export interface PartQueryContext extends QueryContext {
  /** Whether the error may be transient. If it may, the delivery is retried before its mail reports a missing part. */
  mayPass?: ((error: unknown) => boolean) | undefined;
}

/**
 * The problem of a part, for the mail and the record. Readers of the mail are not the principal of the query. So the
 * warehouse's own message is left out, even for an admin's schedule, because it can quote rows that only the admin may
 * see. Throws, so that nothing is mailed, if the error may be transient or does not come from the part: for an aborted
 * signal, or while the service's own database is unavailable.
 */
export function partProblem(
  runner: Pick<QueryRunner, "log">,
  {requestId, signal, mayPass}: Pick<PartQueryContext, "requestId" | "signal" | "mayPass">,
  error: unknown,
  message: string,
): Problem {
  signal.throwIfAborted();
  if (isDatabaseUnavailable(error) || mayPass?.(error)) throw error;
  return itemProblem(runner, {requestId}, error, message);
}
