import {afterAll, beforeAll, expect, test} from "bun:test";
import {inLongRun, longTimeoutMs} from "../../../support/long.ts";
import {Oracle} from "./run.ts";
import {searchMeasures, searchStatements} from "./search.ts";

const from = Number(process.env["TEST_SEED"] ?? 1);
const count = inLongRun(300, Number(process.env["TEST_QUERIES"] ?? 20_000));

let oracle: Oracle;
beforeAll(async () => {
  oracle = await Oracle.open(1);
});
afterAll(() => oracle.close());

test(
  `${count} random statements are answered as by Postgres over real tables`,
  async () => {
    const {tally, differences} = await searchStatements(oracle, {from, count});
    process.stdout.write(`${JSON.stringify(tally)}\n`);
    expect(Math.min(tally.limited, tally.having, tally.columns, tally.conditional)).toBeGreaterThan(0);
    expect(differences).toEqual([]);
  },
  longTimeoutMs(),
);

test(
  `${count} random statements with measures are answered as by aggregates written by hand`,
  async () => {
    const {tally, differences} = await searchMeasures(oracle, {from, count});
    process.stdout.write(`${JSON.stringify(tally)}\n`);
    expect(tally.refused).toBeLessThan(tally.compared * 0.4);
    expect(differences).toEqual([]);
  },
  longTimeoutMs(),
);
