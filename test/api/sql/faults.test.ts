import {afterAll, beforeAll, expect, test} from "bun:test";
import type pg from "pg";
import {type SqlOverShops, sqlOverShops} from "./support/sql-over-shops.ts";

let sides: SqlOverShops;
beforeAll(async () => {
  sides = await sqlOverShops();
});
afterAll(() => sides.stop());

const open = () => sides.open({password: sides.service.org.admin.token});

async function faultOf(client: pg.Client, text: string): Promise<unknown> {
  return client.query(text).then(
    () => undefined,
    (error: unknown) => error,
  );
}

test("an error after the first rows is told as Postgres tells it", async () => {
  const client = await open();
  const fault = await faultOf(client, "select repeat('x', 1000), 1 / (20000 - g) from generate_series(1, 30000) g");
  expect(fault).toMatchObject({code: "22012", message: "division by zero"});
  expect((await client.query("select 1 as n")).rows).toEqual([{n: 1}]);
  await client.end();
});
