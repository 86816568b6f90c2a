import type {Pool} from "pg";
import type {Logger} from "pino";
import type {Config} from "../shared/config.ts";
import type {Db} from "../shared/db.ts";
import type {Notices} from "../shared/notices.ts";
import type {RunLog} from "../shared/queries/run-log.ts";
import type {Authenticator} from "./auth.ts";
import type {Doors} from "./doors.ts";
import type {RateLimiter} from "./rate-limit.ts";
import type {ResultCache} from "./result-cache.ts";

/** What the web process holds; made once by `main.ts` (or a test) and handed to every route. */
export interface Web {
  readonly config: Config;
  readonly db: Db;
  /** Beneath `db`; for its numbers. */
  readonly pool: Pool;
  readonly log: Logger;
  readonly notices: Notices;
  readonly authenticate: Authenticator;
  readonly rateLimiter: RateLimiter;
  readonly doors: Doors;
  readonly results: ResultCache;
  readonly runLog: RunLog;
}
