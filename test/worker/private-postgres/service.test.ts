import {afterAll, beforeAll, expect, test} from "bun:test";
import {execute} from "../../../api/queries/web-runner.ts";
import {callWorker} from "../../../api/worker-calls/worker-call.ts";
import type {RestSource} from "../../../shared/core/wire/query-source.ts";
import type {RunRequest} from "../../../shared/core/wire/run-request.ts";
import {readDataRows} from "../../support/data-rows.ts";
import {shopProjects} from "../../support/shop.ts";
import {type TestService, testService} from "../../support/worker.ts";

let t: TestService;
let shops: Awaited<ReturnType<typeof shopProjects>>;
beforeAll(async () => {
  t = await testService();
  shops = await shopProjects(t);
});
afterAll(async () => {
  await t?.stop();
  await shops?.drop();
});

const bytesOf = async (body: Uint8Array | ReadableStream<Uint8Array>) =>
  body instanceof Uint8Array ? body : new Uint8Array(await new Response(body).arrayBuffer());

const patient = new AbortController().signal;
const number = {type: "number"} as const;
const text = {type: "string"} as const;

function runOf(engine: "duckdb" | "postgres", sql: string, columns: RunRequest["columns"]) {
  const source = {kind: "connection", id: shops[engine].connectionId, version: 1} as const;
  return {...partsOf(sql, columns), source};
}

function partsOf(sql: string, columns: RunRequest["columns"]) {
  const fingerprint = crypto.randomUUID();
  return {
    sql,
    parameters: [],
    orgId: t.org.id,
    columns,
    timezone: "UTC",
    format: "data_rows" as const,
    timeoutMs: 30_000,
    fresh: false,
    fingerprint,
    record: {
      runId: `run_${fingerprint}`,
      principalId: t.org.admin.id,
      projectId: shops.duckdb.projectId,
      model: "orders",
      trigger: "interactive" as const,
      requestId: "request",
    },
  };
}

const rest = (inputs: RestSource["inputs"] = []): RestSource => ({
  kind: "rest",
  id: "caller",
  user: "ada",
  database: "shop",
  settings: {timezone: "UTC"},
  inputs,
});

const orders = (engine: "duckdb" | "postgres"): RestSource["inputs"][number] => ({
  name: engine,
  columns: [
    {name: "id", type: "bigint"},
    {name: "status", type: "text"},
    {name: "amount", type: "numeric"},
  ],
  run: runOf(engine, "select id, status, amount from orders", [
    {name: "orders.id", ...number},
    {name: "orders.status", ...text},
    {name: "orders.amount", ...number},
  ]),
});

const ask = (request: RunRequest) => execute(t.web, request, 0, patient);

test("a statement from the web process joins rows of two warehouses, in every format", async () => {
  const sql = `select d.status, sum(p.amount) as total, count(*) as orders
    from pg_temp.duckdb d join pg_temp.postgres p using (id) group by 1 order by 1`;
  const columns = [
    {name: "status", ...text},
    {name: "total", ...number},
    {name: "orders", ...number},
  ];
  const source = rest([orders("duckdb"), orders("postgres")]);
  const rows = await ask({...partsOf(sql, columns), source});
  expect(readDataRows(await bytesOf(rows.body))).toEqual([
    ["open", "0.10", "1"],
    ["paid", "100000000000000000010.49", "3"],
  ]);
  const json = await ask({...partsOf(sql, columns), source, format: "json"});
  expect(Buffer.from(await bytesOf(json.body)).toString()).toContain(
    '"rows":[["open",0.1,1],["paid",100000000000000000010.49,3]],"truncated":false',
  );
  const csv = await ask({...partsOf(sql, columns), source, format: "csv", limit: 1});
  expect(Buffer.from(await bytesOf(csv.body)).toString()).toBe("status,total,orders\r\nopen,0.1,1\r\n");
});

test("an error of Postgres reaches the web process with its SQLSTATE, hint and position", async () => {
  const request = {...partsOf("select statu from pg_temp.duckdb", []), source: rest([orders("duckdb")])};
  await expect(ask(request)).rejects.toMatchObject({
    code: "invalid_request",
    message: 'column "statu" does not exist',
    details: {
      sqlState: "42703",
      sqlPosition: 8,
      sqlHint: 'Perhaps you meant to reference the column "duckdb.status".',
    },
  });
});

