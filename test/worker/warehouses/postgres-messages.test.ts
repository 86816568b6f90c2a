import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {EventEmitter, once} from "node:events";
import {connect, createServer} from "node:net";
import type {Readable} from "node:stream";
import pg from "pg";
import {makeLogger} from "../../../shared/core/log.ts";
import {RowTap} from "../../../worker/warehouses/postgres/row-tap.ts";
import {openPostgres} from "../../../worker/warehouses/postgres/warehouse.ts";
import type {Warehouse} from "../../../worker/warehouses/warehouse.ts";
import {readDataRows} from "../../support/data-rows.ts";
import {testServerUrl} from "../../support/postgres.ts";
import {until} from "../../support/until.ts";

// This file leaves a gigabyte of garbage, for which the process would otherwise take new memory.
afterAll(() => Bun.gc(true));

let warehouse: Warehouse;
const LIMITS = {
  concurrency: 1,
  statementTimeoutMs: 60_000,
  connectTimeoutMs: 3000,
  duckdbMemoryLimit: "500MB",
  duckdbThreads: 2,
  tempDir: "",
};

beforeAll(() => {
  const {hostname, port, username, password, pathname} = new URL(testServerUrl());
  const target = {
    host: hostname,
    port: Number(port || 5432),
    database: pathname.slice(1),
    user: username,
    password: decodeURIComponent(password),
    ssl: "disable" as const,
  };
  warehouse = openPostgres(target, LIMITS, makeLogger("test", "silent"));
});
afterAll(() => warehouse.close());

async function rowsOf(sql: string, most = Number.POSITIVE_INFINITY, signal = new AbortController().signal) {
  const rows: (string | null)[][] = [];
  const options = {limit: undefined, signal, asMessages: true};
  for await (const {messages, rowCount} of warehouse.batches({sql, parameters: []}, options)) {
    if (!messages) throw new Error("a batch has no messages");
    const read = readDataRows(messages);
    expect(read.length).toBe(rowCount);
    rows.push(...read);
    if (rows.length >= most) break;
  }
  return rows;
}

/** Cancels the statement while its rows arrive, and waits until its backend has ended it. */
async function cancelAfterFirstRows(sql: string) {
  const leaving = new AbortController();
  const reading = async () => {
    let read = 0;
    const options = {limit: undefined, signal: leaving.signal, asMessages: true};
    for await (const {rowCount} of warehouse.batches({sql, parameters: []}, options)) {
      if (read === 0) expect(await runningOf(sql)).toBe(1);
      read += rowCount;
      leaving.abort(new Error("gone"));
    }
  };
  await expect(reading()).rejects.toThrow();
  await until(async () => (await runningOf(sql)) === 0);
}

async function runningOf(sql: string): Promise<number> {
  const client = new pg.Client(testServerUrl());
  await client.connect();
  try {
    const text = "select from pg_stat_activity where state = 'active' and query = $1";
    return (await client.query(text, [sql])).rowCount ?? 0;
  } finally {
    await client.end();
  }
}

test("rows of all sizes arrive whole and in order, however the network cuts them", async () => {
  const sql = `select i, case when i % 3000 = 0 then repeat('é', 200000) when i % 7 = 0 then null
    else repeat('x', i % 90) end from generate_series(1, 12000) as i`;
  const rows = await rowsOf(sql);
  expect(rows.length).toBe(12_000);
  for (const [index, [number, text]] of rows.entries()) {
    const i = index + 1;
    expect(number).toBe(String(i));
    const expected = i % 3000 === 0 ? "é".repeat(200_000) : i % 7 === 0 ? null : "x".repeat(i % 90);
    if (text !== expected) throw new Error(`row ${i} differs`);
  }
});

