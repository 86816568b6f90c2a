import {afterAll, describe, expect, test} from "bun:test";
import {once} from "node:events";
import {connect, createServer, type Server, type Socket} from "node:net";
import {makeLogger} from "../../../shared/core/log.ts";
import {openMysql} from "../../../worker/warehouses/mysql/warehouse.ts";
import {openPostgres} from "../../../worker/warehouses/postgres/warehouse.ts";
import type {Warehouse, WarehouseLimits} from "../../../worker/warehouses/warehouse.ts";
import {mysqlUrl} from "../../support/engines/mysql-url.ts";

/** Servers that send a message without an end, which a driver holds in memory until it ends. */

const MB = 1024 * 1024;
/** What a server sends if nobody ends the connection. */
const MAX_SENT = 700 * MB;
const limits: WarehouseLimits = {
  concurrency: 1,
  statementTimeoutMs: 60_000,
  connectTimeoutMs: 60_000,
  duckdbMemoryLimit: "512MB",
  duckdbThreads: 2,
  tempDir: "/nowhere",
};
const log = makeLogger("test", "silent");
const servers: Server[] = [];
const opened: Warehouse[] = [];

afterAll(async () => {
  for (const warehouse of opened) await warehouse.close();
  for (const server of servers) server.close();
});

/** Sends a head and then the same byte for as long as somebody reads. Counts what was sent. */
function sendEndless(client: Socket, head: Buffer, fill: number, sent: {bytes: number}): void {
  const chunk = Buffer.alloc(MB, fill);
  const more = () => {
    while (!client.destroyed && sent.bytes < MAX_SENT) {
      sent.bytes += MB;
      if (!client.write(chunk)) {
        client.once("drain", more);
        return;
      }
    }
    client.destroy();
  };
  client.write(head);
  more();
}

async function listening(handle: (client: Socket) => void): Promise<number> {
  const server = createServer(client => {
    client.on("error", () => undefined);
    handle(client);
  });
  servers.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("it does not listen");
  return address.port;
}

const login = {host: "127.0.0.1", user: "ana", password: "x", database: "d", ssl: "disable"} as const;

function kept(warehouse: Warehouse): Warehouse {
  opened.push(warehouse);
  return warehouse;
}

const one = {sql: "select 1", parameters: []};
const tooLarge = {details: {kind: "too_large"}, message: expect.stringContaining("more than")};

describe("before a session begins", () => {
  test("a message of a Postgres server without an end is not read to its end", async () => {
    const sent = {bytes: 0};
    // A request for authentication that is almost 2 GB long.
    const head = Buffer.from([82, 0x7f, 0xff, 0xff, 0xff, 0, 0, 0, 10]);
    const port = await listening(client => client.once("data", () => sendEndless(client, head, 120, sent)));
    const warehouse = kept(openPostgres({...login, port}, limits, log));
    await expect(warehouse.rows(one)).rejects.toMatchObject(tooLarge);
    expect(sent.bytes).toBeLessThan(100 * MB);
  });

  test("a message of a MySQL server without an end is not read to its end", async () => {
    const sent = {bytes: 0};
    // Each packet has the greatest length, after which the message goes on in the next one.
    const port = await listening(client => sendEndless(client, Buffer.alloc(0), 0xff, sent));
    const warehouse = kept(openMysql({...login, port}, limits, log));
    await expect(warehouse.rows(one)).rejects.toMatchObject(tooLarge);
    expect(sent.bytes).toBeLessThan(100 * MB);
  });
});

const url = mysqlUrl();

describe.skipIf(url === undefined)("a MySQL server", () => {
  const {hostname, port, username, password} = new URL(url ?? "mysql://root@127.0.0.1:1");
  const account = {user: username, password: decodeURIComponent(password), database: "mysql"};

  test("that sends a row without an end is broken off, and the next session works", async () => {
    const sent = {bytes: 0};
    let isHostile = false;
    const proxy = await listening(client => {
      const server = connect(Number(port), hostname);
      server.on("error", () => client.destroy());
      client.on("close", () => server.destroy());
      client.on("data", bytes => {
        if (isHostile && bytes.includes("hostile")) sendEndless(client, Buffer.alloc(0), 0xff, sent);
        else server.write(bytes);
      });
      server.on("data", bytes => client.write(bytes));
    });
    const warehouse = kept(openMysql({...login, ...account, port: proxy}, limits, log));
    expect(await warehouse.rows(one)).toEqual([["1"]]);
    isHostile = true;
    await expect(warehouse.rows({sql: "select 'hostile'", parameters: []})).rejects.toMatchObject(tooLarge);
    expect(sent.bytes).toBeGreaterThan(256 * MB);
    expect(sent.bytes).toBeLessThan(MAX_SENT - 50 * MB);
    isHostile = false;
    expect(await warehouse.rows(one)).toEqual([["1"]]);
  });

  test("that sends rows of more than 256 MB in all, none of them long, is read to the end", async () => {
    const warehouse = kept(
      openMysql({...login, ...account, host: hostname, port: Number(port)}, limits, log),
    );
    const sql =
      "with recursive n as (select 1 as i union all select i + 1 from n where i < 300) select repeat('x', 1000000) as x from n";
    const signal = AbortSignal.timeout(60_000);
    let count = 0;
    const rows = warehouse.batches({sql, parameters: []}, {limit: undefined, signal});
    for await (const {rowCount} of rows) count += rowCount;
    expect(count).toBe(300);
  });
});
