import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {type Connection, createConnection, type RowDataPacket} from "mysql2/promise";
import {makeLogger} from "../../../shared/core/log.ts";
import type {ResultColumn} from "../../../shared/semantic/compile.ts";
import {openMysql} from "../../../worker/warehouses/mysql/warehouse.ts";
import {
  type RowFormat,
  type Warehouse,
  WarehouseError,
  type WarehouseLimits,
} from "../../../worker/warehouses/warehouse.ts";
import {onBusyMachine} from "../../support/busy-machine.ts";
import {mysqlUrl} from "../../support/engines/mysql-url.ts";
import {textOf} from "../../support/http-warehouse.ts";
import {until} from "../../support/until.ts";

const url = mysqlUrl();
const log = makeLogger("test", "silent");
const patient = new AbortController().signal;
const database = `adapter_${crypto.randomUUID().replaceAll("-", "")}`;

const LIMITS: WarehouseLimits = {
  concurrency: 2,
  statementTimeoutMs: 30_000,
  connectTimeoutMs: 3000,
  duckdbMemoryLimit: "512MB",
  duckdbThreads: 2,
  tempDir: "/nowhere",
};

function target(more: {user?: string; password?: string; database?: string; port?: number} = {}) {
  const {hostname, port, username, password} = new URL(url ?? "mysql://root@127.0.0.1:1");
  return {
    host: hostname,
    port: Number(port),
    database,
    user: username,
    password: decodeURIComponent(password),
    ssl: "disable" as const,
    ...more,
  };
}

const typed = (...types: ResultColumn["type"][]): ResultColumn[] =>
  types.map((type, i) => ({name: `m.c${i}`, type}));

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
    columns = typed("number"),
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

