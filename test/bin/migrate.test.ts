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
