import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {rename} from "node:fs/promises";
import {join} from "node:path";
import {DuckDBInstance} from "@duckdb/node-api";
import pino from "pino";
import {Notices} from "../../shared/core/change-notices.ts";
import {openDatabase} from "../../shared/core/db.ts";
import {EngineThreads} from "../../worker/concurrency/engine-threads.ts";
import {PermitRequest, shareOf} from "../../worker/concurrency/fair-semaphore.ts";
import {OpenWarehouses} from "../../worker/execute/open-warehouses.ts";
import {openGate} from "../support/gate.ts";
import {openPostgresProxy} from "../support/postgres-proxy.ts";
import {shopProjects} from "../support/shop.ts";
import {until} from "../support/until.ts";
import {shopGraph, shopInDuckDb} from "../support/warehouse.ts";
import {type TestService, testService} from "../support/worker.ts";

let service: TestService;
let shops: Awaited<ReturnType<typeof shopProjects>>;

beforeAll(async () => {
  service = await testService({CONNECTION_CONCURRENCY: "2", QUERY_TIMEOUT_MS: "20000"});
  shops = await shopProjects(service);
});

afterAll(async () => {
  await service.stop();
  await shops.drop();
});

const post = (path: string, body: unknown) => service.call("POST", path, {body});
const edit = async (connectionId: string, config: object) => {
  const heard = service.worker.worker.notices.waitFor("connection", connectionId, 60_000);
  expect((await service.call("PATCH", `/api/connections/${connectionId}`, {body: {config}})).status).toBe(
    200,
  );
  expect(await heard).toBe(true);
};
const count = (projectId: string) =>
  post("/api/query", {projectId, model: "orders", measures: ["orders.count"]});

/** A statement that takes about half a second. */
const NAP = {
  postgres: "select g as n from generate_series(1, 3) as g, pg_sleep(0.5)",
  duckdb: "select count(*) as n from numbers a, numbers b where a.n * b.n = 7 and a.n < 4000",
};

describe("an edited connection", () => {
  test.each([
    ["postgres", {schema: "public"}],
    ["duckdb", {path: "./shop.duckdb"}],
  ] as const)("lets running and waiting statements on %s end first", async (type, config) => {
    const {projectId, connectionId} = shops[type];
    const dimensions = [{name: "n", type: "number", column: "n"}];
    const measures = [{name: "count", type: "count"}];
    const nap = {name: "nap", table: {sql: NAP[type]}, dimensions, measures};
    expect((await post(`/api/projects/${projectId}/introspect`, {models: [nap]})).status).toBe(201);
    await Bun.sleep(100);
    const asked = [1, 2, 3, 4].map(i => {
      const filters = [{field: "nap.n", op: "<", value: 100 + i}];
      return post("/api/query", {projectId, model: "nap", measures: ["nap.count"], filters});
    });
    await until(() => service.worker.executor.running >= 4);
    await edit(connectionId, config);
    for (const answer of await Promise.all(asked)) expect(answer.body).toMatchObject({truncated: false});
    expect((await count(projectId)).body.rows).toEqual([[4]]);
  });

  test("is not answered from its former target, even if that was just being opened", async () => {
    const direct = new URL(shops.postgresUrl);
    const gate = await openGate(direct);
    const through = new URL(direct);
    through.hostname = "127.0.0.1";
    through.port = String(gate.port);
    const config = {url: `${through.href}?sslmode=disable`};
    const connection = (await post("/api/connections", {name: "gated", type: "postgres", config})).body;
    const project = (await post("/api/projects", {name: "gated", connectionId: connection.id})).body;
    await post(`/api/projects/${project.id}/introspect`, shopGraph("postgres", "public"));
    await edit(connection.id, {schema: "public"});
    gate.shut();
    const early = count(project.id);
    await Bun.sleep(100);
    await edit(connection.id, {url: `${direct.href}?sslmode=disable`});
    gate.open();
    await early;
    gate.stop();
    await Bun.sleep(100);
    expect((await count(project.id)).body.rows).toEqual([[4]]);
  });
});

