import type {Config} from "../shared/config.ts";
import {openDatabase} from "../shared/db.ts";
import type {Logger} from "../shared/log.ts";
import {Notices} from "../shared/notices.ts";
import {RunLog} from "../shared/queries/run-log.ts";
import {makeAuthenticator} from "./auth.ts";
import {Doors} from "./doors.ts";
import {RateLimiter} from "./rate-limit.ts";
import {ResultCache} from "./result-cache.ts";
import type {Web} from "./web.ts";

/** What the web process holds, opened; `close` writes what is still waiting to be written, and lets go. */
export async function openWeb(config: Config, log: Logger): Promise<{web: Web; close(): Promise<void>}> {
  const {db, pool} = openDatabase(config.databaseUrl, config.databasePoolSize, log);
  const notices = new Notices(config.databaseUrl, log);
  await notices.start();
  const web: Web = {
    config,
    db,
    pool,
    log,
    notices,
    authenticate: makeAuthenticator(db, notices, log, config.baseUrl),
    rateLimiter: new RateLimiter(config.rateLimitPerMinute),
    doors: new Doors(db, notices, config),
    results: new ResultCache(config.resultCacheBytes),
    runLog: new RunLog(db, log, null),
  };
  return {
    web,
    async close() {
      await web.runLog.stop();
      await web.authenticate.stop();
      await notices.stop();
      await pool.end();
    },
  };
}
