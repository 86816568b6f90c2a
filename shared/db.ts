import {Kysely, PostgresDialect, sql, type Transaction} from "kysely";
import pg from "pg";
import type {DB} from "./db-types.ts";
import type {Logger} from "./log.ts";
import {preparing} from "./prepared.ts";

export type Db = Kysely<DB>;
export type Tx = Transaction<DB>;
export {sql};

const INT8 = 20;
// bigint as a number: our own counters stay below 2^53, and a user's data never passes through this pool.
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: "text" | "binary") =>
    oid === INT8 ? Number : pg.types.getTypeParser(oid, format),
};

/**
 * Its statements are short and its tables small and in memory, which a planner does not take for granted: it reads a
 * table through to spare itself an index, and compiles a page's statement for longer than it runs.
 */
const PLANNING = "-c random_page_cost=1.1 -c jit=off";

/** The service's own database; `options` in its URL stand in place of our own. A connection that Postgres drops is replaced by the next statement. */
export function openDatabase(databaseUrl: string, poolSize: number, log: Logger): {db: Db; pool: pg.Pool} {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: poolSize,
    types,
    connectionTimeoutMillis: 5000,
    statement_timeout: 60_000,
    options: PLANNING,
    application_name: "analytics-service",
  });
  pool.on("error", error => log.warn({err: error}, "an idle database connection was lost"));
  // One that is lost while in use says so to its client too; its statement rejects by itself.
  pool.on("connect", client =>
    client.on("error", error => log.debug({err: error}, "a database connection was lost")),
  );
  return {db: new Kysely<DB>({dialect: new PostgresDialect({pool: preparing(pool)})}), pool};
}
