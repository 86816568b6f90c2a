import {readConfig} from "../shared/config.ts";
import {makeLogger} from "../shared/log.ts";
import {watchDescriptors} from "../shared/process/descriptors.ts";
import {onStopSignal} from "../shared/process/signals.ts";
import {orEnd} from "../shared/process/start.ts";
import {makeApp} from "./app.ts";
import {openWeb} from "./open-web.ts";

const config = readConfig();
const log = makeLogger("web", config.logLevel);
const stopping = new AbortController();
const {app, close} = await orEnd(log, start());
const descriptors = watchDescriptors(() => app.server?.closeIdleConnections() ?? 0, log);
log.info({url: config.baseUrl}, "the web process is ready");
onStopSignal(log, async () => {
  clearInterval(descriptors);
  stopping.abort();
  // A proxy sees that the process is not ready, and sends its requests elsewhere.
  await Bun.sleep(config.shutdownDrainMs);
  // Takes no new requests; those under way may end within the grace period.
  await Promise.race([app.stop(), Bun.sleep(config.shutdownGraceMs)]);
  await close();
});

async function start() {
  const {web, close} = await openWeb(config, log, stopping.signal);
  return {app: makeApp(web).listen({port: config.port, hostname: config.host}), close};
}
