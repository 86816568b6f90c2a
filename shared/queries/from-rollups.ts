import {type ErrorCode, ServiceError} from "../errors.ts";
import type {RunRequest} from "../wire/run-request.ts";
import type {RunAnswer} from "./runner.ts";

/** What can be amiss with a roll-up's files, and not with the query: the warehouse is asked instead. */
const AMISS: ReadonlySet<ErrorCode> = new Set(["not_found", "connection_failed", "warehouse_error"]);

/**
 * Runs a query over a roll-up where one was chosen. If it was replaced meanwhile, or its files cannot be read, the
 * warehouse answers, and `onRefused` is told.
 */
export async function runFromRollups(
  requestOf: (fromRollups: boolean) => RunRequest,
  run: (request: RunRequest) => Promise<RunAnswer>,
  signal: AbortSignal,
  onRefused: (request: RunRequest) => Promise<void>,
): Promise<RunAnswer> {
  const request = requestOf(true);
  if (request.source.kind !== "rollup") return run(request);
  try {
    const answer = await run(request);
    return request.dataAsOf === undefined ? answer : {...answer, dataAsOf: request.dataAsOf};
  } catch (error) {
    if (signal.aborted || !(error instanceof ServiceError) || !AMISS.has(error.code)) throw error;
    const answer = await run(requestOf(false));
    await onRefused(request);
    return answer;
  }
}
