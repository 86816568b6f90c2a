import {isDatabaseGone, isDatabaseUnavailable} from "../database/watch.ts";
import type {Logger} from "../log.ts";

/** Resolves when the process has started. Ends one that cannot start, with one line in its log that says why. */
export async function orEnd<T>(log: Logger, starting: Promise<T>): Promise<T> {
  try {
    return await starting;
  } catch (error) {
    // What a caller is told in the meantime helps nobody who starts a process.
    const err = isDatabaseUnavailable(error) && error instanceof Error ? (error.cause ?? error) : error;
    log.fatal({err}, `the process cannot start: ${reasonOf(error)}`);
    process.exit(1);
  }
}

function reasonOf(error: unknown): string {
  if (isDatabaseGone(error) || isDatabaseUnavailable(error)) return "the service's database does not answer";
  return error instanceof Error ? error.message : String(error);
}