test("a session reads values again after it has passed on messages, and after an error, a reader that left, and a cancel", async () => {
  const one = "select 1 as a, 'x' as b";
  const plain = async () => warehouse.rows({sql: one, parameters: []});
  expect(await rowsOf(one)).toEqual([["1", "x"]]);
  expect(await plain()).toEqual([["1", "x"]]);
  await expect(rowsOf("select 1 / (5000 - i) from generate_series(1, 9000) as i")).rejects.toThrow(
    "division by zero",
  );
  expect(await plain()).toEqual([["1", "x"]]);
  expect((await rowsOf("select i from generate_series(1, 100000) as i", 3000)).length).toBeLessThan(10_000);
  expect(await plain()).toEqual([["1", "x"]]);
  await cancelAfterFirstRows("select i, pg_sleep(0.001) from generate_series(1, 100000) i");
  expect(await plain()).toEqual([["1", "x"]]);
  expect(await rowsOf(one)).toEqual([["1", "x"]]);
});

test("a result without rows is one batch, and a result with a limit is read as values", async () => {
  expect(await rowsOf("select 1 where false")).toEqual([]);
  const {signal} = new AbortController();
  const batches = warehouse.batches({sql: "select 1", parameters: []}, {limit: 5, signal, asMessages: true});
  expect(await Array.fromAsync(batches)).toEqual([
    {rowCount: 1, columns: [["1"]], kinds: ["integer"], truncated: false},
  ]);
});

test("amounts of money are read as values, because their text is not a number", async () => {
  const {signal} = new AbortController();
  for (let run = 0; run < 2; run++) {
    const statement = {sql: "select 12.5::numeric::money, 'x'", parameters: []};
    const batches = warehouse.batches(statement, {limit: undefined, signal, asMessages: true});
    expect(await Array.fromAsync(batches)).toMatchObject([{columns: [["12.50"], ["x"]]}]);
  }
});

