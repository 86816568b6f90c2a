import {readConfig} from "../shared/core/config.ts";
import {isDatabaseGone, isRefusedForNow} from "../shared/core/database/watch.ts";
import {makeLogger} from "../shared/core/log.ts";
import {onStopSignal} from "../shared/core/process/signals.ts";
import {orEnd} from "../shared/core/process/start.ts";
import {startWorker} from "./start.ts";

const config = readConfig();
const log = makeLogger("worker", config.logLevel);
// graphile-worker records the end of a job without awaiting it, so an error of a lost connection or a full disk reaches
// no handler. `JobLocks` unlocks such a job. Any other unhandled rejection is a bug and ends the process.
process.on("unhandledRejection", error => {
  if (isDatabaseGone(error) || isRefusedForNow(error)) {
    log.warn({err: error}, "the end of a job could not be recorded");
    return;
  }
  log.fatal({err: error}, "uncaught error");
  process.exit(1);
});
const running = await orEnd(log, startWorker(config, log));
log.info({address: running.address, runners: config.workerRunners}, "the worker is ready");
onStopSignal(log, () => running.stop());
