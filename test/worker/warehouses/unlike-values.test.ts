import {afterAll, beforeAll, expect, test} from "bun:test";
import {mysqlUrl} from "../../support/engines/mysql-url.ts";
import {shopInDuckDb, shopInPostgres} from "../../support/warehouse.ts";
import {type TestService, testService} from "../../support/worker.ts";

/** Two texts of different collations, in each engine's SQL, and the dimension that the error recommends. */
const ENGINES = {
  postgres: {
    table: `select text 'a' collate "en-x-icu" as word, text 'a' collate "C" as other, '6f3d0a58-3a1c-4a57-9a3e-1a2b3c4d5e6f'::uuid as id`,
    advised: 'word collate "C"',
  },
  duckdb: {
    table:
      "select w.word, o.other from (select 'a' collate nocase as word) w, (select 'a' collate noaccent as other) o",
    advised: "word collate noaccent",
  },
  mysql: {
    table:
      "select t.* from json_table('[[1, 1]]', '$[*]' columns (word varchar(9) character set utf8mb4 collate utf8mb4_unicode_ci path '$[0]', other varchar(9) character set utf8mb4 collate utf8mb4_general_ci path '$[1]')) t",
    advised: "word collate utf8mb4_bin",
  },
} as const;
type EngineName = keyof typeof ENGINES;
const INSTALLED = (["postgres", "duckdb", "mysql"] as const).filter(name => name !== "mysql" || mysqlUrl());

let service: TestService;
let dropShop: () => Promise<void>;
const projects: Partial<Record<EngineName, string>> = {};

beforeAll(async () => {
  service = await testService();
  const shop = await shopInPostgres();
  dropShop = shop.drop;
  await shopInDuckDb(service.warehouseDir, service.org.id);
  const {port, username: user, password} = new URL(mysqlUrl() ?? "mysql://none");
  const configs = {
    postgres: {url: `${shop.url}?sslmode=disable`},
    duckdb: {path: "shop.duckdb"},
    mysql: {host: "127.0.0.1", port: Number(port), database: "mysql", user, password, ssl: "disable"},
  };
  for (const name of INSTALLED) projects[name] = await addProject(name, configs[name]);
});
afterAll(async () => {
  await service.stop();
  await dropShop();
});

async function addProject(name: EngineName, config: object): Promise<string> {
  const connection = await service.call("POST", "/api/connections", {body: {name, type: name, config}});
  expect(connection.text).toContain("conn_");
  const body = {name, connectionId: connection.body.id};
  const {id} = (await service.call("POST", "/api/projects", {body})).body;
  const {table, advised} = ENGINES[name];
  const dimensions = [
    {name: "word", type: "string", column: "word"},
    {name: "other", type: "string", column: "other"},
    {name: "advised", type: "string", sql: advised},
    ...(name === "postgres"
      ? [
          {name: "id", type: "string", column: "id"},
          {name: "id_text", type: "string", sql: "cast(id as text)"},
        ]
      : []),
  ];
  const measures = [{name: "count", type: "count"}];
  const models = [{name: "texts", table: {sql: table}, dimensions, measures}];
  const applied = await service.call("POST", `/api/projects/${id}/introspect`, {body: {models, joins: []}});
  expect([applied.status, applied.text]).toEqual([201, expect.any(String)]);
  return id;
}

function compared(name: EngineName, field: string, other: string, token?: string) {
  const filters = [{field: `texts.${field}`, op: "=", other: `texts.${other}`}];
  const body = {projectId: projects[name], model: "texts", measures: ["texts.count"], filters};
  return service.call("POST", "/api/query", {body, ...(token === undefined ? {} : {token})});
}

