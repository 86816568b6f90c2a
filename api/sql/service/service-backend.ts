import {requireScope} from "../../../shared/core/access.ts";
import {ServiceError} from "../../../shared/core/errors.ts";
import {projectNamed} from "../../../shared/surfaces/sql/catalog-cache.ts";
import {toSqlError} from "../../../shared/surfaces/sql/error-codes.ts";
import {SqlError} from "../../../shared/surfaces/sql/sql-error.ts";
import type {Web} from "../../dependencies.ts";
import type {Caller} from "../../http/token-authenticator.ts";
import type {SqlBackend, SqlSession, Startup} from "../backend.ts";
import {ServiceSession} from "./service-session.ts";
import type {SessionDeps} from "./service-statement.ts";

/** How often the tokens of open sessions are checked. */
const CHECK_MS = 1000;

/** Sessions of SQL over the service. The password is a token, and the database is a project. */
export class ServiceBackend implements SqlBackend {
  readonly #sessions = new Set<ServiceSession>();
  readonly #timer: NodeJS.Timeout;

  constructor(private readonly web: SessionDeps & Pick<Web, "authenticate">) {
    this.#timer = setInterval(() => void this.#check(), CHECK_MS);
  }

  async open({user, database, password, address}: Startup): Promise<SqlSession> {
    const signIn = () => this.#authenticate(password, user);
    const caller = await signIn();
    try {
      const project = await projectNamed(this.web.runner, caller.actor, database);
      const session = new ServiceSession(this.web, {caller, address, signIn}, project, closed =>
        this.#close(closed),
      );
      this.#sessions.add(session);
      this.web.metrics.sqlSessions.inc();
      return session;
    } catch (error) {
      throw toSqlError(error);
    }
  }

  stop(): void {
    clearInterval(this.#timer);
    const reason = new SqlError("57P01", "terminating connection due to administrator command");
    for (const session of this.#sessions) session.end(reason);
  }

  #close(session: ServiceSession): void {
    if (this.#sessions.delete(session)) this.web.metrics.sqlSessions.dec();
  }

  /** Throws, or rejects with, an `SqlError`. Returns no promise if the token is known. */
  #authenticate(password: string, user: string): Caller | Promise<Caller> {
    const reader = (caller: Caller) => {
      requireScope(caller.actor, "read");
      return caller;
    };
    try {
      const found = this.web.authenticate.ofToken(password);
      return found instanceof Promise
        ? found.then(reader).catch(error => refuse(error, user))
        : reader(found);
    } catch (error) {
      return refuse(error, user);
    }
  }

  /** Ends the sessions whose tokens are revoked or have expired. */
  async #check(): Promise<void> {
    for (const session of this.#sessions) {
      const error: unknown = await session.check().catch(fault => fault);
      if (error instanceof SqlError && error.sqlState === "28P01")
        session.end(new SqlError("57P01", "terminating connection: the token is revoked or has expired"));
    }
  }
}

function refuse(error: unknown, user: string): never {
  if (!(error instanceof ServiceError) || error.code === "database_unavailable") throw toSqlError(error);
  throw new SqlError("28P01", `password authentication failed for user "${user}"`, {
    hint: "The password is the token of a service account, or an access token, with the scope read.",
  });
}
