import {Logger, runMigrations} from "graphile-worker";
import {runner} from "node-pg-migrate";
import pg from "pg";
import {MIGRATIONS_DIR} from "../shared/core/database/migrations.ts";

// An arbitrary number, which must be the same in every release of this service.
const RELEASE_LOCK = 7_113_042;
const QUIET = new Logger(() => () => {});
/**
 * The time that a migration waits for a table in use. Other statements queue behind the waiting migration, so it gives
 * up after this time and tries again later.
 */
const LOCK_MS = 1000;
const PAUSE_MS = 2000;
const MAX_MS = 600_000;
/** How often the server checks during a statement whether the release still runs. */
const GONE_MS = 1000;

/**
 * Brings the database up to `sql/migrations` and the queue's own schema, forward only; returns the names of the
 * migrations that it ran. A concurrent release on the same database is awaited. Each migration is one transaction, so
 * that after a failure the next release continues where this one stopped. A table in use is awaited in short turns, for
 * ten minutes at most, so that running processes can go on. With `last`, it stops after that migration.
 */
export async function migrate(databaseUrl: string, last?: string): Promise<string[]> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: "analytics-service release",
  });
  client.on("error", () => undefined);
  await client.connect();
  try {
    // Makes the server notice soon that a release was killed. Otherwise it would first finish the release's statement,
    // and hold its locks until then.
    await client.query(
      "select set_config(name, $1, false) from pg_settings where name = 'client_connection_check_interval'",
      [String(GONE_MS)],
    );
    await client.query("select pg_advisory_lock($1)", [RELEASE_LOCK]);
    await client.query(`set lock_timeout = ${LOCK_MS}`);
    await migrateQueue(databaseUrl);
    const ran: string[] = [];
    await inTurns(() => migrateAll(client, ran, last));
    return ran;
  } finally {
    await client.end();
  }
}

/**
 * Migrates the queue's schema on connections that are closed when this function resolves: connections that the queue
 * opens itself are closed later.
 */
async function migrateQueue(databaseUrl: string): Promise<void> {
  const pool = new pg.Pool({connectionString: withLockTimeout(databaseUrl)});
  // The statement of a lost connection rejects by itself.
  pool.on("error", () => undefined);
  pool.on("connect", client => client.on("error", () => undefined));
  try {
    await inTurns(() => runMigrations({pgPool: pool, logger: QUIET}));
  } finally {
    await pool.end();
  }
}

/** Runs the migrations one by one, so that those that succeeded are known when a later one has to wait. */
async function migrateAll(client: pg.Client, ran: string[], last: string | undefined): Promise<void> {
  // A migration that gave up has left its transaction open.
  await client.query("rollback");
  while (ran.length === 0 || ran.at(-1) !== last) {
    const [next] = await runner({
      dbClient: client,
      noLock: true,
      dir: MIGRATIONS_DIR,
      direction: "up",
      count: 1,
      migrationsTable: "pgmigrations",
      logger: {info: () => {}, warn: console.warn, error: () => {}},
    });
    if (!next) return;
    ran.push(next.name);
  }
}

async function inTurns(work: () => Promise<unknown>): Promise<void> {
  const until = performance.now() + MAX_MS;
  for (;;) {
    try {
      await work();
      return;
    } catch (error) {
      if (!isLockTimeout(error) || performance.now() > until) throw error;
      await Bun.sleep(PAUSE_MS);
    }
  }
}

/** 55P03: a lock could not be obtained in time. */
function isLockTimeout(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === "55P03";
}

function withLockTimeout(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  const options = url.searchParams.get("options");
  url.searchParams.set("options", `${options === null ? "" : `${options} `}-c lock_timeout=${LOCK_MS}`);
  return url.href;
}
