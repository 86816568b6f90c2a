import {afterAll, beforeAll, beforeEach, describe, expect, test} from "bun:test";
import {createHash, createPublicKey, generateKeyPairSync, type KeyObject} from "node:crypto";
import {jwtVerify} from "jose";
import {readSnowflakeTables} from "../../../worker/warehouses/snowflake/catalog.ts";
import {openSnowflake, type SnowflakeTarget} from "../../../worker/warehouses/snowflake/warehouse.ts";
import type {Warehouse} from "../../../worker/warehouses/warehouse.ts";
import {jsonRows, limits, standIn} from "../../support/http-warehouse.ts";
import {until} from "../../support/until.ts";

interface Asked {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Headers;
  text: string;
}

let asked: Asked[] = [];
let respond: (one: Asked) => Response | Promise<Response>;
let server: ReturnType<typeof standIn>;
let warehouse: Warehouse;
let publicKey: KeyObject;
let target: SnowflakeTarget;

beforeAll(() => {
  server = standIn(async (request, url) => {
    const {method, headers} = request;
    const one = {method, path: url.pathname, query: url.searchParams, headers, text: await request.text()};
    asked.push(one);
    return await respond(one);
  });
  const pair = generateKeyPairSync("rsa", {modulusLength: 2048});
  publicKey = pair.publicKey;
  target = {
    account: "My_Org-acc",
    user: "ana",
    privateKey: pair.privateKey.export({type: "pkcs8", format: "pem"}).toString(),
    privateKeyPassphrase: "",
    warehouse: "WH",
    database: "SHOP",
    role: "READER",
  };
  warehouse = openSnowflake(target, limits, server.http);
});
beforeEach(() => {
  asked = [];
});
afterAll(async () => {
  await warehouse.close();
  server.stop();
});

const API = "/my-org-acc.snowflakecomputing.com/api/v2/statements";
const started = () =>
  Response.json({statementHandle: "h1", code: "333334", message: "running"}, {status: 202});
const done = (data: (string | null)[][], types: object[], parts = 1, numRows = data.length) =>
  Response.json({
    statementHandle: "h1",
    code: "090001",
    resultSetMetaData: {
      numRows,
      rowType: types,
      partitionInfo: Array.from({length: parts}, () => ({})),
    },
    data,
  });
const NUMBER = {name: "N", type: "fixed", precision: 38, scale: 0};
const cancels = () => asked.filter(({path}) => path.endsWith("/cancel"));

