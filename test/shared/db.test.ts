import {afterAll, beforeAll, expect, test} from "bun:test";
import {openDatabase, sql} from "../../shared/core/db.ts";
import {makeLogger} from "../../shared/core/log.ts";
import {type TestDatabase, testDatabase} from "../support/postgres.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

async function planningAt(url: string) {
  const {db, pool} = openDatabase(url, 1, makeLogger("test", "silent"));
  const {rows} = await sql`
    select current_setting('jit') as jit, current_setting('random_page_cost') as cost`.execute(db);
  await pool.end();
  return rows[0];
}

test("statements are planned for small tables in memory", async () => {
  expect(await planningAt(database.url)).toEqual({jit: "off", cost: "1.1"});
});

test("the database's URL can override the planner's settings", async () => {
  const url = new URL(database.url);
  url.searchParams.set("options", "-c random_page_cost=3 -c jit=on");
  expect(await planningAt(url.href)).toEqual({jit: "on", cost: "3"});
});
