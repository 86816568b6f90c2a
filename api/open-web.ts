import {openBilling} from "../shared/billing/stripe.ts";
import type {Config} from "../shared/config.ts";
import {ViewLog} from "../shared/content/view-log.ts";
import {openDatabase, REQUEST_LIMITS} from "../shared/db.ts";
import {openGithub} from "../shared/github/client.ts";
import {layerChildren} from "../shared/layer-formats/import/layer-children.ts";
import {QueryMemory} from "../shared/layers/query-memory.ts";
import type {Logger} from "../shared/log.ts";
import {Notices} from "../shared/notices.ts";
import {PasswordHashing} from "../shared/oauth/password-hash.ts";
import {openTracing} from "../shared/process/tracing.ts";
import {RunLog} from "../shared/queries/run-log.ts";
import {WorkerClient} from "../shared/workers/client.ts";
import {makeAuthenticator} from "./http/auth.ts";
import {RateLimiter} from "./http/rate-limit.ts";
import {Metrics} from "./metrics.ts";
import {webRunner} from "./run/runner.ts";
import type {RunDeps, Web} from "./web.ts";
import {CrashWatch} from "./workers/crash-watch.ts";
import {ResultCache} from "./workers/result-cache.ts";
import {WorkerDirectory} from "./workers/worker-directory.ts";

/**
 * Opens what the web process needs. `close` writes what is still pending and releases everything. `stopping` aborts when
 * the process is asked to stop.
 */
export async function openWeb(
  config: Config,
  log: Logger,
  stopping: AbortSignal,
): Promise<{web: Web; close(): Promise<void>}> {
  const {db, pool, watch} = openDatabase(config.databaseUrl, config.databasePoolSize, log, REQUEST_LIMITS);
  const notices = new Notices(config.databaseUrl, log);
  await notices.start();
  const client = new WorkerClient(config);
  const memory = new QueryMemory(notices);
  const workers = new WorkerDirectory(db, notices, client);
  const runs: RunDeps = {
    config,
    db,
    log,
    notices,
    memory,
    workers,
    crashes: new CrashWatch({db, notices, log, client}),
    results: new ResultCache(config.resultCacheBytes),
    runLog: new RunLog(db, log, null, config.billing, memory.shapes),
    metrics: new Metrics(),
    tracing: await openTracing(config.tracing, "web", log),
  };
  const web: Web = {
    ...runs,
    pool,
    database: watch,
    stopping,
    authenticate: makeAuthenticator(runs, config.baseUrl),
    rateLimiter: new RateLimiter(config.rateLimitPerMinute),
    runner: webRunner(runs),
    billing: openBilling(config),
    github: openGithub(config),
    viewLog: new ViewLog(db, log),
    passwords: new PasswordHashing(),
    layerChildren: layerChildren(),
  };
  return {
    web,
    async close() {
      workers.close();
      await web.runLog.stop();
      await web.tracing.stop();
      await web.viewLog.stop();
      await web.authenticate.stop();
      web.layerChildren.stop();
      await notices.stop();
      await pool.end();
    },
  };
}
