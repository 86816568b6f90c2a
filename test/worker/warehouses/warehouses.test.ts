import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {mkdtemp, rename, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {DuckDBInstance} from "@duckdb/node-api";
import pg from "pg";
import {makeLogger} from "../../../shared/core/log.ts";
import type {ResultColumn} from "../../../shared/semantic/compile.ts";
import {lockdown} from "../../../worker/warehouses/duckdb/limits-and-lockdown.ts";
import {openDuckDb} from "../../../worker/warehouses/duckdb/warehouse.ts";
import {openPostgres} from "../../../worker/warehouses/postgres/warehouse.ts";
import {
  type RowFormat,
  type Warehouse,
  WarehouseError,
  type WarehouseLimits,
} from "../../../worker/warehouses/warehouse.ts";
import {onBusyMachine} from "../../support/busy-machine.ts";
import {openGate} from "../../support/gate.ts";
import {textOf} from "../../support/http-warehouse.ts";
import {until} from "../../support/until.ts";
import {type ShopDatabase, shopInDuckDb, shopInPostgres} from "../../support/warehouse.ts";

const log = makeLogger("test", "silent");
const patient = new AbortController().signal;
const engines: Partial<Record<"postgres" | "duckdb", Warehouse>> = {};
const limits: WarehouseLimits = {
  concurrency: 2,
  statementTimeoutMs: 30_000,
  connectTimeoutMs: 3000,
  duckdbMemoryLimit: "512MB",
  duckdbThreads: 2,
  tempDir: "",
};
let dir: string;
let shop: ShopDatabase;

function postgresTarget(url: string) {
  const {hostname, port, pathname, username, password} = new URL(url);
  return {
    host: hostname,
    port: Number(port || 5432),
    database: pathname.slice(1),
    user: username,
    password,
    ssl: "disable" as const,
  };
}

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "warehouses-"));
  shop = await shopInPostgres();
  engines.postgres = openPostgres(postgresTarget(shop.url), limits, log);
  engines.duckdb = await openDuckDb(await shopInDuckDb(dir, "org"), {...limits, tempDir: join(dir, "tmp")});
});

afterAll(async () => {
  await engines.postgres?.close();
  await engines.duckdb?.close();
  await shop.drop();
  await rm(dir, {recursive: true, force: true});
});

interface Ask {
  parameters?: (string | number | boolean)[];
  columns?: ResultColumn[];
  format?: RowFormat;
  timezone?: string;
  limit?: number;
  signal?: AbortSignal;
}

async function ask(
  engine: Warehouse,
  sql: string,
  {
    parameters = [],
    columns = [{name: "x", type: "number"}],
    format = "json",
    timezone = "UTC",
    limit,
    signal = patient,
  }: Ask = {},
) {
  let text = "";
  let rowCount = 0;
  let truncated = false;
  for await (const piece of engine.stream({sql, parameters}, {columns, format, timezone, limit, signal})) {
    if (format === "json" && rowCount > 0 && piece.rowCount > 0) text += ",";
    text += textOf(piece);
    rowCount += piece.rowCount;
    truncated ||= piece.truncated;
  }
  return {text, rowCount, truncated};
}

const typed = (...types: ResultColumn["type"][]): ResultColumn[] =>
  types.map((type, i) => ({name: `m.c${i}`, type}));

