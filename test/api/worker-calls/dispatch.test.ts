import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {join} from "node:path";
import {sql} from "../../../shared/core/db.ts";
import {makeLogger} from "../../../shared/core/log.ts";
import {versionedPath} from "../../../shared/core/process/protocol-version.ts";
import {RequestSigner} from "../../../shared/core/workers/protocol.ts";
import {startWorker} from "../../../worker/start.ts";
import {testConfig, withoutRepeating} from "../../support/app.ts";
import {onBusyMachine} from "../../support/busy-machine.ts";
import {shopProjects} from "../../support/shop.ts";
import {spawnWorker} from "../../support/spawn-worker.ts";
import {until} from "../../support/until.ts";
import {type TestService, testService} from "../../support/worker.ts";

let service: TestService;
let shops: Awaited<ReturnType<typeof shopProjects>>;
/** The id of the request whose run the database loses. */
const LOST = "request-of-a-lost-run";
const NOTHING = versionedPath("/call/nothing");
const COUNT = {model: "orders", measures: ["orders.count"]};

beforeAll(async () => {
  service = await testService({WORKER_WAIT_MS: "2000"});
  shops = await shopProjects(service);
  // Created before anything runs, because its lock on the table could cause a deadlock with the history's writer.
  await sql`
    create function lose_run() returns trigger language plpgsql
    as $$ begin delete from query_runs where id = new.id; return null; end $$`.execute(service.db);
  await sql`
    create trigger lose_run after update on query_runs
    for each row when (new.status = 'succeeded' and new.request_id = '${sql.raw(LOST)}')
    execute function lose_run()`.execute(service.db);
});

afterAll(async () => {
  await service.stop();
  await shops.drop();
});

const query = (body: object = COUNT, via: Pick<TestService, "call"> = service) =>
  via.call("POST", "/api/query", {body});

describe("the queue replaces a worker that cannot be reached directly", () => {
  test("with the same answer and the same error, even if the database has lost the run", async () => {
    const other = await service.another();
    await service.db.updateTable("workers").set({endpoint: "/nowhere/worker.sock"}).execute();
    try {
      const direct = await query();
      const queued = await query(COUNT, other);
      expect(queued).toMatchObject({status: 200});
      expect(queued.text).toBe(direct.text);
      const runs = await service.db
        .selectFrom("query_runs")
        .select(["status", "request"])
        .where("request", "is not", null)
        .execute();
      expect(runs.length).toBeGreaterThan(0);
      const broken = await query(
        {...COUNT, projectId: shops.postgres.projectId, measures: ["orders.broken"]},
        other,
      );
      expect(broken.body).toMatchObject({status: 502, code: "warehouse_error"});
      const connection = await other.call("POST", `/api/connections/${shops.duckdb.connectionId}/test`);
      expect(connection.status).toBe(200);
      const headers = {"x-request-id": LOST};
      const lost = await other.callOnce("POST", "/api/query", {body: COUNT, headers});
      expect(lost.body).toMatchObject({status: 503, code: "worker_unavailable"});
      expect(lost.body.detail).toContain("missing from the database");
    } finally {
      await service.db.updateTable("workers").set({endpoint: service.worker.address}).execute();
    }
  });
});

test("a queued call whose workers have all ended is answered at once, and not at its timeout", async () => {
  await service.db.updateTable("workers").set({endpoint: "/nowhere/worker.sock"}).execute();
  // The state of a job if each worker that began it was killed.
  await sql`
    create function begun() returns trigger language plpgsql as
      $$ begin new.attempts := new.max_attempts; return new; end $$`.execute(service.db);
  await sql`
    create trigger begun before insert on graphile_worker._private_jobs
    for each row execute function begun()`.execute(service.db);
  const other = await service.another();
  try {
    const answer = await other.callOnce("POST", `/api/connections/${shops.duckdb.connectionId}/test`);
    expect(answer.body).toMatchObject({status: 503, code: "worker_unavailable"});
    expect(answer.body.detail).toContain("stopped");
  } finally {
    await sql`drop function begun cascade`.execute(service.db);
    await service.db.updateTable("workers").set({endpoint: service.worker.address}).execute();
  }
});

