import {afterAll, beforeAll, beforeEach, describe, expect, test} from "bun:test";
import {readTrinoTables} from "../../../worker/warehouses/trino/catalog.ts";
import {openTrino, type TrinoTarget} from "../../../worker/warehouses/trino/warehouse.ts";
import type {Warehouse} from "../../../worker/warehouses/warehouse.ts";
import {hangingUp, jsonRows, limits, standIn} from "../../support/http-warehouse.ts";
import {until} from "../../support/until.ts";

interface Asked {
  method: string;
  path: string;
  headers: Headers;
  body: string;
}

let asked: Asked[] = [];
let respond: (one: Asked) => Response | Promise<Response>;
let server: ReturnType<typeof standIn>;
let warehouse: Warehouse;
const target: TrinoTarget = {
  host: "127.0.0.1",
  port: 0,
  catalog: "lake",
  schema: "shop",
  user: "ana",
  password: "secret",
  token: "",
  ssl: "disable",
};

beforeAll(() => {
  server = standIn(async (request, url) => {
    const {method, headers} = request;
    const one = {method, path: url.pathname, headers, body: await request.text()};
    asked.push(one);
    return respond(one);
  });
  warehouse = openTrino({...target, port: server.port}, limits, server.direct);
});
beforeEach(() => {
  asked = [];
});
afterAll(async () => {
  await warehouse.close();
  server.stop();
});

/** Answers one request after the other. The links in the answers name another host than the one that was reached. */
function pages(...answers: (string | number)[]) {
  let next = 0;
  respond = ({method}) => {
    if (method === "DELETE") return new Response(null, {status: 204});
    const answer = answers[next++] ?? 500;
    if (typeof answer === "number") return new Response("busy", {status: answer});
    const more = next < answers.length;
    const uri = `http://coordinator.internal:8080/v1/statement/executing/q1/x/${next}`;
    return new Response(more ? answer.replace("{", `{"nextUri":${JSON.stringify(uri)},`) : answer);
  };
}
const columns = (...types: string[]) =>
  `"columns":${JSON.stringify(types.map((type, i) => ({name: `c${i}`, type})))}`;

