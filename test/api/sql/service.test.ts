import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {type SqlOverShops, sqlOverShops} from "./support/sql-over-shops.ts";

let sides: SqlOverShops;
beforeAll(async () => {
  sides = await sqlOverShops();
});
afterAll(() => sides.stop());

const administrator = (database = "shop postgres") => ({
  database,
  password: sides.service.org.admin.token,
});

describe.each(["shop postgres", "shop duckdb"])("SQL over %s", database => {
  const rowsOf = (text: string, values: unknown[] = []) =>
    sides.rowsOf(administrator(database), text, values);

  test("counts by a dimension as POST /api/query does", async () => {
    const body = {
      model: "orders",
      dimensions: ["orders.status"],
      measures: ["orders.count"],
      projectId: sides.shops[database === "shop postgres" ? "postgres" : "duckdb"].projectId,
    };
    const answer = await sides.service.call("POST", "/api/query", {body});
    const rows = await rowsOf("select status, measure(count) from orders group by status order by 1");
    expect(rows.map(([status, count]) => [status, Number(count)])).toEqual(answer.body.rows);
  });

  test("reads rows, and computes the rest of the statement over them", async () => {
    const [[count]] = (await rowsOf("select count(*) from orders")) as [[string]];
    const rows = await rowsOf(
      "select status, row_number() over (order by status) as n from orders order by n",
    );
    expect(rows).toHaveLength(Number(count));
  });

  test("takes parameters", async () => {
    const rows = await rowsOf("select count(*) from orders where status = $1", ["paid"]);
    const all = await rowsOf("select count(*) from orders where status = 'paid'");
    expect(rows).toEqual(all);
    expect(Number(rows[0]?.[0])).toBeGreaterThan(0);
  });

  test("suggests the nearest column for a missing one", async () => {
    const failing = rowsOf("select statsu from orders");
    await expect(failing).rejects.toMatchObject({code: "42703", hint: expect.stringContaining("status")});
  });
});

test("single-precision numbers, which tables show as double precision, are added up as doubles", async () => {
  const weights = {
    name: "weights",
    table: {sql: "select i % 2 as side, 0.1::real as kilos from generate_series(1, 40000) as g(i)"},
    dimensions: [
      {name: "side", type: "number", column: "side"},
      {name: "kilos", type: "number", column: "kilos"},
    ],
    measures: [],
  };
  const {projectId} = sides.shops.postgres;
  const body = {models: [weights], joins: []};
  await sides.service.call("POST", `/api/projects/${projectId}/introspect`, {body});
  const [[kind, ...whole] = []] = await sides.rowsOf(
    administrator(),
    `select pg_typeof(sum(kilos))::text, avg(kilos), sum(kilos) / 40000, avg(kilos) filter (where side = 1),
      sum(case when side = 1 then kilos else 0 end) / 20000 from weights`,
  );
  const parts = await sides.rowsOf(
    administrator(),
    "select avg(kilos), sum(case when side % 2 = 1 then kilos end) / 20000 from weights group by side order by side",
  );
  expect(kind).toBe("double precision");
  // In single precision, the sum of all rows differs from 4000 in the fourth digit.
  for (const mean of [...whole, parts[0]?.[0], ...(parts[1] ?? [])]) expect(mean).toBeCloseTo(0.1, 7);
});

test("the catalog contains the tables, with their columns", async () => {
  const tables = await sides.rowsOf(
    administrator(),
    "select table_name from information_schema.tables where table_schema = 'public'",
  );
  expect(tables.flat()).toContain("orders");
});

test("a wrong password is refused as Postgres refuses it", async () => {
  const failing = sides.open({password: "wrong"});
  await expect(failing).rejects.toMatchObject({code: "28P01"});
});

