import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {differenceOf, Oracle} from "./run.ts";
import {OTHER_WAREHOUSES} from "./warehouses.ts";

const C = 'collate "C"';

/** Statements, each with its equivalent for Postgres, which spells out the order by code points. */
const STATEMENTS: readonly (readonly [statement: string, byHand: string])[] = [
  ...["<", "<=", ">", ">="].flatMap(operator =>
    ["CA", "ca", "a", "Z", "ä", "", "ny "].map(
      value =>
        [
          `select id, state from flights where state ${operator} '${value}'`,
          `select id, state from flights where state ${C} ${operator} '${value}'`,
        ] as const,
    ),
  ),
  [
    "select id from flights where state between 'A' and 'Z' or state is null",
    `select id from flights where state ${C} between 'A' and 'Z' or state is null`,
  ],
  [
    `select id from flights where "origin.city" > 'a' and not ("Carrier Name" <= 'b')`,
    `select id from flights where "origin.city" ${C} > 'a' and not ("Carrier Name" ${C} <= 'b')`,
  ],
  [
    `select ok, min(state), max(state), min("origin.city"), max("Carrier Name") from flights group by 1`,
    `select ok, min(state ${C}), max(state ${C}), min("origin.city" ${C}), max("Carrier Name" ${C}) from flights group by 1`,
  ],
  ["select min(state), max(state) from flights", `select min(state ${C}), max(state ${C}) from flights`],
  ["select min(state), max(state) from flights where id < 0", "select null::text as min, null::text as max"],
  [
    "select upper(state), min(state), max(state) from flights group by 1",
    `select upper(state), min(state ${C}), max(state ${C}) from flights group by 1`,
  ],
  [
    `select ok, round(measure(mean)::numeric, 2) as mean, count(distinct state) as states,
      count(distinct case when ok then "Carrier Name" end) as carriers from flights group by 1`,
    `select ok, round(avg(distance), 2) as mean, count(distinct state ${C}) as states,
      count(distinct case when ok then "Carrier Name" ${C} end) as carriers from flights group by 1`,
  ],
  [
    "select ok, distance, count(*) from flights group by 1, 2 having max(state) >= 'a' and min(state) < 'b'",
    `select ok, distance, count(*) from flights group by 1, 2 having max(state ${C}) >= 'a' and min(state ${C}) < 'b'`,
  ],
];

for (const other of [undefined, ...OTHER_WAREHOUSES])
  describe.skipIf(other !== undefined && other.open === undefined)(other?.name ?? "Postgres", () => {
    let oracle: Oracle;
    beforeAll(async () => {
      oracle = await Oracle.open(7, {rows: 120, ...(other === undefined ? {} : {other})});
    });
    afterAll(() => oracle.close());

    test("comparisons, minima and maxima of texts go by code points", async () => {
      let found = 0;
      for (const [statement, byHand] of STATEMENTS) {
        const plan = oracle.plan(statement);
        if ("sqlState" in plan) throw new Error(`${statement}: ${plan.message}`);
        const expected = await oracle.expected(byHand);
        if ("rows" in expected && expected.rows.length > 0) found++;
        expect([statement, differenceOf(expected, await oracle.actual(plan), false)]).toEqual([
          statement,
          undefined,
        ]);
      }
      expect(found).toBeGreaterThan(STATEMENTS.length / 2);
    });

    test("the warehouse evaluates comparisons and minima of texts", () => {
      const queryOf = (sql: string) => {
        const plan = oracle.plan(sql);
        if ("sqlState" in plan) throw new Error(plan.message);
        return plan.kind === "query" ? plan.query : plan.inputs[0]?.query;
      };
      expect(queryOf("select id from flights where state > 'a'")?.filters).toEqual([
        {field: "flights.state", op: ">", value: "a"},
      ]);
      expect(queryOf("select ok, min(state) from flights group by 1")).toMatchObject({
        dimensions: ["flights.ok"],
        measures: [{agg: "min", of: "flights.state"}],
      });
    });
  });