test("an error of an input's warehouse is a warehouse_error", async () => {
  const broken = {...orders("duckdb"), run: runOf("duckdb", "select nope from orders", [])};
  const request = {...partsOf("select 1", []), source: rest([broken])};
  await expect(ask(request)).rejects.toMatchObject({code: "warehouse_error"});
});

test("inputs belong to the organization of the request, even if they name another one", async () => {
  const input = orders("duckdb");
  const foreign = {...input, run: {...input.run, orgId: "org_other"}};
  const answer = await ask({...partsOf("select count(*) from pg_temp.duckdb", []), source: rest([foreign])});
  expect(readDataRows(await bytesOf(answer.body))).toEqual([["4"]]);
  const request = {...partsOf("select 1", []), orgId: "org_other", source: rest([input])};
  await expect(ask(request)).rejects.toMatchObject({code: "not_found"});
});

test("a statement that waits as background work is run once an interactive caller sends the same", async () => {
  const ending = new AbortController();
  const endless = () => {
    const parts = partsOf("select count(*) from generate_series(1, 100000000000) as g", []);
    return execute(t.web, {...parts, source: rest(), work: "background"}, 0, ending.signal);
  };
  const held = Array.from({length: 4}, () => endless().catch((error: unknown) => error));
  const columns = [{name: "answer", ...number}];
  const asked = {...partsOf("select 42 as answer", columns), source: rest()};
  const background = ask({...asked, work: "background"});
  try {
    // The background statement must not start.
    expect(await Promise.race([background, Bun.sleep(700).then(() => "waits")])).toBe("waits");
    const record = {...asked.record, runId: `run_${crypto.randomUUID()}`};
    const interactive = await ask({...asked, record, work: "interactive"});
    expect(readDataRows(await bytesOf(interactive.body))).toEqual([["42"]]);
    expect(readDataRows(await bytesOf((await background).body))).toEqual([["42"]]);
    expect(interactive.cache).toBe("shared");
  } finally {
    ending.abort(new Error("enough"));
    await Promise.all(held);
  }
});

test("a statement can be described by the web process, whose tables the worker requests", async () => {
  const {inputs: _, ...source} = rest();
  const request = {
    orgId: t.org.id,
    source: {...source, inputs: []},
    sql: "select $1::date as d, * from flights",
  };
  const describe = (more: object) =>
    callWorker(
      t.web,
      "describe_sql",
      {...request, source: {...request.source, ...more}, parameterTypes: []},
      {requestId: "r"},
    );
  await expect(describe({readsCatalog: true})).rejects.toMatchObject({code: "precondition_failed"});
  const tables = [
    {
      schema: "public",
      name: "flights",
      columns: [{name: "id", type: "bigint"}],
      primaryKey: ["id"],
      foreignKeys: [],
    },
  ];
  const described = {
    fields: [
      {name: "d", typeOid: 1082, typeSize: 4, typeModifier: -1},
      {name: "id", typeOid: 20, typeSize: 8, typeModifier: -1},
    ],
    parameterTypes: [1082],
  };
  expect(await describe({readsCatalog: true, tables})).toEqual(described);
  expect(await describe({readsCatalog: true})).toEqual(described);
});

test.each(["duckdb", "postgres"] as const)(
  "columns of %s have types in SQL that match their kinds",
  async engine => {
    const real = engine === "duckdb" ? "double" : "double precision";
    const json = engine === "duckdb" ? "json" : "jsonb";
    const sql = `select 1::bigint, 1::integer, 1.5::numeric(9, 2), 1::${real}, 'x', true, date '2024-01-01', timestamp '2024-01-01', '{}'::${json} from orders`;
    const types = [
      "number",
      "number",
      "number",
      "number",
      "string",
      "boolean",
      "date",
      "timestamp",
      "json",
    ] as const;
    const run = runOf(
      engine,
      sql,
      types.map((type, c) => ({name: `c${c}`, type})),
    );
    expect(await callWorker(t.web, "column_kinds", {orgId: t.org.id, run}, {requestId: "r"})).toEqual([
      "bigint",
      "bigint",
      "numeric",
      "double precision",
      "text",
      "boolean",
      "date",
      "timestamp with time zone",
      "jsonb",
    ]);
  },
);
