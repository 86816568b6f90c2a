import type {Pool} from "pg";
import type {Logger} from "pino";
import type {Notices} from "../shared/core/change-notices.ts";
import type {Config} from "../shared/core/config.ts";
import type {DatabaseWatch} from "../shared/core/database/watch.ts";
import type {Db} from "../shared/core/db.ts";
import type {Tracing} from "../shared/core/process/tracing.ts";
import type {PasswordHashing} from "../shared/identity/sign-in/password-hash.ts";
import type {IdentityProvider} from "../shared/identity/single-sign-on/provider.ts";
import type {Github} from "../shared/modeling/github/client.ts";
import type {LayerChildren} from "../shared/modeling/layer-formats/layer-children.ts";
import type {QueryMemory} from "../shared/querying/layers/query-caches.ts";
import type {RunLog} from "../shared/querying/queries/run-log.ts";
import type {Runner} from "../shared/surfaces/tools/tool.ts";
import type {Billing} from "../shared/tenancy/billing/stripe.ts";
import type {ViewLog} from "../shared/tenancy/content-kinds/view-log.ts";
import type {RateLimiter} from "./http/rate-limit.ts";
import type {Authenticator} from "./http/token-authenticator.ts";
import type {Metrics} from "./metrics.ts";
import type {QueuedRuns} from "./queued-runs.ts";
import type {ResultCache} from "./result-cache.ts";
import type {CrashWatch} from "./worker-directory/crash-watch.ts";
import type {WorkerDirectory} from "./worker-directory/worker-directory.ts";

/** The dependencies of running a query. */
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
  /** `undefined` if nothing is traced. */
  readonly tracing: Tracing | undefined;
}

/** The dependencies of the web process. `main.ts` or a test makes them once, and passes them to every route. */
export interface Web extends RunDeps {
  /** The connection pool beneath `db`, for its metrics. */
  readonly pool: Pool;
  readonly database: DatabaseWatch;
  /** Aborts as soon as the process is asked to stop. */
  readonly stopping: AbortSignal;
  readonly authenticate: Authenticator;
  readonly rateLimiter: RateLimiter;
  readonly runner: Runner;
  /** `undefined` if Stripe is not configured. */
  readonly billing: Billing | undefined;
  /** `undefined` if no GitHub App is configured. */
  readonly github: Github | undefined;
  /** `undefined` if people sign in only with a password. */
  readonly identityProvider: IdentityProvider | undefined;
  readonly viewLog: ViewLog;
  readonly queuedRuns: QueuedRuns;
  readonly passwords: PasswordHashing;
  /** Child processes that read and write layers in other tools' formats. */
  readonly layerChildren: LayerChildren;
}