test("a reader may pause for longer than ten seconds", async () => {
  const run = {
    orgId: service.org.id,
    source: {kind: "connection", id: shops.postgres.connectionId, version: 1},
    sql: "select n from generate_series(1, 3000000) as n",
    parameters: [],
    columns: [{name: "n", type: "number"}],
    timezone: "UTC",
    format: "json",
    timeoutMs: 240_000,
    fresh: true,
    fingerprint: "slow",
    record: {runId: "run_x", principalId: "x", projectId: "x", model: "x", trigger: "async", requestId: "x"},
  };
  const unix = service.worker.address ?? "";
  const response = await fetch(`http://worker${versionedPath("/run")}`, {
    method: "POST",
    unix,
    body: JSON.stringify(run),
  });
  const reader = response.body!.getReader();
  await reader.read();
  await Bun.sleep(14_000);
  let end = "";
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    end = (end + Buffer.from(part.value).toString()).slice(-100);
  }
  expect(end).toEndWith('[3000000]],"truncated":false}');
});

describe("without a worker", () => {
  test("the tests' client repeats a request after Retry-After, until there is a worker", async () => {
    const lonely = await testService({WORKER_WAIT_MS: "200"});
    const its = await shopProjects(lonely);
    try {
      await lonely.worker.stop();
      const first = Promise.withResolvers<number>();
      const handle = lonely.app.handle.bind(lonely.app);
      lonely.app.handle = async request => {
        const response = await handle(request);
        first.resolve(response.status);
        return response;
      };
      const asked = query(COUNT, lonely);
      expect(await first.promise).toBe(503);
      await lonely.addWorker();
      expect((await asked).status).toBe(200);
    } finally {
      await lonely.stop();
      await its.drop();
    }
  });

  test("a query is refused after WORKER_WAIT_MS, and a waiting query is answered when a worker comes", async () => {
    const lonely = await testService({WORKER_WAIT_MS: "1500"});
    const its = await shopProjects(lonely);
    try {
      await lonely.worker.stop();
      const started = performance.now();
      const refused = await query(COUNT, withoutRepeating(lonely));
      expect(refused.body).toMatchObject({status: 503, code: "worker_unavailable"});
      expect(refused.headers.get("retry-after")).toBe("2");
      expect(performance.now() - started).toBeLessThan(onBusyMachine(5000));
      const waiting = query(COUNT, lonely);
      await Bun.sleep(300);
      await lonely.addWorker();
      expect((await waiting).status).toBe(200);
    } finally {
      await lonely.stop();
      await its.drop();
    }
  });
});

