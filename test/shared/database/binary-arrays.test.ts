import {afterAll, beforeAll, expect, test} from "bun:test";
import pg from "pg";
import {
  bigintArray,
  doubleArray,
  textArray,
  timestampArray,
} from "../../../shared/core/database/binary-arrays.ts";
import {type TestDatabase, testDatabase} from "../../support/postgres.ts";

let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await testDatabase();
  client = new pg.Client({connectionString: database.url});
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

/** The elements that Postgres reads from the array, as text. */
async function elements(type: string, array: Buffer): Promise<(string | null)[]> {
  const {rows} = await client.query<{e: string | null}>(
    `select e::text from unnest($1::${type}[]) with ordinality as u (e, n) order by n`,
    [array],
  );
  return rows.map(({e}) => e);
}

test("Postgres reads texts unchanged, whatever they contain", async () => {
  const texts = ["", "a", 'b"c\\d{e,f}', "NULL", null, "Grüße", "📦", "\n\t", "x".repeat(100_000)];
  expect(await elements("text", textArray(texts))).toEqual(texts);
});

test("Postgres reads whole numbers up to the largest safe one", async () => {
  const numbers = [0, 1, -1, 2 ** 31, 2 ** 32, -(2 ** 32), -(2 ** 33) - 5];
  const most = [...numbers, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER];
  expect(await elements("bigint", bigintArray([...most, null]))).toEqual([...most.map(String), null]);
});

test("Postgres reads doubles exactly", async () => {
  expect(await elements("double precision", doubleArray([0.1, -1e300, null, Number.NaN]))).toEqual([
    "0.1",
    "-1e+300",
    null,
    "NaN",
  ]);
});

test("Postgres reads times to the microsecond, before and after its epoch", async () => {
  await client.query("set timezone = 'UTC'");
  const times = [Date.UTC(2026, 1, 3, 4, 5, 6, 789) + 0.125, Date.UTC(1999, 11, 31, 23, 59, 59, 999), null];
  expect(await elements("timestamptz", timestampArray(times))).toEqual([
    "2026-02-03 04:05:06.789125+00",
    "1999-12-31 23:59:59.999+00",
    null,
  ]);
});

test("an array may be empty", async () => {
  expect(await elements("text", textArray([]))).toEqual([]);
  expect(await elements("bigint", bigintArray([]))).toEqual([]);
});
