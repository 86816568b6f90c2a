import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {readdir} from "node:fs/promises";
import {join} from "node:path";
import {addPerson} from "../../support/people.ts";
import {shopProjects} from "../../support/shop.ts";
import {until} from "../../support/until.ts";
import {type TestService, testService} from "../../support/worker.ts";

let t: TestService;
let shops: Awaited<ReturnType<typeof shopProjects>>;

beforeAll(async () => {
  t = await testService();
  shops = await shopProjects(t);
});

afterAll(async () => {
  await t.stop();
  await shops.drop();
});

const token = () => t.org.member.token;
const post = (body: object, headers?: Record<string, string>) =>
  t.call("POST", `/api/projects/${shops.duckdb.projectId}/datasets`, {
    token: token(),
    body,
    ...(headers ? {headers} : {}),
  });

async function make(name: string, more: object) {
  const answer = await post({name, kind: "snapshot", ...more});
  expect(answer.text).toContain('"id":"ds_');
  expect(answer.status).toBe(201);
  return answer.body;
}

async function ask(query: object, by = token()) {
  const answer = await t.call("POST", "/api/query", {token: by, body: query});
  expect(answer.text).toContain('"rows"');
  return answer.body;
}

async function askWrong(query: object) {
  const {status, body} = await t.call("POST", "/api/query", {token: token(), body: query});
  expect(status).toBe(422);
  return {code: body.code, path: body.errors[0].path, suggestions: body.errors[0].suggestions};
}

async function snapshotFiles(): Promise<number> {
  const names = await readdir(join(t.web.config.dataDir, "snapshots"), {recursive: true});
  return names.filter(name => name.endsWith(".parquet")).length;
}

const SALES = `region,amount,units,sold_on,at,vip
north,10.5,1,2026-01-31,2026-01-31 23:30:00,true
north,0.1,2,2026-02-01,2026-02-01 00:30:00,false
south,,3,2026-02-28,2026-02-28 12:00:00,true
`;

