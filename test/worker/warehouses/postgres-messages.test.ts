import {afterAll, beforeAll, expect, test} from "bun:test";
import {EventEmitter} from "node:events";
import type {Readable} from "node:stream";
import pg from "pg";
import {makeLogger} from "../../../shared/ground/log.ts";
import {RowTap} from "../../../worker/warehouses/postgres/row-tap.ts";
import {openPostgres} from "../../../worker/warehouses/postgres/warehouse.ts";
import type {Warehouse} from "../../../worker/warehouses/warehouse.ts";
import {readDataRows} from "../../support/data-rows.ts";
import {testServerUrl} from "../../support/postgres.ts";
import {until} from "../../support/until.ts";

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

/** Cancels the statement while its rows come, and waits until its backend has ended it. */
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

test("rows of all sizes come whole and in order, however the network cuts them", async () => {
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

test("a session reads values again after it has given messages, and after an error, a reader that left and a cancel", async () => {
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

test("a result without rows is one batch, and one with a limit has values", async () => {
  expect(await rowsOf("select 1 where false")).toEqual([]);
  const {signal} = new AbortController();
  const batches = warehouse.batches({sql: "select 1", parameters: []}, {limit: 5, signal, asMessages: true});
  expect(await Array.fromAsync(batches)).toEqual([
    {rowCount: 1, columns: [["1"]], kinds: ["integer"], truncated: false},
  ]);
});

test("amounts of money are values, because their text is not a number", async () => {
  const {signal} = new AbortController();
  for (let run = 0; run < 2; run++) {
    const statement = {sql: "select 12.5::numeric::money, 'x'", parameters: []};
    const batches = warehouse.batches(statement, {limit: undefined, signal, asMessages: true});
    expect(await Array.fromAsync(batches)).toMatchObject([{columns: [["12.50"], ["x"]]}]);
  }
});

test("messages may be cut between any two bytes, and those that are no rows go on in their order", () => {
  const message = (letter: string, body: string) => {
    const head = Buffer.alloc(5);
    head.write(letter);
    head.writeInt32BE(body.length + 4, 1);
    return Buffer.concat([head, Buffer.from(body)]);
  };
  const rows = [message("D", "one"), message("D", ""), message("D", "three")];
  const others = [message("2", ""), message("C", "SELECT"), message("Z", "I"), message("N", "later")];
  const all = Buffer.concat([others[0]!, rows[0]!, rows[1]!, others[1]!, rows[2]!, others[2]!, others[3]!]);
  for (let size = 1; size <= all.length; size++) {
    const stream = new EventEmitter();
    const passed: Buffer[] = [];
    const driver = (chunk: Buffer) => passed.push(Buffer.from(chunk));
    stream.on("data", driver);
    const tap = new RowTap(stream as Readable);
    for (let at = 0; at < all.length; at += size) stream.emit("data", all.subarray(at, at + size));
    expect(tap.rowCount).toBe(3);
    expect(Buffer.from(tap.take())).toEqual(Buffer.concat(rows));
    expect(Buffer.concat(passed)).toEqual(Buffer.concat(others));
    tap.close();
    expect(stream.listeners("data")).toEqual([driver]);
  }
});
