import {readdir} from "node:fs/promises";
import {join} from "node:path";
import pg from "pg";
import {keyId} from "../../shared/core/process/key-check.ts";

const CONNECT_MS = 5000;
const root = join(import.meta.dir, "..", "..");

/**
 * Whether the database has all migrations and has recorded the first encryption key, so that a release would change
 * nothing. This check is cheaper than a release, but does not report what is wrong with a key: a release does.
 */
export async function isReleased(databaseUrl: string, keys: readonly Buffer[]): Promise<boolean> {
  const client = new pg.Client({connectionString: databaseUrl, connectionTimeoutMillis: CONNECT_MS});
  try {
    await client.connect();
    const ours = await numbersIn(join(root, "sql", "migrations"));
    const queues = await numbersIn(join(root, "node_modules", "graphile-worker", "sql"));
    const {rows} = await client.query<{ours: number; queues: number; known: boolean}>(
      `select (select count(*)::int from pgmigrations) as ours,
              (select max(id) from graphile_worker.migrations) as queues,
              exists (select from encryption_keys where id = $1) as known`,
      [keyId(keys[0]!)],
    );
    const [found] = rows;
    return found?.ours === ours.length && found.queues >= Math.max(...queues) && found.known;
  } catch (error) {
    // 42P01: a table is missing, so nothing was released yet.
    if (error instanceof pg.DatabaseError && error.code === "42P01") return false;
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function numbersIn(dir: string): Promise<number[]> {
  const files = await readdir(dir);
  return files.filter(file => file.endsWith(".sql")).map(file => Number.parseInt(file, 10));
}
