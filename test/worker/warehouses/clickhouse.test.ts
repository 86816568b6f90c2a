import {afterAll, beforeAll, beforeEach, describe, expect, test} from "bun:test";
import {readClickhouseTables} from "../../../worker/warehouses/clickhouse/catalog.ts";
import {openClickhouse} from "../../../worker/warehouses/clickhouse/warehouse.ts";
import type {Warehouse} from "../../../worker/warehouses/warehouse.ts";
import {hangingUp, jsonRows, limits, standIn} from "../../support/http-warehouse.ts";
import {until} from "../../support/until.ts";

interface Asked {
  url: URL;
  authorization: string | null;
  sql: string;
  parameters: Record<string, string>;
}

let asked: Asked[] = [];
let respond: (asked: Asked) => Response | Promise<Response>;
let server: ReturnType<typeof standIn>;
let warehouse: Warehouse;

const target = {
  host: "127.0.0.1",
  port: 0,
  database: "shop",
  user: "ana",
  password: "pä:ss",
  ssl: "disable" as const,
};

beforeAll(() => {
  server = standIn(async (request, url) => {
    const form = request.headers.get("content-type")?.startsWith("multipart/")
      ? await request.formData()
      : undefined;
    const sql = form === undefined ? await request.text() : String(form.get("query"));
    const parameters = Object.fromEntries([...(form ?? [])].filter(([name]) => name !== "query"));
    const one = {url, authorization: request.headers.get("authorization"), sql, parameters};
    asked.push(one as Asked);
    return respond(one as Asked);
  });
  warehouse = openClickhouse({...target, port: server.port}, limits, server.direct);
});
beforeEach(() => {
  asked = [];
});
afterAll(async () => {
  await warehouse.close();
  server.stop();
});

const kills = () => asked.filter(({sql}) => sql.startsWith("kill query"));

