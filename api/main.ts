import {readConfig} from "../shared/config.ts";
import {makeLogger} from "../shared/log.ts";
import {onStopSignal} from "../shared/signals.ts";
import {MOST_SNAPSHOT_BODY_BYTES} from "../shared/snapshots/snapshot.ts";
import {makeApp} from "./app.ts";
import {openWeb} from "./open-web.ts";

const config = readConfig();
const log = makeLogger("web", config.logLevel);
const {web, close} = await openWeb(config, log);
const app = makeApp(web).listen({
  port: config.port,
  hostname: config.host,
  idleTimeout: 0,
  maxRequestBodySize: MOST_SNAPSHOT_BODY_BYTES,
});
log.info({url: config.baseUrl}, "the web process is ready");
onStopSignal(log, async () => {
  // Takes no new request; those under way end, as long as the grace lasts.
  await Promise.race([app.stop(), Bun.sleep(config.shutdownGraceMs)]);
  await close();
});
