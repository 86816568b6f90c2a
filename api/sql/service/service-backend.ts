import {requireScope} from "../../../shared/ground/access.ts";
import {ServiceError} from "../../../shared/ground/errors.ts";
import {projectNamed} from "../../../shared/interfaces/sql/catalogs.ts";
import {detailOf} from "../../../shared/interfaces/sql/detail.ts";
import {toSqlError} from "../../../shared/interfaces/sql/error-codes.ts";
import {prepareSql, runSql, type SqlContext, userOf} from "../../../shared/interfaces/sql/prepare-sql.ts";
import {SqlError} from "../../../shared/interfaces/sql/sql-error.ts";
import type {Caller} from "../../http/auth.ts";
import type {Web} from "../../web.ts";
import type {SessionSettings, SqlBackend, SqlSession, Startup} from "../backend.ts";
import {wholeMessages} from "./whole-messages.ts";

/** How often the tokens of open sessions are checked. */
const CHECK_MS = 1000;

const NONE = {};

interface Open {
  password: string;
  ended: AbortController;
}

/** Sessions of SQL over the service: a token as password, a project as database. */
export class ServiceBackend implements SqlBackend {
  readonly #sessions = new Set<Open>();
  readonly #timer: NodeJS.Timeout;

  constructor(private readonly web: Web) {
    this.#timer = setInterval(() => void this.#check(), CHECK_MS);
  }

  async open({user, database, password}: Startup): Promise<SqlSession> {
    const {web} = this;
    const {actor} = await this.#authenticate(password, user);
    const project = await projectNamed(web.runner, actor, database).catch(thrown);
    const open: Open = {password, ended: new AbortController()};
    this.#sessions.add(open);
    const contextOf = async (settings: SessionSettings, signal: AbortSignal): Promise<SqlContext> => {
      const found = this.#authenticate(password, user);
      const caller = found instanceof Promise ? await found : found;
      const requestId = `req_${Bun.randomUUIDv7()}`;
      const asking = {
        actor: {...caller.actor, tokenHash: caller.tokenHash, requestId},
        requestId,
        signal,
        trigger: "sql",
      } as const;
      // The project as it is now: it may have been edited, or hidden from the caller.
      const current = await projectNamed(web.runner, caller.actor, project.id);
      const catalog = await web.runner.catalogs.of(web.runner, asking, current);
      return {
        runner: web.runner,
        asking,
        project: current,
        catalog,
        timezone: settings.timezone,
        settings: settings.values.size === 0 ? NONE : Object.fromEntries(settings.values),
      };
    };
    return {
      orgId: actor.orgId,
      user: userOf(actor),
      database: project.name,
      timezone: project.timezone,
      ended: open.ended.signal,
      prepare: async (text, parameterTypes, settings) => {
        try {
          const context = await contextOf(settings, open.ended.signal);
          const prepared = await prepareSql(context, text, parameterTypes);
          return {
            parameterTypes: prepared.parameterTypes,
            fields: prepared.fields,
            run: async (values, signal) => {
              try {
                const now = await contextOf(settings, signal);
                web.rateLimiter.take(now.asking.actor.tokenHash ?? "");
                const {body} = await runSql(now, prepared, values, "data_rows");
                return {fields: prepared.fields, chunks: wholeMessages(body)};
              } catch (error) {
                throw toSqlError(error);
              }
            },
            explain: async () => {
              const {sql} = await detailOf(context, prepared.plan).catch(thrown);
              return [...prepared.plan.explain, ...sql.flatMap(statement => statement.split("\n"))];
            },
          };
        } catch (error) {
          throw toSqlError(error);
        }
      },
      version: async () => {
        const {catalog} = await contextOf(
          {timezone: project.timezone, values: new Map()},
          open.ended.signal,
        ).catch(thrown);
        return catalog.shape;
      },
      close: () => {
        this.#sessions.delete(open);
      },
    };
  }

  stop(): void {
    clearInterval(this.#timer);
    for (const {ended} of this.#sessions)
      ended.abort(new SqlError("57P01", "terminating connection due to administrator command"));
  }

  /** Throws, or rejects with, an `SqlError`. Waits for nothing where the token is known. */
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
    for (const open of this.#sessions) {
      const error = await (async () => this.#authenticate(open.password, ""))().then(
        () => undefined,
        (thrownError: unknown) => thrownError,
      );
      if (error instanceof SqlError && error.sqlState === "28P01")
        open.ended.abort(
          new SqlError("57P01", "terminating connection: the token is revoked or has expired"),
        );
    }
  }
}

function refuse(error: unknown, user: string): never {
  if (!(error instanceof ServiceError) || error.code === "database_unavailable") throw toSqlError(error);
  throw new SqlError("28P01", `password authentication failed for user "${user}"`, {
    hint: "The password is the token of a service account, or an access token, with the scope read.",
  });
}

function thrown(error: unknown): never {
  throw toSqlError(error);
}