describe("a snapshot of a CSV", () => {
  test("has a dimension with a type for each column, and measures of its numbers", async () => {
    const dataset = await make("Sales", {snapshotCsv: SALES});
    expect(dataset).toMatchObject({kind: "snapshot", slug: "sales", rowCount: 3});
    expect(dataset).not.toHaveProperty("definition");
    expect(dataset).not.toHaveProperty("warnings");
    expect(dataset.columns).toEqual([
      {name: "region", type: "string", field: "sales.region"},
      {name: "amount", type: "number", field: "sales.amount"},
      {name: "units", type: "number", integer: true, field: "sales.units"},
      {name: "sold_on", type: "date", field: "sales.sold_on"},
      {name: "at", type: "timestamp", field: "sales.at"},
      {name: "vip", type: "boolean", field: "sales.vip"},
    ]);
    const read = await t.call("GET", `/api/datasets/${dataset.id}`, {token: token()});
    expect(read.body).toEqual(dataset);
    const result = await ask({
      model: "sales",
      dimensions: ["sales.region"],
      measures: ["sales.count", "sales.amount", "sales.amount_avg", "sales.units_min", "sales.units_max"],
      orderBy: ["sales.amount desc"],
    });
    expect(result.columns.map((column: {name: string}) => column.name)).toEqual([
      "sales.region",
      "sales.count",
      "sales.amount",
      "sales.amount_avg",
      "sales.units_min",
      "sales.units_max",
    ]);
    expect(result.rows).toEqual([
      ["north", 2, 10.6, 5.3, 1, 2],
      ["south", 1, null, null, 3, 3],
    ]);
    const byMonth = {model: "sales", dimensions: ["sales.sold_on.month"], measures: ["sales.units"]};
    expect((await ask(byMonth)).rows).toEqual([
      ["2026-01-01", 1],
      ["2026-02-01", 5],
    ]);
    const filters = [
      {field: "sales.units", op: ">=", value: 2},
      {field: "sales.units_sum", op: ">", value: 2},
    ];
    expect((await ask({model: "sales", dimensions: ["sales.region"], filters})).rows).toEqual([["south"]]);
    expect((await ask({model: "sales", measures: ["sales.amount"], totals: true})).totals).toEqual([10.6]);
    expect(await askWrong({model: "sales", measures: ["sales.region"]})).toMatchObject({path: "/measures/0"});
    expect((await askWrong({model: "sales", dimensions: ["sales.regoin"]})).suggestions[0]).toBe(
      "sales.region",
    );
    const detail = await t.call("POST", "/api/query/detail", {token: token(), body: byMonth});
    expect(detail.body).toMatchObject({dialect: "duckdb"});
    const described = await t.call("GET", `/api/projects/${shops.duckdb.projectId}/models/sales`, {
      token: token(),
    });
    expect(described.body.measures).toContainEqual({
      name: "sales.units_sum",
      type: "number",
      aggregation: "sum",
    });
  });

  test("returns its rows, and aggregates of its columns", async () => {
    await make("Rows of sales", {snapshotCsv: SALES});
    const rows = await ask({
      model: "rows_of_sales",
      rows: true,
      dimensions: ["rows_of_sales.region", "rows_of_sales.amount"],
      orderBy: ["rows_of_sales.units desc"],
    });
    expect(rows).toMatchObject({
      columns: [{name: "rows_of_sales.region"}, {name: "rows_of_sales.amount", type: "number"}],
      rows: [
        ["south", null],
        ["north", 0.1],
        ["north", 10.5],
      ],
    });
    const aggregates = await ask({
      model: "rows_of_sales",
      dimensions: ["rows_of_sales.region"],
      measures: [
        {name: "last", agg: "max", of: "rows_of_sales.sold_on"},
        {name: "middle", agg: "median", of: "rows_of_sales.units"},
      ],
      totals: true,
    });
    expect(aggregates).toMatchObject({
      rows: [
        ["north", "2026-02-01", 1.5],
        ["south", "2026-02-28", 3],
      ],
      totals: [null, "2026-02-28", 2],
    });
    const wrong = await askWrong({model: "rows_of_sales", rows: true, dimensions: ["rows_of_sales.count"]});
    expect(wrong).toMatchObject({code: "unknown_field", path: "/dimensions/0"});
  });

  test("can be queried by charts, and cannot be deleted while a chart uses it", async () => {
    const {id, slug} = await make("Charted", {snapshotCsv: "n\n1\n2\n"});
    const query = {model: slug, measures: [`${slug}.n`]};
    const chart = await t.call("POST", "/api/charts", {
      token: token(),
      body: {name: "c", type: "big_number", query},
    });
    const data = await t.call("GET", `/api/charts/${chart.body.id}/data`, {token: token()});
    expect(data.body.rows).toEqual([[3]]);
    const remove = () => t.call("DELETE", `/api/datasets/${id}`, {token: token()});
    expect((await remove()).status).toBe(409);
    await t.call("DELETE", `/api/charts/${chart.body.id}`, {token: token()});
    expect((await remove()).status).toBe(204);
    expect((await remove()).status).toBe(404);
    expect((await askWrong(query)).code).toBe("unknown_model");
  });

  test("can have a column and a measure of one name, each found in its place", async () => {
    const csv = "count,amount,amount_sum,a.b,a_b\n5,1,100,x,y\n7,2,200,x,z\n";
    const {slug, columns} = await make("Colliding", {snapshotCsv: csv});
    expect(columns.map((column: {field: string}) => column.field)).toEqual(
      ["count", "amount", "amount_sum", "a_b", "a_b_2"].map(name => `${slug}.${name}`),
    );
    const rows = async (query: object) => (await ask({model: slug, ...query})).rows;
    const measures = ["count", "count_sum", "amount_sum", "amount_sum_sum"].map(name => `${slug}.${name}`);
    expect(await rows({measures})).toEqual([[2, 12, 3, 300]]);
    expect(await rows({measures: [`${slug}.amount`]})).toEqual([[3]]);
    expect(await rows({dimensions: [`${slug}.count`], measures: [`${slug}.count_max`]})).toEqual([
      [5, 5],
      [7, 7],
    ]);
    const filters = [{field: `${slug}.count`, op: "=", value: 7}];
    expect(await rows({measures: [`${slug}.count`], filters})).toEqual([[1]]);
    expect(
      await rows({dimensions: [`${slug}.a_b`, `${slug}.a_b_2`], orderBy: [`${slug}.count desc`]}),
    ).toEqual([
      ["x", "y"],
      ["x", "z"],
    ]);
  });

  test("keeps hostile names and values unchanged", async () => {
    const long = "l".repeat(200);
    const names = ['q"uo"te', "'; drop table data; --", "🦄", "a b", "select", long];
    const quoted = names.map(name => `"${name.replaceAll('"', '""')}"`);
    const {slug, columns} = await make(`"); drop table datasets; --`, {
      snapshotCsv: `${quoted.join(",")}\n${names.map((_, i) => i).join(",")}\n`,
    });
    expect(columns.map((column: {name: string}) => column.name)).toEqual(names);
    const fields = names.map(name => `${slug}.${name}`);
    expect((await ask({model: slug, dimensions: fields})).rows).toEqual([[0, 1, 2, 3, 4, 5]]);
    expect((await ask({model: slug, measures: fields})).rows).toEqual([[0, 1, 2, 3, 4, 5]]);
    const filters = fields.map((field, i) => ({field, op: "=", value: i}));
    expect(
      (await ask({model: slug, measures: [`${slug}.count`], filters, orderBy: [`${slug}.a b`]})).rows,
    ).toEqual([[1]]);
  });

  test.each([
    ["a,b\n1\n2,3,4\n", "/snapshotCsv"],
    ["\n", "/snapshotCsv"],
  ])("is refused if the CSV %j cannot be read", async (snapshotCsv, at) => {
    const {status, body} = await post({name: "Broken", kind: "snapshot", snapshotCsv});
    expect([status, body.code]).toEqual([422, "invalid_request"]);
    expect(body.errors[0].path).toBe(at);
  });

  test("may be larger than other bodies, up to a limit of its own", async () => {
    const line = `${"x".repeat(99)},1\n`;
    const {rowCount} = await make("Big", {snapshotCsv: `text,n\n${line.repeat(60_000)}`});
    expect(rowCount).toBe(60_000);
    const {status} = await t.call("POST", `/api/projects/${shops.duckdb.projectId}/datasets`, {
      token: token(),
      body: "{}",
      headers: {"content-length": String(202 * 1024 * 1024)},
    });
    expect(status).toBe(413);
  });

  test("may come before the other members, which are checked as usual", async () => {
    const csv = JSON.stringify(SALES);
    const before = await snapshotFiles();
    const send = (body: string) =>
      t.call("POST", `/api/projects/${shops.duckdb.projectId}/datasets`, {token: token(), body});
    const refused = async (body: string) => {
      const answer = await send(body);
      return [answer.status, answer.body.code, answer.body.errors?.[0]?.path];
    };
    expect(await refused(`{"snapshotCsv": ${csv}, "kind": "snapshot"}`)).toEqual([
      422,
      "invalid_request",
      "/name",
    ]);
    expect(await refused(`{"snapshotCsv": ${csv}, "kind": "live", "name": "x", "definition": {}}`)).toEqual([
      422,
      "invalid_request",
      "/definition/model",
    ]);
    expect(await refused(`{"name": "x", "snapshotCsv": ${csv}, "kind": "snapshot", "extra": 1}`)).toEqual([
      422,
      "invalid_request",
      "/extra",
    ]);
    expect(await refused(`{"snapshotCsv": ${csv}, "kind": "snapshot", "name": "x"`)).toEqual([
      400,
      "malformed_json",
      undefined,
    ]);
    expect(await snapshotFiles()).toBe(before);
    const {status, body} = await send(`{"snapshotCsv": ${csv}, "kind": "snapshot", "name": "First"}`);
    expect([status, body.rowCount]).toEqual([201, 3]);
    expect(await snapshotFiles()).toBe(before + 1);
  });

  test("is created once for one Idempotency-Key", async () => {
    const send = () =>
      post({name: "Once", kind: "snapshot", snapshotCsv: "a\n1\n"}, {"idempotency-key": "once"});
    const before = await snapshotFiles();
    const [first, second] = [await send(), await send()];
    expect(first.status).toBe(201);
    expect(second.body).toEqual(first.body);
    const other = await post(
      {name: "Once", kind: "snapshot", snapshotCsv: "a\n2\n"},
      {"idempotency-key": "once"},
    );
    expect(other.body.code).toBe("idempotency_conflict");
    // The files of repeated requests are deleted again.
    await until(async () => (await snapshotFiles()) <= before + 1);
    expect(await snapshotFiles()).toBe(before + 1);
  });

  test("leaves no file if it cannot be saved", async () => {
    const listed = async () => {
      const {body} = await t.call("GET", "/api/datasets", {token: token()});
      // Views are stored some seconds after they happen.
      return body.map((dataset: object) => ({...dataset, viewCount: null, lastViewedAt: null}));
    };
    const before = await listed();
    const refused = await post({name: "x", kind: "snapshot", snapshotCsv: "a\n1\n", teamId: "team_nowhere"});
    expect([refused.status, refused.body.errors[0].path]).toEqual([422, "/teamId"]);
    expect(await listed()).toEqual(before);
  });
});

