import {afterAll, beforeAll, expect, test} from "bun:test";
import {Chance} from "../../../semantic/differential/random-layer.ts";
import {inLongRun, longTimeoutMs} from "../../../support/long.ts";
import {randomMeasured} from "./random-measures.ts";
import {RandomStatements} from "./random-statement.ts";
import {differenceOf, Oracle} from "./run.ts";

const from = Number(process.env["TEST_SEED"] ?? 1);
const wanted = inLongRun(300, Number(process.env["TEST_QUERIES"] ?? 20_000));
const ZONES = ["UTC", "America/New_York", "Europe/Berlin", "Asia/Kolkata", "America/Sao_Paulo"];

let oracle: Oracle;
beforeAll(async () => {
  oracle = await Oracle.open(1);
});
afterAll(() => oracle.close());

test(
  `${wanted} random statements are answered as by Postgres over real tables`,
  async () => {
    const found: string[] = [];
    const tally = {compared: 0, refused: 0, failing: 0, grouped: 0, whole: 0, rows: 0};
    for (let seed = from; seed < from + wanted; seed++) {
      const chance = new Chance(seed);
      const sql = new RandomStatements(chance).statement(1 + chance.below(4));
      const timezone = chance.pick(ZONES);
      const expected = await oracle.expected(sql, timezone);
      if ("sqlState" in expected && expected.sqlState === "57014") continue;
      const plan = oracle.plan(sql, {timezone});
      const actual =
        "sqlState" in plan
          ? plan
          : await oracle
              .actual(plan, timezone)
              .catch((error: unknown) => ({sqlState: "XX000", message: String(error)}));
      tally.compared += 1;
      if ("sqlState" in expected) tally.failing += 1;
      if (!("sqlState" in plan)) {
        if (plan.kind === "query") tally.whole += 1;
        else if (plan.inputs.some(({query}) => query.rows !== true)) tally.grouped += 1;
        else tally.rows += 1;
      }
      const isOrdered = /order by 1[^()]*$/.test(sql);
      const difference = differenceOf(expected, actual, isOrdered);
      if (difference === undefined) continue;
      found.push(`seed ${seed} (${timezone}): ${sql}\n  ${JSON.stringify(plan)}\n  ${difference}`);
      if (found.length >= 15) break;
    }
    process.stdout.write(`${JSON.stringify(tally)}\n`);
    expect(found).toEqual([]);
  },
  longTimeoutMs(),
);

test(
  `${wanted} random statements with measures are answered as by aggregates written by hand`,
  async () => {
    const found: string[] = [];
    const tally = {compared: 0, refused: 0, whole: 0};
    for (let seed = from; seed < from + wanted; seed++) {
      const chance = new Chance(seed);
      const {sql, byHand, mayRefuse} = randomMeasured(chance);
      const timezone = chance.pick(ZONES);
      const plan = oracle.plan(sql, {timezone});
      tally.compared += 1;
      if ("sqlState" in plan && plan.sqlState === "0A000" && mayRefuse) {
        tally.refused += 1;
        continue;
      }
      const expected = await oracle.expected(byHand, timezone);
      const actual = "sqlState" in plan ? plan : await oracle.actual(plan, timezone);
      if ("kind" in plan && plan.kind === "query") tally.whole += 1;
      const difference = differenceOf(expected, actual, false, true);
      if (difference === undefined) continue;
      found.push(
        `seed ${seed} (${timezone}): ${sql}\n  ${byHand}\n  ${JSON.stringify(plan)}\n  ${difference}`,
      );
      if (found.length >= 15) break;
    }
    process.stdout.write(`${JSON.stringify(tally)}\n`);
    expect(tally.refused).toBeLessThan(tally.compared * 0.4);
    expect(found).toEqual([]);
  },
  longTimeoutMs(),
);
