import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import type {Query} from "../../../../shared/semantic/documents.ts";
import {inLongRun, longTimeoutMs} from "../../../support/long.ts";
import {differenceOf, Oracle} from "./run.ts";
import {searchConditional} from "./search.ts";
import {OTHER_WAREHOUSES} from "./warehouses.ts";

const from = Number(process.env["TEST_SEED"] ?? 1);
const count = inLongRun(150, Number(process.env["TEST_QUERIES"] ?? 5000));

/** The values of several selects for each state. Each select reads `f`, the rows of that state. */
const byState = (...each: string[]) =>
  `select s.state, ${each.map(one => `(select ${one})`).join(", ")} from (select distinct state from flights) s`;
const of = (what: string, where = "true") =>
  `${what} from flights f where f.state is not distinct from s.state and ${where}`;

/** An aggregate of `x` over the rows of a state in a union of selects, each with a condition of its own. */
const ofParts = (what: string, ...parts: [x: string, where: string][]) => {
  const selects = parts.map(([x, where]) => `select state, ${x} as x from flights where ${where}`);
  return `${what} from (${selects.join(" union all ")}) f where f.state is not distinct from s.state`;
};

/** Statements, each with another that computes the same numbers without conditions in aggregates. */
const STATEMENTS: readonly (readonly [about: string, statement: string, byHand: string])[] = [
  [
    "an aggregate with a condition covers the rows of each group that meet it, which may be none",
    "select state, count(*) filter (where distance > 300), sum(price) filter (where distance > 300) from flights group by 1",
    byState(of("count(*)", "distance > 300"), of("sum(price)", "distance > 300")),
  ],
  [
    "a condition that is null counts as not met",
    "select state, count(*) filter (where ok), count(*) filter (where not ok), count(case when ok then null else 1 end) from flights group by 1",
    byState(of("count(*)", "ok = true"), of("count(*)", "ok = false"), of("count(*)", "ok is not true")),
  ],
  [
    "with `else 0` a sum is zero where no row passes, and without `else` it is null",
    "select state, sum(case when ok then price else 0 end), sum(case when ok then price end), sum(case when ok is null then null else 0 end) from flights group by 1",
    byState(
      ofParts("sum(x)", ["price", "ok"], ["0", "ok is not true"]),
      of("sum(price)", "ok"),
      of("sum(0)", "ok is not null"),
    ),
  ],
  [
    "over no rows at all, counts are zero and other aggregates null",
    "select count(*) filter (where ok), sum(case when ok then 1 else 0 end), sum(case when ok then price else 0 end), sum(1), max(case when ok then 1 else 0 end) from flights where id < 0",
    "select 0::bigint, null::bigint, null::numeric, null::bigint, null::int",
  ],
  [
    "an aggregate has the type of the whole `case`, even if constant conditions leave one branch",
    "select avg(case when 2 > 1 then 0 else score end), sum(case when 2 > 1 then 1 else price end), max(case when 1 = 1 then 1 else distance end), sum(case when ok then distance else null::float8 end) from flights",
    "select 0::float8, (select count(*)::numeric from flights), 1::bigint, (select sum(distance)::float8 from flights where ok)",
  ],
  [
    "there is no group where there are no rows",
    "select state, sum(case when ok then 1 else 0 end) from flights where id < 0 group by 1",
    "select null::text, null::bigint where false",
  ],
  [
    "sums and averages of ones and zeros have the types that Postgres gives them",
    "select state, sum(case when price > 100 then 1 else 0 end), sum(case when price > 100 then 1 else 0.0 end) * 2, avg(case when price > 100 then 1 else 0 end), sum((price > 100)::int) from flights group by 1",
    byState(
      of("count(*)", "price > 100"),
      ofParts("sum(x) * 2", ["1::numeric", "price > 100"], ["0.0", "(price > 100) is not true"]),
      ofParts("avg(x)", ["1", "price > 100"], ["0", "(price > 100) is not true"]),
      ofParts("sum(x)", ["1", "price > 100"], ["0", "price <= 100"]),
    ),
  ],
  [
    "the first condition of a `case` that holds decides",
    "select state, sum(case when distance > 300 then 10 when ok then 1 when price < 0 then -1 end), count(case when distance > 300 then null when ok then state end) from flights group by 1",
    byState(
      ofParts(
        "sum(x)",
        ["10", "distance > 300"],
        ["1", "(distance > 300) is not true and ok"],
        ["-1", "(distance > 300) is not true and ok is not true and price < 0"],
      ),
      of("count(state)", "distance > 300 is not true and ok"),
    ),
  ],
  [
    "distinct counts, minima, maxima, averages and percentiles cover the rows that meet the condition",
    "select state, count(distinct case when ok then distance end), min(at) filter (where ok), max(case when ok then day end), avg(distance) filter (where ok), percentile_cont(0.5) within group (order by distance) filter (where ok) from flights group by 1",
    byState(
      of("count(distinct distance)", "ok"),
      of("min(at)", "ok"),
      of("max(day)", "ok"),
      of("avg(distance)", "ok"),
      of("percentile_cont(0.5) within group (order by distance)", "ok"),
    ),
  ],
  [
    "doubles are aggregated with NaN and infinities",
    "select state, sum(case when ok then score else 0 end), max(score) filter (where ok), min(case when ok then score else 0 end), count(*) filter (where score > 1) from flights group by 1",
    byState(
      ofParts("sum(x)", ["score", "ok"], ["0", "ok is not true"]),
      of("max(score)", "ok"),
      ofParts("min(x)", ["score", "ok"], ["0", "ok is not true"]),
      of("count(*)", "score > 1"),
    ),
  ],
  [
    "conditions may be on texts, days and joined columns",
    `select state, count(*) filter (where "Carrier Name" in ('CA', 'NY')), count(*) filter (where at::date >= '2024-03-01'), sum(distance) filter (where "origin.city" like 'C%'), count(*) filter (where "origin.size" is null) from flights group by 1`,
    byState(
      of("count(*)", `"Carrier Name" = any('{CA,NY}')`),
      of("count(*)", "at >= timestamptz '2024-03-01 00:00:00+00'"),
      of("sum(distance)", `left("origin.city", 1) = 'C'`),
      of("count(*)", `"origin.size" is null`),
    ),
  ],
  [
    "groups are filtered and sorted by aggregates with conditions",
    "select state, sum(case when distance > 100 then 1 else 0 end) as n from flights where state is not null group by 1 having count(*) filter (where ok) > 0 order by 2 desc, 1 limit 3",
    "select f.state, count(g.id) as n from flights f left join flights g on g.id = f.id and g.distance > 100 where f.state in (select state from flights where ok) group by 1 order by 2 desc, 1 limit 3",
  ],
  [
    "conditions that only Postgres can evaluate run over groups by the columns that they name",
    "select ok, count(*) filter (where upper(state) = 'CA'), sum(case when length(state) > 2 then distance else 0 end), sum(case when length(state) > 2 then 2 end), max(case when length(state) > 2 then price end) from flights group by 1",
    `select s.ok, (select count(*) from flights f where f.ok is not distinct from s.ok and state in ('CA', 'ca', 'Ca', 'cA')),
      (select sum(x) from (select ok, distance::numeric as x from flights where length(state) > 2 union all select ok, 0 from flights where (length(state) > 2) is not true) f where f.ok is not distinct from s.ok),
      (select sum(2) from flights f where f.ok is not distinct from s.ok and length(state) > 2),
      (select max(price) from flights f where f.ok is not distinct from s.ok and length(state) > 2)
      from (select distinct ok from flights) s`,
  ],
];