describe("a snapshot of a query", () => {
  const query = {
    model: "orders",
    dimensions: ["orders.status", "customers.name", "orders.placed_at.month"],
    measures: ["orders.count", "orders.total"],
  };

  test("stores what the author saw, and says so", async () => {
    const author = await addPerson(t, {attributes: {region: ["south"]}});
    const answer = await t.call("POST", `/api/projects/${shops.duckdb.projectId}/datasets`, {
      token: author.token,
      body: {name: "Frozen", kind: "snapshot", query},
    });
    expect(answer.status).toBe(201);
    expect(answer.body.warnings).toEqual([
      {code: "rows_of_author", message: expect.stringContaining("that you may see")},
    ]);
    expect(
      answer.body.columns.map((column: {name: string; type: string}) => [column.name, column.type]),
    ).toEqual([
      ["status", "string"],
      ["name", "string"],
      ["placed_at_month", "date"],
      ["orders_count", "number"],
      ["total", "number"],
    ]);
    const read = await t.call("GET", `/api/datasets/${answer.body.id}`, {token: author.token});
    expect(read.body).not.toHaveProperty("warnings");
    const names = {model: "frozen", dimensions: ["frozen.name"]};
    const rows = [["Bo"], [null]];
    expect((await ask(names, author.token)).rows).toEqual(rows);
    // The admin has no attributes, and would see nobody's name in the model.
    expect((await ask(names, t.org.admin.token)).rows).toEqual(rows);
    const sums = {model: "frozen", measures: ["frozen.count", "frozen.orders_count"]};
    expect((await ask(sums, author.token)).rows).toEqual([[4, 4]]);
  });

  test("stores the columns of a comparison under the names of its measures", async () => {
    const compared = {
      model: "orders",
      dimensions: ["orders.status"],
      measures: ["orders.count", "orders.total"],
      filters: [{field: "orders.placed_at", op: "=", value: "2026-02"}],
      compare: {offset: {unit: "month", count: 1}},
    };
    const {slug, columns} = await make("Compared", {query: compared});
    const fields = columns.map(({field}: {field: string}) => field);
    const names = ["status", "orders_count", "orders_count@before", "orders_count@change"];
    expect(fields).toEqual(
      [...names, "total", "total@before", "total@change"].map(name => `${slug}.${name}`),
    );
    const {rows} = await ask({...compared, projectId: shops.duckdb.projectId});
    expect(rows.length).toBeGreaterThan(1);
    expect((await ask({model: slug, dimensions: fields})).rows).toEqual(rows);
  });

  test("with a limit of its own stores exactly those rows", async () => {
    const top = {model: "numbers", dimensions: ["numbers.n"], orderBy: ["numbers.n desc"], limit: 3};
    const {slug, rowCount} = await make("Top", {query: top});
    expect(rowCount).toBe(3);
    expect((await ask({model: slug, dimensions: [`${slug}.n`]})).rows).toEqual([[49998], [49999], [50000]]);
    expect((await make("One", {query: {...top, limit: 1}})).rowCount).toBe(1);
    expect((await make("All", {query: {...top, limit: undefined}})).rowCount).toBe(50_000);
  });

  test("may query another dataset", async () => {
    const definition = {model: "orders", filters: [{field: "orders.status", op: "=", value: "paid"}]};
    const live = await t.call("POST", `/api/projects/${shops.duckdb.projectId}/datasets`, {
      token: token(),
      body: {name: "Paid", kind: "live", definition},
    });
    const {slug} = live.body;
    const frozen = await make("Frozen paid", {query: {model: slug, measures: [`${slug}.count`]}});
    expect((await ask({model: frozen.slug, dimensions: [`${frozen.slug}.paid_count`]})).rows).toEqual([[3]]);
  });

  test.each([
    [{...query, measures: ["orders.cuont"]}, "unknown_field", "/query/measures/0"],
    [{...query, model: "ordres"}, "unknown_model", "/query/model"],
    [{...query, totals: true}, "invalid_request", "/query/totals"],
    [{...query, projectId: "proj_other"}, "invalid_request", "/query/projectId"],
  ])("is refused if %j does not compile", async (wrong, code, at) => {
    const {status, body} = await post({name: "Wrong", kind: "snapshot", query: wrong});
    expect([status, body.code]).toEqual([422, code]);
    expect(body.errors[0].path).toBe(at);
  });

  test("that fails is not created", async () => {
    const {status, body} = await post({
      name: "Failing",
      kind: "snapshot",
      query: {model: "orders", measures: ["orders.broken"]},
    });
    expect([status, body.code]).toEqual([502, "warehouse_error"]);
  });
});
