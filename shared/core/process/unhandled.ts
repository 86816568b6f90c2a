import type {Logger} from "../log.ts";

/**
 * Ends the process at a rejection that nobody handles, because it is a bug. A failure of the service's database is only
 * logged, because an outage must not end every process. `isOfDatabase` recognizes such failures.
 */
export function onUnhandledRejection(log: Logger, isOfDatabase: (error: unknown) => boolean): void {
  process.on("unhandledRejection", error => {
    if (isOfDatabase(error)) {
      log.warn({err: error}, "work in the background failed, because the database did not answer");
      return;
    }
    log.fatal({err: error}, "uncaught error");
    process.exit(1);
  });
}
