import {
  type PostgresCursor,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
  sql,
} from "kysely";
import pg from "pg";
import type {ServiceError} from "../errors.ts";
import {type DatabaseWatch, isDatabaseGone} from "./watch.ts";

const MARK = "/* prepared */";

/**
 * Marks a statement that each connection plans only once, for statements that are frequent and so cheap that most of
 * their time is planning. Its text must be the same for every caller: what differs is a bound parameter.
 */
export const prepared = sql.raw(MARK);

/** A pool for Kysely that sends statements marked with `prepared` under a name, and reports outages to `watch`. */
export function preparing(pool: pg.Pool, watch: DatabaseWatch): PostgresPool {
  const names = new PlanNames();
  return {
    options: pool.options,
    connect: async () => new PreparingClient(await watch.connect(), watch, names),
    end: () => pool.end(),
  };
}

class PreparingClient implements PostgresPoolClient {
  /** Set once the connection is lost. */
  #lost: ServiceError | undefined;

  constructor(
    private readonly client: pg.PoolClient,
    private readonly watch: DatabaseWatch,
    private readonly names: PlanNames,
  ) {}

  query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  query(statement: string | PostgresCursor<unknown>, values: readonly unknown[] = []): unknown {
    if (typeof statement !== "string") throw new Error("This pool reads no cursors");
    return this.#ask(statement, [...values]);
  }

  release(destroy?: boolean): void {
    this.client.release(destroy || this.#lost !== undefined);
  }

  async #ask(text: string, values: unknown[]): Promise<pg.QueryResult> {
    // Kysely still ends the transaction of a lost connection: that must not wait for a reply again.
    if (this.#lost) throw this.#lost;
    try {
      return await (text.trimStart().startsWith(MARK)
        ? this.#run(text, values)
        : this.client.query(text, values));
    } catch (error) {
      if (!isDatabaseGone(error)) throw error;
      this.#lost = this.watch.lost(error);
      throw this.#lost;
    }
  }

  /**
   * Postgres refuses a prepared plan for good once a migration has changed its columns, so the statement gets a new
   * name.
   */
  async #run(text: string, values: unknown[]): Promise<pg.QueryResult> {
    try {
      return await this.client.query({name: this.names.of(text), text, values});
    } catch (error) {
      if (!isStalePlan(error)) throw error;
      this.names.rename(text);
      // Inside a transaction this fails too, because the first error has aborted it: the caller must begin again.
      return this.client.query({name: this.names.of(text), text, values});
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
