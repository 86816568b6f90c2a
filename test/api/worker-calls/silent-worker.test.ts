import {afterAll, beforeAll, describe, expect, spyOn, test} from "bun:test";
import pg from "pg";
import {Heartbeats} from "../../../api/worker-directory/missed-heartbeats.ts";
import {onBusyMachine} from "../../support/busy-machine.ts";
import {shopProjects} from "../../support/shop.ts";
import {type SpawnedWorker, spawnWorker} from "../../support/spawn-worker.ts";
import {until} from "../../support/until.ts";
import {type TestService, testService} from "../../support/worker.ts";

/** A heartbeat is missed after 6 s, and checked every second. The rest is for a busy machine. */
const MISSED_MS = 30_000;
const GATE = 8;

let service: TestService;
let shops: Awaited<ReturnType<typeof shopProjects>>;
/** Holds a lock that statements wait for. */
let warehouse: pg.Client;
let frozen: SpawnedWorker;

beforeAll(async () => {
  service = await testService();
  shops = await shopProjects(service);
  const gated = {
    name: "gated",
    table: {sql: `select 1 as n from pg_advisory_xact_lock_shared(${GATE})`},
    dimensions: [{name: "n", type: "number", column: "n"}],
    measures: [{name: "count", type: "count"}],
  };
  const path = `/api/projects/${shops.postgres.projectId}/introspect`;
  expect((await service.call("POST", path, {body: {models: [gated], joins: []}})).status).toBe(201);
  warehouse = new pg.Client({connectionString: shops.postgresUrl});
  await warehouse.connect();
  await warehouse.query(`select pg_advisory_lock(${GATE})`);
  await service.worker.stop();
  frozen = await spawnWorker(service);
});

afterAll(async () => {
  await frozen.kill("SIGKILL");
  await warehouse.end();
  await service.stop();
  await shops.drop();
});

const ask = (model: string, field: string, n: number, via: Pick<TestService, "call"> = service) =>
  via.call("POST", "/api/query", {
    body: {
      model,
      projectId: shops.postgres.projectId,
      measures: [`${model}.count`],
      filters: [{field: `${model}.${field}`, op: "<", value: n}],
    },
  });

async function waiting(count: number): Promise<void> {
  const statement = `select count(*)::int as n from pg_locks
    where locktype = 'advisory' and objid = ${GATE} and not granted
      and database = (select oid from pg_database where datname = current_database())`;
  await until(async () => (await warehouse.query(statement)).rows[0].n === count);
}

