import type {Logger} from "pino";
import type {Config} from "../shared/config.ts";
import type {Db} from "../shared/db.ts";
import type {Notices} from "../shared/notices.ts";
import type {Authenticator} from "./auth.ts";

/** What the web process holds; made once by `main.ts` (or a test) and handed to every route. */
export interface Web {
  readonly config: Config;
  readonly db: Db;
  readonly log: Logger;
  readonly notices: Notices;
  readonly authenticate: Authenticator;
}
