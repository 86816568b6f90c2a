import {isDatabaseGone} from "../database/watch.ts";
import {ServiceError} from "../errors.ts";
import type {Logger} from "../log.ts";

/** Resolves when the process has started. Ends one that cannot start, with one line in its log that says why. */
export async function orEnd<T>(log: Logger, starting: Promise<T>): Promise<T> {
  try {
    return await starting;
  } catch (error) {
    log.fatal({err: error}, `the process cannot start: ${reasonOf(error)}`);
    process.exit(1);
  }
}

function reasonOf(error: unknown): string {
  if (isDatabaseGone(error) || (error instanceof ServiceError && error.code === "database_unavailable"))
    return "the service's database does not answer";
  return error instanceof Error ? error.message : String(error);
}