test("the work of a suspended worker goes to another one when its heartbeat is missed", async () => {
  const other = await service.another();
  const {projectId} = shops.postgres;
  // Opens a line to the worker and the worker's connection.
  for (const n of [1, 2, 3]) expect((await ask("numbers", "n", n)).status).toBe(200);
  const equal = [ask("gated", "n", 10), ask("gated", "n", 10, other)];
  await waiting(1);
  const leaver = new AbortController();
  const left = service.app.handle(
    new Request("http://service.test/api/query", {
      method: "POST",
      signal: leaver.signal,
      headers: {authorization: `Bearer ${service.org.admin.token}`, "content-type": "application/json"},
      body: JSON.stringify({
        model: "gated",
        projectId,
        measures: ["gated.count"],
        filters: [{field: "gated.n", op: "<", value: 20}],
      }),
    }),
  );
  await waiting(2);
  frozen.signal("SIGSTOP");
  const since = performance.now();
  const elapsed = () => performance.now() - since;
  const rescuer = await service.addWorker();
  const taken = spyOn(rescuer.executor, "run");
  const large = service.call("POST", "/api/query", {
    body: {
      model: "numbers",
      projectId,
      measures: ["numbers.count"],
      filters: [
        {
          field: "numbers.label",
          op: "in",
          value: Array.from({length: 100}, (_, n) => `${n} `.repeat(150)),
        },
      ],
    },
  });
  const small = await Promise.all([1001, 1002, 1003].map(n => ask("numbers", "n", n)));
  expect(small.map(({status}) => status)).toEqual([200, 200, 200]);
  expect(await large).toMatchObject({status: 200});
  expect((await service.call("POST", `/api/connections/${shops.postgres.connectionId}/test`)).status).toBe(
    200,
  );
  // Those of the suspended worker, one for both equal queries, and one whose caller will leave.
  await waiting(4);
  expect(elapsed()).toBeLessThan(onBusyMachine(MISSED_MS));
  expect(rescuer.executor.running).toBe(2);
  leaver.abort();
  await left.catch(() => undefined);
  await waiting(3);
  // Each web process checks for itself: the other one has missed the heartbeat once its query has moved, too.
  await until(() => taken.mock.calls.filter(([{record}]) => record.model === "gated").length >= 3);
  const beside = [1, 2, 3, 4, 5, 6, 7, 8].map(n => ask("numbers", "n", 2000 + n, other));
  for (const {status} of await Promise.all(beside)) expect(status).toBe(200);
  // The suspended worker continues and finds its callers gone before another worker has answered them.
  frozen.signal("SIGCONT");
  await waiting(1);
  await warehouse.query(`select pg_advisory_unlock(${GATE})`);
  const answers = await Promise.all(equal);
  expect(answers.map(({body}) => body.rows)).toEqual([[[1]], [[1]]]);
  expect(answers.map(({headers}) => headers.get("x-cache")).sort()).toEqual(["miss", "shared"]);
  await rescuer.executor.runLog.flush();
  const runs = async () => {
    const rows = await service.db
      .selectFrom("query_runs")
      .select(["status", "worker_id"])
      .where("model", "=", "gated")
      .orderBy("status")
      .execute();
    return rows.map(({status, worker_id}) => [status, worker_id === rescuer.worker.id]);
  };
  const told = [
    ["cancelled", expect.any(Boolean)],
    ["succeeded", true],
    ["succeeded", true],
  ];
  await until(async () => (await runs()).length >= 3);
  expect(await runs()).toEqual(told);
  expect(await service.db.selectFrom("statement_crashes").selectAll().execute()).toEqual([]);
  // The worker is in use like any other again.
  const {id} = frozen;
  const back = () => service.db.selectFrom("workers").select("id").where("id", "=", id).executeTakeFirst();
  await until(back);
  expect(await runs()).toEqual(told);
});

describe("a heartbeat", () => {
  const beat = (id: string, at: number, now: number, address: string | null = `/${id}`) => ({
    id,
    address,
    heartbeatAt: String(at),
    ageMs: now - at,
  });
  /** Checks the heartbeats each second from `from` to `to`. `rows` returns the workers' rows at a time. */
  const watch = (
    beats: Heartbeats,
    from: number,
    to: number,
    rows: (now: number) => ReturnType<typeof beat>[],
  ) => {
    const silent: [number, string][] = [];
    for (let now = from; now <= to; now += 1000)
      for (const address of beats.look(rows(now), now)) silent.push([now, address]);
    return silent;
  };

  test("is missed once, six seconds after the last one, even if another process has removed the row", () => {
    for (const isRemoved of [true, false]) {
      const silent = watch(new Heartbeats(), 0, 40_000, now => [
        beat("a", now, now),
        ...(isRemoved && now > 16_000 ? [] : [beat("b", Math.min(now, 10_000), now)]),
      ]);
      expect(silent).toEqual([[17_000, "/b"]]);
    }
  });

  test("of a leaving worker is not missed until it stops", () => {
    const silent = watch(new Heartbeats(), 0, 40_000, now => [
      beat("a", Math.min(now, 20_000), now, now > 5000 ? null : "/a"),
    ]);
    expect(silent).toEqual([[27_000, "/a"]]);
  });

  test("is not missed if the database was away, or had no rows for a moment", () => {
    const beats = new Heartbeats();
    const beating = (now: number) => [beat("a", now, now)];
    expect(watch(beats, 0, 20_000, beating)).toEqual([]);
    // For twenty seconds nobody could write or read.
    expect(watch(beats, 40_000, 41_000, now => [beat("a", 20_000, now)])).toEqual([]);
    expect(watch(beats, 42_000, 60_000, beating)).toEqual([]);
    expect(watch(beats, 61_000, 63_000, () => [])).toEqual([]);
    expect(watch(beats, 64_000, 80_000, beating)).toEqual([]);
  });

  test("is not missed at an address that another worker has taken", () => {
    const silent = watch(new Heartbeats(), 0, 30_000, now =>
      now < 10_000 ? [beat("a", now, now, "http://w:1")] : [beat("b", now, now, "http://w:1")],
    );
    expect(silent).toEqual([]);
  });
});
