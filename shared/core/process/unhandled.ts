import {isDatabaseGone, isDatabaseUnavailable, isRefusedForNow} from "../database/watch.ts";
import type {Logger} from "../log.ts";

/**
 * Ends the process at a rejection that nobody handles, because it is a bug. A failure of the service's database is only
 * logged: graphile-worker, for one, records the end of a job without awaiting it (`JobLocks` unlocks such a job), and an
 * outage must not end every process.
 */
export function onUnhandledRejection(log: Logger): void {
  process.on("unhandledRejection", error => {
    if (isDatabaseGone(error) || isRefusedForNow(error) || isDatabaseUnavailable(error)) {
      log.warn({err: error}, "work in the background failed, because the database did not answer");
      return;
    }
    log.fatal({err: error}, "uncaught error");
    process.exit(1);
  });
}
