import {readConfig} from "../shared/core/config.ts";
import {isDatabaseGone, isDatabaseUnavailable, isRefusedForNow} from "../shared/core/database/watch.ts";
import {makeLogger} from "../shared/core/log.ts";
import {onStopSignal} from "../shared/core/process/signals.ts";
import {orEnd} from "../shared/core/process/start.ts";
import {onUnhandledRejection} from "../shared/core/process/unhandled.ts";
import {startWorker} from "./start.ts";

const config = readConfig();
const log = makeLogger("worker", config.logLevel);
// graphile-worker records the end of a job over its own connections without awaiting it. `JobLocks` unlocks such a job.
onUnhandledRejection(
  log,
  error => isDatabaseGone(error) || isRefusedForNow(error) || isDatabaseUnavailable(error),
);
const running = await orEnd(log, startWorker(config, log));
log.info({address: running.address, runners: config.workerRunners}, "the worker is ready");
onStopSignal(log, () => running.stop());
