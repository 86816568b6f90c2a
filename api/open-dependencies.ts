import {Notices} from "../shared/core/change-notices.ts";
import type {Config} from "../shared/core/config.ts";
import {openDatabase, REQUEST_LIMITS} from "../shared/core/db.ts";
import type {Logger} from "../shared/core/log.ts";
import {openTracing} from "../shared/core/process/tracing.ts";
import {WorkerClient} from "../shared/core/workers/client.ts";
import {PasswordHashing} from "../shared/identity/sign-in/password-hash.ts";
import {IdentityProvider} from "../shared/identity/single-sign-on/provider.ts";
import {openGithub} from "../shared/modeling/github/client.ts";
import {layerChildren} from "../shared/modeling/layer-formats/layer-children.ts";
import {QueryMemory} from "../shared/querying/layers/query-caches.ts";
import {RunLog} from "../shared/querying/queries/run-log.ts";
import {openBilling} from "../shared/tenancy/billing/stripe.ts";
import {ViewLog} from "../shared/tenancy/content-kinds/view-log.ts";
import type {RunDeps, Web} from "./dependencies.ts";
import {RateLimiter} from "./http/rate-limit.ts";
import {makeAuthenticator} from "./http/token-authenticator.ts";
import {Metrics} from "./metrics.ts";
import {webRunner} from "./queries/web-runner.ts";
import {QueuedRuns} from "./queued-runs.ts";
import {ResultCache} from "./result-cache.ts";
import {CrashWatch} from "./worker-directory/crash-watch.ts";
import {WorkerDirectory} from "./worker-directory/worker-directory.ts";

/**
 * Opens the dependencies of the web process. `close` flushes pending writes and releases everything. `stopping` aborts
 * when the process is asked to stop.
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
  const crashes = new CrashWatch({db, notices, log, client});
  const workers = new WorkerDirectory(client, {config, db, notices, log, crashes});
  const runs: RunDeps = {
    config,
    db,
    log,
    notices,
    memory,
    workers,
    crashes,
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
    authenticate: makeAuthenticator(runs, config),
    rateLimiter: new RateLimiter(config.rateLimitPerMinute),
    runner: webRunner(runs),
    billing: openBilling(config),
    github: openGithub(config),
    identityProvider: config.oidc && new IdentityProvider(config.oidc, config.baseUrl, log),
    viewLog: new ViewLog(db, log),
    queuedRuns: new QueuedRuns(notices),
    passwords: new PasswordHashing(),
    layerChildren: layerChildren(),
  };
  return {
    web,
    async close() {
      workers.close();
      await web.runLog.stop();
      await web.tracing?.stop();
      await web.viewLog.stop();
      await web.authenticate.stop();
      web.layerChildren.stop();
      await notices.stop();
      await pool.end();
    },
  };
}
