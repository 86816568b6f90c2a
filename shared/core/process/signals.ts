import type {Logger} from "../log.ts";

/** Runs `stop` once, at the first SIGTERM or SIGINT, and ends the process; a second signal ends it at once. */
export function onStopSignal(log: Logger, stop: () => Promise<void>): void {
  let stopping = false;
  const onSignal = (signal: string) => {
    if (stopping) process.exit(1);
    stopping = true;
    log.info({signal}, "stopping");
    stop().then(
      () => process.exit(0),
      error => {
        log.error({err: error}, "the stop was not clean");
        process.exit(1);
      },
    );
  };
  process.on("SIGTERM", onSignal);
  process.on("SIGINT", onSignal);
}
