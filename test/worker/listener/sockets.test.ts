import {afterAll, beforeAll, expect, test} from "bun:test";
import {existsSync, readdirSync, utimesSync} from "node:fs";
import {rm} from "node:fs/promises";
import {join} from "node:path";
import {newId} from "../../../shared/core/ids.ts";
import {removeDeadSockets} from "../../../worker/listener/sockets.ts";
import {shopProjects} from "../../support/shop.ts";
import {type SpawnedWorker, spawnWorker} from "../../support/spawn-worker.ts";
import {type TestService, testService} from "../../support/worker.ts";

let service: TestService;
let shops: Awaited<ReturnType<typeof shopProjects>>;

beforeAll(async () => {
  service = await testService();
  shops = await shopProjects(service);
});

afterAll(async () => {
  await service.stop();
  await shops.drop();
});

const query = async (n: number) => {
  const filters = [{field: "orders.id", op: "!=", value: n}];
  const body = {model: "orders", measures: ["orders.count"], filters};
  const {status, headers} = await service.call("POST", "/api/query", {body});
  return [status, Number(/queue;dur=([\d.]+)/.exec(headers.get("server-timing") ?? "")?.[1]) < 1000];
};

test("workers that follow one another at the same path are each reached directly", async () => {
  const path = join(service.web.config.dataDir, "same.sock");
  const first = await service.addWorker({WORKER_LISTEN: path});
  const second = await service.addWorker({WORKER_LISTEN: path});
  await service.worker.stop();
  await first.stop();
  expect(existsSync(first.address ?? "")).toBe(false);
  expect(existsSync(second.address ?? "")).toBe(true);
  for (let n = 1000; n < 1020; n++) expect(await query(n)).toEqual([200, true]);
  const runs = service.db.selectFrom("query_runs").select("id").where("request", "is not", null);
  expect(await runs.execute()).toEqual([]);
});

test("the socket of a killed worker is removed, and no socket with a listener or of another machine's worker", async () => {
  const {dataDir} = service.web.config;
  const path = join(dataDir, "killed.sock");
  const spawned: SpawnedWorker[] = [];
  const sockets: string[] = [];
  for (const _ of [1, 2, 3]) {
    const worker = await spawnWorker(service, {WORKER_LISTEN: path});
    const rows = service.db.selectFrom("workers").select("endpoint").where("id", "=", worker.id);
    spawned.push(worker);
    sockets.push((await rows.executeTakeFirstOrThrow()).endpoint ?? "");
  }
  const [dead, elsewhere, alive] = sockets;
  await Promise.all([spawned[0]?.kill("SIGKILL"), spawned[1]?.kill("SIGKILL")]);
  await service.db
    .deleteFrom("workers")
    .where("endpoint", "in", [dead ?? "", elsewhere ?? ""])
    .execute();
  const id = newId("worker");
  const row = {id, endpoint: elsewhere ?? "", runners: [], protocol_oldest: 1, protocol_newest: 1};
  await service.db.insertInto("workers").values(row).execute();
  const left = () => readdirSync(dataDir).filter(name => name.startsWith("killed.sock"));
  await Bun.write(`${path}.note`, "no socket");
  // A socket that was just created may get its listener in a moment.
  for (const socket of sockets) utimesSync(socket, new Date(), new Date());
  await removeDeadSockets(service.db, path);
  expect(left()).toHaveLength(4);
  for (const socket of sockets) utimesSync(socket, 0, 0);
  await removeDeadSockets(service.db, path);
  expect(left().sort()).toEqual(
    [elsewhere, alive, `${path}.note`].map(one => one?.slice(dataDir.length + 1) ?? "").sort(),
  );
  await rm(elsewhere ?? "");
  await service.db.deleteFrom("workers").where("id", "=", id).execute();
  await spawned[2]?.kill("SIGTERM");
  expect(existsSync(alive ?? "")).toBe(false);
});