describe("trino", () => {
  test("requests further pages from the configured host, retries a busy server, and keeps every digit", async () => {
    const types = columns(
      "bigint",
      "decimal(38,2)",
      "double",
      "timestamp(6)",
      "timestamp(3) with time zone",
      "varchar",
      "boolean",
    );
    pages(
      '{"id":"q1"}',
      503,
      `{${types}}`,
      `{${types},"data":[[9007199254740993,"123456789012345678901234567890123456.10","NaN","2024-03-10 05:00:00.500000","2024-03-10 05:00:00.000 America/New_York","12345678901234567890",true]]}`,
      `{${types},"data":[[-1,null,1.5E10,null,"2024-03-10 05:00:00.000 UTC","a\\"b",false]]}`,
    );
    const {text} = await jsonRows(warehouse, "select 1", [
      "number",
      "number",
      "number",
      "timestamp",
      "timestamp",
      "string",
      "boolean",
    ]);
    expect(text).toBe(
      '[9007199254740993,123456789012345678901234567890123456.1,"NaN","2024-03-10T05:00:00.5Z","2024-03-10T09:00:00Z","12345678901234567890",true],' +
        '[-1,null,15000000000,null,"2024-03-10T05:00:00Z","a\\"b",false]',
    );
    const [first] = asked;
    expect([first?.method, first?.path, first?.body]).toEqual(["POST", "/v1/statement", "select 1"]);
    expect(Object.fromEntries(first?.headers ?? [])).toMatchObject({
      authorization: `Basic ${Buffer.from("ana:secret").toString("base64")}`,
      "x-trino-user": "ana",
      "x-trino-catalog": "lake",
      "x-trino-schema": "shop",
      "x-trino-time-zone": "UTC",
    });
    expect(asked.some(({method}) => method === "DELETE")).toBe(false);
  });

  test("sends values as texts beside the statement, in which only quotes are special", async () => {
    pages(`{${columns("bigint")},"data":[[1]]}`);
    await jsonRows(warehouse, "select 'it''s', ?, ?", ["number"], {parameters: ["o'r \\ ?", 5]});
    expect(asked[0]?.body).toBe("execute immediate 'select ''it''''s'', ?, ?' using 'o''r \\ ?', '5'");
  });

  test("returns one empty piece for an empty result, and sends a token as a bearer token", async () => {
    const other = openTrino(
      {...target, port: server.port, password: "", token: "jwt"},
      limits,
      server.direct,
    );
    pages('{"id":"q1"}', `{${columns("bigint")}}`);
    expect(await jsonRows(other, "select 1", ["number"])).toEqual({text: "", truncated: false});
    expect(asked.every(({headers}) => headers.get("authorization") === "Bearer jwt")).toBe(true);
    await other.close();
  });

  test.each([
    ["SYNTAX_ERROR", "refused"],
    ["PERMISSION_DENIED", "denied"],
    ["EXCEEDED_TIME_LIMIT", "cancelled"],
    ["SERVER_SHUTTING_DOWN", "unreachable"],
  ] as const)("reports %s as %s, also behind rows", async (errorName, kind) => {
    pages(
      `{${columns("bigint")},"data":[[1]]}`,
      `{"error":{"message":"line 1:8: no","errorName":"${errorName}","errorType":"X"}}`,
    );
    await expect(jsonRows(warehouse, "select 1", ["number"])).rejects.toMatchObject({
      message: "line 1:8: no",
      details: {kind, errorClass: errorName},
    });
  });

  test.each([
    [507, "unreachable"],
    [505, "refused"],
    [511, "refused"],
  ] as const)("reports the status %i as %s", async (status, kind) => {
    respond = () => new Response("No.", {status});
    await expect(jsonRows(warehouse, "select 1", ["number"])).rejects.toMatchObject({
      message: "No.",
      details: {kind, errorClass: String(status)},
    });
  });

  test("distinguishes a refused password from a lost connection", async () => {
    respond = () => new Response("Unauthorized", {status: 401});
    await expect(jsonRows(warehouse, "select 1", ["number"])).rejects.toMatchObject({
      details: {kind: "denied"},
    });
    const broken = hangingUp('{"columns":');
    const cut = openTrino({...target, port: broken.port}, limits, server.direct);
    await expect(jsonRows(cut, "select 1", ["number"])).rejects.toMatchObject({
      details: {kind: "unreachable"},
    });
    await cut.close();
    broken.stop();
  });

  test("ends a statement whose reader leaves or aborts", async () => {
    const page = `{${columns("bigint")},"data":[[1],[2],[3]]}`;
    pages(page, page, page, page);
    expect(await jsonRows(warehouse, "select 1", ["number"], {limit: 2})).toEqual({
      text: "[1],[2]",
      truncated: true,
    });
    expect(asked.at(-1)).toMatchObject({method: "DELETE", path: expect.stringContaining("/executing/q1/")});
    asked = [];
    const {promise: never} = Promise.withResolvers<Response>();
    respond = ({method}) =>
      method === "POST"
        ? new Response('{"nextUri":"http://x/v1/statement/queued/q2/1"}')
        : method === "GET"
          ? never
          : new Response(null, {status: 204});
    const controller = new AbortController();
    const attempt = jsonRows(warehouse, "select 1", ["number"], {signal: controller.signal});
    await until(() => asked.some(({method}) => method === "GET"));
    controller.abort(new Error("gone"));
    await expect(attempt).rejects.toThrow("gone");
    expect(asked.at(-1)).toMatchObject({method: "DELETE", path: "/v1/statement/queued/q2/1"});
  });

  test("reads its catalogue with the names as values", async () => {
    const row = ["shop", "orders", "table", "", "at", "timestamp(3) with time zone", "YES", ""];
    pages(`{${columns(...row.map(() => "varchar"))},"data":[${JSON.stringify(row)}]}`);
    const tables = await readTrinoTables(warehouse, {schemas: ["o'r"]}, new AbortController().signal);
    expect(asked[0]?.body).toContain("using 'o''r'");
    expect(tables).toMatchObject([
      {schema: "shop", name: "orders", columns: [{name: "at", kind: "timestamp", nullable: true}]},
    ]);
  });
});
