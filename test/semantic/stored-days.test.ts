import {expect, test} from "bun:test";
import {DuckDBInstance} from "@duckdb/node-api";
import {duckdb} from "../../shared/semantic/dialects/duckdb.ts";

const PERIODS = ["day", "week", "month", "quarter", "year"] as const;

test("the period of a stored day begins where date_trunc says, also before our era, at infinity and for null", async () => {
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  await connection.run(`
    create table days as select date '0001-01-01' + (i * 13 - 500000)::integer as day from range(300000) as t(i)
    union all select date '1999-12-20' + i::integer from range(1500) as t(i)
    union all values ('infinity'::date), ('-infinity'::date), (null::date)`);
  for (const weekStart of ["monday", "sunday"] as const)
    for (const period of PERIODS) {
      const own = duckdb.startOfDay?.(period, "day", weekStart);
      const usual = duckdb.startOf(period, "day", weekStart);
      const found = await connection.runAndReadAll(`
        select count(*), count(*) filter (where ${own} is distinct from ${usual}), any_value(typeof(${own})) from days`);
      expect([period, weekStart, ...found.getRowsJson()[0]!.map(String)]).toEqual([
        period,
        weekStart,
        "301503",
        "0",
        "DATE",
      ]);
    }
  connection.closeSync();
  instance.closeSync();
});
