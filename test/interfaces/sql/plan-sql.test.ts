import "../../support/sql-parser.ts";
import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import type {SqlPlan} from "../../../shared/interfaces/sql/plan.ts";
import {planSql} from "../../../shared/interfaces/sql/plan-sql.ts";
import type {PlanOptions} from "../../../shared/interfaces/sql/planner.ts";
import {SqlError} from "../../../shared/interfaces/sql/sql-error.ts";
import {differenceOf, OPTIONS, Oracle} from "./oracle/run.ts";
import {catalog} from "./oracle/sample.ts";

const plan = (sql: string, options: Partial<PlanOptions> = {}): SqlPlan =>
  planSql(sql, catalog, {...OPTIONS, ...options});

function faultOf(sql: string): {sqlState: string; message: string; hint?: string; position?: number} {
  try {
    plan(sql);
  } catch (error) {
    if (error instanceof SqlError) return {sqlState: error.sqlState, message: error.message, ...error.more};
    throw error;
  }
  throw new Error(`${sql} was planned`);
}

describe("what is refused", () => {
  test("whatever writes, with 25006", () => {
    for (const sql of [
      "insert into flights values (1)",
      "update flights set state = 'x'",
      "delete from flights",
      "create table t (a int)",
      "drop table flights",
      "truncate flights",
      "select * into t from flights",
      "select * from flights for update",
      "with d as (delete from flights returning *) select * from d",
      "merge into flights f using airports a on true when matched then delete",
      "do $$ begin end $$",
      "call p()",
      "grant select on flights to public",
    ])
      expect([sql, faultOf(sql).sqlState]).toEqual([sql, "25006"]);
  });

  test("functions that read files, sleep, lock or tell of the server, with 42501", () => {
    for (const call of [
      "pg_sleep(1)",
      "pg_read_file('/etc/passwd')",
      "pg_ls_dir('/')",
      "lo_import('/etc/passwd')",
      "pg_advisory_lock(1)",
      "pg_terminate_backend(1)",
      "pg_stat_get_activity(null)",
      "dblink('x', 'y')",
      "query_to_xml('select 1', true, true, '')",
      "table_to_xml('pg_class', true, true, '')",
      "pg_catalog.pg_sleep(1)",
      "set_config('statement_timeout', '0', false)",
    ])
      expect([call, faultOf(`select ${call}`).sqlState]).toEqual([call, "42501"]);
    expect(faultOf("select * from pg_stat_activity").sqlState).toBe("42501");
    expect(faultOf("select * from pg_catalog.pg_authid").sqlState).toBe("42501");
    expect(faultOf("select * from flights where exists (select pg_sleep(id))").sqlState).toBe("42501");
  });

  test("names that do not exist, with the nearest ones and the position", () => {
    expect(faultOf("select * from fligts")).toEqual({
      sqlState: "42P01",
      message: 'relation "fligts" does not exist',
      hint: 'Perhaps you meant the table "flights".',
      position: 15,
    });
    expect(faultOf("select 'é', stat from flights")).toEqual({
      sqlState: "42703",
      message: 'column "stat" does not exist',
      hint: 'Perhaps you meant the column "state" or "states".',
      position: 13,
    });
    expect(faultOf("select f.id from flights").message).toBe('missing FROM-clause entry for table "f"');
    expect(faultOf("select * from secret.flights").sqlState).toBe("42P01");
    for (const [written, column] of [
      ["origin.city", '"origin.city"'],
      ["f.origin.city", 'f."origin.city"'],
    ])
      expect(faultOf(`select ${written} from flights f`)).toMatchObject({
        sqlState: "42P01",
        message: 'missing FROM-clause entry for table "origin"',
        hint: `A column whose name has a dot needs quotes around all of it: ${column}.`,
      });
    expect(faultOf("select no_such_function(1)")).toMatchObject({sqlState: "42883", position: 8});
  });

  test("what Postgres' parser refuses, with its words and the position", () => {
    expect(faultOf("select 'é' frm x where")).toEqual({
      sqlState: "42601",
      message: 'syntax error at or near "x"',
      position: 16,
    });
    expect(faultOf("select 1; select 2").sqlState).toBe("42601");
  });

  test("another aggregate of a measure, with the right spelling", () => {
    expect(faultOf("select avg(total) from flights")).toMatchObject({
      sqlState: "42803",
      hint: 'Write MEASURE("total") or sum("total").',
    });
    expect(faultOf("select state, sum(mean) from flights group by 1").hint).toBe(
      'Write MEASURE("mean") or avg("mean").',
    );
    expect(faultOf("select sum(ratio) from flights").hint).toBe('Write MEASURE("ratio").');
  });

  test("a measure that does not add up in groups that the layer has not", () => {
    expect(faultOf("select upper(state), measure(mean) from flights group by 1").sqlState).toBe("0A000");
    expect(faultOf("select measure(state) from flights").sqlState).toBe("42809");
    expect(faultOf("select state, at, measure(mean) from flights group by 1").sqlState).toBe("42803");
  });
});