describe("the tap of a connection", () => {
  const message = (letter: string, body = "") => {
    const head = Buffer.alloc(5);
    head.write(letter);
    head.writeInt32BE(body.length + 4, 1);
    return Buffer.concat([head, Buffer.from(body)]);
  };
  const letters = (bytes: Buffer) => {
    const found: string[] = [];
    for (let at = 0; at < bytes.length; at += 1 + bytes.readInt32BE(at + 1))
      found.push(String.fromCharCode(bytes[at]!));
    return found.join("");
  };

  /**
   * Reads the messages of a statement, cut into chunks of one size. The driver opens the tap at `2` and closes it at `Z` or
   * `E`.
   */
  function read(messages: readonly Buffer[], size: number): {rows: Buffer; passed: Buffer} {
    const all = Buffer.concat(messages);
    const stream = new EventEmitter();
    const passed: Buffer[] = [];
    const rows: Buffer[] = [];
    let whole = 0;
    const driver = (chunk: Buffer) => {
      passed.push(Buffer.from(chunk));
      const bytes = Buffer.concat(passed);
      while (whole + 5 <= bytes.length && whole + 1 + bytes.readInt32BE(whole + 1) <= bytes.length) {
        const letter = String.fromCharCode(bytes[whole]!);
        whole += 1 + bytes.readInt32BE(whole + 1);
        if (letter === "b") tap.open();
        if (letter === "C" || letter === "s" || letter === "E") rows.push(Buffer.from(tap.take()));
        if (letter === "Z" || letter === "E") tap.close();
      }
    };
    stream.on("data", driver);
    const tap = RowTap.of(stream as Readable);
    expect(RowTap.of(stream as Readable)).toBe(tap);
    for (let at = 0; at < all.length; at += size) stream.emit("data", all.subarray(at, at + size));
    return {rows: Buffer.concat(rows), passed: Buffer.concat(passed)};
  }

  const row = (text: string) => message("D", text);
  // `b` is the message that the driver has read when it sends a statement.
  const CASES: Record<string, {messages: Buffer[]; rows: Buffer[]; driver: string}> = {
    "rows, notices and parameters among them, and messages after the end": {
      messages: [
        ...[
          message("b"),
          message("2"),
          row("one"),
          message("N", "D and more"),
          row(""),
          message("S", "a\0b\0"),
        ],
        ...[row("D".repeat(300)), message("C", "SELECT 3"), message("Z", "I"), message("N", "later")],
      ],
      rows: [row("one"), row(""), row("D".repeat(300))],
      driver: "b2NSCZN",
    },
    "an error among the rows": {
      messages: [message("b"), message("2"), row("one"), message("E", "division by zero"), message("Z", "E")],
      rows: [row("one")],
      driver: "b2EZ",
    },
    "rows in several portions": {
      messages: [
        message("b"),
        row("one"),
        message("s"),
        row("two"),
        message("s"),
        message("C", "SELECT 2"),
        message("Z"),
      ],
      rows: [row("one"), row("two")],
      driver: "bssCZ",
    },
    "copied data, which are no rows": {
      messages: [
        message("b"),
        message("H", "\0\0\0"),
        message("d", "1\n"),
        message("c"),
        message("C"),
        message("Z"),
      ],
      rows: [],
      driver: "bHdcCZ",
    },
    "several statements, with rows for the driver between them": {
      messages: [
        ...[
          message("b"),
          row("one"),
          message("C"),
          message("Z"),
          message("T", "x"),
          row("plain"),
          message("C"),
        ],
        ...[
          message("Z"),
          message("N", "between"),
          message("b"),
          message("2"),
          row("two"),
          message("C"),
          message("Z"),
        ],
      ],
      rows: [row("one"), row("two")],
      driver: "bCZTDCZNb2CZ",
    },
  };
  for (const [about, {messages, rows, driver}] of Object.entries(CASES))
    test(`${about}, cut into chunks of every size`, () => {
      const {length} = Buffer.concat(messages);
      const alone = messages.findIndex(one => one[0] === "b".charCodeAt(0));
      expect(alone).toBe(0);
      for (let size = 1; size < length; size++) {
        const found = read(messages, size);
        expect(letters(found.passed).replaceAll("D", "")).toBe(driver.replaceAll("D", ""));
        // Messages in the same chunk as the message that opens the tap go to the driver.
        if (size === 1) {
          expect(letters(found.passed)).toBe(driver);
          expect(found.rows).toEqual(Buffer.concat(rows));
        }
        const all = messages.filter(one => one[0] === 68).length;
        const ofDriver = letters(found.passed).replaceAll(/[^D]/g, "").length;
        expect(letters(found.rows).length + ofDriver).toBe(all);
      }
    });

  test("opens after half of a notice has arrived, and passes the other half to the driver", () => {
    const notice = message("N", "D".repeat(40));
    for (let cut = 1; cut < notice.length; cut++) {
      const stream = new EventEmitter();
      const passed: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => passed.push(Buffer.from(chunk)));
      const tap = RowTap.of(stream as Readable);
      stream.emit("data", notice.subarray(0, cut));
      tap.open();
      stream.emit("data", Buffer.concat([notice.subarray(cut), row("one"), message("C").subarray(0, 3)]));
      expect(Buffer.from(tap.take())).toEqual(row("one"));
      tap.close();
      stream.emit("data", Buffer.concat([message("C").subarray(3), message("Z")]));
      expect(Buffer.concat(passed)).toEqual(Buffer.concat([notice, message("C"), message("Z")]));
    }
  });

  test("passes everything to the driver once something is no message, whether the tap is open or not", () => {
    const garbage = Buffer.alloc(40, 0xd7);
    for (const before of [Buffer.alloc(0), row("one")])
      for (const isOpen of [true, false]) {
        const stream = new EventEmitter();
        const passed: Buffer[] = [];
        stream.on("data", (chunk: Buffer) => passed.push(Buffer.from(chunk)));
        const tap = RowTap.of(stream as Readable);
        if (isOpen) tap.open();
        stream.emit("data", Buffer.concat([before, garbage]));
        stream.emit("data", row("two"));
        const taken = isOpen ? before : Buffer.alloc(0);
        expect(Buffer.from(tap.take())).toEqual(taken);
        const rest = [isOpen ? Buffer.alloc(0) : before, garbage, row("two")];
        expect(Buffer.concat(passed)).toEqual(Buffer.concat(rest));
      }
  });
});

