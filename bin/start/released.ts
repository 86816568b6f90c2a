import {readdir} from "node:fs/promises";
import {join} from "node:path";
import pg from "pg";

const root = join(import.meta.dir, "..", "..");

/** Whether a release would have nothing to do. The check is cheap, unlike a release. */
export async function isReleased(databaseUrl: string): Promise<boolean> {
  const client = new pg.Client({connectionString: databaseUrl});
  await client.connect();
  try {
    const ours = await numbersIn(join(root, "sql", "migrations"));
    const queues = await numbersIn(join(root, "node_modules", "graphile-worker", "sql"));
    const {rows} = await client.query<{ours: number; queues: number}>(
      `select (select count(*)::int from pgmigrations) as ours,
              (select max(id) from graphile_worker.migrations) as queues`,
    );
    return rows[0]?.ours === ours.length && rows[0].queues >= Math.max(...queues);
  } catch (error) {
    // 42P01: a table is missing, so nothing was released yet.
    if (error instanceof pg.DatabaseError && error.code === "42P01") return false;
    throw error;
  } finally {
    await client.end();
  }
}

async function numbersIn(dir: string): Promise<number[]> {
  const files = await readdir(dir);
  return files.filter(file => file.endsWith(".sql")).map(file => Number.parseInt(file, 10));
}