describe.skipIf(url === undefined)("mysql", () => {
  let engine: Warehouse;
  let admin: Connection;

  beforeAll(async () => {
    admin = await createConnection({uri: url ?? ""});
    await admin.query(`create database ${database}`);
    await admin.query(`use ${database}`);
    await admin.query("create table numbers (n bigint, label varchar(40)) charset utf8mb4");
    await admin.query("insert into numbers select seq, concat('row ', seq) from seq_1_to_50000");
    engine = openMysql(target(), LIMITS, log);
  });

  afterAll(async () => {
    await engine.close();
    await admin.query(`drop database ${database}`);
    await admin.end();
  });

  /** The statements of these tests that are sleeping in the server. */
  async function sleeping(): Promise<RowDataPacket[]> {
    const [rows] = await admin.query<RowDataPacket[]>(
      `select id from information_schema.processlist where db = '${database}' and info like 'select sleep(%'`,
    );
    return rows;
  }

  test("keeps every digit of integers, decimals and floats", async () => {
    await admin.query(
      "create table exact (a bigint, b bigint unsigned, c decimal(65, 0), d decimal(10, 2), e float, f double, g bit(64), h tinyint, i year)",
    );
    const nines = "9".repeat(65);
    await admin.query(
      `insert into exact values (-9223372036854775808, 18446744073709551615, ${nines}, -0.10, 0.1, 0.1, 18446744073709551615, -128, 2026)`,
    );
    const columns = typed(...Array<"number">(9).fill("number"));
    expect((await ask(engine, "select * from exact", {columns})).text).toBe(
      `[-9223372036854775808,18446744073709551615,${nines},-0.1,0.1,0.1,18446744073709551615,-128,2026]`,
    );
  });

  test("reads bits as numbers, also where the server sends them as digits", async () => {
    await admin.query("create table bits (n bit(3), wide bit(64), byte bit(8))");
    await admin.query("insert into bits values (5, 18446744073709551615, 7), (7, 10, 48), (0, 12345678, 57)");
    const read = async (sql: string) =>
      (await ask(engine, sql, {columns: typed("number", "number", "number")})).text;
    const most = "max(n), max(wide), max(byte)";
    expect(await read(`select ${most} from bits`)).toBe("[7,18446744073709551615,57]");
    expect(await read("select min(n), min(wide), min(byte) from bits")).toBe("[0,10,7]");
    expect(await read("select n, wide, byte from bits where byte > 7 order by n")).toBe(
      "[0,12345678,57],[7,10,48]",
    );
    expect(await read(`select ${most} from bits group by n order by n`)).toBe(
      "[0,12345678,57],[5,18446744073709551615,7],[7,10,48]",
    );
    expect(await read(`select ${most} from bits where n is null`)).toBe("[null,null,null]");
  });

  test("binds values as text, and numbers with every digit", async () => {
    const value = "a\"b\\c\u0001\n\t'\u{1f600}";
    const {text} = await ask(engine, "select ?, ? = 'é', cast(? as decimal(40, 2)), cast(? as signed)", {
      parameters: [value, "é", "12345678901234567890.12", "9007199254740993"],
      columns: typed("string", "boolean", "number", "number"),
    });
    expect(text).toBe(`[${JSON.stringify(value)},true,12345678901234567890.12,9007199254740993]`);
  });

  test("reads strings and names as standard SQL does", async () => {
    const sql = `select 'a\\', "n" from numbers where "n" = 1`;
    expect((await ask(engine, sql, {columns: typed("string", "number")})).text).toBe('["a\\\\",1]');
  });

  test("quotes CSV by RFC 4180 and distinguishes an empty string from null", async () => {
    const sql = "select 'a,b', 'say \"hi\"', '', cast(null as char), 'two\nlines'";
    const {text} = await ask(engine, sql, {
      columns: typed("string", "string", "string", "string", "string"),
      format: "csv",
    });
    expect(text).toBe('"a,b","say ""hi""","",,"two\nlines"\r\n');
  });

  test("writes NDJSON with the columns' names as keys, one line a row", async () => {
    const columns: ResultColumn[] = [
      {name: "it's.n", type: "number"},
      {name: 'a"b', type: "string"},
    ];
    const {text} = await ask(engine, "select 1, 'x' union all select 2, null order by 1", {
      columns,
      format: "ndjson",
    });
    expect(text).toBe('{"it\'s.n":1,"a\\"b":"x"}\n{"it\'s.n":2,"a\\"b":null}\n');
  });

  test("writes booleans, dates, and timestamps with the zone's offset over a change of clocks", async () => {
    const sql =
      "select true, date '2026-03-08', timestamp '2026-03-08 06:59:59.123456', cast('2026-03-08 07:00:00.500000' as datetime(6)), cast('2026-03-08 07:00:00' as datetime(6))";
    const columns = typed("boolean", "date", "timestamp", "timestamp", "timestamp");
    expect((await ask(engine, sql, {columns})).text).toBe(
      '[true,"2026-03-08","2026-03-08T06:59:59.123456Z","2026-03-08T07:00:00.5Z","2026-03-08T07:00:00Z"]',
    );
    expect((await ask(engine, sql, {columns, timezone: "America/New_York"})).text).toBe(
      '[true,"2026-03-08","2026-03-08T01:59:59.123456-05:00","2026-03-08T03:00:00.5-04:00","2026-03-08T03:00:00-04:00"]',
    );
  });

  test("returns a timestamp column in UTC, whatever the server's zone is", async () => {
    await admin.query("set time_zone = '+05:00'");
    await admin.query("create table stamped (at timestamp(3) null)");
    await admin.query("insert into stamped values ('2026-03-08 05:00:00.250')");
    expect((await ask(engine, "select at from stamped", {columns: typed("timestamp")})).text).toBe(
      '["2026-03-08T00:00:00.25Z"]',
    );
  });

  test("inserts JSON unquoted, and quotes a text that is declared as a number but is none", async () => {
    await admin.query(`create table documents (j json)`);
    await admin.query(`insert into documents values ('{"a": [1, 12345678901234567890]}')`);
    const {text} = await ask(engine, "select j, '12abc', '7' from documents", {
      columns: typed("json", "number", "number"),
    });
    expect(text).toBe('[{"a": [1, 12345678901234567890]},"12abc",7]');
  });

  test("keeps the order, stops at the limit, and says so", async () => {
    const {text, rowCount, truncated} = await ask(
      engine,
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
    expect(await ask(engine, "select n from numbers where n < 3 order by n limit 4", {limit: 3})).toEqual({
      text: "[1],[2]",
      rowCount: 2,
      truncated: false,
    });
    expect(await ask(engine, "select n from numbers limit 1", {limit: 0})).toEqual({
      text: "",
      rowCount: 0,
      truncated: true,
    });
    expect(await ask(engine, "select n from numbers where n < 0", {limit: 10})).toEqual({
      text: "",
      rowCount: 0,
      truncated: false,
    });
  });

  test("refuses a second statement, and one that writes", async () => {
    for (const sql of [
      "select 1; select 2",
      "create table t (a integer)",
      "delete from numbers",
      "create temporary table t (a integer); select 1",
      "load data local infile '/etc/hostname' into table numbers",
      "drop table numbers",
    ]) {
      await expect(ask(engine, sql)).rejects.toBeInstanceOf(WarehouseError);
    }
    expect((await ask(engine, "select count(*) from numbers")).text).toBe("[50000]");
  });

  test("works after a statement that failed, in every session", async () => {
    for (let i = 0; i < 6; i++)
      await expect(ask(engine, "select no_such_column from numbers")).rejects.toThrow(/no_such_column/);
    const answers = await Promise.all(Array.from({length: 6}, () => ask(engine, "select 1")));
    expect(answers.map(({text}) => text)).toEqual(Array(6).fill("[1]"));
  });

  test("joins tables without keys by a hash, in every session and after each statement", async () => {
    const sql = "select concat_ws(' ', @@join_cache_level >= 4, @@join_buffer_size >= 8388608)";
    for (let i = 0; i < 2; i++) {
      const answers = await Promise.all(
        Array.from({length: 4}, () => ask(engine, sql, {columns: typed("string")})),
      );
      expect(new Set(answers.map(({text}) => text))).toEqual(new Set(['["1 1"]']));
    }
  });

  test("forgets everything that a statement set in its session", async () => {
    await admin.query(
      `create function meddle() returns int no sql begin set session time_zone = '+09:00'; set session tx_read_only = 0; set @left = 7; return get_lock('mine', 0); end`,
    );
    for (let i = 0; i < 4; i++) await ask(engine, "select meddle()");
    const answers = await Promise.all(
      Array.from({length: 4}, () =>
        ask(
          engine,
          "select cast(concat_ws(' ', @@session.time_zone, @@session.tx_read_only, coalesce(@left, 'none')) as char)",
          {
            columns: typed("string"),
          },
        ),
      ),
    );
    expect(new Set(answers.map(({text}) => text))).toEqual(new Set(['["+00:00 ON none"]']));
    await expect(ask(engine, "delete from numbers")).rejects.toThrow(/READ ONLY/);
    const [rows] = await admin.query("select is_used_lock('mine') as held");
    expect(JSON.stringify(rows)).toBe('[{"held":null}]');
  });

  test("cancels running and waiting statements when their signal aborts, and is free at once", async () => {
    for (const slow of [
      "select sleep(60)",
      "select count(*) from numbers a, numbers b, numbers c where a.n + b.n + c.n = 7",
    ]) {
      const controller = new AbortController();
      const attempts = Array.from({length: 5}, () =>
        ask(engine, slow, {signal: controller.signal}).then(
          () => "answered",
          () => "ended",
        ),
      );
      await Bun.sleep(150);
      const started = performance.now();
      controller.abort(new Error("gone"));
      expect(await Promise.all(attempts)).toEqual(Array(5).fill("ended"));
      expect((await ask(engine, "select 1")).text).toBe("[1]");
      expect(performance.now() - started).toBeLessThan(onBusyMachine(20_000));
      await until(async () => {
        const [rows] = await admin.query(
          "select count(*) as running from information_schema.processlist where info like '%numbers c%' and id <> connection_id()",
        );
        return JSON.stringify(rows) === '[{"running":0}]';
      });
    }
  });

  test("ends a statement at its time limit", async () => {
    const hasty = openMysql(target(), {...LIMITS, statementTimeoutMs: 200}, log);
    const fault = await ask(
      hasty,
      "select count(*) from numbers a, numbers b, numbers c where a.n + b.n + c.n = 7",
    ).catch(error => error);
    expect(fault).toBeInstanceOf(WarehouseError);
    expect(fault.details.kind).toBe("cancelled");
    await hasty.close();
  });

  test("frees its connection when a reader leaves a big result early", async () => {
    for (let i = 0; i < 5; i++) {
      const iterator = engine.stream(
        {sql: "select a.n, a.label from numbers a, numbers b", parameters: []},
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
    expect((await ask(engine, "select 1")).text).toBe("[1]");
  });

  test("reads ahead by a batch or two at most", async () => {
    const iterator = engine.stream(
      {sql: "select a.n, repeat('x', 200) from numbers a, numbers b", parameters: []},
      {
        columns: typed("number", "string"),
        format: "json",
        timezone: "UTC",
        limit: undefined,
        signal: patient,
      },
    );
    await iterator.next();
    await Bun.sleep(300);
    Bun.gc(true);
    const before = process.memoryUsage().rss;
    await Bun.sleep(700);
    expect(process.memoryUsage().rss - before).toBeLessThan(30_000_000);
    let rows = 0;
    for (let i = 0; i < 20; i++) rows += (await iterator.next()).value?.rowCount ?? 0;
    expect(rows).toBe(20 * 4096);
    await iterator.return?.();
  });

  test("returns small results as rows of text", async () => {
    expect(
      await engine.rows({
        sql: "select n, label, null from numbers where n <= cast(? as signed) order by n",
        parameters: [2],
      }),
    ).toEqual([
      ["1", "row 1", null],
      ["2", "row 2", null],
    ]);
  });

  test("replaces connections that the server has ended, and reports one that breaks during a statement", async () => {
    const running = ask(engine, "select sleep(20)").catch(error => error);
    await until(async () => (await sleeping()).length > 0);
    const [rows] = await admin.query<RowDataPacket[]>(
      `select id from information_schema.processlist where db = '${database}' and id <> connection_id()`,
    );
    for (const {id} of rows)
      await admin.query(`kill ${id}`).catch(error => {
        // A connection of an earlier test may have ended meanwhile.
        if (error.code !== "ER_NO_SUCH_THREAD") throw error;
      });
    const fault = await running;
    expect(fault).toBeInstanceOf(WarehouseError);
    expect(fault.details.kind).toBe("unreachable");
    const answers = await Promise.all(Array.from({length: 4}, () => ask(engine, "select 1")));
    expect(answers.map(({text}) => text)).toEqual(Array(4).fill("[1]"));
  });

  test.each([
    ["denied", {password: "wrong"}],
    ["denied", {database: "no_such_database"}],
    ["unreachable", {port: 1}],
  ] as const)("reports %s for %p", async (kind, wrong) => {
    const other = openMysql(target(wrong), LIMITS, log);
    const fault = await ask(other, "select 1").catch(error => error);
    expect(fault).toBeInstanceOf(WarehouseError);
    expect(fault.details.kind).toBe(kind);
    await other.close();
  });

  test("encrypts if configured to, and checks the certificate if configured to", async () => {
    const encrypted = openMysql({...target(), ssl: "require"}, LIMITS, log);
    const [[, version] = []] = await encrypted.rows({
      sql: "show session status like 'Ssl_version'",
      parameters: [],
    });
    expect(version).toStartWith("TLSv1");
    const controller = new AbortController();
    const cancelled = ask(encrypted, "select sleep(20)", {signal: controller.signal}).catch(error => error);
    await until(async () => (await sleeping()).length > 0);
    controller.abort(new Error("gone"));
    expect(await cancelled).toBeInstanceOf(Error);
    await encrypted.close();
    const checked = openMysql({...target(), ssl: "verify-full"}, LIMITS, log);
    await expect(ask(checked, "select 1")).rejects.toThrow(/certificate/i);
    await checked.close();
  });

  test("waits for the running statement when it is closed", async () => {
    const other = openMysql(target(), LIMITS, log);
    const running = ask(other, "select sleep(1)");
    await until(async () => (await sleeping()).length > 0);
    await other.close();
    expect((await running).text).toBe("[0]");
    await expect(ask(other, "select 1")).rejects.toBeInstanceOf(WarehouseError);
  });
});
