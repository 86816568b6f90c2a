import {afterAll, beforeAll, expect, test} from "bun:test";
import {TestSqlServer} from "./sql-server.ts";

let sql: TestSqlServer;
beforeAll(async () => {
  sql = await TestSqlServer.start();
});
afterAll(() => sql.stop());

const FLIGHTS = {
  columns: [
    ["state", "text"],
    ["count", "bigint"],
    ["delay", "numeric"],
  ] as [string, "text" | "bigint" | "numeric"][],
  rows: [
    ["CA", "10", "1.50"],
    ["a\tb\\c\nd\r", null, "NaN"],
    ["", "9223372036854775807", null],
  ],
};

test("a statement runs over the rows of its inputs", async () => {
  const tables = {flights: FLIGHTS};
  expect(await sql.ask(`select * from pg_temp."flights" order by count nulls last`, {tables})).toEqual([
    ["CA", "10", "1.50"],
    ["", "9223372036854775807", null],
    ["a\tb\\c\nd\r", null, "NaN"],
  ]);
  expect(
    await sql.ask(`select count(*), sum(count) over () from pg_temp.flights group by count`, {tables}),
  ).toHaveLength(3);
});
