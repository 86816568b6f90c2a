import {afterAll, beforeAll, expect, test} from "bun:test";
import {mysqlUrl} from "../support/mysql-url.ts";
import {compareSeed} from "./differential.ts";
import {type Engine, openEngines} from "./engines.ts";
import {openMysql} from "./mysql-engine.ts";

let engines: Engine[] = [];
beforeAll(async () => {
  const url = mysqlUrl();
  engines = [...(await openEngines()), ...(url === undefined ? [] : [await openMysql(url)])];
});
afterAll(async () => {
  await Promise.all(engines.map(engine => engine.close()));
});

for (const shape of ["tree", "star"] as const) {
  for (let first = 1; first <= 30; first += 10) {
    test(`random queries over random layers (${shape}) ${first} to ${first + 9} are answered as row by row`, async () => {
      let passed = 0;
      for (let seed = first; seed < first + 10; seed++) {
        passed += (await compareSeed(engines, seed, 12, shape)).passed;
      }
      expect(passed).toBeGreaterThan(100);
    }, 60_000);
  }
}
