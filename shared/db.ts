import {Kysely, PostgresDialect, sql, type Transaction} from "kysely";
import pg from "pg";
import {preparing} from "./database/prepared.ts";
import {DatabaseWatch} from "./database/watch.ts";
import type {DB} from "./db-types.ts";
import type {Logger} from "./log.ts";

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
 * Statements are short, and tables are small and in memory. The planner assumes otherwise by default: it would prefer
 * scans to indexes, and spend longer on JIT compilation than the statement runs.
 */
const PLANNING = "-c random_page_cost=1.1 -c jit=off";
/** A commit does not wait for the disk: what a crash of the database takes with it is from its last second. */
export const UNFLUSHED = "-c synchronous_commit=off";

/** A statement takes milliseconds: one that takes longer than this is ended by Postgres. */
const STATEMENT_MS = 60_000;
/** A connection that is silent for longer has lost its server. */
const SILENCE_MS = STATEMENT_MS + 5000;

export interface Database {
  db: Db;
  pool: pg.Pool;
  watch: DatabaseWatch;
}

/**
 * The service's own database; `options` in its URL replace our own. A connection that Postgres drops is replaced with
 * the next statement. A statement whose connection is lost rejects with `database_unavailable`, and so does one that
 * could not get a connection within seconds.
 */
export function openDatabase(databaseUrl: string, poolSize: number, log: Logger, options = ""): Database {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: poolSize,
    types,
    connectionTimeoutMillis: 5000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    statement_timeout: STATEMENT_MS,
    query_timeout: SILENCE_MS,
    options: `${PLANNING} ${options}`,
    application_name: "analytics-service",
  });
  pool.on("error", error => log.warn({err: error}, "an idle database connection was lost"));
  // A connection lost while in use also emits an error on its client; the statement rejects by itself.
  pool.on("connect", client =>
    client.on("error", error => log.debug({err: error}, "a database connection was lost")),
  );
  const watch = new DatabaseWatch(pool, log);
  return {db: new Kysely<DB>({dialect: new PostgresDialect({pool: preparing(pool, watch)})}), pool, watch};
}
