import "../../support/sql-parser.ts";
import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import type {Filter} from "../../../shared/semantic/documents.ts";
import type {SqlCatalog} from "../../../shared/surfaces/sql/catalog-types.ts";
import type {SqlPlan} from "../../../shared/surfaces/sql/plan.ts";
import {planSql} from "../../../shared/surfaces/sql/plan-sql.ts";
import type {PlanOptions} from "../../../shared/surfaces/sql/planner.ts";
import {cutNames} from "../../../shared/surfaces/sql/shorten-names.ts";
import {SqlError} from "../../../shared/surfaces/sql/sql-error.ts";
import {differenceOf, OPTIONS, Oracle} from "./oracle/run.ts";
import {catalog} from "./oracle/sample.ts";

const plan = (sql: string, options: Partial<PlanOptions> = {}): SqlPlan =>
  planSql(sql, catalog, {...OPTIONS, ...options});

function faultOf(
  sql: string,
  options: Partial<PlanOptions> = {},
): Pick<SqlError, "sqlState" | "message"> & SqlError["more"] {
  try {
    plan(sql, options);
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

  test("functions that read files, sleep, lock or reveal the server, with 42501", () => {
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
      suggestions: ["flights"],
      position: 15,
    });
    expect(faultOf("select 'é', stat from flights")).toEqual({
      sqlState: "42703",
      message: 'column "stat" does not exist',
      hint: 'Perhaps you meant the column "state" or "states".',
      suggestions: ["state", "states"],
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

  test("what Postgres' parser refuses, with its message and the position", () => {
    expect(faultOf("select 'é' frm x where")).toEqual({
      sqlState: "42601",
      message: 'syntax error at or near "x"',
      position: 16,
    });
    expect(faultOf("select 1; select 2").sqlState).toBe("42601");
  });

  test("an aggregate of a measure that is not its own, with the right spelling", () => {
    expect(faultOf("select avg(total) from flights")).toMatchObject({
      sqlState: "42803",
      hint: 'Write MEASURE("total") or sum("total").',
    });
    expect(faultOf("select state, sum(mean) from flights group by 1").hint).toBe(
      'Write MEASURE("mean") or avg("mean").',
    );
    expect(faultOf("select sum(ratio) from flights").hint).toBe('Write MEASURE("ratio").');
  });

  test("an aggregate that cannot be selected beside a measure, with a hint how to write it", () => {
    const apart = expect.stringContaining("JOIN (SELECT k, sum(x) FILTER (WHERE …) AS s … GROUP BY k) b");
    for (const [aggregate, message] of [
      [
        "count(*) filter (where upper(origin_code) = 'CA')",
        'count with FILTER cannot stand beside "mean", which does not add up',
      ],
      ["mode() within group (order by ok)", "mode WITHIN GROUP cannot stand beside a measure"],
      [
        "percentile_cont(0.5) within group (order by distance + 1)",
        "percentile_cont WITHIN GROUP cannot stand beside a measure",
      ],
      ["sum(distinct distance)", 'sum with DISTINCT cannot stand beside "mean", which does not add up'],
      ["sum(distance * 2)", "sum of an expression cannot stand beside a measure"],
      ["stddev(distance)", "stddev cannot stand beside a measure"],
      ["bool_or(ok)", 'bool_or cannot stand beside "mean", which does not add up'],
    ])
      for (const measure of ["measure(mean)", "mean"])
        expect(faultOf(`select state, ${measure}, ${aggregate} from flights group by 1`)).toMatchObject({
          sqlState: "0A000",
          message,
          hint: apart,
        });
    expect(faultOf("select state, measure(mean) from flights group by rollup (state)")).toMatchObject({
      sqlState: "0A000",
      message: '"mean" does not add up, as grouping sets, ROLLUP and CUBE would need it to',
      hint: "Write a select for each set of keys, and put them together with UNION ALL.",
    });
    expect(faultOf("select measure(mean) filter (where ok) from flights").hint).toStartWith(
      "Write a condition as WHERE",
    );
    expect(faultOf("select measure(mean) from flights f group by f.*").hint).toBe(
      "Name the columns that are meant.",
    );
    // Computed from rows, `count(states)` would be another number: each row has one state.
    expect(
      faultOf("select count(states), count(*) filter (where upper(state) = 'CA') from flights").sqlState,
    ).toBe("0A000");
    for (const beside of ["count(*) filter (where ok)", "sum(case when ok then price else 0 end)"])
      expect(plan(`select state, measure(mean), ${beside} from flights group by 1`).kind).toBe("query");
  });

  test("a measure that does not add up, in groups that the layer does not have", () => {
    expect(faultOf("select upper(state), measure(mean) from flights group by 1").sqlState).toBe("0A000");
    expect(faultOf("select measure(state) from flights").sqlState).toBe("42809");
    expect(faultOf("select state, at, measure(mean) from flights group by 1").sqlState).toBe("42803");
  });

  test("a measure that does not add up, by weeks and hours that are not those of Postgres", () => {
    const by = (unit: string) => `select date_trunc('${unit}', at), measure(mean) from flights group by 1`;
    expect(faultOf(by("week"), {weekStart: "sunday"}).hint).toEndWith(
      "Weeks are no such groups here, because weeks of the project begin on Sunday.",
    );
    expect(faultOf(by("hour"), {timezone: "Asia/Kolkata"}).hint).toEndWith(
      "Hours are no such groups in Asia/Kolkata, because they do not begin with hours of UTC.",
    );
    for (const unit of ["week", "hour"]) expect(() => plan(by(unit))).not.toThrow();
    expect(faultOf("select upper(state), measure(mean) from flights group by 1").hint).toEndWith(
      "group's rows.",
    );
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

  test("an order of texts by characters, but none that puts nulls elsewhere than Postgres", () => {
    expect(plan("select state from flights order by state limit 5")).toMatchObject({
      kind: "query",
      query: {orderBy: ["flights.state asc"], limit: 5},
    });
    expect(
      plan("select state from flights where state = any('{CA,NY}') order by state desc limit 5").kind,
    ).toBe("query");
    expect(plan("select state from flights order by state desc limit 5").kind).toBe("rest");
    expect(plan("select id from flights order by distance desc limit 5").kind).toBe("rest");
    expect(plan("select distance from flights order by distance desc nulls last limit 5").kind).toBe("query");
  });

  test("conditions on groups", () => {
    expect(
      plan(
        "select state, count(*) from flights group by 1 having measure(mean) > 150.5 and not (count(*) in (1, 2)) and state <> 'CA'",
      ),
    ).toMatchObject({
      kind: "rest",
      inputs: [
        {
          query: {
            filters: [
              {field: "flights.mean", op: ">", value: "150.5"},
              {
                and: [
                  {field: "sql_2", op: "not_in", value: ["1", "2"]},
                  {field: "sql_2", op: "is_not_null"},
                ],
              },
              {
                and: [
                  {field: "flights.state", op: "!=", value: "CA"},
                  {field: "flights.state", op: "is_not_null"},
                ],
              },
            ],
          },
        },
      ],
    });
    expect(
      plan("select state, count(*) from flights group by 1 having count(*) > 3 order by 2 desc limit 5"),
    ).toMatchObject({
      kind: "query",
      query: {filters: [{field: "sql_1", op: ">", value: "3"}], orderBy: ["sql_1 desc"], limit: 5},
    });
    for (const having of ["count(*) > 3 or state = 'CA'", "count(*) % 2 = 0", "upper(state) = 'CA'"]) {
      const made = plan(`select state, count(*) from flights group by 1 having ${having}`);
      expect(made).toMatchObject({inputs: [{query: {dimensions: ["flights.state"]}}]});
      expect(JSON.stringify(made)).not.toContain('"filters"');
    }
  });

  test("a condition on the only group of a statement without keys is left to the rest", () => {
    const made = plan("select count(*) from flights having (count(*) > 1000) is not true");
    expect(made).toMatchObject({kind: "rest", inputs: [{query: {model: "flights"}}]});
    expect(JSON.stringify(made)).not.toContain('"filters"');
  });

  test("all rows as one group, with `group by ()`", () => {
    for (const keys of ["()", "(), ()"])
      expect(plan(`select measure(ratio) from flights group by ${keys}`)).toMatchObject({
        kind: "query",
        query: {measures: ["flights.ratio"]},
      });
  });

  test("comparisons of columns of one type", () => {
    expect(
      plan(`select id from flights where state = origin_code and day < "origin.opened" and distance <> id`),
    ).toMatchObject({
      kind: "query",
      query: {
        filters: [
          {field: "flights.state", op: "=", other: "flights.origin_code"},
          {field: "flights.day", op: "<", other: "origin.opened"},
          {
            and: [
              {field: "flights.distance", op: "!=", other: "flights.id"},
              {field: "flights.distance", op: "is_not_null"},
              {field: "flights.id", op: "is_not_null"},
            ],
          },
        ],
      },
    });
    expect(plan("select id from flights where day < at").kind).toBe("rest");
    expect(plan("select id from flights where distance < price").kind).toBe("rest");
  });

  test("aggregates of whole groups, where the layer has the groups", () => {
    expect(
      plan(
        "select state, measure(mean), count(distinct ok), percentile_cont(0.9) within group (order by distance) from flights group by 1",
      ),
    ).toMatchObject({
      kind: "query",
      query: {
        measures: [
          "flights.mean",
          {agg: "count_distinct", of: "flights.ok"},
          {agg: "percentile", percentile: 0.9, of: "flights.distance"},
        ],
      },
    });
    const finer = plan("select upper(state), count(distinct ok) from flights group by 1");
    expect(finer).toMatchObject({
      kind: "rest",
      inputs: [{query: {dimensions: ["flights.state", "flights.ok"]}}],
    });
  });

  test("a limit of groups and rows, increased by those that `offset` skips", () => {
    const inputOf = (sql: string) => {
      const made = plan(sql);
      return made.kind === "rest" ? made.inputs[0]?.query : undefined;
    };
    expect(
      inputOf("select state, upper(state) from flights group by 1 order by state limit 3 offset 2"),
    ).toMatchObject({orderBy: ["flights.state asc"], limit: 5});
    expect(
      inputOf(
        "select date_trunc('month', at), count(*) from flights where at > '2024-01-01' group by 1 order by 1 desc limit 12",
      ),
    ).toMatchObject({orderBy: ["flights.at.month desc"], limit: 12});
    for (const sql of [
      "select state, count(*) from flights group by 1 order by 1 limit 3 offset $1",
      "select state, count(*) from flights group by 1 order by 1 desc limit 3",
      "select state, sum(count(*)) over () from flights group by 1 order by 1 limit 3",
      "select distinct count(*) from flights group by state order by 1 limit 3",
      "select state, generate_series(1, 2) from flights group by 1 order by 1 limit 3",
      "select state, count(*) from flights group by 1 order by 1 fetch first 3 rows with ties",
      "select extract(dow from at), count(*) from flights group by 1 order by 1 limit 3",
      "select state, count(*) from flights group by rollup (1) order by 1 limit 3",
      'select state, count(*) from flights group by 1 order by state collate "C" limit 3',
    ])
      expect([sql, inputOf(sql)?.limit]).toEqual([sql, undefined]);
  });

  test("`*` as the dimensions, without the measures", () => {
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

  test("are sent to the warehouse when their values are known, and otherwise left to the rest", async () => {
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

describe("constants that are written in another way than Postgres shows them", () => {
  let oracle: Oracle;
  beforeAll(async () => {
    oracle = await Oracle.open(3);
  });
  afterAll(() => oracle.close());

  for (const where of [
    "'t'::boolean",
    "'TRUE'::boolean and id < 5",
    "not 'F'::boolean and id < 5",
    "state = 't'::boolean || 'x' or id = 7",
    "state < '2024-03-10 10:00'::timestamp || 'x'",
    "' 1 '::int = +1 and id = 3",
  ])
    test(`\`${where}\` chooses the rows that Postgres chooses`, async () => {
      const sql = `select id from flights where ${where} order by id`;
      const expected = await oracle.expected(sql);
      expect(differenceOf(expected, await oracle.actual(plan(sql)), true)).toBeUndefined();
    });

  test("so do parameters, and those that are no value of their type are left to Postgres", async () => {
    const sql = "select id from flights where $1 or id = 3 order by id";
    for (const value of ["t", "true", "TRUE", "f", "yes"]) {
      const made = plan(sql, {parameters: {values: [value], types: [16]}});
      const actual = await oracle.actual(made, "UTC", made.kind === "query" ? [] : [value]);
      expect([value, differenceOf(await oracle.expected(sql, "UTC", [value]), actual, true)]).toEqual([
        value,
        undefined,
      ]);
    }
    for (const value of ["1_0", "", "x"])
      expect(
        plan("select id from flights where $1 = 1", {parameters: {values: [value], types: [23]}}).kind,
      ).toBe("rest");
  });
});

describe("functions of SQL/JSON", () => {
  let oracle: Oracle;
  beforeAll(async () => {
    oracle = await Oracle.open(3);
  });
  afterAll(() => oracle.close());

  for (const sql of [
    "select json_arrayagg(id order by id) from flights limit 1",
    "select json_objectagg(id: state returning jsonb) from flights limit 1",
    "select state, count(*), json_arrayagg(ok order by ok) from flights group by state order by state",
    "select state, json_array(select count(*) from airports) from flights group by state order by state",
    "select * from (select json_arrayagg(id order by id) over (order by id) as ids, id from flights) x where id > 3 order by id",
    "select count(*) from (select id, jsonb_path_query_tz(jsonb_build_array(state), '$[*] ? (@ == \"CA\")') from flights limit 3) x",
    "select json_object('a': count(*)), json_array(count(*)), json_scalar(count(*)), json_exists(to_jsonb(count(*)), '$') from flights",
  ])
    test(`\`${sql}\` gives what Postgres gives`, async () => {
      expect(differenceOf(await oracle.expected(sql), await oracle.actual(plan(sql)), true)).toBeUndefined();
    });
});

describe("the exact query that the warehouse gets", () => {
  const inputOf = (sql: string, options: Partial<PlanOptions> = {}) => {
    const made = plan(sql, options);
    return made.kind === "query" ? made.query : made.inputs[0]?.query;
  };

  test("aggregates with conditions, in all forms in which tools write them", () => {
    const isFar = {field: "flights.distance", op: ">", value: "100"};
    const far = [isFar];
    const measuresOf = (aggregates: string) =>
      inputOf(`select state, ${aggregates} from flights group by 1`)?.measures;
    for (const count of [
      "count(*) filter (where distance > 100)",
      "count(1) filter (where 100 < distance)",
      "COUNT(CASE WHEN (distance > 100) THEN 1 ELSE NULL END)",
      "SUM(CASE WHEN distance > 100 THEN 1 ELSE 0 END)",
      "sum(case when distance > 100 then 1 else 0 end)",
    ])
      expect(measuresOf(count)).toEqual([{name: "sql_1", agg: "count", where: far}]);
    expect(measuresOf("SUM((CASE WHEN distance > 100 THEN price ELSE 0 END))")).toEqual([
      {name: "sql_1", agg: "sum", of: "flights.price", where: far, otherwise: 0},
    ]);
    expect(measuresOf("sum(case state when 'CA' then price end) filter (where distance > 100)")).toEqual([
      {
        name: "sql_1",
        agg: "sum",
        of: "flights.price",
        where: [...far, {field: "flights.state", op: "=", value: "CA"}],
      },
    ]);
    expect(measuresOf("count(distinct case when distance > 100 then day end)")).toEqual([
      {name: "sql_1", agg: "count_distinct", of: "flights.day", where: far},
    ]);
    expect(measuresOf("count(*), sum(1), avg(case when distance > 100 then 1 else 0 end)")).toEqual([
      {name: "sql_1", agg: "count"},
      {name: "sql_2", agg: "count", where: far},
    ]);
    // A share as Metabase writes it, whose `0.0` makes the ones decimals.
    expect(measuresOf("sum(case when distance > 100 then 1 else 0.0 end) / count(*)")).toEqual([
      {name: "sql_1", agg: "count", where: far},
      {name: "sql_2", agg: "count", where: [{not: isFar}]},
      {name: "sql_3", agg: "count"},
    ]);
  });

  test("groups are chosen and sorted by aggregates with conditions", () => {
    const far = [{field: "flights.distance", op: ">", value: "100"}];
    const query = {
      dimensions: ["flights.state"],
      measures: [{name: "sql_1", agg: "count", where: far}],
      filters: [{field: "sql_1", op: ">", value: "2"}],
      orderBy: ["sql_1 desc"],
      limit: 3,
    };
    const tail =
      "from flights group by 1 having count(*) filter (where distance > 100) > 2 order by 2 desc limit 3";
    expect(plan(`select state, count(*) filter (where distance > 100) ${tail}`)).toMatchObject({
      kind: "query",
      query,
    });
    expect(
      inputOf(
        "select state, sum(case when distance > 100 then 1 else 0.0 end) as n from flights group by 1 having sum(case when distance > 100 then 1 else 0.0 end) > 2 order by n desc limit 3",
      ),
    ).toMatchObject({filters: query.filters, orderBy: query.orderBy, limit: 3});
    expect(
      inputOf(
        "select state, sum(case when ok then price else 0.0 end) as n from flights group by 1 order by n desc nulls last limit 3",
      ),
    ).toMatchObject({orderBy: ["sql_3 desc"], limit: 3});
  });

  test("conditions that the layer does not have run over groups by the columns that they name", () => {
    const made = plan(
      "select ok, count(*) filter (where upper(state) = 'CA'), sum(case when upper(state) = 'CA' then price else 0 end) from flights group by 1",
    );
    expect(made).toMatchObject({
      kind: "rest",
      inputs: [
        {
          query: {
            dimensions: ["flights.ok", "flights.state"],
            measures: [
              {name: "sql_1", agg: "count"},
              {name: "sql_2", agg: "sum", of: "flights.price"},
            ],
          },
        },
      ],
      sql: `select ok, coalesce(sum("flights"."count 2") filter (where upper(state) = 'CA'), 0)::bigint as "count", (sum(case when upper(state) = 'CA' then "flights"."sum price" else 0 end))::numeric as "sum" from pg_temp."in1" as "flights" group by 1`,
    });
    // An average would need a sum and a count, each with the condition.
    expect(inputOf("select avg(price) filter (where upper(state) = 'CA') from flights")?.rows).toBe(true);
  });

  test("a condition on a parameter is sent to the warehouse once the value is known", () => {
    const sql = "select state, sum(case when distance > $1 then 1 else 0 end) from flights group by 1";
    const unknown = plan(sql);
    expect(unknown.dependsOnParameters).toBe(true);
    const measures = inputOf(sql, {parameters: {types: [20], values: ["100"]}})?.measures;
    expect(measures).toEqual([
      {name: "sql_1", agg: "count", where: [{field: "flights.distance", op: ">", value: "100"}]},
    ]);
  });

  test("a comparison with a truncated or cast time becomes a range of times", () => {
    expect(inputOf("select id from flights where date_trunc('month', at) = '2024-03-01'")?.filters).toEqual([
      {
        and: [
          {field: "flights.at", op: ">=", value: "2024-03-01T00:00:00Z"},
          {field: "flights.at", op: "<", value: "2024-04-01T00:00:00Z"},
        ],
      },
    ]);
    // Weeks begin on Monday: 2024-03-04 is one, and no week begins on the Sunday before.
    expect(inputOf("select id from flights where date_trunc('week', at) = '2024-03-04'")?.filters).toEqual([
      {
        and: [
          {field: "flights.at", op: ">=", value: "2024-03-04T00:00:00Z"},
          {field: "flights.at", op: "<", value: "2024-03-11T00:00:00Z"},
        ],
      },
    ]);
    expect(inputOf("select id from flights where date_trunc('week', at) > '2024-03-10'")?.filters).toEqual([
      {field: "flights.at", op: ">=", value: "2024-03-11T00:00:00Z"},
    ]);
    // A truncation in a timezone of its own is left to the rest.
    expect(
      inputOf("select id from flights where date_trunc('month', at, 'UTC') = '2024-03-01'")?.filters,
    ).toBeUndefined();
    expect(inputOf("select id from flights where at >= (date '2024-03-01')::timestamptz")?.filters).toEqual([
      {field: "flights.at", op: ">=", value: "2024-03-01T00:00:00Z"},
    ]);
    expect(
      inputOf("select id from flights where day = $1", {parameters: {types: [1082], values: ["2024-03-01"]}})
        ?.filters,
    ).toEqual([{field: "flights.day", op: "=", value: "2024-03-01"}]);
  });

  test("constants on the left, of other types, null and negated twice", () => {
    const filters = (where: string) => inputOf(`select id from flights where ${where}`)?.filters;
    expect(filters("100 < distance and 'b' >= state")).toEqual([
      {field: "flights.distance", op: ">", value: "100"},
      {field: "flights.state", op: "<=", value: "b"},
    ]);
    expect(filters("ok = ok")).toEqual([{field: "flights.ok", op: "=", other: "flights.ok"}]);
    expect(filters("ok < ok")).toBeUndefined();
    expect(filters("distance > -(-5)")).toEqual([{field: "flights.distance", op: ">", value: "5"}]);
    expect(filters("distance = any(array['1', '2'])")).toBeUndefined();
    expect(filters("state not in ('CA', null)")).toMatchObject([{op: "in", value: []}]);
  });

  test("a percentile is the layer's only strictly between 0 and 1", () => {
    const inputWith = (fraction: string) =>
      inputOf(
        `select ok, percentile_cont(${fraction}) within group (order by distance) from flights group by 1`,
      );
    expect(inputWith("0.5")?.measures).toEqual([
      {agg: "percentile", percentile: 0.5, of: "flights.distance", name: "sql_1"},
    ]);
    for (const fraction of ["0", "0.0", ".0", "0e0", "1", "1.0", "1.5", "-0.5"])
      expect([fraction, JSON.stringify(inputWith(fraction))]).toEqual([
        fraction,
        expect.not.stringContaining("percentile"),
      ]);
  });

  test("an ordinal counts the columns of a `*` before it", () => {
    for (const order of ["2", "2, id"])
      expect(inputOf(`select *, distance from flights order by ${order} limit 3`)).not.toHaveProperty(
        "orderBy",
      );
    expect(inputOf("select id, distance from flights order by 2 limit 3")?.orderBy).toEqual([
      "flights.distance asc",
    ]);
  });

  test("a limit above a million is left to the rest, because the layer's limit ends there", () => {
    for (const limit of ["1000001", "9999999"])
      for (const rows of ["select id from flights", "select id from flights order by id"])
        expect(plan(`${rows} limit ${limit}`).kind).toBe("rest");
  });

  test("a limit in descending order needs a condition without nulls: neither the layer's `!=` nor one side of an `or`", () => {
    const limitBehind = (where: string) =>
      inputOf(`select upper(state) from flights where ${where} order by state desc limit 3`)?.limit;
    expect(limitBehind("state > 'a'")).toBe(3);
    expect(limitBehind("state is not null")).toBe(3);
    for (const where of [
      "state is distinct from 'CA'",
      "(state = 'CA' or ok)",
      "(state = 'CA' or state is null)",
    ])
      expect([where, limitBehind(where)]).toEqual([where, undefined]);
  });

  test("a limit over distinct rows, or over one row of each group, does not limit the rows that are read", () => {
    for (const sql of [
      "select distinct upper(state) from flights limit 3",
      "select distinct state, random() from flights limit 3",
      "select distinct on (state) state, id from flights order by state limit 3",
      "select distinct on (ok) state, id from flights limit 3",
      "select distinct on (ok) ok, measure(count) from flights group by ok, state order by ok, state limit 3",
    ])
      expect([sql, inputOf(sql)?.limit]).toEqual([sql, undefined]);
  });

  test("a limit with ties, and a condition outside a limit or offset, are left to the rest", () => {
    expect(inputOf("select upper(state) from flights order by id fetch first 3 rows only")?.limit).toBe(3);
    expect(
      inputOf("select upper(state) from flights order by id fetch first 3 rows with ties")?.limit,
    ).toBeUndefined();
    const within = (tail: string) =>
      inputOf(`select * from (select state, id from flights ${tail}) x where state = 'CA'`)?.filters;
    expect(within("")).toEqual([{field: "flights.state", op: "=", value: "CA"}]);
    for (const tail of [
      "order by id offset 2",
      "order by id limit 2",
      "order by id fetch first row with ties",
    ])
      expect([tail, within(tail)]).toEqual([tail, undefined]);
  });

  test("what is distinct from null is not null", () => {
    const filters = (where: string) => inputOf(`select id from flights where ${where}`)?.filters;
    for (const where of ["state is distinct from null", "not (null is not distinct from state)"])
      expect([where, filters(where)]).toEqual([where, [{field: "flights.state", op: "is_not_null"}]]);
    expect(filters("state is not distinct from null")).toEqual([{field: "flights.state", op: "is_null"}]);
    expect(filters("state is distinct from 'CA'")).toEqual([{field: "flights.state", op: "!=", value: "CA"}]);
  });

  test("`between symmetric` is not `between`: its bounds may be in either order", () => {
    expect(inputOf("select id from flights where distance between 1 and 5")?.filters).toMatchObject([
      {
        and: [
          {op: ">=", value: "1"},
          {op: "<=", value: "5"},
        ],
      },
    ]);
    for (const between of ["between symmetric", "not between symmetric"])
      expect(inputOf(`select id from flights where distance ${between} 5 and 1`)?.filters).toBeUndefined();
  });

  test("a pattern becomes a search for its text, in which escaped characters are literal", () => {
    const filters = (like: string) => inputOf(`select id from flights where state ${like}`)?.filters;
    const search = (op: string, value: string) => [{field: "flights.state", op, value, caseSensitive: true}];
    expect(filters("like 'C%'")).toEqual(search("starts_with", "C"));
    expect(filters("like '%A'")).toEqual(search("ends_with", "A"));
    expect(filters("like '%a%'")).toEqual(search("contains", "a"));
    expect(filters("like '%50\\%%'")).toEqual(search("contains", "50%"));
    expect(filters("like 'a\\_b%'")).toEqual(search("starts_with", "a_b"));
    expect(filters("like '%\\\\'")).toEqual(search("ends_with", "\\"));
    expect(filters("like 'CA'")).toEqual([{field: "flights.state", op: "=", value: "CA"}]);
    for (const like of [
      "like '_A'",
      "like '%_%'",
      "like 'a%b'",
      "like 'a\\'",
      "ilike 'ca'",
      "like 'a^%%' escape '^'",
    ])
      expect([like, filters(like)]).toEqual([like, undefined]);
  });

  test("a cast to a type with a length or with digits changes a constant, and is left to the rest", () => {
    const filters = (where: string) => inputOf(`select id from flights where ${where}`)?.filters;
    expect(filters("state = 'California'::text")).toEqual([
      {field: "flights.state", op: "=", value: "California"},
    ]);
    expect(filters("price > '1.25'::numeric")).toEqual([{field: "flights.price", op: ">", value: "1.25"}]);
    for (const where of [
      "state = 'California'::varchar(2)",
      "price > '1.25'::numeric(3, 1)",
      "at > '2024-01-01 00:00:00.6'::timestamptz(0)",
      "at > now() - '90 minutes'::interval hour",
    ])
      expect([where, filters(where)]).toEqual([where, undefined]);
  });

  test("days and midnights of moments are those of the session's timezone", () => {
    const filters = (where: string, timezone: string) =>
      inputOf(`select id from flights where ${where}`, {timezone})?.filters;
    // Midnight in UTC is five in the evening before in Los Angeles.
    const moment = "'2024-01-15 00:00:00+00'::timestamptz";
    expect(filters(`day = ${moment}::date`, "America/Los_Angeles")).toEqual([
      {field: "flights.day", op: "=", value: "2024-01-14"},
    ]);
    expect(filters(`day = ${moment}::date`, "UTC")).toEqual([
      {field: "flights.day", op: "=", value: "2024-01-15"},
    ]);
    const since = [{field: "flights.at", op: ">=", value: "2024-01-15T08:00:00Z"}];
    expect(filters("date_trunc('day', at) >= '2024-01-15 08:00:00+00'", "America/Los_Angeles")).toEqual(
      since,
    );
    expect(filters("date_trunc('day', at) >= '2024-01-15'", "America/Los_Angeles")).toEqual(since);
    // No day begins at that moment in Los Angeles, so the comparison is left to Postgres.
    expect(
      filters("date_trunc('day', at) >= '2024-01-15 00:00:00+00'", "America/Los_Angeles"),
    ).toBeUndefined();
    // Clocks in Havana go back from one to midnight, so that day has the hour after midnight twice.
    expect(filters("at::date >= '2024-11-03'", "America/Havana")).toBeUndefined();
    expect(filters("at::date >= '2024-10-31'", "America/Havana")).toEqual([
      {field: "flights.at", op: ">=", value: "2024-10-31T04:00:00Z"},
    ]);
  });

  test("an array literal with a null or an empty element is left to the rest", () => {
    for (const array of ["{CA,null}", "{CA,,NY}", "{NULL}"])
      expect(inputOf(`select id from flights where state = any('${array}')`)?.filters).toBeUndefined();
  });

  describe("of arrays", () => {
    const withArrays = structuredClone(catalog);
    const arrays = {tags: "text[]", scores: "numeric[]", flags: "boolean[]"} as const;
    for (const table of withArrays.tables.filter(({name}) => name === "flights"))
      table.columns = [
        ...Object.entries(arrays).map(([name, type]) => ({
          name,
          type,
          kind: "dimension" as const,
          field: `flights.${name}`,
        })),
        ...table.columns,
      ];
    const filtersOf = (condition: string, dialect: SqlCatalog["dialect"] = "postgres", options = {}) => {
      const sql = `select id from flights where ${condition}`;
      const made = planSql(sql, {...withArrays, dialect}, {...OPTIONS, ...options});
      return (made.kind === "query" ? made.query : made.inputs[0]?.query)?.filters;
    };
    const tags = (op: string, value: unknown) => [{field: "flights.tags", op, value}];

    test("has conditions that mean the same in the warehouse", () => {
      for (const [condition, filters] of [
        ["'a' = any(tags)", tags("has", "a")],
        ["'a'::text = any(tags)", tags("has", "a")],
        ["tags @> array['a', 'b']", tags("has_all", ["a", "b"])],
        ["tags @> array['a']::text[]", tags("has_all", ["a"])],
        ["tags @> '{a,b}'", tags("has_all", ["a", "b"])],
        ["array['a'] <@ tags", tags("has_all", ["a"])],
        ["tags && array['a', 'b']", tags("has_any", ["a", "b"])],
        ["array['a'] && tags", tags("has_any", ["a"])],
        ["7 = any(scores)", [{field: "flights.scores", op: "has", value: "7"}]],
        ["true = any(flags)", [{field: "flights.flags", op: "has", value: true}]],
        ["tags is null", [{field: "flights.tags", op: "is_null"}]],
      ] as [string, Filter[]][])
        expect([condition, filtersOf(condition)]).toEqual([condition, filters]);
      const parameters = {values: ["a"], types: [0]};
      expect(filtersOf("$1 = any(tags)", "postgres", {parameters})).toEqual(tags("has", "a"));
    });

    test("leaves the others to the rest", () => {
      for (const condition of [
        "not ('a' = any(tags))",
        "'a' <> all(tags)",
        "tags = array['a']",
        "tags = '{a}'",
        "tags < array['a']",
        "tags in ('{a}')",
        "tags is distinct from null",
        "tags @> array['a', null]",
        "tags @> array[]::text[]",
        "tags @> array['a']::varchar[]",
        "tags <@ array['a']",
        "array['a'] @> tags",
        "tags && '{\"a\"}'",
        "tags && tags",
        "state = any(tags)",
        // Arrays of single precision have other digits.
        "0.1 = any(scores)",
        "1234567 = any(scores)",
        "scores @> array[7]",
      ])
        expect([condition, filtersOf(condition)]).toEqual([condition, undefined]);
    });

    test("leaves all of them to the rest where arrays are JSON, which may hold values of any type", () => {
      for (const dialect of ["mysql", "snowflake", "redshift"] as const)
        for (const condition of ["'a' = any(tags)", "tags @> array['a']", "tags is null"])
          expect([dialect, condition, filtersOf(condition, dialect)]).toEqual([
            dialect,
            condition,
            undefined,
          ]);
      const groups = "select tags, count(*) from flights group by 1";
      const kindOn = (sql: string, dialect: SqlCatalog["dialect"]) =>
        planSql(sql, {...withArrays, dialect}, OPTIONS).kind;
      expect(kindOn(groups, "postgres")).toBe("query");
      expect(kindOn(groups, "mysql")).toBe("rest");
      expect(kindOn(groups.replace("tags", "scores"), "postgres")).toBe("rest");
      expect(kindOn("select count(tags) from flights", "postgres")).toBe("query");
      expect(kindOn("select count(tags) from flights", "mysql")).toBe("rest");
    });

    test("sorts and aggregates none of them in the warehouse", () => {
      for (const sql of [
        "select tags from flights order by tags limit 3",
        "select max(tags) from flights",
        "select count(distinct tags) from flights",
      ])
        expect([sql, planSql(sql, withArrays, OPTIONS)]).toMatchObject([
          sql,
          {kind: "rest", inputs: [{columns: [{name: "tags", type: "text[]"}]}]},
        ]);
    });

    test("finds no rows by another column, or by the array alone", () => {
      expect(filtersOf("false")).toEqual([{field: "flights.id", op: "in", value: []}]);
      const made = planSql("select tags from flights where false", withArrays, OPTIONS);
      const [filter] = (made.kind === "query" ? made.query : made.inputs[0]?.query)?.filters ?? [];
      expect(filter).toEqual({
        and: [
          {field: "flights.tags", op: "is_null"},
          {field: "flights.tags", op: "is_not_null"},
        ],
      });
    });
  });

  test("a limit on rows in the order of the table's own columns reaches the warehouse, up to a million", () => {
    expect(inputOf("select upper(state) from flights order by id limit 3")).toMatchObject({
      orderBy: ["flights.id asc"],
      limit: 3,
    });
    expect(inputOf("select id from flights order by id limit 1000000")).toMatchObject({limit: 1_000_000});
    for (const limit of ["1000001", "9999999", "$1"])
      expect(inputOf(`select id from flights order by id limit ${limit}`)?.limit).toBeUndefined();
  });

  test("the warehouse sorts only columns that its engine sorts as Postgres does", () => {
    const limitOn = (dialect: "postgres" | "clickhouse", column: string) => {
      const made = planSql(
        `select id, ${column} from flights order by ${column} limit 3`,
        {...catalog, dialect},
        OPTIONS,
      );
      return (made.kind === "query" ? made.query : made.inputs[0]?.query)?.limit;
    };
    expect(limitOn("postgres", "score")).toBe(3);
    expect(limitOn("clickhouse", "score")).toBeUndefined();
    expect(limitOn("clickhouse", "distance")).toBe(3);
  });

  test("a join over several columns needs a condition on each of them", () => {
    const joined = structuredClone(catalog);
    const [flights] = joined.tables;
    const [join] = flights?.joins ?? [];
    if (!join) throw new Error("there is no join");
    Object.assign(join, {columns: ["origin_code", "state"], targetColumns: ["code", "city"]});
    const ask = (on: string) =>
      planSql(
        `select a.city, measure(f.total) from flights f left join datasets.airports a on ${on} group by 1`,
        joined,
        OPTIONS,
      );
    expect(ask("f.origin_code = a.code and f.state = a.city")).toMatchObject({
      inputs: [{query: {dimensions: ["origin.city"], measures: ["flights.total"]}}],
    });
    for (const on of ["f.origin_code = a.code and f.origin_code = a.city", "f.origin_code = a.code"])
      expect(() => ask(on)).toThrow(expect.objectContaining({sqlState: "0A000"}));
  });

  test("comparisons, minima and maxima of texts reach only engines that have an order by code points", () => {
    const inputOn = (dialect: "postgres" | "mysql" | "redshift", sql: string) => {
      const made = planSql(sql, {...catalog, dialect}, OPTIONS);
      return made.kind === "query" ? made.query : made.inputs[0]?.query;
    };
    const rows = "select id from flights where state >= 'CA' and not (state > 'a')";
    const ends = "select ok, min(state) from flights group by 1 having max(state) < 'a'";
    for (const dialect of ["postgres", "mysql"] as const) {
      expect(inputOn(dialect, rows)?.filters).toEqual([
        {field: "flights.state", op: ">=", value: "CA"},
        {field: "flights.state", op: "<=", value: "a"},
      ]);
      expect(inputOn(dialect, ends)).toMatchObject({
        dimensions: ["flights.ok"],
        measures: [
          {agg: "min", of: "flights.state"},
          {agg: "max", of: "flights.state"},
        ],
        filters: [{field: "sql_2", op: "<", value: "a"}],
      });
    }
    expect(inputOn("redshift", rows)?.filters).toBeUndefined();
    expect(inputOn("redshift", ends)).toMatchObject({dimensions: ["flights.ok", "flights.state"]});
  });

  test("distinct numbers are counted by the rest if they may be doubles, which the engine distinguishes in its own way", () => {
    const guessed = structuredClone(catalog);
    for (const {columns} of guessed.tables)
      for (const column of columns) if (column.name === "price") Object.assign(column, {isTypeGuessed: true});
    const isCountedOn = (dialect: "postgres" | "duckdb" | "clickhouse", column: string, of = catalog) =>
      JSON.stringify(
        planSql(`select state, count(distinct ${column}) from flights group by 1`, {...of, dialect}, OPTIONS),
      ).includes("count_distinct");
    expect(isCountedOn("duckdb", "price")).toBe(true);
    for (const dialect of ["duckdb", "clickhouse"] as const) {
      expect([dialect, isCountedOn(dialect, "price", guessed)]).toEqual([dialect, false]);
      expect([dialect, isCountedOn(dialect, "score")]).toEqual([dialect, false]);
    }
    expect(isCountedOn("postgres", "price", guessed)).toBe(true);
    expect(isCountedOn("postgres", "score")).toBe(true);
  });

  test("names of up to 63 bytes are unchanged, and longer ones are cut between characters", () => {
    expect(cutNames(["x".repeat(63), "x".repeat(64), `${"x".repeat(61)}éé`])).toEqual([
      "x".repeat(63),
      `${"x".repeat(62)}~`,
      `${"x".repeat(61)}~`,
    ]);
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
    [
      "select distinct on ((select 1), state) state, measure(count) as n from flights group by state",
      "select distinct on ((select 1), state) state, count(*) as n from flights group by state",
    ],
    [
      "select distinct on ((select 1), f.state) f.state, measure(f.total) as n from flights f join datasets.airports a on f.origin_code = a.code where f.distance > 5 group by 1",
      "select distinct on ((select 1), f.state) f.state, sum(f.price) as n from flights f join datasets.airports a on f.origin_code = a.code where f.distance > 5 group by 1",
    ],
    [
      "select date_trunc('month', at) a, date_trunc('MONTH', at) b, measure(count) as n from flights group by rollup (date_trunc('month', at), date_trunc('MONTH', at))",
      "select date_trunc('month', at) a, date_trunc('MONTH', at) b, count(*) as n from flights group by rollup (date_trunc('month', at), date_trunc('MONTH', at))",
    ],
    [
      "select ok, percentile_cont(0.0) within group (order by distance) a, percentile_cont(1) within group (order by distance) b from flights group by 1",
      "select ok, min(distance)::float8 a, max(distance)::float8 b from flights group by 1",
    ],
    [
      "with w as (select state as s, total from flights), v as (select * from w) select count(*), sum(x.total) from (select s, total from v where s = 'CA') x",
      "select count(*), sum(price) from flights where state = 'CA'",
    ],
    [
      "with w as (select price as p from flights) select sum(p) from (select p from w where p < 0) x",
      "select sum(price) from flights where price < 0",
    ],
    [
      'select city, measure("flights.total"), count(*) from airports group by 1 order by 1 limit 3',
      "select city, sum((select sum(price) from flights where origin_code = code)) as measure, count(*) from datasets.airports group by 1 order by 1 limit 3",
    ],
  ] as const)
    test(`${sql} gives the same as SQL by hand`, async () => {
      const made = plan(sql);
      expect(
        differenceOf(await oracle.expected(byHand), await oracle.actual(made), false, true),
      ).toBeUndefined();
    });
});

test("the explanation says what a query groups by, or that it groups by nothing", () => {
  const first = (sql: string) => plan(sql).explain[0];
  expect(first("select measure(count) + 1 from flights")).toBe("in1: flights grouped by nothing");
  expect(first("select state, measure(count) + 1 from flights group by 1")).toMatch(
    / grouped by flights\.state/,
  );
});

test("`current_user` is the caller, and not the role in the private Postgres", () => {
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