test.each([
  ["select status, measure(count) from orders where status = $1 group by 1", [], "$1", "0 values"],
  ["select $1::int + $2::int", [1], "$1 to $2", "1 value"],
  ["select status, measure(count) from orders where status = $1 group by 1", ["paid", 1], "$1", "2 values"],
  ["select $1::int + $2::int", [1, 2, 3], "$1 to $2", "3 values"],
])(
  "over HTTP, each parameter must have exactly one value: %s with %p",
  async (sql, parameters, named, given) => {
    const body = {sql, parameters, projectId: sides.shops.postgres.projectId};
    const detail = `The statement has ${named}, and "parameters" has ${given}. Give a value for each.`;
    for (const headers of [{}, {prefer: "respond-async"}]) {
      const answer = await sides.service.call("POST", "/api/sql", {body, headers});
      expect(answer).toMatchObject({status: 422, body: {code: "invalid_request", detail}});
    }
  },
);

test("over HTTP, values for a statement without parameters are refused", async () => {
  const body = {
    sql: "select measure(count) from orders",
    parameters: [1],
    projectId: sides.shops.postgres.projectId,
  };
  const answer = await sides.service.call("POST", "/api/sql", {body});
  const detail = 'The statement has no parameters, and "parameters" has 1 value. Leave it out.';
  expect(answer).toMatchObject({status: 422, body: {code: "invalid_request", detail}});
});

test("over HTTP, a statement is answered like a query", async () => {
  const answer = await sides.service.call("POST", "/api/sql", {
    body: {
      sql: "select status, measure(count) as n from orders where status = $1 group by 1",
      parameters: ["paid"],
      projectId: sides.shops.postgres.projectId,
    },
  });
  expect(answer).toMatchObject({
    status: 200,
    body: {
      columns: [
        {name: "status", type: "string"},
        {name: "n", type: "number"},
      ],
      rows: [["paid", expect.any(Number)]],
      truncated: false,
    },
  });
  const detail = await sides.service.call("POST", "/api/sql/detail", {
    body: {
      sql: "select status, measure(count) as n from orders group by 1",
      projectId: sides.shops.postgres.projectId,
    },
  });
  expect(detail.body.queries).toMatchObject([{model: "orders", measures: ["orders.count"]}]);
});

test("over HTTP, an answer says which limit cut it, and names the nearest tables and columns", async () => {
  const {projectId} = sides.shops.postgres;
  const ask = (sql: string) => sides.service.call("POST", "/api/sql", {body: {sql, projectId}});
  const cut = await ask("select n from numbers order by n limit 2");
  expect([cut.body.truncated, cut.headers.get("x-row-limit")]).toEqual([true, "2"]);
  expect((await ask("select measure(count) from numbers")).headers.get("x-row-limit")).toBeNull();
  for (const [sql, code, suggestions] of [
    ["select * from ordrs", "unknown_model", ["orders"]],
    ["select statsu from orders", "unknown_field", ["status"]],
  ]) {
    expect(await ask(String(sql))).toMatchObject({status: 422, body: {code, errors: [{suggestions}]}});
  }
});

test("a dataset is a table as soon as it has been created, also for who has just looked up the tables", async () => {
  const {projectId} = sides.shops.postgres;
  const make = async (name: string) => {
    const definition = {model: "orders", dimensions: ["orders.status"], measures: ["orders.count"]};
    const body = {name, kind: "live", definition};
    const made = await sides.service.call("POST", `/api/projects/${projectId}/datasets`, {body});
    expect(made.status).toBe(201);
  };
  const overHttp = (sql: string) => sides.service.call("POST", "/api/sql", {body: {sql, projectId}});
  await overHttp("select status from orders");
  await make("Made for HTTP");
  expect((await overHttp("select measure(count) from datasets.made_for_http")).body.rows).toEqual([[4]]);
  await overHttp("select status from orders");
  await make("Made for clients");
  const rows = await sides.rowsOf(administrator(), "select measure(count) from datasets.made_for_clients");
  expect(rows.flat().map(Number)).toEqual([4]);
});
