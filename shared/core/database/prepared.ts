import {
  type PostgresCursor,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
  sql,
} from "kysely";
import pg from "pg";
import type {ServiceError} from "../errors.ts";
import type {PoolGuard} from "./pool-guard.ts";
import {type DatabaseWatch, isDatabaseGone, isRefusedForNow} from "./watch.ts";

const MARK = "/* prepared */";
/** How long a new connection may take to answer. */
const VERIFY_MS = 4000;

/**
 * Marks a statement that each connection plans only once, for statements that are frequent and so cheap that most of
 * their time is planning. Its text must be the same for every caller: the differences are bound parameters.
 */
export const prepared = sql.raw(MARK);

/** The state that all connections of a pool share. */
interface Shared {
  watch: DatabaseWatch;
  guard: PoolGuard;
  names: PlanNames;
  sessions: Sessions;
}

/**
 * A pool for Kysely that sends statements marked with `prepared` as named statements, reports outages to `watch`, and
 * lets `guard` end blocked connections. `sessions` has every connection of the pool.
 */
export function preparing(
  pool: pg.Pool,
  watch: DatabaseWatch,
  guard: PoolGuard,
  sessions: Sessions,
): PostgresPool {
  const shared = {watch, guard, names: new PlanNames(), sessions};
  return {
    options: pool.options,
    connect: async () => {
      for (;;) {
        const client = await watch.connect();
        const session = sessions.get(client);
        if (!session) throw new Error("A connection of the pool was not verified");
        if (guard.trusts(session.answeredAt)) return new PreparingClient(client, session, shared);
        client.release(true);
      }
    },
    end: () => pool.end(),
  };
}

interface Session {
  /** The process id of the server's backend. */
  readonly pid: number;
  /** When the backend last answered: `performance.now()`. */
  answeredAt: number;
}

/** The session of each connection of a pool, known once the connection is verified. */
export class Sessions {
  readonly #known = new WeakMap<pg.PoolClient, Session>();

  get(client: pg.PoolClient): Session | undefined {
    return this.#known.get(client);
  }

  /**
   * Asks a new connection for the process id of its backend: behind a pooler, the id that was sent at the opening is not
   * the backend's. `done` gets the error of a connection that does not answer in time.
   */
  verify(client: pg.PoolClient, done: (error?: Error) => void): void {
    const query: pg.QueryConfig & {query_timeout: number} = {
      text: "select pg_backend_pid() as pid",
      query_timeout: VERIFY_MS,
    };
    client.query<{pid: number}>(query).then(
      ({rows}) => {
        this.#known.set(client, {pid: rows[0]!.pid, answeredAt: performance.now()});
        done();
      },
      (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
    );
  }
}

class PreparingClient implements PostgresPoolClient {
  /** The error after the connection was lost. */
  #lost: ServiceError | undefined;
  #isReleased = false;

  constructor(
    private readonly client: pg.PoolClient,
    private readonly session: Session,
    private readonly shared: Shared,
  ) {}

  get pid(): number {
    return this.session.pid;
  }

  query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  query(statement: string | PostgresCursor<unknown>, values: readonly unknown[] = []): unknown {
    if (typeof statement !== "string") throw new Error("This pool reads no cursors");
    return this.#ask(statement, [...values]);
  }

  release(destroy?: boolean): void {
    if (this.#isReleased) return;
    this.#isReleased = true;
    this.client.release(destroy || this.#lost !== undefined);
  }

  drop(): void {
    this.release(true);
  }

  async #ask(text: string, values: unknown[]): Promise<pg.QueryResult> {
    // Kysely still ends the transaction of a lost connection: that must not wait for a reply again.
    if (this.#lost) throw this.#lost;
    const {watch, guard} = this.shared;
    guard.begin(this);
    try {
      const result = await (text.trimStart().startsWith(MARK)
        ? this.#run(text, values)
        : this.client.query(text, values));
      this.session.answeredAt = performance.now();
      return result;
    } catch (error) {
      if (isRefusedForNow(error)) throw watch.refused(error);
      if (!isDatabaseGone(error)) throw error;
      this.#lost = watch.lost(error);
      throw this.#lost;
    } finally {
      guard.end(this);
    }
  }

  /**
   * Postgres refuses a prepared plan for good once a migration has changed its columns, so the statement gets a new
   * name.
   */
  async #run(text: string, values: unknown[]): Promise<pg.QueryResult> {
    try {
      return await this.client.query({name: this.shared.names.of(text), text, values});
    } catch (error) {
      if (!isStalePlan(error)) throw error;
      this.shared.names.rename(text);
      // Inside a transaction this fails too, because the first error has aborted it: the caller must begin again.
      return this.client.query({name: this.shared.names.of(text), text, values});
    }
  }
}

/** The names of the prepared statements of a pool. */
class PlanNames {
  readonly #names = new Map<string, string>();
  readonly #renamed = new Map<string, number>();

  /** Postgres keeps 63 bytes of a name. The name is a hash of the text, so that equal names mean equal texts. */
  of(text: string): string {
    let name = this.#names.get(text);
    if (name === undefined) {
      const hash = new Bun.CryptoHasher("sha256").update(text).digest("base64url");
      name = `${hash}_${this.#renamed.get(text) ?? 0}`;
      this.#names.set(text, name);
    }
    return name;
  }

  rename(text: string): void {
    this.#renamed.set(text, (this.#renamed.get(text) ?? 0) + 1);
    this.#names.delete(text);
  }
}

function isStalePlan(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === "0A000" && error.message.includes("cached plan");
}
