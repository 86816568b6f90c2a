import {afterAll, expect, test} from "bun:test";
import pg from "pg";
import {migrate} from "../../bin/migrate.ts";
import {testDatabase} from "../support/postgres.ts";

const database = await testDatabase();
const client = new pg.Client({connectionString: database.url});
await client.connect();
afterAll(async () => {
  await client.end();
  await database.drop();
});

test("a current database is left as it is", async () => {
  expect(await migrate(database.url)).toEqual([]);
});

test("a table in use is waited for in turns, and nobody behind the release waits long", async () => {
  const {rows} = await client.query<{name: string}>("select name from pgmigrations where name like '0012%'");
  await client.query("delete from pgmigrations where name >= $1", [rows[0]?.name]);
  await client.query(
    "alter table throttles drop column level, drop column strikes, drop column counted_at, drop column paused_until",
  );
  const reader = new pg.Client({connectionString: database.url});
  await reader.connect();
  await reader.query("begin");
  await reader.query("select count(*) from throttles");
  const migrating = migrate(database.url);
  let longestMs = 0;
  for (let i = 0; i < 40; i++) {
    const started = performance.now();
    await client.query("select count(*) from throttles");
    longestMs = Math.max(longestMs, performance.now() - started);
    await Bun.sleep(50);
  }
  await reader.query("commit");
  await reader.end();
  expect((await migrating)[0]).toBe(rows[0]?.name);
  // It did wait behind the release, and no longer than a turn of that.
  expect(longestMs).toBeWithin(100, 2500);
}, 30_000);

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
