import {readConfig} from "../shared/config.ts";
import {makeLogger} from "../shared/log.ts";
import {onStopSignal} from "../shared/signals.ts";
import {startWorker} from "./start.ts";

const config = readConfig();
const log = makeLogger("worker", config.logLevel);
const running = await startWorker(config, log);
log.info({address: running.address, runners: config.workerRunners}, "the worker is ready");
onStopSignal(log, () => running.stop());
