import {readConfig} from "../shared/config.ts";
import {isDatabaseUnavailable} from "../shared/database/watch.ts";
import type {Db} from "../shared/db.ts";
import {makeLogger} from "../shared/log.ts";
import {watchDescriptors} from "../shared/process/descriptors.ts";
import {checkKeys, isUnreleased} from "../shared/process/key-check.ts";
import {onStopSignal} from "../shared/process/signals.ts";
import {orEnd} from "../shared/process/start.ts";
import {makeApp} from "./app.ts";
import {openWeb} from "./open-web.ts";

const KEYS_AGAIN_MS = 1000;
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
  await keysChecked(web.db);
  return {app: makeApp(web).listen({port: config.port, hostname: config.host}), close};
}

/** A database that is away, or not released yet, is looked at again once it is there: until then it serves nobody. */
async function keysChecked(db: Db): Promise<void> {
  try {
    await checkKeys(db, config.encryptionKeys);
  } catch (error) {
    if (!isDatabaseUnavailable(error) && !isUnreleased(error)) throw error;
    setTimeout(() => void orEnd(log, keysChecked(db)), KEYS_AGAIN_MS).unref();
  }
}
