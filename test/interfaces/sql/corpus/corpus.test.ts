import {afterAll, beforeAll, expect, test} from "bun:test";
import {processorMs} from "../../../support/processor-time.ts";
import {differenceOf, Oracle} from "../oracle/run.ts";
import {BROWSING} from "./browsing.ts";
import {CHARTS} from "./charts.ts";
import {DRIVERS} from "./drivers.ts";
import {DESCRIPTIONS, EXPLORES} from "./explores.ts";
import {INTROSPECTION} from "./introspection.ts";

const STATEMENTS = [...DRIVERS, ...CHARTS, ...BROWSING, ...INTROSPECTION, ...EXPLORES, ...DESCRIPTIONS];
/**
 * Whether a Postgres with the rows in plain tables has one right answer: it knows no measures, and a limit without an
 * order has many right answers.
 */
const isAboutRows = (sql: string) =>
  !/measure|aggregate\(|current_|session_|version\(|\blimit \d+$|random|now\(/i.test(sql);

let oracle: Oracle;
beforeAll(async () => {
  oracle = await Oracle.open(7, {rows: 20});
});
afterAll(() => oracle.close());

for (const {tool, about, sql, refused} of STATEMENTS) {
  test(`${tool}, ${about}: ${refused === undefined ? "is planned and runs" : `is refused with ${refused}`}`, async () => {
    const plan = oracle.plan(sql);
    if (refused !== undefined) {
      expect(plan).toMatchObject({sqlState: refused});
      return;
    }
    expect(plan).not.toHaveProperty("sqlState");
    if ("sqlState" in plan) return;
    const answer = await oracle.actual(plan);
    expect(answer).not.toHaveProperty("sqlState");
    if ((plan.kind === "rest" && plan.readsCatalog) || !isAboutRows(sql)) return;
    const expected = await oracle.expected(sql);
    // The plain tables have no columns for measures.
    if ("sqlState" in expected && expected.sqlState === "42703") return;
    expect(differenceOf(expected, answer, false)).toBeUndefined();
  });
}

test("half of the statements are planned within a millisecond", () => {
  const times: number[] = [];
  const statements = STATEMENTS.filter(({refused}) => refused === undefined);
  for (let round = 0; round < 20; round++) {
    for (const {sql} of statements) {
      const started = processorMs();
      // Another text each time, so that the parser is measured, too.
      oracle.plan(`${sql} -- ${round}`);
      times.push(processorMs() - started);
    }
  }
  times.sort((a, b) => a - b);
  const median = times[Math.floor(times.length / 2)] ?? 0;
  process.stdout.write(
    `planning: median ${median.toFixed(3)} ms, 95% ${(times[Math.floor(times.length * 0.95)] ?? 0).toFixed(3)} ms\n`,
  );
  expect(median).toBeLessThan(1);
});