test("rows arrive whole through a network that cuts every message, with notices, errors, a cancel and other statements between", async () => {
  const {hostname, port, username, password, pathname} = new URL(testServerUrl());
  const server = createServer(client => {
    const upstream = connect(Number(port || 5432), hostname);
    client.on("data", chunk => upstream.write(chunk));
    // Each chunk is sent by itself, after the one before.
    const cut = async () => {
      for await (const chunk of upstream)
        for (let at = 0; at < chunk.length; at += 3)
          await new Promise(resolve => client.write(chunk.subarray(at, at + 3), resolve));
      client.end();
    };
    cut().catch(() => client.destroy());
    client.on("error", () => upstream.destroy());
    client.on("close", () => upstream.destroy());
    upstream.on("error", () => client.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("it does not listen");
  const target = {
    host: "127.0.0.1",
    port: address.port,
    database: pathname.slice(1),
    user: username,
    password: decodeURIComponent(password),
    ssl: "disable" as const,
  };
  const whole = warehouse;
  const cutUp = openPostgres(target, LIMITS, makeLogger("test", "silent"));
  warehouse = cutUp;
  try {
    // Each row causes a notice, because its text search query has nothing but a stop word.
    const noticed = `select i, 'rows ' || i || to_tsquery('english', 'the' || left('x', i - i))::text from generate_series(1, 300) as i`;
    const expected = Array.from({length: 300}, (_, i) => [String(i + 1), `rows ${i + 1}`]);
    expect(await rowsOf(noticed)).toEqual(expected);
    await expect(rowsOf("select 1 / (200 - i) from generate_series(1, 300) as i")).rejects.toThrow(
      "division by zero",
    );
    expect(await cutUp.rows({sql: "select 1, 'x'", parameters: []})).toEqual([["1", "x"]]);
    expect(await rowsOf(noticed)).toEqual(expected);
    await cancelAfterFirstRows("select i, pg_sleep(0.001) from generate_series(1, 100000) as i");
    expect(await rowsOf(noticed)).toEqual(expected);
  } finally {
    warehouse = whole;
    await cutUp.close();
    server.close();
  }
});

describe("rows that are so wide that a worker could not hold them", () => {
  const wide = (bytes: number, count: number) => ({
    sql: `select repeat('x', ${bytes}) from generate_series(1, ${count})`,
    parameters: [],
  });
  const {signal} = new AbortController();

  test.each([
    {name: "many, read with one request", limit: 300, asMessages: false, statement: wide(1_000_000, 300)},
    {name: "many, at the beginning", limit: undefined, asMessages: true, statement: wide(600_000, 600)},
    {name: "a single one", limit: undefined, asMessages: true, statement: wide(300_000_000, 1)},
  ])("are refused: $name", async ({statement, limit, asMessages}) => {
    const options = {limit, asMessages, signal};
    const read = async () => {
      for await (const {rowCount} of warehouse.batches(statement, options)) {
        expect(rowCount).toBeLessThan(300);
      }
    };
    await expect(read()).rejects.toMatchObject({
      message: expect.stringContaining("more than 256 MB"),
      details: {kind: "too_large", errorClass: "54000"},
    });
    // The session is gone, and another takes its place.
    expect(await rowsOf("select 1")).toEqual([["1"]]);
  });

  test("come in batches of fewer rows after the first", async () => {
    const counts: number[] = [];
    const options = {limit: undefined, signal, asMessages: true};
    for await (const {rowCount} of warehouse.batches(wide(20_000, 6000), options)) counts.push(rowCount);
    const [first, ...others] = counts;
    expect(first).toBe(512);
    expect(others.reduce((sum, count) => sum + count, 0)).toBe(6000 - 512);
    expect(Math.max(...others)).toBeLessThan(900);
  });

  test("are read as a large result, because few of them come at first", async () => {
    let count = 0;
    const options = {limit: undefined, signal, asMessages: true};
    for await (const {rowCount} of warehouse.batches(wide(200_000, 1500), options)) count += rowCount;
    expect(count).toBe(1500);
  });

  test("are read although the statement had few of them before", async () => {
    const statement = {
      sql: "select repeat('x', 200000) from generate_series(1, $1::int)",
      parameters: [20],
    };
    const options = {limit: undefined, signal, asMessages: true};
    for (const asked of [20, 20, 1500]) {
      let count = 0;
      const rows = warehouse.batches({...statement, parameters: [asked]}, options);
      for await (const {rowCount} of rows) count += rowCount;
      expect(count).toBe(asked);
    }
  });
});
