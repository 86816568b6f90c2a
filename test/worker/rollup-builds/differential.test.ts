import {afterAll, beforeAll, expect, test} from "bun:test";
import {clickhouseUrl} from "../../support/engines/clickhouse-url.ts";
import {mysqlUrl} from "../../support/engines/mysql-url.ts";
import {inLongRun, longTimeoutMs} from "../../support/long.ts";
import {type Bench, compareRollups, openBench, openClickhouseBench, openMysqlBench} from "./differential.ts";

const clickhouse = clickhouseUrl();
const mysql = mysqlUrl();
const benches = new Map<string, Bench>();
beforeAll(async () => {
  for (const dialect of ["duckdb", "postgres"] as const) benches.set(dialect, await openBench(dialect));
  if (clickhouse !== undefined) benches.set("clickhouse, as tables", await openClickhouseBench(clickhouse));
  if (mysql !== undefined) benches.set("mysql, as tables", await openMysqlBench(mysql));
  benches.set("postgres, as tables", await openBench("postgres", "tables"));
});
afterAll(async () => {
  for (const bench of benches.values()) await bench.close();
});

const all = ["duckdb", "postgres", "postgres, as tables"];
if (clickhouse !== undefined) all.push("clickhouse, as tables");
if (mysql !== undefined) all.push("mysql, as tables");
test.each(all)(
  "random queries have the same answers from roll-ups of %s as without",
  async dialect => {
    const bench = benches.get(dialect);
    let [answered, several, sketched, nested, subtotals, spans] = [0, 0, 0, 0, 0, 0];
    for (let seed = 1; bench && seed <= inLongRun(4, 250); seed++) {
      const tally = await compareRollups(bench, seed, 50);
      answered += tally.answered;
      several += tally.several;
      sketched += tally.sketched;
      nested += tally.nested;
      subtotals += tally.subtotals;
      spans += tally.compared;
    }
    expect(answered).toBeGreaterThan(20);
    expect(several).toBeGreaterThan(0);
    expect(nested).toBeGreaterThan(0);
    expect(subtotals).toBeGreaterThan(0);
    expect(spans).toBeGreaterThan(0);
    // Roll-ups as tables have no sketches.
    expect(sketched > 0).toBe(!dialect.includes("tables"));
  },
  longTimeoutMs(),
);
