import {isDatabaseGone, isDatabaseUnavailable} from "../database/watch.ts";
import type {Logger} from "../log.ts";

/**
 * Resolves when the process has started. A process that cannot start is ended, with the reason in one line of its log.
 */
export async function orEnd<T>(log: Logger, starting: Promise<T>): Promise<T> {
  try {
    return await starting;
  } catch (error) {
    // The message for callers does not help the operator, so the cause is logged.
    const err = isDatabaseUnavailable(error) && error instanceof Error ? (error.cause ?? error) : error;
    log.fatal({err}, `the process cannot start: ${reasonOf(error)}`);
    process.exit(1);
  }
}

function reasonOf(error: unknown): string {
  if (isDatabaseGone(error) || isDatabaseUnavailable(error)) return "the service's database does not answer";
  return error instanceof Error ? error.message : String(error);
}