describe("what becomes one query", () => {
  test("rows with filters, order and limit", () => {
    expect(
      plan(`select id, "origin.city" as c from flights where state = 'CA' and not ok order by id limit 5`),
    ).toMatchObject({
      kind: "query",
      query: {
        model: "flights",
        rows: true,
        dimensions: ["flights.id", "origin.city"],
        filters: [
          {field: "flights.state", op: "=", value: "CA"},
          {field: "flights.ok", op: "=", value: false},
        ],
        orderBy: ["flights.id asc"],
        limit: 5,
      },
      columns: [
        {name: "id", type: "bigint"},
        {name: "c", type: "text"},
      ],
    });
  });

  test("the table through selects that only pick columns", () => {
    const made = plan(
      `select "t"."s" as "c0" from (select state as s, id from (select * from flights) as x) as "t" limit 3`,
    );
    expect(made).toMatchObject({kind: "query", query: {dimensions: ["flights.state"], limit: 3}});
  });

  test("groups with measures, aggregates, order and limit", () => {
    expect(
      plan(
        "select state, measure(count) as n, sum(price) p, count(*) from flights group by 1 order by 4 desc limit 10",
      ),
    ).toMatchObject({
      kind: "query",
      query: {
        dimensions: ["flights.state"],
        measures: ["flights.count", {agg: "sum", of: "flights.price"}, {agg: "count"}],
        orderBy: ["sql_3 desc"],
        limit: 10,
      },
    });
  });

  test("nothing whose order is a collation's, or puts nulls elsewhere", () => {
    expect(plan("select state from flights order by state limit 5").kind).toBe("rest");
    expect(plan("select id from flights order by distance desc limit 5").kind).toBe("rest");
    expect(plan("select distance from flights order by distance desc nulls last limit 5").kind).toBe("query");
  });

  test("a row of columns alone: `*` has the dimensions, and no measures", () => {
    const made = plan("select * from airports");
    expect(made).toMatchObject({
      kind: "query",
      query: {dimensions: ["airports.code", "airports.city", "airports.size", "airports.opened"]},
    });
  });
});

describe("parameters", () => {
  let oracle: Oracle;
  beforeAll(async () => {
    oracle = await Oracle.open(3);
  });
  afterAll(() => oracle.close());

  test("are asked of the warehouse when their values are known, and else left to the rest", async () => {
    const sql = "select id from flights where state = $1 and distance >= $2 and at < $3 order by id limit $4";
    const values = ["CA", "100", "2024-06-01", "7"];
    const described = plan(sql);
    expect(described).toMatchObject({kind: "rest", dependsOnParameters: true});
    const bound = plan(sql, {parameters: {values, types: [25, 0, 0, 0]}});
    expect(bound).toMatchObject({
      kind: "query",
      query: {limit: 7, filters: [{value: "CA"}, {value: "100"}, {value: "2024-06-01T00:00:00Z"}]},
    });
    const expected = await oracle.expected(sql, "UTC", values);
    expect(differenceOf(expected, await oracle.actual(described, "UTC", values), true)).toBeUndefined();
    expect(differenceOf(expected, await oracle.actual(bound, "UTC"), true)).toBeUndefined();
  });

  test("that are null or of another type mean what they mean in Postgres", async () => {
    const bind = (sql: string, values: (string | null)[], types: number[] = [0]) =>
      plan(sql, {parameters: {values, types}});
    const empty = bind("select id from flights where state = $1", [null]);
    expect(await oracle.actual(empty)).toMatchObject({rows: []});
    expect(bind("select id from flights where distance = $1", ["x"]).kind).toBe("rest");
    expect(bind("select id from flights where distance = $1", ["1"], [25]).kind).toBe("rest");
  });
});

describe("measures of single rows", () => {
  let oracle: Oracle;
  beforeAll(async () => {
    oracle = await Oracle.open(4);
  });
  afterAll(() => oracle.close());

  for (const [sql, byHand] of [
    ["select id, total, count from flights", "select id, price as total, 1::bigint as count from flights"],
    [
      "select state, paid from flights where distance > 0",
      "select state, case when ok then price end as paid from flights where distance > 0",
    ],
    [
      "select avg(t) from (select total as t from flights) x",
      "select avg(t) from (select price as t from flights) x",
    ],
    [
      'select code, "flights.total" from airports',
      'select code, (select sum(price) from flights where origin_code = code) as "flights.total" from datasets.airports',
    ],
    [
      'select city, measure("flights.total"), count(*) from airports where city is not null group by 1',
      "select city, sum((select sum(price) from flights where origin_code = code)) as measure, count(*) from datasets.airports where city is not null group by 1",
    ],
  ] as const)
    test(`${sql} is as by hand`, async () => {
      const made = plan(sql);
      expect(
        differenceOf(await oracle.expected(byHand), await oracle.actual(made), false, true),
      ).toBeUndefined();
    });
});

test("the session is told of the caller, and not of the private Postgres' role", () => {
  expect(plan("select current_user, current_database() as d, 'current_user'")).toMatchObject({
    kind: "rest",
    inputs: [],
    sql: `select 'ann'::name as "current_user", 'main'::name as d, 'current_user'`,
  });
  expect(plan("select c.relname from pg_class c where c.oid = 'flights'::regclass")).toMatchObject({
    readsCatalog: true,
  });
  expect(plan("select 1")).toMatchObject({readsCatalog: false, inputs: []});
});