describe.each(["postgres", "duckdb"] as const)("%s", name => {
  const engine = () => engines[name]!;
  const float = name === "postgres" ? "double precision" : "double";

  test("keeps every digit of big integers and decimals", async () => {
    const sql =
      "select cast('9007199254740993' as bigint), cast('12345678901234567890123456789012345678' as decimal(38, 0)), cast('-0.10' as decimal(10, 2))";
    expect((await ask(engine(), sql, {columns: typed("number", "number", "number")})).text).toBe(
      "[9007199254740993,12345678901234567890123456789012345678,-0.1]",
    );
  });

  test("writes NaN and infinities by their names, and only nulls as null", async () => {
    const sql = `select cast('NaN' as ${float}), cast('Infinity' as ${float}), cast('-Infinity' as ${float}), cast(null as bigint)`;
    const columns = typed("number", "number", "number", "number");
    expect((await ask(engine(), sql, {columns})).text).toBe('["NaN","Infinity","-Infinity",null]');
    expect((await ask(engine(), sql, {columns, format: "csv"})).text).toBe("NaN,Infinity,-Infinity,\r\n");
  });

  test("escapes quotes, backslashes, control characters and line feeds in JSON", async () => {
    const value = 'a"b\\c\u0001\n\t\u{1f600}';
    const {text} = await ask(engine(), "select cast($1 as varchar)", {
      parameters: [value],
      columns: typed("string"),
    });
    expect(JSON.parse(text)).toEqual([value]);
  });

  test("writes names and counts unchanged, alone and beside columns of other types", async () => {
    const sql =
      "select cast('Zo\u00e9 \"Z\"' as varchar) as a, cast(9223372036854775807 as bigint) as b, 1 < 2 as c union all select null, null, null order by 1";
    const columns = typed("string", "number", "boolean");
    const nameAndCount = '["Zo\u00e9 \\"Z\\"",9223372036854775807,true';
    expect((await ask(engine(), sql, {columns})).text).toBe(`${nameAndCount}],[null,null,null]`);
    const mixed = `select t.*, cast('1.50' as decimal(5, 2)) from (${sql}) t order by 1`;
    expect((await ask(engine(), mixed, {columns: typed("string", "number", "boolean", "number")})).text).toBe(
      `${nameAndCount},1.5],[null,null,null,1.5]`,
    );
  });

  test("quotes CSV by RFC 4180 and distinguishes an empty string from null", async () => {
    const sql = "select 'a,b', 'say \"hi\"', '', cast(null as varchar), 'two\nlines'";
    const {text} = await ask(engine(), sql, {
      columns: typed("string", "string", "string", "string", "string"),
      format: "csv",
    });
    expect(text).toBe('"a,b","say ""hi""","",,"two\nlines"\r\n');
  });

  test("writes NDJSON with the columns' names as keys, one line a row", async () => {
    const sql = "select 1, 'x' union all select 2, null order by 1";
    const columns: ResultColumn[] = [
      {name: "it's.n", type: "number"},
      {name: 'a"b', type: "string"},
    ];
    const {text} = await ask(engine(), sql, {columns, format: "ndjson"});
    expect(
      text
        .trimEnd()
        .split("\n")
        .map(line => JSON.parse(line)),
    ).toEqual([
      {"it's.n": 1, 'a"b': "x"},
      {"it's.n": 2, 'a"b': null},
    ]);
  });

  test("keeps a row of NDJSON on one line, whatever line breaks its JSON has", async () => {
    const lines = '{"a":\r\n[1,\n"x y"]}';
    const sql = "select cast($1 as json)";
    const columns: ResultColumn[] = [{name: "j", type: "json"}];
    const {text} = await ask(engine(), sql, {parameters: [lines], columns, format: "ndjson"});
    expect(text.trimEnd()).not.toContain("\n");
    expect(JSON.parse(text)).toEqual({j: {a: [1, "x y"]}});
  });

  test("writes booleans, dates, and timestamps with the zone's offset over a change of clocks", async () => {
    const sql = `select true, date '2026-03-08', timestamp '2026-03-08 06:59:59.123456', timestamp '2026-03-08 07:00:00'`;
    const columns = typed("boolean", "date", "timestamp", "timestamp");
    expect((await ask(engine(), sql, {columns})).text).toBe(
      '[true,"2026-03-08","2026-03-08T06:59:59.123456Z","2026-03-08T07:00:00Z"]',
    );
    expect((await ask(engine(), sql, {columns, timezone: "America/New_York"})).text).toBe(
      '[true,"2026-03-08","2026-03-08T01:59:59.123456-05:00","2026-03-08T03:00:00-04:00"]',
    );
    expect((await ask(engine(), sql, {columns, timezone: "Asia/Kolkata", format: "csv"})).text).toBe(
      "true,2026-03-08,2026-03-08T12:29:59.123456+05:30,2026-03-08T12:30:00+05:30\r\n",
    );
  });

  test("inserts JSON unquoted, and quotes a text that is declared as a number but is none", async () => {
    const {text} = await ask(engine(), `select cast('{"a": [1]}' as json), '12abc', '7'`, {
      columns: typed("json", "number", "number"),
    });
    expect(JSON.parse(text)).toEqual([{a: [1]}, "12abc", 7]);
  });

  test("returns JSON that is stored as text as JSON, and other text as text", async () => {
    const sql = `select cast('{"a": [1]}' as varchar(20)), cast('no document' as varchar(20)), cast(null as varchar(20))`;
    const {text} = await ask(engine(), sql, {columns: typed("json", "json", "json")});
    expect(JSON.parse(text)).toEqual([{a: [1]}, "no document", null]);
  });

  test("keeps the order, stops at the limit, and says so", async () => {
    const {text, rowCount, truncated} = await ask(
      engine(),
      "select n from numbers order by n desc limit 10001",
      {limit: 10_000},
    );
    const rows = JSON.parse(`[${text}]`);
    expect({rowCount, truncated, first: rows[0], last: rows.at(-1)}).toEqual({
      rowCount: 10_000,
      truncated: true,
      first: [50_000],
      last: [40_001],
    });
    expect(await ask(engine(), "select n from numbers where n < 3 order by n limit 4", {limit: 3})).toEqual({
      text: "[1],[2]",
      rowCount: 2,
      truncated: false,
    });
    expect(await ask(engine(), "select n from numbers limit 1", {limit: 0})).toEqual({
      text: "",
      rowCount: 0,
      truncated: true,
    });
  });

  test("returns one empty piece for an empty result", async () => {
    expect(await ask(engine(), "select n from numbers where n < 0", {limit: 10})).toEqual({
      text: "",
      rowCount: 0,
      truncated: false,
    });
  });

  test("refuses a second statement, and one that writes", async () => {
    await expect(ask(engine(), "select 1; select 2")).rejects.toBeInstanceOf(WarehouseError);
    await expect(ask(engine(), "create table t (a integer)")).rejects.toBeInstanceOf(WarehouseError);
    await expect(ask(engine(), "delete from numbers")).rejects.toBeInstanceOf(WarehouseError);
    expect((await ask(engine(), "select count(*) from numbers")).text).toBe("[50000]");
  });

  test("works after a statement that failed, in every session", async () => {
    for (let i = 0; i < 6; i++)
      await expect(ask(engine(), "select no_such_column from numbers")).rejects.toThrow(/no_such_column/);
    const answers = await Promise.all(Array.from({length: 6}, () => ask(engine(), "select 1")));
    expect(answers.map(({text}) => text)).toEqual(Array(6).fill("[1]"));
  });

  test("cancels running and waiting statements when their signal aborts, and is free at once", async () => {
    const slow =
      name === "postgres"
        ? "select 1 from pg_sleep(60)"
        : "select count(*) from numbers a, numbers b, numbers c where a.n + b.n + c.n = 7";
    const controller = new AbortController();
    const attempts = Array.from({length: 5}, () =>
      ask(engine(), slow, {signal: controller.signal}).then(
        () => "answered",
        () => "ended",
      ),
    );
    await Bun.sleep(150);
    const started = performance.now();
    controller.abort(new Error("gone"));
    expect(await Promise.all(attempts)).toEqual(Array(5).fill("ended"));
    expect((await ask(engine(), "select 1")).text).toBe("[1]");
    expect(performance.now() - started).toBeLessThan(onBusyMachine(20_000));
  });

  test("frees its connection when a reader leaves a big result early", async () => {
    for (let i = 0; i < 5; i++) {
      const iterator = engine().stream(
        {sql: "select n, label from numbers", parameters: []},
        {
          columns: typed("number", "string"),
          format: "json",
          timezone: "UTC",
          limit: undefined,
          signal: patient,
        },
      );
      await iterator.next();
      await iterator.return?.();
    }
    expect((await ask(engine(), "select 1")).text).toBe("[1]");
  });

  test("returns small results as rows of text", async () => {
    expect(
      await engine().rows({
        sql: "select n, label, null from numbers where n <= cast($1 as bigint) order by n",
        parameters: [2],
      }),
    ).toEqual([
      ["1", "row 1", null],
      ["2", "row 2", null],
    ]);
  });
});

