import {
  type PostgresCursor,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
  sql,
} from "kysely";
import pg from "pg";

const MARK = "/* prepared */";

/**
 * Begins a statement that each connection plans once and keeps: for those that are asked so often, and take so little
 * of the database, that most of their time is planning. Its text is the same whoever asks: what differs is bound.
 */
export const prepared = sql.raw(MARK);

/** A pool for Kysely whose statements marked by `prepared` are sent under a name. */
export function preparing(pool: pg.Pool): PostgresPool {
  return {
    options: pool.options,
    connect: async () => new PreparingClient(await pool.connect()),
    end: () => pool.end(),
  };
}

class PreparingClient implements PostgresPoolClient {
  readonly #client: pg.PoolClient;

  constructor(client: pg.PoolClient) {
    this.#client = client;
  }

  query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  query(statement: string | PostgresCursor<unknown>, values: readonly unknown[] = []): unknown {
    if (typeof statement !== "string") throw new Error("This pool reads no cursors");
    if (!statement.trimStart().startsWith(MARK)) return this.#client.query(statement, [...values]);
    return this.#run(statement, [...values]);
  }

  release(destroy?: boolean): void {
    this.#client.release(destroy);
  }

  /** A plan whose columns a migration has changed is refused for good: from then on the statement has another name. */
  async #run(text: string, values: unknown[]): Promise<pg.QueryResult> {
    try {
      return await this.#client.query({name: nameOf(text), text, values});
    } catch (error) {
      if (!isStalePlan(error)) throw error;
      renamed.set(text, (renamed.get(text) ?? 0) + 1);
      names.delete(text);
      // In a transaction, which the refusal has ended, this is refused too, and whoever asked begins anew.
      return this.#client.query({name: nameOf(text), text, values});
    }
  }
}

const names = new Map<string, string>();
const renamed = new Map<string, number>();

/** Postgres keeps 63 characters of a name; equal names are equal texts. */
function nameOf(text: string): string {
  let name = names.get(text);
  if (name === undefined) {
    const hash = new Bun.CryptoHasher("sha256").update(text).digest("base64url");
    name = `${hash}_${renamed.get(text) ?? 0}`;
    names.set(text, name);
  }
  return name;
}

function isStalePlan(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === "0A000" && error.message.includes("cached plan");
}
