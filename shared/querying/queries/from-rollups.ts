import {type ErrorCode, ServiceError} from "../../ground/errors.ts";
import type {RunRequest} from "../../ground/wire/run-request.ts";
import type {RunAnswer} from "./runner.ts";

/** Errors that may come from a roll-up's files, and not from the query: the warehouse is queried instead. */
const ROLLUP_FAULTS: ReadonlySet<ErrorCode> = new Set(["not_found", "connection_failed", "warehouse_error"]);

/**
 * Runs a query over a roll-up if one was chosen. If the roll-up was replaced in the meantime, or its files cannot be
 * read, the query runs in the warehouse, and `onRefused` is called.
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
    if (signal.aborted || !(error instanceof ServiceError) || !ROLLUP_FAULTS.has(error.code)) throw error;
    const answer = await run(requestOf(false));
    await onRefused(request);
    return answer;
  }
}