describe("postgres", () => {
  test("forgets everything that a statement set in its session", async () => {
    const set =
      "select set_config('timezone', 'Asia/Tokyo', false), set_config('default_transaction_read_only', 'off', false)";
    const columns = typed("string", "string");
    for (let i = 0; i < 4; i++) await ask(engines.postgres!, set, {columns});
    const answers = await Promise.all(
      Array.from({length: 4}, () =>
        ask(engines.postgres!, "select current_setting('timezone')", {columns: typed("string")}),
      ),
    );
    expect(new Set(answers.map(({text}) => text))).toEqual(new Set(['["UTC"]']));
    await expect(ask(engines.postgres!, "create table t (a integer)")).rejects.toThrow(/read-only/);
  });

  test("prepares a statement again when its table has changed", async () => {
    const client = new pg.Client({connectionString: shop.url});
    await client.connect();
    await client.query("create table changing (a integer); insert into changing values (1)");
    const all = () => Promise.all([1, 2, 3].map(() => ask(engines.postgres!, "select * from changing")));
    await all();
    await client.query("alter table changing alter column a type text using 'now text'");
    await client.end();
    const answers = await Promise.all(
      [1, 2, 3].map(() => ask(engines.postgres!, "select * from changing", {columns: typed("string")})),
    );
    expect(answers.map(({text}) => text)).toEqual(Array(3).fill('["now text"]'));
  });

  test("replaces connections that the server has ended", async () => {
    const client = new pg.Client({connectionString: shop.url});
    await client.connect();
    // A backend ends a moment after the call.
    await until(async () => {
      const {rows} = await client.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
      );
      return rows.length === 0;
    });
    await client.end();
    await Bun.sleep(50);
    expect((await ask(engines.postgres!, "select 1")).text).toBe("[1]");
  });
});

