import {afterAll, beforeAll, beforeEach, describe, expect, test} from "bun:test";
import {readDatabricksTables} from "../../../worker/warehouses/databricks/catalog.ts";
import {type DatabricksTarget, openDatabricks} from "../../../worker/warehouses/databricks/warehouse.ts";
import type {Warehouse} from "../../../worker/warehouses/warehouse.ts";
import {jsonRows, limits, standIn} from "../../support/http-warehouse.ts";
import {until} from "../../support/until.ts";

interface Asked {
  method: string;
  path: string;
  authorization: string | null;
  text: string;
}

let asked: Asked[] = [];
let respond: (one: Asked) => Response | Promise<Response>;
let server: ReturnType<typeof standIn>;
let warehouse: Warehouse;
const HOST = "dbc-1.cloud.databricks.com";
const target: DatabricksTarget = {
  host: HOST,
  warehouseId: "wh1",
  catalog: "main",
  schema: "shop",
  token: "pat",
  clientSecret: "",
};

beforeAll(() => {
  server = standIn(async (request, url) => {
    const authorization = request.headers.get("authorization");
    const one = {method: request.method, path: url.pathname, authorization, text: await request.text()};
    asked.push(one);
    return await respond(one);
  });
  warehouse = openDatabricks(target, limits, server.http);
});
beforeEach(() => {
  asked = [];
});
afterAll(async () => {
  await warehouse.close();
  server.stop();
});