const queriesOf = (plan: ReturnType<Oracle["plan"]>): Query[] => {
  if ("sqlState" in plan) throw new Error(plan.message);
  return plan.kind === "query" ? [plan.query] : plan.inputs.map(({query}) => query);
};

async function answerOf(oracle: Oracle, plan: ReturnType<Oracle["plan"]>) {
  return "sqlState" in plan ? plan : oracle.actual(plan);
}

for (const other of [undefined, ...OTHER_WAREHOUSES])
  describe.skipIf(other !== undefined && other.open === undefined)(other?.name ?? "Postgres", () => {
    let oracle: Oracle;
    beforeAll(async () => {
      oracle = await Oracle.open(11, {rows: 150, ...(other === undefined ? {} : {other})});
    });
    afterAll(() => oracle.close());

    test(
      `${count} random aggregates with conditions give the same answers as Postgres over real tables`,
      async () => {
        const {tally, differences} = await searchConditional(oracle, {from, count});
        process.stdout.write(`${other?.name ?? "Postgres"}: ${JSON.stringify(tally)}\n`);
        expect(tally.conditional).toBeGreaterThan(count / 3);
        expect(differences).toEqual([]);
      },
      longTimeoutMs(),
    );

    for (const [about, statement, byHand] of STATEMENTS)
      test(about, async () => {
        const plan = oracle.plan(statement);
        expect(queriesOf(plan).every(({rows}) => rows !== true)).toBe(true);
        const [expected, actual] = [await oracle.expected(byHand), await answerOf(oracle, plan)];
        // Subqueries in a select list have other column names.
        if ("columns" in expected && "columns" in actual)
          expected.columns = expected.columns.map((column, at) => ({
            ...column,
            name: actual.columns[at]?.name ?? "",
          }));
        expect(
          differenceOf(expected, actual, statement.includes("order by 2"), other !== undefined),
        ).toBeUndefined();
      });
  });