test.each(INSTALLED)(
  "a comparison of texts of different collations on %s is refused with a remedy that works",
  async name => {
    for (const token of [service.org.admin.token, service.org.member.token]) {
      const refused = await compared(name, "word", "other", token);
      expect([refused.status, refused.body.code]).toEqual([502, "warehouse_error"]);
      expect(refused.body.detail).toContain("It compares texts of different collations");
    }
    const mended = await compared(name, "advised", "other");
    expect([mended.status, mended.body.rows]).toEqual([200, [[1]]]);
  },
);

test("a comparison of a uuid with a text on Postgres is refused with a remedy that works", async () => {
  const refused = await compared("postgres", "id", "word");
  expect([refused.status, refused.body.code]).toEqual([502, "warehouse_error"]);
  expect(refused.body.detail).toContain("It compares values of different types");
  const mended = await compared("postgres", "id_text", "word");
  expect([mended.status, mended.body.rows]).toEqual([200, [[0]]]);
});

test("the greatest of uuids on Postgres is refused with a remedy that works", async () => {
  const greatest = (field: string) => {
    const measures = [{name: "greatest", agg: "max", of: `texts.${field}`}];
    const body = {projectId: projects.postgres, model: "texts", measures};
    return service.call("POST", "/api/query", {body});
  };
  const refused = await greatest("id");
  expect([refused.status, refused.body.code]).toEqual([502, "warehouse_error"]);
  expect(refused.body.detail).toContain("The type of the values has no such aggregate. Add a cast");
  expect((await greatest("id_text")).body.rows).toEqual([["6f3d0a58-3a1c-4a57-9a3e-1a2b3c4d5e6f"]]);
});

/** The rows, or the error's explanation, of a query over one row of `sql`. */
async function answerOver(
  name: EngineName,
  sql: string,
  dimensions: object[],
  query: object,
): Promise<unknown> {
  const connections = (await service.call("GET", "/api/connections")).body;
  const {id: connectionId} = connections.find((one: {name: string}) => one.name === name);
  const {id} = (await service.call("POST", "/api/projects", {body: {name: "Odd", connectionId}})).body;
  const model = {name: "odd", table: {sql}, dimensions, measures: [{name: "count", type: "count"}]};
  const applied = await service.call("POST", `/api/projects/${id}/introspect`, {body: {models: [model]}});
  expect(applied.status, applied.text).toBe(201);
  const {status, body} = await service.call("POST", "/api/query", {
    body: {projectId: id, model: "odd", ...query},
  });
  return status === 200 ? body.rows : [status, body.code, body.detail];
}

test("a comparison of a long whole number with a decimal on DuckDB is refused with a remedy that works", async () => {
  const sql = "select 1::decimal(9, 2) as price, 12345678901234567890123456789012345678::hugeint as n";
  const dimensions = [
    {name: "price", type: "number", column: "price"},
    {name: "n", type: "number", column: "n"},
    {name: "advised", type: "number", sql: "cast(n as double)"},
  ];
  const above = (field: string) => ({
    measures: ["odd.count"],
    filters: [{field: `odd.${field}`, op: ">", other: "odd.price"}],
  });
  expect(await answerOver("duckdb", sql, dimensions, above("n"))).toEqual([
    502,
    "warehouse_error",
    expect.stringContaining("whole numbers of nearly 38 digits"),
  ]);
  expect(await answerOver("duckdb", sql, dimensions, above("advised"))).toEqual([[1]]);
});

test("the week of a date after the last timestamp on Postgres is refused with a remedy that works", async () => {
  const dimensions = [
    {name: "day", type: "date", column: "day"},
    {name: "advised", type: "date", sql: "least(day, date '9999-12-31')"},
  ];
  const sql = "select date '300000-01-01' as day";
  const weeks = (field: string) => ({dimensions: [`odd.${field}.week`]});
  expect(await answerOver("postgres", sql, dimensions, weeks("day"))).toEqual([
    502,
    "warehouse_error",
    expect.stringContaining("after the year 294276"),
  ]);
  expect(await answerOver("postgres", sql, dimensions, weeks("advised"))).toEqual([["9999-12-27"]]);
});
