import {Kysely, PostgresDialect, type PostgresPool, sql, type Transaction} from "kysely";
import pg from "pg";
import type {DB} from "./database/db-types.ts";
import {PoolGuard} from "./database/pool-guard.ts";
import {preparing, Sessions} from "./database/prepared.ts";
import {DatabaseWatch} from "./database/watch.ts";
import type {Logger} from "./log.ts";

export type Db = Kysely<DB>;
export type Tx = Transaction<DB>;
export {sql};

const INT8 = 20;
// bigint is read as a number: the service's own counters stay below 2^53, and a user's data never passes through this
// pool.
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: "text" | "binary") =>
    oid === INT8 ? Number : pg.types.getTypeParser(oid, format),
};

/**
 * Statements are short, and tables are small and in memory. The planner assumes otherwise by default: it would prefer
 * scans to indexes, and spend longer on JIT compilation than the statement runs.
 */
const PLANNING = "-c random_page_cost=1.1 -c jit=off";
/** Commits without waiting for the disk: a crash of the database loses at most its last second. */
export const UNFLUSHED = "-c synchronous_commit=off";

export interface Limits {
  /** Settings of each connection. */
  options?: string;
  /** Postgres ends a statement that takes longer: it should take milliseconds. Default a minute. */
  statementMs?: number;
  /** Postgres ends a statement that waits longer for a lock. Default ten seconds. */
  lockMs?: number;
  /** How long a statement waits for the database, or for a connection of the pool. Default five seconds. */
  waitMs?: number;
}

/** Limits of a statement that somebody waits for. */
export const REQUEST_LIMITS: Limits = {statementMs: 30_000, lockMs: 5000};
/** A connection that is silent for this much longer than a statement may take has lost its server. */
const MARGIN_MS = 5000;

export interface Database {
  db: Db;
  pool: pg.Pool;
  watch: DatabaseWatch;
  /** The pool that `db` uses. */
  connections: PostgresPool;
}

/**
 * Opens the service's own database; `options` in its URL replace the defaults here. A connection that Postgres drops is
 * replaced with the next statement. A statement rejects with `database_unavailable` if its connection is lost, if it
 * gets no connection within seconds, or if Postgres refuses it for now: its disk is full, or a table is locked.
 */
export function openDatabase(
  databaseUrl: string,
  poolSize: number,
  log: Logger,
  {options = "", statementMs = 60_000, lockMs = 10_000, waitMs = 5000}: Limits = {},
): Database {
  const sessions = new Sessions();
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: poolSize,
    types,
    connectionTimeoutMillis: waitMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    statement_timeout: statementMs,
    query_timeout: statementMs + MARGIN_MS,
    options: `${PLANNING} -c lock_timeout=${lockMs} ${options}`,
    application_name: "analytics-service",
    verify: (client, done) => sessions.verify(client, done),
  });
  pool.on("error", error => log.warn({err: error}, "an idle database connection was lost"));
  // A connection lost while in use also emits an error on its client; the statement rejects by itself.
  pool.on("connect", client =>
    client.on("error", error => log.debug({err: error}, "a database connection was lost")),
  );
  const watch = new DatabaseWatch(pool, log, waitMs);
  const connections = preparing(pool, watch, new PoolGuard(pool, log, waitMs), sessions);
  return {db: new Kysely<DB>({dialect: new PostgresDialect({pool: connections})}), pool, watch, connections};
}