const API = `/${HOST}/api/2.0/sql/statements`;
const schemaOf = (...types: string[]) => ({
  schema: {
    columns: types.map((type, i) => ({name: `c${i}`, type_name: type.replace(/\(.*/, ""), type_text: type})),
  },
});
const done = (result: object, ...types: string[]) => ({
  statement_id: "s1",
  status: {state: "SUCCEEDED"},
  manifest: schemaOf(...types),
  result,
});
const cancels = () => asked.filter(({path}) => path.endsWith("/cancel"));
const bodies = () => asked.filter(({path}) => path === API).map(({text}) => JSON.parse(text));

describe("databricks", () => {
  test("requests a small result inline, and keeps digits, nulls and moments", async () => {
    const cells = [
      [
        "9007199254740993",
        "0.10",
        "1.5",
        "2024-03-10T05:00:00.500Z",
        "2024-03-10T05:00:00.000",
        "true",
        null,
      ],
      ["-1", null, "NaN", null, null, "false", 'a"b'],
    ];
    const types = ["LONG", "DECIMAL(10,2)", "DOUBLE", "TIMESTAMP", "TIMESTAMP_NTZ", "BOOLEAN", "STRING"];
    respond = () => Response.json(done({data_array: cells}, ...types));
    const kinds = ["number", "number", "number", "timestamp", "timestamp", "boolean", "string"] as const;
    const {text} = await jsonRows(warehouse, "select :p1", kinds, {parameters: ["o'r"], limit: 100});
    expect(text).toBe(
      '[9007199254740993,0.1,1.5,"2024-03-10T05:00:00.5Z","2024-03-10T05:00:00Z",true,null],' +
        '[-1,null,"NaN",null,null,false,"a\\"b"]',
    );
    expect([asked[0]?.authorization, bodies()[0]]).toMatchObject([
      "Bearer pat",
      {
        warehouse_id: "wh1",
        catalog: "main",
        schema: "shop",
        statement: "select :p1",
        disposition: "INLINE",
        parameters: [{name: "p1", value: "o'r", type: "STRING"}],
      },
    ]);
  });

  test("waits for a slow statement, and reads a big result by its links, without sending the token to them", async () => {
    const link = (chunk: number, next?: number) => ({
      external_links: [
        {
          external_link: `https://storage.example.net/chunk-${chunk}?sig=x`,
          http_headers: {"x-key": "k"},
          ...(next === undefined ? {} : {next_chunk_index: next}),
        },
      ],
    });
    respond = ({path}) => {
      if (path === API) return Response.json({statement_id: "s1", status: {state: "PENDING"}});
      if (path === `${API}/s1`) return Response.json(done(link(0, 1), "LONG"));
      if (path === `${API}/s1/result/chunks/1`) return Response.json(link(1));
      return Response.json(path.endsWith("chunk-0") ? [["1"], ["2"]] : [["3"]]);
    };
    expect((await jsonRows(warehouse, "select 1", ["number"])).text).toBe("[1],[2],[3]");
    expect(bodies()[0]).toMatchObject({disposition: "EXTERNAL_LINKS"});
    const storage = asked.filter(({path}) => path.startsWith("/storage.example.net/"));
    expect(storage.map(({authorization}) => authorization)).toEqual([null, null]);
    expect(cancels()).toEqual([]);
  });

  test("fails at a chunk without rows, and does not end the result there", async () => {
    const manifest = {...schemaOf("LONG"), total_row_count: 2};
    respond = ({path}) => {
      if (path.endsWith("/cancel")) return Response.json({});
      if (path === `${API}/s1/result/chunks/1`) return Response.json({});
      return Response.json({...done({data_array: [["1"]], next_chunk_index: 1}, "LONG"), manifest});
    };
    await expect(jsonRows(warehouse, "select 1", ["number"])).rejects.toMatchObject({
      message: "The warehouse announced a result of 2 rows, and returned 1.",
      details: {kind: "unreachable"},
    });
  });

  test("refuses a link that is not encrypted", async () => {
    const external_links = [{external_link: "http://169.254.169.254/latest"}];
    respond = () => Response.json(done({external_links}, "LONG"));
    await expect(jsonRows(warehouse, "select 1", ["number"])).rejects.toThrow(/https/);
    expect(asked.every(({path}) => path.startsWith(`/${HOST}/`))).toBe(true);
  });

  test("requests a small result again by links if it is too wide to be inline", async () => {
    respond = ({text}) => {
      if (text.includes("INLINE")) {
        const error = {error_code: "BAD_REQUEST", message: "Inline byte limit exceeded."};
        return Response.json({statement_id: "s1", status: {state: "FAILED", error}});
      }
      return Response.json(done({external_links: []}, "LONG"));
    };
    expect(await jsonRows(warehouse, "select 1", ["number"], {limit: 10})).toEqual({
      text: "",
      truncated: false,
    });
    expect(bodies().map(({disposition}) => disposition)).toEqual(["INLINE", "EXTERNAL_LINKS"]);
  });

  test("signs in as a service principal, and again when its token is refused", async () => {
    let tokens = 0;
    respond = ({path, authorization}) => {
      if (path === `/${HOST}/oidc/v1/token`) {
        return Response.json({access_token: `token-${++tokens}`, expires_in: 3600});
      }
      if (authorization === "Bearer token-1") return new Response("expired", {status: 401});
      return Response.json(done({data_array: [["1"]]}, "LONG"));
    };
    const principal = {...target, token: "", clientId: "app", clientSecret: "s3"};
    const other = openDatabricks(principal, limits, server.http);
    expect((await jsonRows(other, "select 1", ["number"], {limit: 1})).text).toBe("[1]");
    expect([tokens, asked[0]?.text, asked[0]?.authorization]).toEqual([
      2,
      "grant_type=client_credentials&scope=all-apis",
      `Basic ${Buffer.from("app:s3").toString("base64")}`,
    ]);
    respond = () => Response.json({error: "invalid_client"}, {status: 401});
    const wrong = openDatabricks(principal, limits, server.http);
    await expect(jsonRows(wrong, "select 1", ["number"])).rejects.toMatchObject({
      details: {kind: "denied", errorClass: "invalid_client"},
    });
    await Promise.all([other.close(), wrong.close()]);
  });

  test.each([
    ["FAILED", "BAD_REQUEST", "42703", "refused"],
    ["FAILED", "BAD_REQUEST", "42501", "denied"],
    ["FAILED", "TEMPORARILY_UNAVAILABLE", undefined, "unreachable"],
    ["CANCELED", undefined, undefined, "cancelled"],
  ] as const)("reports %s %s %s as %s", async (state, code, sqlState, kind) => {
    const error = {error_code: code, message: "No."};
    respond = () =>
      Response.json({statement_id: "s1", status: {state, error, ...(sqlState ? {sql_state: sqlState} : {})}});
    await expect(jsonRows(warehouse, "select 1", ["number"])).rejects.toMatchObject({
      message: "No.",
      details: {kind},
    });
    expect(cancels()).toEqual([]);
  });

  test("cancels a statement whose reader leaves or aborts", async () => {
    respond = ({path}) =>
      path.endsWith("/cancel")
        ? Response.json({})
        : Response.json(done({data_array: [["1"], ["2"]], next_chunk_index: 1}, "LONG"));
    expect((await jsonRows(warehouse, "select 1", ["number"], {limit: 1})).truncated).toBe(true);
    expect(cancels().map(({path}) => path)).toEqual([`${API}/s1/cancel`]);
    asked = [];
    respond = ({path}) =>
      Response.json(path.endsWith("/cancel") ? {} : {statement_id: "s2", status: {state: "RUNNING"}});
    const controller = new AbortController();
    const attempt = jsonRows(warehouse, "select 1", ["number"], {signal: controller.signal});
    await until(() => asked.length >= 3);
    controller.abort(new Error("gone"));
    await expect(attempt).rejects.toThrow("gone");
    expect(cancels().map(({path}) => path)).toEqual([`${API}/s2/cancel`]);
  });

  test("reads its catalogue in one statement, with the names as values", async () => {
    const row = ["shop", "orders", "view", "Of all", "amount", "decimal(10,2)", "NO", ""];
    respond = () => Response.json(done({data_array: [row]}, ...row.map(() => "STRING")));
    const tables = await readDatabricksTables(warehouse, {tables: ["o'r"]}, new AbortController().signal);
    expect(bodies()[0]).toMatchObject({disposition: "INLINE", parameters: [{name: "p1", value: "o'r"}]});
    expect(tables).toMatchObject([
      {name: "orders", kind: "view", columns: [{name: "amount", kind: "decimal"}]},
    ]);
  });
});
