import {afterAll, beforeAll, expect, test} from "bun:test";
import {inLongRun, longTimeoutMs} from "../../support/long.ts";
import {openAllEngines, RUNNABLE} from "../all-engines.ts";
import type {Engine} from "../engines.ts";
import {compareSeed} from "./differential.ts";
import {searchDifferences} from "./search.ts";

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

// More queries of a star are refused, as several ways are as near.
const SHAPES = [
  {shape: "tree", queries: 18, journeys: 2},
  {shape: "star", queries: 24, journeys: 3},
] as const;
for (const options of SHAPES) {
  const {shape} = options;
  for (let first = 1; first <= inLongRun(10, 0); first += 5) {
    test(`random queries over random layers (${shape}) ${first} to ${first + 4} are answered as row by row`, async () => {
      let ofNewKinds = 0;
      for (let seed = first; seed < first + 5; seed++) {
        const tally = await compareSeed(enginesFor(seed), seed, options);
        ofNewKinds += tally.ofNewKinds;
      }
      // Four such tests: 250 queries on each engine.
      expect(ofNewKinds).toBeGreaterThanOrEqual(63 * enginesFor(first).length);
    });
  }
}

// Seeds are independent, so that a search can be gone on with, or parted between machines.
const from = Number(process.env["TEST_SEED"] ?? 1);
const wanted = Number(process.env["TEST_QUERIES"] ?? 20_000);
const kind = process.env["TEST_KIND"] ?? "";
for (const dialect of inLongRun(0, 1) === 0 ? [] : new Set(RUNNABLE.map(runnable => runnable.dialect))) {
  const labels = RUNNABLE.filter(runnable => runnable.dialect === dialect && runnable.open !== undefined);
  test.skipIf(labels.length === 0)(
    `${wanted} random queries of the new kinds are answered as row by row on ${dialect}`,
    async () => {
      const variants = labels.flatMap(({label}) => engines.get(label) ?? []);
      const {differences} = await searchDifferences(variants, {
        from,
        wanted,
        kind,
        say: line => process.stdout.write(`${line}\n`),
      });
      expect(differences).toBe(0);
    },
    longTimeoutMs(0),
  );
}
