import {afterAll, beforeAll, expect, test} from "bun:test";
import {once} from "node:events";
import {connect, createServer, type Server} from "node:net";
import {makeLogger} from "../../../shared/core/log.ts";
import {openPostgres} from "../../../worker/warehouses/postgres/warehouse.ts";
import type {Warehouse} from "../../../worker/warehouses/warehouse.ts";
import {readDataRows} from "../../support/data-rows.ts";
import {testServerUrl} from "../../support/postgres.ts";

/** A warehouse of one session, and the number of its packets to the server. */
let warehouse: Warehouse;
let network: Server;
let packets = 0;

beforeAll(async () => {
  const {hostname, port, username, password, pathname} = new URL(testServerUrl());
  network = createServer(client => {
    const server = connect(Number(port || 5432), hostname);
    client.on("data", () => packets++);
    client.pipe(server).pipe(client);
    client.on("error", () => server.destroy());
    server.on("error", () => client.destroy());
  });
  network.listen(0, "127.0.0.1");
  await once(network, "listening");
  const address = network.address();
  if (address === null || typeof address === "string") throw new Error("it does not listen");
  const target = {
    host: "127.0.0.1",
    port: address.port,
    database: pathname.slice(1),
    user: username,
    password: decodeURIComponent(password),
    ssl: "disable" as const,
  };
  const limits = {
    concurrency: 1,
    statementTimeoutMs: 60_000,
    connectTimeoutMs: 60_000,
    duckdbMemoryLimit: "500MB",
    duckdbThreads: 2,
    tempDir: "",
  };
  warehouse = openPostgres(target, limits, makeLogger("test", "silent"));
});
afterAll(async () => {
  await warehouse.close();
  network.close();
});

const NUMBERS = "select i, now() from generate_series(1, $1::int) as i";

async function numbers(count: number, asMessages: boolean, sql = NUMBERS): Promise<(string | null)[][]> {
  const {signal} = new AbortController();
  const rows: (string | null)[][] = [];
  for await (const batch of warehouse.batches(
    {sql, parameters: [count]},
    {limit: undefined, signal, asMessages},
  )) {
    if (batch.messages) rows.push(...readDataRows(batch.messages));
    else for (let r = 0; r < batch.rowCount; r++) rows.push(batch.columns.map(column => column[r] ?? null));
  }
  return rows;
}

test.each([false, true])(
  "a statement returns all of its rows from one transaction, whatever it returned before (messages: %p)",
  async asMessages => {
    for (const count of [
      3, 3, 5000, 4, 0, 0, 2047, 2048, 2, 2048, 2, 2049, 1, 512, 4096, 511, 511, 513, 512, 2560, 10_000, 7, 7,
    ]) {
      const rows = await numbers(count, asMessages);
      expect(rows.map(([i]) => i)).toEqual(Array.from({length: count}, (_, i) => String(i + 1)));
      expect(new Set(rows.map(([, at]) => at)).size).toBe(Math.min(1, count));
    }
  },
);

test("a statement that had few rows before is sent in one packet with the end of its transaction, and one that had many rows is not", async () => {
  const sent = async (count: number) => {
    const before = packets;
    await numbers(count, true, `${NUMBERS} order by i`);
    return packets - before;
  };
  await sent(1);
  expect(await sent(1)).toBe(1);
  expect(await sent(600)).toBe(1);
  // It had many rows the last time: the rows after the first 512, and the end of the transaction, are requested later.
  expect(await sent(600)).toBe(3);
  expect(await sent(500)).toBe(2);
  expect(await sent(500)).toBe(1);
  expect(await sent(600)).toBe(1);
  expect(await sent(1)).toBe(2);
  expect(await sent(1)).toBe(1);
});

test("a statement that has few and many rows by turns is not run twice each time", async () => {
  const sent = async (count: number) => {
    const before = packets;
    expect(await numbers(count, true, `${NUMBERS} order by i desc`)).toHaveLength(count);
    return packets - before;
  };
  await sent(1);
  const unexpected = await sent(3000);
  const expected = await sent(3000);
  expect(unexpected).toBe(expected + 1);
  for (let i = 0; i < 3; i++) {
    expect(await sent(5)).toBe(2);
    expect(await sent(3000)).toBe(expected);
  }
});

test("an error after few rows, or a reader that leaves, does not change the session", async () => {
  const sql = "select 10 / (5 - i) from generate_series(1, $1::int) as i";
  for (const asMessages of [true, false]) {
    expect(await numbers(3, asMessages, sql)).toHaveLength(3);
    expect(await numbers(3, asMessages, sql)).toHaveLength(3);
    await expect(numbers(9, asMessages, sql)).rejects.toThrow("division by zero");
    expect(await numbers(4, asMessages, sql)).toHaveLength(4);
    const {signal} = new AbortController();
    for await (const {rowCount} of warehouse.batches(
      {sql, parameters: [4]},
      {limit: undefined, signal, asMessages},
    )) {
      expect(rowCount).toBe(4);
      break;
    }
    expect(await numbers(2, asMessages, sql)).toHaveLength(2);
  }
});