describe("snowflake", () => {
  test("signs in with its key, and keeps digits, nulls, days and moments", async () => {
    const types = [
      NUMBER,
      {type: "fixed", precision: 10, scale: 2},
      {type: "real"},
      {type: "date"},
      {type: "timestamp_ntz", scale: 9},
      {type: "timestamp_tz", scale: 9},
      {type: "boolean"},
      {type: "text"},
      {type: "variant"},
    ];
    respond = ({method}) =>
      method === "POST"
        ? started()
        : done(
            [
              [
                "12345678901234567890123456789012345678",
                "0.10",
                "1.5",
                "19792",
                "1710046800.500000000",
                "1710046800.000000000 960",
                "true",
                null,
                '{"a":1}',
              ],
              ["-1", null, "NaN", "-1", "-0.000001000", null, "false", 'a"b', null],
            ],
            types,
          );
    const kinds = [
      "number",
      "number",
      "number",
      "date",
      "timestamp",
      "timestamp",
      "boolean",
      "string",
      "json",
    ] as const;
    expect((await jsonRows(warehouse, "select ?", kinds, {parameters: ["o'r"]})).text).toBe(
      '[12345678901234567890123456789012345678,0.1,1.5,"2024-03-10","2024-03-10T05:00:00.5Z","2024-03-10T05:00:00Z",true,null,{"a":1}],' +
        '[-1,null,"NaN","1969-12-31","1969-12-31T23:59:59.999999Z",null,false,"a\\"b",null]',
    );
    const [first] = asked;
    expect([first?.path, first?.query.get("async")]).toEqual([API, "true"]);
    expect(first?.headers.get("x-snowflake-authorization-token-type")).toBe("KEYPAIR_JWT");
    const der = createPublicKey(publicKey.export({type: "spki", format: "pem"})).export({
      type: "spki",
      format: "der",
    });
    const print = createHash("sha256").update(der).digest("base64");
    const {payload} = await jwtVerify(first?.headers.get("authorization")?.slice(7) ?? "", publicKey);
    expect(payload).toMatchObject({iss: `MY_ORG-ACC.ANA.SHA256:${print}`, sub: "MY_ORG-ACC.ANA"});
    expect(JSON.parse(first?.text ?? "")).toMatchObject({
      statement: "select ?",
      warehouse: "WH",
      database: "SHOP",
      role: "READER",
      bindings: {"1": {type: "TEXT", value: "o'r"}},
      parameters: {TIMEZONE: "UTC", MULTI_STATEMENT_COUNT: "1"},
    });
  });

  test("waits for the statement, and reads its result part by part", async () => {
    let polls = 0;
    respond = ({method, query}) => {
      if (method === "POST") return started();
      const part = query.get("partition");
      if (part !== null) return Response.json({data: [[`${Number(part) + 1}`]]});
      return ++polls < 3 ? started() : done([["1"]], [NUMBER], 3, 3);
    };
    expect((await jsonRows(warehouse, "select 1", ["number"])).text).toBe("[1],[2],[3]");
    expect(polls).toBe(3);
    expect(cancels()).toEqual([]);
  });

  test("fails at a part without rows, and does not end the result there", async () => {
    respond = ({method, query}) => {
      if (method === "POST") return started();
      return query.has("partition") ? Response.json({}) : done([["1"]], [NUMBER], 2, 2);
    };
    await expect(jsonRows(warehouse, "select 1", ["number"])).rejects.toMatchObject({
      message: "The warehouse announced a result of 2 rows, and returned 1.",
      details: {kind: "unreachable"},
    });
  });

  test("opens a key with its passphrase, and reports a key that does not open as a fault of the credentials", async () => {
    const pair = generateKeyPairSync("rsa", {modulusLength: 2048});
    const privateKey = pair.privateKey
      .export({type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase: "open"})
      .toString();
    respond = ({method}) => (method === "POST" ? started() : done([["1"]], [NUMBER]));
    const right = openSnowflake({...target, privateKey, privateKeyPassphrase: "open"}, limits, server.http);
    expect((await jsonRows(right, "select 1", ["number"])).text).toBe("[1]");
    const wrong = openSnowflake({...target, privateKey, privateKeyPassphrase: "no"}, limits, server.http);
    await expect(jsonRows(wrong, "select 1", ["number"])).rejects.toMatchObject({details: {kind: "denied"}});
    await Promise.all([right.close(), wrong.close()]);
  });

  test.each([
    [422, {code: "000904", message: "invalid identifier", sqlState: "42000"}, "refused"],
    [401, {code: "390144", message: "JWT token is invalid."}, "denied"],
    [422, {code: "000604", message: "canceled", sqlState: "57014"}, "cancelled"],
    [503, {code: "x", message: "away"}, "unreachable"],
    [501, {code: "x", message: "not implemented"}, "refused"],
  ] as const)("reports %i %o as %s", async (status, said, kind) => {
    respond = ({method}) => (method === "POST" ? started() : Response.json(said, {status}));
    await expect(jsonRows(warehouse, "select 1", ["number"])).rejects.toMatchObject({
      message: said.message,
      details: {kind},
    });
  });

  test("signs in again once when its token is refused", async () => {
    respond = () => Response.json({code: "390144", message: "JWT token is invalid."}, {status: 401});
    const own = openSnowflake(target, limits, server.http);
    await expect(jsonRows(own, "select 1", ["number"])).rejects.toMatchObject({details: {kind: "denied"}});
    expect(asked.length).toBe(2);
    await own.close();
  });

  test("cancels a statement whose reader leaves or aborts", async () => {
    respond = ({method, path}) =>
      path.endsWith("/cancel")
        ? Response.json({})
        : method === "POST"
          ? started()
          : done([["1"], ["2"]], [NUMBER], 2);
    expect((await jsonRows(warehouse, "select 1", ["number"], {limit: 1})).truncated).toBe(true);
    expect(cancels().map(({path}) => path)).toEqual([`${API}/h1/cancel`]);
    asked = [];
    respond = ({path}) => (path.endsWith("/cancel") ? Response.json({}) : started());
    const controller = new AbortController();
    const attempt = jsonRows(warehouse, "select 1", ["number"], {signal: controller.signal});
    await until(() => asked.length >= 3);
    controller.abort(new Error("gone"));
    await expect(attempt).rejects.toThrow("gone");
    expect(cancels().length).toBe(1);
  });

  test("reads its catalogue with the names as values", async () => {
    const row = ["PUBLIC", "ORDERS", "table", "", "ID", "NUMBER(38,0)", "NO", ""];
    respond = ({method}) =>
      method === "POST"
        ? started()
        : done(
            [row],
            row.map(() => ({type: "text"})),
          );
    const tables = await readSnowflakeTables(warehouse, {schemas: ["PUB'LIC"]}, new AbortController().signal);
    expect(JSON.parse(asked[0]?.text ?? "").bindings).toEqual({"1": {type: "TEXT", value: "PUB'LIC"}});
    expect(tables).toMatchObject([
      {name: "ORDERS", columns: [{name: "ID", kind: "integer", nullable: false}]},
    ]);
  });
});
