import {ServiceError} from "../../shared/ground/errors.ts";

const PASSING: ReadonlySet<string> = new Set([
  "connection_failed",
  "worker_unavailable",
  "database_unavailable",
]);

/** Whether what has failed may succeed some minutes later: a warehouse or a storage did not answer. */
export function isPassing(error: unknown): boolean {
  return error instanceof ServiceError && PASSING.has(error.code);
}