test("a replaced DuckDB file is read within a second", async () => {
  const folder = join(service.warehouseDir, "next");
  const next = await shopInDuckDb(folder, service.org.id);
  const instance = await DuckDBInstance.create(next);
  const connection = await instance.connect();
  await connection.run("delete from orders where status = 'open'");
  connection.closeSync();
  instance.closeSync();
  expect((await count(shops.duckdb.projectId)).body.rows).toEqual([[4]]);
  await rename(next, join(service.warehouseDir, service.org.id, "shop.duckdb"));
  await Bun.sleep(1100);
  expect((await count(shops.duckdb.projectId)).body.rows).toEqual([[3]]);
});

async function rowsOf(results: AsyncIterable<{rowCount: number}>): Promise<number> {
  let count = 0;
  for await (const {rowCount} of results) count += rowCount;
  return count;
}

test("a statement that waits for a thread of DuckDB is waiting, and not running", async () => {
  const threads = new EngineThreads(1);
  const warehouses = new OpenWarehouses({...service.worker.worker, threads});
  const source = {kind: "connection", id: shops.duckdb.connectionId, version: 1} as const;
  const permitRequest = new PermitRequest(shareOf("caller", "interactive"));
  let waits: boolean[] = [];
  permitRequest.onWait = isWaiting => waits.push(isWaiting);
  const signal = AbortSignal.timeout(60_000);
  const statement = {sql: "select 1 as n", parameters: []};
  const options = {columns: [{name: "n", type: "number"}], timezone: "UTC", limit: 1, signal} as const;
  try {
    using lease = await warehouses.lease(service.org.id, source, permitRequest);
    const {warehouse} = lease;
    for (const read of [
      () => warehouse.stream(statement, {...options, format: "json"}),
      () => warehouse.batches(statement, options),
      () => warehouse.vectors!(statement, options.columns, options),
    ]) {
      waits = [];
      const held = Promise.withResolvers<void>();
      const holding = threads.of("another")(() => held.promise, {signal});
      const rowCount = rowsOf(read());
      try {
        await until(() => waits.length > 0, 2000);
        expect(waits).toEqual([true]);
      } finally {
        held.resolve();
      }
      await holding;
      expect(await rowCount).toBe(1);
      expect(waits).toEqual([true, false]);
    }
  } finally {
    await warehouses.stop();
  }
});

test("a connection whose version cannot be read after an outage takes no new work", async () => {
  const {config, snapshots, threads} = service.worker.worker;
  const said: string[] = [];
  const log = pino({level: "warn"}, {write: line => said.push(JSON.parse(line).msg)});
  const proxy = await openPostgresProxy(service.databaseUrl);
  const {db, pool} = openDatabase(proxy.url, 2, log, {waitMs: 0});
  const notices = new Notices(service.databaseUrl, log);
  await notices.start();
  const warehouses = new OpenWarehouses({config, db, log, notices, snapshots, threads});
  const source = {kind: "connection", id: shops.duckdb.connectionId, version: 1} as const;
  const opened = async () => {
    using lease = await warehouses.lease(
      service.org.id,
      source,
      new PermitRequest(shareOf("caller", "interactive")),
    );
    for await (const _ of lease.warehouse.batches(
      {sql: "select 1", parameters: []},
      {signal: AbortSignal.timeout(60_000), limit: 1},
    )) {
      // The statement has run.
    }
  };
  try {
    await opened();
    await proxy.down();
    notices.emit("reset");
    const message = "the version of a connection could not be read";
    await until(() => said.includes(message));
    // The connection would have to be opened again, for which its settings are read.
    await expect(opened()).rejects.toMatchObject({code: "database_unavailable"});
    await proxy.up();
    await opened();
  } finally {
    await warehouses.stop();
    await notices.stop();
    await pool.end();
    proxy.stop();
  }
});
