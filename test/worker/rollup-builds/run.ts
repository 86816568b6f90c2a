import {startMysql} from "../../support/engines/mysql.ts";
import {compareRollups, newTally, openBench, openMysqlBench, type Tally} from "./differential.ts";

// Compares the given number of random layers: `bun test/worker/rollup-builds/run.ts <first seed> <seeds> [queries each]
// [duckdb|postgres|tables|mysql]`. With `tables` and `mysql`, roll-ups are tables of Postgres and of MariaDB. A seed with a
// difference is printed and does not end the run. Postgres is that of `TEST_DATABASE_URL`; MariaDB is started for the run.
const [first = "1", seeds = "100", queries = "50", dialect = "duckdb"] = process.argv.slice(2);
const server = dialect === "mysql" ? await startMysql() : undefined;
if (dialect === "mysql" && server === undefined) throw new Error("MariaDB is not installed");
const bench = server
  ? await openMysqlBench(server.url)
  : dialect === "tables"
    ? await openBench("postgres", "tables")
    : await openBench(dialect === "postgres" ? dialect : "duckdb");
const sum = {...newTally(), seedsThatDiffer: 0};
const started = performance.now();
try {
  for (let seed = Number(first); seed < Number(first) + Number(seeds); seed++) {
    try {
      const tally = await compareRollups(bench, seed, Number(queries));
      for (const key of Object.keys(newTally()) as (keyof Tally)[]) sum[key] += tally[key];
    } catch (fault) {
      sum.seedsThatDiffer++;
      process.stdout.write(`${String(fault)}\n`);
    }
  }
} finally {
  const seconds = Math.round((performance.now() - started) / 1000);
  process.stdout.write(`${JSON.stringify({...sum, seconds})}\n`);
  await bench.close();
  await server?.stop();
}
process.exitCode = sum.seedsThatDiffer > 0 ? 1 : 0;
