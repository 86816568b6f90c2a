import {mysqlUrl} from "../support/mysql-url.ts";
import {compareSeed} from "./differential.ts";
import {openEngines} from "./engines.ts";
import {openMysql} from "./mysql-engine.ts";

// As many random layers as wanted: `bun test/semantic/differential-run.ts <first seed> <seeds> [queries each] [tree|star]`.
const [first = "1", seeds = "100", queries = "20", shape = "tree"] = process.argv.slice(2);
const mysql = mysqlUrl();
const engines = [...(await openEngines()), ...(mysql === undefined ? [] : [await openMysql(mysql)])];
const sum = {passed: 0, refused: 0, engineFaults: 0};
try {
  for (let seed = Number(first); seed < Number(first) + Number(seeds); seed++) {
    const tally = await compareSeed(engines, seed, Number(queries), shape === "star" ? "star" : "tree");
    sum.passed += tally.passed;
    sum.refused += tally.refused;
    sum.engineFaults += tally.engineFaults;
  }
} finally {
  process.stdout.write(`${JSON.stringify(sum)}\n`);
  await Promise.all(engines.map(engine => engine.close()));
}
