import {join} from "node:path";
import {Logger, runMigrations} from "graphile-worker";
import {runner} from "node-pg-migrate";
import pg from "pg";

export const MIGRATIONS_DIR = join(import.meta.dir, "..", "sql", "migrations");

// Any number, as long as every release of this service takes the same.
const RELEASE_LOCK = 7_113_042;
const QUIET = new Logger(() => () => {});

/**
 * Brings the database up to `sql/migrations` and the queue's own schema, forward only; returns the names of
 * the migrations it ran. Another release at work on the same database is waited for. Each migration is one
 * transaction: after a failure the next release goes on where this one stopped.
 */
export async function migrate(databaseUrl: string): Promise<string[]> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: "analytics-service release",
  });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [RELEASE_LOCK]);
    await runMigrations({connectionString: databaseUrl, logger: QUIET});
    const ran = await runner({
      dbClient: client,
      noLock: true,
      dir: MIGRATIONS_DIR,
      direction: "up",
      migrationsTable: "pgmigrations",
      logger: {info: () => {}, warn: console.warn, error: console.error},
    });
    return ran.map(migration => migration.name);
  } finally {
    await client.end();
  }
}
