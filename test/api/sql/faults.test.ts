import {afterAll, beforeAll, expect, test} from "bun:test";
import {readdir} from "node:fs/promises";
import {join} from "node:path";
import type pg from "pg";
import {spawnWorker} from "../../support/spawn-worker.ts";
import {type SqlOverShops, sqlOverShops} from "./support/sql-over-shops.ts";

let sides: SqlOverShops;
beforeAll(async () => {
  sides = await sqlOverShops();
});
afterAll(() => sides.stop());

const open = () => sides.open({password: sides.service.org.admin.token});

async function faultOf(client: pg.Client, text: string): Promise<unknown> {
  return client.query(text).then(
    () => undefined,
    (error: unknown) => error,
  );
}

test("an error after the first rows is reported as Postgres reports it", async () => {
  const client = await open();
  const fault = await faultOf(
    client,
    "select repeat('x', 1000), 1 / (20000 - g) from generate_series(1, 30000) g",
  );
  expect(fault).toMatchObject({code: "22012", message: "division by zero"});
  expect((await client.query("select 1 as n")).rows).toEqual([{n: 1}]);
  await client.end();
});

/** The processes of the private Postgres beside the worker. */
async function privatePostgres(): Promise<number[]> {
  const folder = join(sides.service.web.config.dataDir, "sql");
  const [name = ""] = (await readdir(folder)).filter(entry => !/lock|log/.test(entry));
  const file = await Bun.file(join(folder, name, "cluster", "postmaster.pid")).text();
  const [pid = ""] = file.split("\n");
  const children = (await Bun.$`pgrep -P ${pid}`.quiet().text()).trim().split("\n");
  return [pid, ...children].map(Number);
}

const ENDLESS = "select generate_series(1, 1e9::bigint), repeat('x', 1000)";

test("a private Postgres that is killed during a statement makes it fail, and the next statement works", async () => {
  const client = await open();
  await client.query("begin");
  await client.query(`declare c no scroll cursor for ${ENDLESS}`);
  // One statement is running before its first row, and one after it.
  const busy = await open();
  const early = faultOf(busy, "select count(*) from generate_series(1, 1e12::bigint)");
  expect((await client.query("fetch 10 from c")).rows).toHaveLength(10);
  for (const pid of await privatePostgres()) process.kill(pid, "SIGKILL");
  expect(await faultOf(client, "fetch all from c")).toMatchObject({code: "57P01"});
  expect(await early).toMatchObject({code: "57P01"});
  await client.query("rollback");
  for (const one of [client, busy]) {
    expect((await one.query("select count(*)::int as n from generate_series(1, 3)")).rows).toEqual([{n: 3}]);
    await one.end();
  }
});

test("a worker that is killed among its rows makes the statement fail, and another worker runs the next one", async () => {
  const apart = await sqlOverShops();
  await apart.service.worker.stop();
  const {PATH = "", HOME = ""} = process.env;
  const worker = await spawnWorker(apart.service, {PATH, HOME});
  const client = await apart.open({password: apart.service.org.admin.token});
  await client.query("begin");
  await client.query(`declare c no scroll cursor for ${ENDLESS}`);
  expect((await client.query("fetch 10 from c")).rows).toHaveLength(10);
  await worker.kill("SIGKILL");
  expect(await faultOf(client, "fetch all from c")).toMatchObject({
    code: "57P03",
    message: "The worker that ran the statement has ended before the last row. Run the statement again.",
  });
  await client.query("rollback");
  await apart.service.addWorker();
  expect((await client.query("select count(*)::int as n from generate_series(1, 3)")).rows).toEqual([{n: 3}]);
  await client.end();
  await apart.stop();
});

test("connections of silent clients have keep-alive probes by the operating system", async () => {
  const client = await open();
  const hex = sides.port.toString(16).toUpperCase().padStart(4, "0");
  // The local port is the server's; state 01 is "established"; timer 02 is that of keep-alive.
  const timers = async () =>
    (await Bun.file("/proc/net/tcp").text())
      .split("\n")
      .map(line => line.trim().split(/\s+/))
      .filter(([, local, , state]) => local?.endsWith(`:${hex}`) && state === "01")
      .map(fields => fields[5]?.slice(0, 2));
  expect((await timers()).length).toBeGreaterThan(0);
  // Until its last bytes are acknowledged, a connection has another timer.
  while ((await timers()).some(timer => timer !== "02")) await Bun.sleep(5);
  await client.end();
});
