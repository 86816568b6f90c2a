import {afterAll, expect, test} from "bun:test";
import {readdirSync} from "node:fs";
import {runner} from "node-pg-migrate";
import pg from "pg";
import {migrate} from "../../bin/migrate.ts";
import {MIGRATIONS_DIR} from "../../shared/core/database/migrations.ts";
import {onBusyMachine} from "../support/busy-machine.ts";
import {emptyDatabase, testDatabase} from "../support/postgres.ts";

const database = await testDatabase();
const client = new pg.Client({connectionString: database.url});
await client.connect();
afterAll(async () => {
  await client.end();
  await database.drop();
});

test("a current database is left unchanged", async () => {
  expect(await migrate(database.url)).toEqual([]);
});

test("a lock on a table in use is tried in turns, and nobody behind the release waits long", async () => {
  const old = await emptyDatabase();
  const [client, reader] = [old.url, old.url].map(url => new pg.Client({connectionString: url}));
  await Promise.all([client!.connect(), reader!.connect()]);
  try {
    // The first migration changes `throttles`.
    const before = readdirSync(MIGRATIONS_DIR).filter(name => name < "0012");
    const dir = MIGRATIONS_DIR;
    const quiet = {info: () => {}, warn: () => {}, error: () => {}};
    const options = {dir, direction: "up", count: before.length, migrationsTable: "pgmigrations"} as const;
    await runner({dbClient: client!, noLock: true, logger: quiet, ...options});
    await reader!.query("begin");
    await reader!.query("select count(*) from throttles");
    const migrating = migrate(old.url);
    let maxMs = 0;
    // Waits until a query has queued behind the release, for several turns.
    for (let i = 0; i < 40 || maxMs < 100; i++) {
      const started = performance.now();
      await client!.query("select count(*) from throttles");
      maxMs = Math.max(maxMs, performance.now() - started);
      await Bun.sleep(50);
    }
    await reader!.query("commit");
    expect((await migrating)[0]).toStartWith("0012");
    // The query did wait behind the release, but no longer than a turn.
    expect(maxMs).toBeLessThan(onBusyMachine(2500));
  } finally {
    await Promise.all([client!.end(), reader!.end()]);
    await old.drop();
  }
});

test("two releases on an empty database wait for each other, and each migration runs once", async () => {
  await client.query("drop schema public cascade; drop schema graphile_worker cascade; create schema public");
  const [first, second] = await Promise.all([migrate(database.url), migrate(database.url)]);
  const ran = [...first!, ...second!];
  const {rows} = await client.query<{name: string}>("select name from pgmigrations order by id");
  expect(ran).toEqual(rows.map(row => row.name));
  expect([first!.length, second!.length]).toContain(0);
  expect((await client.query("select count(*)::int as jobs from graphile_worker.jobs")).rows).toEqual([
    {jobs: 0},
  ]);
});
