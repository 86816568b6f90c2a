import {isDatabaseUnavailable} from "../../ground/database/watch.ts";
import {itemProblem, type Problem} from "../../ground/problem.ts";
import type {Asking, QueryRunner} from "../../querying/queries/runner.ts";

/** The request for the parts of a delivery. */
export interface PartAsking extends Asking {
  /** Whether the delivery is tried again later because of this error, before its mail says that a part is missing. */
  mayPass?: ((error: unknown) => boolean) | undefined;
}

/**
 * The problem of a part, for the mail and the record. Its readers are not the principal of the query, so for an admin's
 * schedule the warehouse's own message is left out, since it can quote rows that only the admin may see. Throws, so
 * that nothing is mailed, if the cause may pass, or is not the part: an aborted signal, or the service's own database
 * being unavailable.
 */
export function partProblem(
  runner: Pick<QueryRunner, "log">,
  {requestId, signal, mayPass}: Pick<PartAsking, "requestId" | "signal" | "mayPass">,
  error: unknown,
  message: string,
): Problem {
  signal.throwIfAborted();
  if (isDatabaseUnavailable(error) || mayPass?.(error)) throw error;
  return itemProblem(runner, {requestId}, error, message);
}
