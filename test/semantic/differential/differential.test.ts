import {afterAll, beforeAll, expect, test} from "bun:test";
import type {DialectName} from "../../../shared/semantic/dialects/dialect.ts";
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

/** ClickHouse, the slowest engine, has nullable columns in every other layer. */
function enginesFor(seed: number): Engine[] {
  const omitted = seed % 2 === 0 ? "clickhouse" : "clickhouse, all nullable";
  return [...engines].flatMap(([label, engine]) => (label === omitted ? [] : [engine]));
}

/**
 * A test runs 100 to 135 queries on four engines. This takes 10 s on an idle machine, and minutes beside all other
 * tests.
 */
const MAX_MS = 900_000;

// More queries of a star are refused, because several join paths are equally near.
const SHAPES = [
  {shape: "tree", queries: 18, journeys: 2},
  {shape: "star", queries: 24, journeys: 3},
] as const;
for (const options of SHAPES) {
  const {shape} = options;
  for (let first = 1; first <= inLongRun(10, 0); first += 5) {
    test(
      `random queries over random layers (${shape}) ${first} to ${first + 4} have the same answers as the naive evaluator`,
      async () => {
        let ofNewKinds = 0;
        for (let seed = first; seed < first + 5; seed++) {
          const tallies = await compareSeed(enginesFor(seed), seed, options);
          for (const tally of tallies.values()) ofNewKinds += tally.ofNewKinds;
        }
        // Four such tests: 250 queries on each engine.
        expect(ofNewKinds).toBeGreaterThanOrEqual(63 * enginesFor(first).length);
      },
      MAX_MS,
    );
  }
}

if (inLongRun(0, 1) === 1) {
  const required = Number(process.env["TEST_QUERIES"] ?? 20_000);
  const installed = new Set(RUNNABLE.filter(({open}) => open).map(({dialect}) => dialect));
  const names = process.env["TEST_ENGINES"]?.split(",") ?? [...installed];
  const missing = names.filter(name => !installed.has(name as DialectName));
  if (missing.length > 0) throw new Error(`TEST_ENGINES: ${missing.join(", ")} is unknown or not installed`);
  for (const dialect of new Set(RUNNABLE.map(one => one.dialect))) {
    if (!installed.has(dialect)) test.skip(`random queries of the new kinds on ${dialect}`, () => undefined);
  }
  test(
    `${required} random queries of the new kinds have the same answers as the naive evaluator on ${names.join(", ")}`,
    async () => {
      const searched = RUNNABLE.filter(({label, dialect}) => engines.has(label) && names.includes(dialect));
      const variants = Map.groupBy(searched, ({dialect}) => dialect).values();
      const found = await searchDifferences(
        variants.map(labels => labels.flatMap(({label}) => engines.get(label) ?? [])).toArray(),
        {
          // Seeds are independent, so that a search can be continued or divided among machines.
          from: Number(process.env["TEST_SEED"] ?? 1),
          required,
          kind: process.env["TEST_KIND"] ?? "",
          report: line => process.stdout.write(`${line}\n`),
        },
      );
      expect(found.differences).toBe(0);
    },
    longTimeoutMs(0),
  );
}
