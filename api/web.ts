import type {Pool} from "pg";
import type {Logger} from "pino";
import type {Billing} from "../shared/billing/stripe.ts";
import type {Config} from "../shared/config.ts";
import type {ViewLog} from "../shared/content/view-log.ts";
import type {DatabaseWatch} from "../shared/database/watch.ts";
import type {Db} from "../shared/db.ts";
import type {Github} from "../shared/github/client.ts";
import type {LayerChildren} from "../shared/layer-formats/import/layer-children.ts";
import type {QueryMemory} from "../shared/layers/query-memory.ts";
import type {Notices} from "../shared/notices.ts";
import type {PasswordHashing} from "../shared/oauth/password-hash.ts";
import type {Tracing} from "../shared/process/tracing.ts";
import type {RunLog} from "../shared/queries/run-log.ts";
import type {Runner} from "../shared/queries/runner.ts";
import type {Authenticator} from "./http/auth.ts";
import type {RateLimiter} from "./http/rate-limit.ts";
import type {Metrics} from "./metrics.ts";
import type {CrashWatch} from "./workers/crash-watch.ts";
import type {ResultCache} from "./workers/result-cache.ts";
import type {WorkerDirectory} from "./workers/worker-directory.ts";

/** What is needed to run a query. */
export interface RunDeps {
  readonly config: Config;
  readonly db: Db;
  readonly log: Logger;
  readonly notices: Notices;
  readonly memory: QueryMemory;
  readonly workers: WorkerDirectory;
  readonly crashes: CrashWatch;
  readonly results: ResultCache;
  readonly runLog: RunLog;
  readonly metrics: Metrics;
  readonly tracing: Tracing;
}

/** The dependencies of the web process; made once by `main.ts` (or a test) and handed to every route. */
export interface Web extends RunDeps {
  /** The connection pool beneath `db`, for its metrics. */
  readonly pool: Pool;
  readonly database: DatabaseWatch;
  /** Aborts as soon as the process is asked to stop. */
  readonly stopping: AbortSignal;
  readonly authenticate: Authenticator;
  readonly rateLimiter: RateLimiter;
  readonly runner: Runner;
  /** `undefined`: no Stripe is configured. */
  readonly billing: Billing | undefined;
  /** `undefined`: no GitHub App is configured. */
  readonly github: Github | undefined;
  readonly viewLog: ViewLog;
  readonly passwords: PasswordHashing;
  /** Child processes that read and write layers in other tools' formats. */
  readonly layerChildren: LayerChildren;
}