describe("clickhouse", () => {
  test("keeps digits, nulls, escapes and moments of the wire format", async () => {
    respond = () =>
      new Response(
        "a\tb\tc\td\te\tf\n" +
          "UInt64\tDecimal(38, 10)\tNullable(String)\tDateTime64(6, 'UTC')\tLowCardinality(Nullable(String))\tFloat64\n" +
          "18446744073709551615\t1234567890123456789012345678.0123456789\t\\N\t2024-03-10T05:00:00.500000Z\ta\\tb\\\\c\\n\\'\tnan\n" +
          "1\t-0.1\tx\t2024-03-10T05:00:00.000000Z\t\\N\t1.5\n",
      );
    const {text} = await jsonRows(warehouse, "select 1", [
      "number",
      "number",
      "string",
      "timestamp",
      "string",
      "number",
    ]);
    expect(text).toBe(
      '[18446744073709551615,1234567890123456789012345678.0123456789,null,"2024-03-10T05:00:00.5Z","a\\tb\\\\c\\n\'","NaN"],' +
        '[1,-0.1,"x","2024-03-10T05:00:00Z",null,1.5]',
    );
    expect(asked[0]?.authorization).toBe(`Basic ${Buffer.from("ana:pä:ss").toString("base64")}`);
    expect(Object.fromEntries(asked[0]?.url.searchParams ?? [])).toMatchObject({
      database: "shop",
      readonly: "2",
      default_format: "TabSeparatedWithNamesAndTypes",
    });
  });

  test("sends values beside the statement, whatever characters they have", async () => {
    respond = () => new Response("a\nInt64\n1\n");
    const parameters = ["it's\ta \\ and\r\na line", "x".repeat(200_000), 7, true];
    await jsonRows(warehouse, "select {p1:String}", ["number"], {parameters});
    expect(asked[0]?.sql).toBe("select {p1:String}");
    expect(asked[0]?.parameters).toEqual({
      param_p1: "it's\\ta \\\\ and\\r\\na line",
      param_p2: "x".repeat(200_000),
      param_p3: "7",
      param_p4: "true",
    });
  });

  test("streams rows that arrive in pieces of any size, and stops at the limit", async () => {
    const lines = Array.from({length: 10_000}, (_, i) => `${i}\tä${i}\n`).join("");
    const bytes = Buffer.from(`n\ts\nUInt32\tString\n${lines}`);
    respond = () =>
      new Response(
        new ReadableStream({
          start(controller) {
            for (let at = 0; at < bytes.length; at += 777) controller.enqueue(bytes.subarray(at, at + 777));
            controller.close();
          },
        }),
      );
    const all = await jsonRows(warehouse, "select 1", ["number", "string"]);
    const rows: unknown[] = JSON.parse(`[${all.text}]`);
    expect([rows.length, rows.at(-1), all.truncated]).toEqual([10_000, [9999, "ä9999"], false]);
    const cut = await jsonRows(warehouse, "select 1", ["number", "string"], {limit: 5000});
    expect([JSON.parse(`[${cut.text}]`).length, cut.truncated]).toEqual([5000, true]);
  });

  test("returns one empty piece for an empty result", async () => {
    respond = () => new Response("n\nUInt32\n");
    expect(await jsonRows(warehouse, "select 1", ["number"])).toEqual({text: "", truncated: false});
  });

  test.each([
    [516, "denied"],
    [62, "refused"],
    [159, "cancelled"],
    [202, "unreachable"],
  ] as const)("reports error %i as %s", async (code, kind) => {
    respond = () =>
      new Response(`Code: ${code}. DB::Exception: No. (NO)`, {
        status: 500,
        headers: {"x-clickhouse-exception-code": String(code)},
      });
    await expect(jsonRows(warehouse, "select 1", ["number"])).rejects.toMatchObject({
      message: `Code: ${code}. DB::Exception: No. (NO)`,
      details: {kind, errorClass: String(code)},
    });
    expect(kills()).toEqual([]);
  });

  test.each([
    ["of an old server", undefined, "Code: 395. DB::Exception: Too much. (MEMORY)\n"],
    [
      "of a server that marks it",
      "abcd",
      "__exception__\r\nabcd\r\nCode: 395. DB::Exception: Too much. (MEMORY)\r\n40 abcd\r\n__exception__\r\n",
    ],
  ])("recognizes an error %s behind rows", async (_, tag, text) => {
    respond = () =>
      new Response(`n\nString\none\n${text}`, {
        ...(tag === undefined ? {} : {headers: {"x-clickhouse-exception-tag": tag}}),
      });
    await expect(jsonRows(warehouse, "select 1", ["string"])).rejects.toMatchObject({
      message: expect.stringContaining("Too much"),
      details: {kind: "refused", errorClass: "395"},
    });
  });

  test("never takes an interrupted result for a whole one", async () => {
    const broken = hangingUp("n\nUInt32\n1\n2\n");
    const cut = openClickhouse({...target, port: broken.port}, limits, server.direct);
    await expect(jsonRows(cut, "select 1", ["number"])).rejects.toMatchObject({
      details: {kind: "unreachable"},
    });
    await cut.close();
    broken.stop();
    respond = () => new Response("n\ts\nUInt32\tString\n1\ta\n2");
    await expect(jsonRows(warehouse, "select 1", ["number", "string"])).rejects.toBeDefined();
  });

  test("kills a statement whose reader leaves or aborts, and gives its place to the next", async () => {
    const {promise: never} = Promise.withResolvers<Response>();
    respond = ({sql}) => (sql.startsWith("select") ? never : new Response(""));
    const controller = new AbortController();
    const attempts = Array.from({length: 3}, () =>
      jsonRows(warehouse, "select sleep(60)", ["number"], {signal: controller.signal}).then(
        () => "answered",
        () => "ended",
      ),
    );
    await until(() => asked.length >= 2);
    const ids = asked.map(({url}) => url.searchParams.get("query_id"));
    controller.abort(new Error("gone"));
    expect(await Promise.all(attempts)).toEqual(["ended", "ended", "ended"]);
    expect(kills().map(({sql}) => /'(.*)'/.exec(sql)?.[1])).toEqual(expect.arrayContaining(ids));
    respond = () => new Response("n\nUInt32\n1\n");
    expect((await jsonRows(warehouse, "select 1", ["number"])).text).toBe("[1]");
  });

  test("ends a statement at its time limit", async () => {
    const {promise: never} = Promise.withResolvers<Response>();
    respond = ({sql}) => (sql.startsWith("select") ? never : new Response(""));
    const hasty = openClickhouse(
      {...target, port: server.port},
      {...limits, statementTimeoutMs: 50},
      server.direct,
    );
    await expect(jsonRows(hasty, "select 1", ["number"])).rejects.toMatchObject({
      details: {kind: "cancelled"},
    });
    await hasty.close();
  });

  test("reads its catalogue with bound names, and recognizes its types", async () => {
    respond = () =>
      new Response(
        "a\tb\tc\td\te\tf\tg\th\nString\tString\tString\tString\tString\tString\tString\tString\n" +
          "shop\torders\ttable\tOf all\tid\tUInt64\tNO\t\n" +
          "shop\torders\ttable\tOf all\tat\tNullable(DateTime64(3, \\'UTC\\'))\tYES\tWhen\n" +
          "shop\torders\ttable\tOf all\ttags\tArray(String)\tNO\t\n",
      );
    const narrow = {schemas: ["shop"], tables: ["o'r"]};
    const tables = await readClickhouseTables(warehouse, narrow, new AbortController().signal);
    expect(asked[0]?.parameters).toEqual({param_p1: "shop", param_p2: "o'r"});
    expect(tables).toMatchObject([
      {
        schema: "shop",
        name: "orders",
        comment: "Of all",
        primaryKey: [],
        columns: [
          {name: "id", kind: "integer", nullable: false},
          {name: "at", kind: "timestamp", nullable: true, comment: "When"},
          {name: "tags", kind: "nested"},
        ],
      },
    ]);
  });
});