describe("a listener on a TCP port", () => {
  const TLS = {
    WORKER_TLS_CERT: join(import.meta.dir, "../../support/worker-cert.pem"),
    WORKER_TLS_KEY: join(import.meta.dir, "../../support/worker-key.pem"),
  };

  test("accepts signed requests only", async () => {
    const worker = await service.addWorker({WORKER_LISTEN: "127.0.0.1:0"});
    const address = worker.address ?? "";
    const send = (headers: Record<string, string>, body = "{}") =>
      fetch(`${address}${NOTHING}`, {method: "POST", body, headers});
    const keys = new RequestSigner(service.web.config.encryptionKeys);
    const others = new RequestSigner([Buffer.alloc(32, 1)]);
    expect((await send({})).status).toBe(401);
    expect((await send(others.sign(address, NOTHING, "{}"))).status).toBe(401);
    expect((await send(keys.sign(address, NOTHING, "{}"), '{"other":1}')).status).toBe(401);
    expect((await send(keys.sign(address, NOTHING, "{}"), "[]")).status).toBe(401);
    expect((await send(keys.sign(address, versionedPath("/run"), "{}"))).status).toBe(401);
    expect((await send(keys.sign("http://127.0.0.1:1", NOTHING, "{}"))).status).toBe(401);
    expect((await send(keys.sign(address, NOTHING, "{}", "POST", Date.now() - 120_000))).status).toBe(401);
    expect((await send(keys.sign(address, NOTHING, "{}"))).status).toBe(404);
    await worker.stop();
  });

  test("answers queries, with and without TLS", async () => {
    for (const tls of [{}, TLS]) {
      const environment: Record<string, string> = {
        WORKER_LISTEN: "127.0.0.1:0",
        ...tls,
        WORKER_TLS_CA: TLS.WORKER_TLS_CERT,
      };
      const remote = await testService(environment);
      const its = await shopProjects(remote);
      expect(remote.worker.address).toStartWith(
        "WORKER_TLS_CERT" in tls ? "https://127.0.0.1:" : "http://127.0.0.1:",
      );
      expect((await query(COUNT, remote)).body.rows).toEqual([[4]]);
      await remote.stop();
      await its.drop();
    }
  });

  test("is not opened beyond loopback without TLS", async () => {
    const config = testConfig(service.databaseUrl, {WORKER_LISTEN: "0.0.0.0:0"});
    await expect(startWorker(config, makeLogger("test", "silent"))).rejects.toThrow(/WORKER_TLS_CERT/);
  });
});

describe("several workers", () => {
  test("run equal queries in one of them, and another one answers when that one goes", async () => {
    const second = await service.addWorker();
    const other = await service.another();
    const heavy = {
      model: "numbers",
      projectId: shops.duckdb.projectId,
      dimensions: ["numbers.label"],
      measures: ["numbers.count"],
      limit: 10,
    };
    const answers = await Promise.all(Array.from({length: 6}, () => query(heavy, other)));
    const caches = answers.map(({headers}) => headers.get("x-cache"));
    expect(caches.filter(cache => cache === "miss")).toHaveLength(1);
    await second.stop();
    expect((await query(heavy, other)).status).toBe(200);
  });
});

describe("a worker that is killed", () => {
  test("loses no queued run: another worker takes it over within 15 seconds", async () => {
    const lonely = await testService();
    const its = await shopProjects(lonely);
    await lonely.worker.stop();
    const doomed = await spawnWorker(lonely);
    const accepted = await lonely.call("POST", "/api/query", {
      headers: {prefer: "respond-async"},
      body: {model: "slow", projectId: its.postgres.projectId, measures: ["slow.count"]},
    });
    const path = `/api/query/runs/${accepted.body.id}`;
    await until(async () => (await lonely.call("GET", path)).body.status === "running");
    const killed = doomed.kill("SIGKILL");
    const rescuer = await lonely.addWorker();
    await until(() => rescuer.executor.running > 0, 15_000);
    expect(rescuer.executor.running).toBe(1);
    expect((await lonely.call("DELETE", path)).status).toBe(204);
    await killed;
    await lonely.stop();
    await its.drop();
  });

  test("during a query is replaced by another worker, which answers the query", async () => {
    const doomed = await spawnWorker(service);
    const heavy = (n: number) => ({
      model: "numbers",
      projectId: shops.postgres.projectId,
      measures: ["numbers.count"],
      filters: [{field: "numbers.n", op: ">", value: n}],
    });
    const asked = Promise.all(Array.from({length: 40}, (_, n) => query(heavy(n))));
    await Bun.sleep(5);
    await doomed.kill("SIGKILL");
    const answers = await asked;
    expect(answers.map(({status}) => status)).toEqual(Array(40).fill(200));
    expect(answers.map(({body}) => body.rows[0][0])).toEqual(Array.from({length: 40}, (_, n) => 50_000 - n));
  });
});
