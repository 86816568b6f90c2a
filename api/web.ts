import type {Pool} from "pg";
import type {Logger} from "pino";
import type {Config} from "../shared/config.ts";
import type {Db} from "../shared/db.ts";
import type {Notices} from "../shared/notices.ts";
import type {Authenticator} from "./auth.ts";
import type {RateLimiter} from "./rate-limit.ts";

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
}
