import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import pg from "pg";
import {SqlServer} from "../../../api/sql/server.ts";
import {ServiceBackend} from "../../../api/sql/service/service-backend.ts";
import {shopProjects} from "../../support/shop.ts";
import {type TestService, testService} from "../../support/worker.ts";

let service: TestService;
let shops: Awaited<ReturnType<typeof shopProjects>>;
let backend: ServiceBackend;
let server: SqlServer;
let port: number;

beforeAll(async () => {
  service = await testService();
  shops = await shopProjects(service);
  backend = new ServiceBackend(service.web);
  server = new SqlServer(backend, service.web.log, {
    host: "127.0.0.1",
    port: 0,
    allowsPlaintext: false,
    mostSessions: 100,
    mostSessionsOfOrg: 50,
    stallMs: 60_000,
  });
  port = await server.listen();
});

afterAll(async () => {
  backend.stop();
  await server.stop();
  await service.stop();
  await shops.drop();
});

async function connected<T>(
  work: (client: pg.Client) => Promise<T>,
  {
    database = "shop postgres",
    password = service.org.admin.token,
  }: {database?: string; password?: string} = {},
): Promise<T> {
  const client = new pg.Client({host: "127.0.0.1", port, user: "ada", database, password});
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

describe.each(["shop postgres", "shop duckdb"])("SQL over %s", database => {
  const rowsOf = (text: string, values: unknown[] = []) =>
    connected(async client => (await client.query({text, values, rowMode: "array"})).rows, {database});

  test("counts a measure by a dimension, as POST /api/query does", async () => {
    const body = {
      model: "orders",
      dimensions: ["orders.status"],
      measures: ["orders.count"],
      projectId: shops[database === "shop postgres" ? "postgres" : "duckdb"].projectId,
    };
    const answer = await service.call("POST", "/api/query", {body});
    const rows = await rowsOf("select status, measure(count) from orders group by status order by 1");
    expect(rows.map(([status, count]) => [status, Number(count)])).toEqual(answer.body.rows);
  });

  test("reads rows, and runs the rest over them", async () => {
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

  test("names the nearest column of one that is missing", async () => {
    const failing = rowsOf("select statsu from orders");
    await expect(failing).rejects.toMatchObject({code: "42703", hint: expect.stringContaining("status")});
  });
});

test("the catalog holds the tables, with their columns", async () => {
  const tables = await connected(
    async client =>
      (await client.query("select table_name from information_schema.tables where table_schema = 'public'"))
        .rows,
  );
  expect(tables.map(({table_name: name}) => name)).toContain("orders");
});

test("a wrong password is refused as Postgres refuses it", async () => {
  const failing = connected(async () => undefined, {password: "wrong"});
  await expect(failing).rejects.toMatchObject({code: "28P01"});
});

test("over HTTP a statement answers like a query", async () => {
  const answer = await service.call("POST", "/api/sql", {
    body: {
      sql: "select status, measure(count) as n from orders where status = $1 group by 1",
      parameters: ["paid"],
      projectId: shops.postgres.projectId,
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
  const detail = await service.call("POST", "/api/sql/detail", {
    body: {
      sql: "select status, measure(count) as n from orders group by 1",
      projectId: shops.postgres.projectId,
    },
  });
  expect(detail.body.queries).toMatchObject([{model: "orders", measures: ["orders.count"]}]);
});
