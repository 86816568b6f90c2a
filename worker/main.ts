import {readConfig} from "../shared/config.ts";
import {isDatabaseGone, isRefusedForNow} from "../shared/database/watch.ts";
import {makeLogger} from "../shared/log.ts";
import {onStopSignal} from "../shared/process/signals.ts";
import {orEnd} from "../shared/process/start.ts";
import {startWorker} from "./start.ts";

const config = readConfig();
const log = makeLogger("worker", config.logLevel);
// graphile-worker does not wait until the end of a job is recorded, so the error of a connection lost meanwhile, or of a
// full disk, reaches no handler. `JobLocks` frees such a job. Everything else is a fault that ends the process.
process.on("unhandledRejection", error => {
  if (isDatabaseGone(error) || isRefusedForNow(error)) {
    log.warn({err: error}, "the end of a job could not be written down");
    return;
  }
  log.fatal({err: error}, "an error that nobody has caught");
  process.exit(1);
});
const running = await orEnd(log, startWorker(config, log));
log.info({address: running.address, runners: config.workerRunners}, "the worker is ready");
onStopSignal(log, () => running.stop());
