import {afterAll, beforeAll, expect, test} from "bun:test";
import {inLongRun, longTimeoutMs} from "../../support/long.ts";
import {openAllEngines} from "../all-engines.ts";
import type {Engine} from "../engines.ts";
import {compareSeed} from "./differential.ts";

let engines: Map<string, Engine>;
beforeAll(async () => {
  engines = await openAllEngines();
});
afterAll(async () => {
  await Promise.all([...engines.values()].map(engine => engine.close()));
});

/** ClickHouse has its columns nullable in every other layer: it is the slowest of them. */
function enginesFor(seed: number): Engine[] {
  const left = seed % 2 === 0 ? "clickhouse" : "clickhouse, all nullable";
  return [...engines].flatMap(([label, engine]) => (label === left ? [] : [engine]));
}

for (const shape of ["tree", "star"] as const) {
  for (let first = 1; first <= inLongRun(20, 800); first += 10) {
    test(
      `random queries over random layers (${shape}) ${first} to ${first + 9} are answered as row by row`,
      async () => {
        let passed = 0;
        for (let seed = first; seed < first + 10; seed++) {
          passed += (await compareSeed(enginesFor(seed), seed, 12, shape, inLongRun(1, 12))).passed;
        }
        expect(passed).toBeGreaterThan(100);
      },
      longTimeoutMs(300_000),
    );
  }
}