describe("a postgres that falls silent", () => {
  test("has its statement ended soon after the abort, and gets the next one on another connection", async () => {
    const gate = await openGate(new URL(shop.url));
    const target = {...postgresTarget(shop.url), host: "127.0.0.1", port: gate.port};
    const engine = openPostgres(target, limits, log);
    expect((await ask(engine, "select 1")).text).toBe("[1]");
    gate.shut();
    const started = performance.now();
    const signal = AbortSignal.timeout(100);
    await expect(ask(engine, "select 1", {signal})).rejects.toMatchObject({details: {kind: "unreachable"}});
    expect(performance.now() - started).toBeLessThan(onBusyMachine(20_000));
    gate.open();
    expect((await ask(engine, "select 2")).text).toBe("[2]");
    await engine.close();
    gate.stop();
  });
});

describe("duckdb", () => {
  test.each([
    "select * from read_text('/etc/passwd')",
    "select * from read_csv('/etc/passwd')",
    "select * from glob('/*')",
    "select * from '/etc/hosts'",
  ])("cannot read the machine's files: %s", async sql => {
    await expect(ask(engines.duckdb!, sql)).rejects.toBeInstanceOf(WarehouseError);
  });

  test.each([
    "attach '/tmp/x.duckdb'",
    "copy numbers to '/tmp/x.csv'",
    "set threads = 1",
    "install httpfs",
    "pragma enable_external_access = true",
  ])("refuses everything but a query: %s", async sql => {
    await expect(ask(engines.duckdb!, sql)).rejects.toBeInstanceOf(WarehouseError);
  });

  test("runs without the optimizer that breaks nested groups, in every session", async () => {
    const instance = await DuckDBInstance.create(":memory:");
    const first = await instance.connect();
    for (const statement of lockdown([join(dir, "file")], join(dir, "tmp"), limits))
      await first.run(statement);
    for (const session of [first, await instance.connect()]) {
      const read = await session.runAndReadAll("select current_setting('disabled_optimizers')");
      expect(read.getRowsJson()).toEqual([["column_lifetime"]]);
    }
    instance.closeSync();
  });
});

test("a DuckDB file with the name of one of its schemas is read like any other", async () => {
  const path = join(dir, "store.duckdb");
  const made = join(dir, "made.duckdb");
  const instance = await DuckDBInstance.create(made);
  const connection = await instance.connect();
  await connection.run("create schema store");
  await connection.run("create table store.items as select 7 as n");
  connection.closeSync();
  instance.closeSync();
  await rename(made, path);
  const warehouse = await openDuckDb(path, {...limits, tempDir: join(dir, "store-tmp")});
  try {
    const read = (sql: string) => warehouse.rows({sql, parameters: []}, patient);
    expect(await read('select n from "store"."items"')).toEqual([["7"]]);
    // There is more than one session, and none of them may write or leave the file.
    const many = Array.from({length: 4}, () => read('select n from "store"."items"'));
    expect(await Promise.all(many)).toEqual([[["7"]], [["7"]], [["7"]], [["7"]]]);
    expect(read("insert into store.items values (8)")).rejects.toThrow();
    expect(read("select * from read_text('/etc/hostname')")).rejects.toThrow();
    expect(warehouse.isCurrent?.()).toBe(true);
  } finally {
    await warehouse.close();
  }
});
