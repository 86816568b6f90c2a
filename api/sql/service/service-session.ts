import type {Actor} from "../../../shared/core/actor.ts";
import type {QueryProject} from "../../../shared/querying/layers/query-project.ts";
import {projectNamed} from "../../../shared/surfaces/sql/catalog-cache.ts";
import {toSqlError} from "../../../shared/surfaces/sql/error-codes.ts";
import {planText, prepareSql, userOf} from "../../../shared/surfaces/sql/prepare-sql.ts";
import type {SqlContext} from "../../../shared/surfaces/sql/sql-context.ts";
import type {SqlError} from "../../../shared/surfaces/sql/sql-error.ts";
import {withCurrentTables} from "../../../shared/surfaces/sql/with-current-tables.ts";
import type {Caller} from "../../http/token-authenticator.ts";
import type {PreparedSql, SessionSettings, SqlSession} from "../backend.ts";
import {type Asked, linesOf, ServiceStatement, type SessionDeps} from "./service-statement.ts";
import {StatementWatch} from "./statement-watch.ts";

/** The signed-in caller, and a check that the token is still valid. */
export interface SignedIn {
  caller: Caller;
  /** The caller's IP address. */
  address: string;
  /** The caller as of now. Throws, or rejects with, 28P01 if the token is revoked. */
  signIn(): Caller | Promise<Caller>;
}

const NONE = {};
/**
 * Tables that were looked up at most this long ago, for example by `Bind` before `Execute`, are not looked up again.
 */
const JUST_NOW_MS = 10;

/** The caller, project and tables with which a statement is planned and run. */
type Tables = Pick<SqlContext, "project" | "catalog"> & {caller: Caller};

/** A session over the service. Each statement is planned and run with the caller's current rights. */
export class ServiceSession implements SqlSession {
  readonly #ended = new AbortController();
  readonly orgId: string;
  readonly user: string;
  readonly database: string;
  readonly timezone: string;
  /** The tables that the last call for a version looked up, for the run that follows. */
  #versioned: {tables: Tables; at: number} | undefined;

  constructor(
    readonly deps: SessionDeps,
    private readonly signedIn: SignedIn,
    private readonly project: QueryProject,
    private readonly onClose: (session: ServiceSession) => void,
  ) {
    const {actor} = signedIn.caller;
    this.orgId = actor.orgId;
    this.user = userOf(actor);
    this.database = project.name;
    this.timezone = project.timezone;
  }

  get ended(): AbortSignal {
    return this.#ended.signal;
  }

  charge(): void {
    try {
      this.deps.rateLimiter.take(this.signedIn.caller.tokenHash);
    } catch (error) {
      throw toSqlError(error);
    }
  }

  async prepare(
    text: string,
    parameterTypes: readonly number[],
    settings: SessionSettings,
  ): Promise<PreparedSql> {
    this.charge();
    const watch = new StatementWatch(this.deps, "prepare");
    try {
      const context = await this.context(settings, this.#asked(watch));
      const prepared = await withCurrentTables(context, current => prepareSql(current, text, parameterTypes));
      watch.end();
      return new ServiceStatement(this, prepared, settings);
    } catch (error) {
      throw watch.fail(error);
    }
  }

  async explain(text: string, settings: SessionSettings): Promise<string[]> {
    this.charge();
    const watch = new StatementWatch(this.deps, "explain");
    try {
      const context = await this.context(settings, this.#asked(watch));
      const lines = await withCurrentTables(context, async current =>
        linesOf(current, await planText(current, text)),
      );
      watch.end();
      return lines;
    } catch (error) {
      throw watch.fail(error);
    }
  }

  version(): string | Promise<string> {
    try {
      const caller = this.signedIn.signIn();
      if (caller instanceof Promise) return this.#askVersion(caller);
      const {runner} = this.deps;
      const known = runner.catalogs.known(runner, caller.actor, this.project.id);
      return known ? this.#versionOf({...known, caller}) : this.#askVersion(caller);
    } catch (error) {
      throw toSqlError(error);
    }
  }

  async #askVersion(caller: Caller | Promise<Caller>): Promise<string> {
    try {
      const asked = {requestId: `req_${Bun.randomUUIDv7()}`, signal: this.ended};
      return this.#versionOf(await this.#tables(asked, await caller));
    } catch (error) {
      throw toSqlError(error);
    }
  }

  #versionOf(tables: Tables): string {
    this.#versioned = {tables, at: performance.now()};
    const {caller, project, catalog} = tables;
    // Everything that a plan depends on, beside the session's settings.
    return `${catalog.shape} ${project.weekStart} ${userOf(caller.actor)}`;
  }

  close(): void {
    this.onClose(this);
  }

  /** Ends the session with `reason`, which is sent to the client. */
  end(reason: SqlError): void {
    this.#ended.abort(reason);
  }

  /** Rejects with 28P01 if the token is revoked. */
  async check(): Promise<void> {
    await this.signedIn.signIn();
  }

  /**
   * The caller, the project and its tables as they are now. The project may have been edited, or hidden from the
   * caller.
   */
  async context({timezone, values}: SessionSettings, asked: Asked): Promise<SqlContext> {
    const versioned = this.#versioned;
    this.#versioned = undefined;
    const isNew = versioned !== undefined && performance.now() - versioned.at < JUST_NOW_MS;
    const {caller, project, catalog} = isNew
      ? versioned.tables
      : await this.#tables(asked, await this.signedIn.signIn());
    return {
      runner: this.deps.runner,
      queryContext: this.#queryContext(caller, asked),
      project,
      catalog,
      timezone,
      settings: values.size === 0 ? NONE : Object.fromEntries(values),
    };
  }

  async #tables(asked: Asked, caller: Caller): Promise<Tables> {
    const {runner} = this.deps;
    const project = await projectNamed(runner, caller.actor, this.project.id);
    return {
      caller,
      project,
      catalog: await runner.catalogs.of(runner, this.#queryContext(caller, asked), project),
    };
  }

  #queryContext(
    {actor, tokenHash}: Caller,
    {requestId, signal, traceparent}: Asked,
  ): SqlContext["queryContext"] {
    const {address} = this.signedIn;
    const caller: Actor = {...actor, tokenHash, requestId, ...(address === "" ? {} : {address})};
    return {actor: caller, requestId, signal, traceparent, trigger: "sql"};
  }

  #asked({requestId, traceparent}: StatementWatch): Asked {
    return {requestId, traceparent, signal: this.ended};
  }
}
