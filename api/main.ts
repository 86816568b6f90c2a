import {readConfig} from "../shared/core/config.ts";
import {isDatabaseUnavailable} from "../shared/core/database/watch.ts";
import type {Db} from "../shared/core/db.ts";
import {makeLogger} from "../shared/core/log.ts";
import {watchDescriptors} from "../shared/core/process/descriptors.ts";
import {checkKeys, isUnreleased} from "../shared/core/process/key-check.ts";
import {onStopSignal} from "../shared/core/process/signals.ts";
import {orEnd} from "../shared/core/process/start.ts";
import {onUnhandledRejection} from "../shared/core/process/unhandled.ts";
import {endPasswordSessions} from "../shared/identity/sign-in/sessions.ts";
import {makeApp} from "./app.ts";
import {openWeb} from "./open-dependencies.ts";
import {openSql} from "./sql/service/listen.ts";

const KEY_CHECK_RETRY_MS = 1000;
const config = readConfig();
const log = makeLogger("web", config.logLevel);
onUnhandledRejection(log, isDatabaseUnavailable);
const stopping = new AbortController();
const {app, sql, close} = await orEnd(log, start());
const descriptors = watchDescriptors(() => app.server?.closeIdleConnections() ?? 0, log);
log.info({url: config.baseUrl}, "the web process is ready");
onStopSignal(log, async () => {
  clearInterval(descriptors);
  stopping.abort();
  // The process reports that it is not ready, so that a proxy sends new requests elsewhere.
  await Bun.sleep(config.shutdownDrainMs);
  // The servers accept no new requests. Requests under way may end within the grace period.
  await Promise.race([Promise.all([app.stop(), sql.stop()]), Bun.sleep(config.shutdownGraceMs)]);
  await close();
});

async function start() {
  const {web, close} = await openWeb(config, log, stopping.signal);
  await prepareWithRetry(web.db);
  const sql = await openSql(web);
  return {app: makeApp(web).listen({port: config.port, hostname: config.host}), sql, close};
}

/**
 * Checks the encryption keys, and ends the sessions that began with a password if passwords are disabled. Tries again
 * while the database is unreachable or not yet migrated; until then no request succeeds.
 */
async function prepareWithRetry(db: Db): Promise<void> {
  try {
    await checkKeys(db, config.encryptionKeys);
    await endPasswordSessions({db, config});
  } catch (error) {
    if (!isDatabaseUnavailable(error) && !isUnreleased(error)) throw error;
    setTimeout(() => void orEnd(log, prepareWithRetry(db)), KEY_CHECK_RETRY_MS).unref();
  }
}
