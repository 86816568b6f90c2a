import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import net from "node:net";
import pg from "pg";
import {CrashWatch} from "../../../api/worker-directory/crash-watch.ts";
import {publish} from "../../../shared/core/change-notices.ts";
import {sql} from "../../../shared/core/db.ts";
import {PROTOCOL} from "../../../shared/core/process/protocol-version.ts";
import {deleteCrashes, recordCrash} from "../../../shared/querying/queries/crashing-statements.ts";
import type {RunningWorker} from "../../../worker/start.ts";
import {withoutRepeating} from "../../support/app.ts";
import {shopProjects} from "../../support/shop.ts";
import {type SpawnedWorker, spawnWorker} from "../../support/spawn-worker.ts";
import {until} from "../../support/until.ts";
import {type TestService, testService} from "../../support/worker.ts";

let service: TestService;
let shops: Awaited<ReturnType<typeof shopProjects>>;
/** Holds a lock that statements wait for. */
let warehouse: pg.Client;
const GATE = 7;
/** Workers that can be killed, each in a process of its own. */
const workers: SpawnedWorker[] = [];
/** Workers in this process, which are not killed. */
const survivors: RunningWorker[] = [];

beforeAll(async () => {
  // On a busy machine a worker may take seconds before it reads the queue.
  service = await testService({WORKER_WAIT_MS: "60000"});
  shops = await shopProjects(service);
  const gated = {
    name: "gated",
    table: {sql: `select 1 as n from pg_advisory_xact_lock_shared(${GATE})`},
    dimensions: [{name: "n", type: "number", column: "n"}],
    measures: [{name: "count", type: "count"}],
  };
  const path = `/api/projects/${shops.postgres.projectId}/introspect`;
  const applied = await service.call("POST", path, {body: {models: [gated], joins: []}});
  expect(applied.status).toBe(201);
  // This worker is in the test's own process, and could not be killed alone.
  await service.worker.stop();
  warehouse = new pg.Client({connectionString: shops.postgresUrl});
  await warehouse.connect();
  await warehouse.query(`select pg_advisory_lock(${GATE})`);
});

afterAll(async () => {
  for (const {kill} of workers) await kill("SIGKILL");
  await warehouse.end();
  await service.stop();
  await shops.drop();
});

/** A query that waits at the gate. Each `n` is another statement. */
const gated = (n: number) => ({
  model: "gated",
  projectId: shops.postgres.projectId,
  measures: ["gated.count"],
  filters: [{field: "gated.n", op: "<", value: 10 + n}],
});
const quick = (n: number) => ({
  model: "numbers",
  projectId: shops.duckdb.projectId,
  measures: ["numbers.count"],
  filters: [{field: "numbers.n", op: ">", value: n}],
});
const ask = (body: object, via: Pick<TestService, "call"> = service, token?: string) =>
  via.call("POST", "/api/query", {body, ...(token === undefined ? {} : {token})});

async function spawn(): Promise<SpawnedWorker> {
  const worker = await spawnWorker(service);
  workers.push(worker);
  return worker;
}

async function addSurvivor(): Promise<void> {
  survivors.push(await service.addWorker());
}

/** The number of statements that wait at the gate, including those of killed workers. */
async function countWaiting(): Promise<number> {
  const {rows} = await warehouse.query<{count: string}>(
    `select count(*) from pg_locks where locktype = 'advisory' and objid = ${GATE} and not granted
       and database = (select oid from pg_database where datname = current_database())`,
  );
  return Number(rows[0]?.count);
}

async function waiting(count: number): Promise<void> {
  await until(async () => (await countWaiting()) >= count);
}

/** Lets all waiting statements pass. */
async function letThrough(): Promise<void> {
  await warehouse.query(`select pg_advisory_unlock(${GATE})`);
  await until(async () => (await countWaiting()) === 0);
  await warehouse.query(`select pg_advisory_lock(${GATE})`);
}

/** Kills all workers, so that only workers started afterwards are there. */
async function startAnew(): Promise<void> {
  for (const {kill} of workers.splice(0)) await kill("SIGKILL");
  await letThrough();
  for (const survivor of survivors.splice(0)) await survivor.stop();
  await service.db.deleteFrom("workers").execute();
  await service.db.deleteFrom("statement_crashes").execute();
  await publish(service.db, {kind: "crash", id: service.org.id});
}

/** Waits until a queued run has ended, and returns it. */
function endedRun(path: string): Promise<{status: string}> {
  return until(async () => {
    const {body} = await service.call("GET", path);
    return body.status === "queued" || body.status === "running" ? undefined : body;
  });
}

const crashes = () => service.db.selectFrom("statement_crashes").selectAll().execute();

describe("a statement that was running in two crashes", () => {
  test("is sent to one other worker only, and is refused by every process, while other statements are answered", async () => {
    const other = await service.another();
    const first = await spawn();
    const doomed = ask(gated(1));
    const sharing = ask(gated(1), other);
    await waiting(1);
    const second = await spawn();
    await first.kill("SIGSEGV");
    await waiting(2);
    expect(await crashes()).toMatchObject([{worker_ids: [first.id]}]);
    await second.kill("SIGABRT");
    for (const answer of [await doomed, await sharing])
      expect(answer.body).toMatchObject({status: 503, code: "query_crashed_worker"});
    expect(await crashes()).toMatchObject([{worker_ids: [first.id, second.id]}]);

    // There is no worker now: the refusal needs none.
    for (const via of [service, other, await service.another()]) {
      const refused = await ask(gated(1), via);
      expect(refused.body).toMatchObject({status: 503, code: "query_crashed_worker"});
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(580);
      expect(refused.body.detail).toContain(`The workers were ${first.id} and ${second.id}`);
    }
    const member = await ask(gated(1), service, service.org.reader.token);
    expect(member.body).toMatchObject({status: 503, code: "query_crashed_worker"});
    expect(member.text).not.toContain(first.id);

    await addSurvivor();
    expect((await ask(quick(1))).body.rows).toEqual([[49_999]]);
    const batch = await service.call("POST", "/api/query/batch", {body: {queries: [gated(1), quick(2)]}});
    expect(batch.body).toMatchObject([{error: {code: "query_crashed_worker"}}, {rows: [[49_998]]}]);
    const log = await service.call("GET", `/api/orgs/${service.org.id}/audit-log?limit=5`);
    const told = log.body.find(({action}: {action: string}) => action === "query.refused_after_crashes");
    expect(told).toMatchObject({
      resourceType: "connection",
      resourceId: shops.postgres.connectionId,
      details: {model: "gated", crashes: 2, refusedMinutes: 10},
    });
  });

  test("is refused in the queue, too", async () => {
    const accepted = await service.call("POST", "/api/query", {
      headers: {prefer: "respond-async"},
      body: gated(1),
    });
    const path = `/api/query/runs/${accepted.body.id}`;
    expect(await endedRun(path)).toMatchObject({status: "failed", error: {code: "query_crashed_worker"}});
  });

  test("may run again after a while", async () => {
    await service.db
      .updateTable("statement_crashes")
      .set({crashed_at: new Date(Date.now() - 11 * 60_000)})
      .execute();
    const heard = service.web.notices.waitFor("crash", service.org.id, 60_000);
    await publish(service.db, {kind: "crash", id: service.org.id});
    expect(await heard).toBe(true);
    await letThrough();
    const asked = ask(gated(1));
    await waiting(1);
    await letThrough();
    expect((await asked).body.rows).toEqual([[1]]);
    await until(async () => (await crashes()).length === 0);
  });
});

test("a statement waits for the list of crashes while the list is read again", async () => {
  const {db, log, notices} = service.web;
  const watch = new CrashWatch({db, log, notices, client: {hasEnded: async () => true}});
  const statement = {
    orgId: service.org.id,
    fingerprint: "read anew",
    source: {kind: "connection" as const, id: shops.postgres.connectionId, version: 1},
    record: {model: "gated", principalId: service.org.admin.id, requestId: "req_1"},
  };
  await watch.refuse(statement);
  const checked = await db.transaction().execute(async tx => {
    await sql`lock table statement_crashes in access exclusive mode`.execute(tx);
    const heard = notices.waitFor("crash", service.org.id, 60_000);
    await publish(db, {kind: "crash", id: service.org.id});
    expect(await heard).toBe(true);
    await tx
      .insertInto("statement_crashes")
      .values({org_id: statement.orgId, fingerprint: statement.fingerprint, worker_ids: ["one", "two"]})
      .execute();
    return {refused: watch.refuse(statement)};
  });
  await expect(checked.refused).rejects.toMatchObject({code: "query_crashed_worker"});
  await deleteCrashes(db, statement);
});

test("a queued run that has crashed two workers is not given to a third", async () => {
  await startAnew();
  const first = await spawn();
  const accepted = await service.call("POST", "/api/query", {
    headers: {prefer: "respond-async"},
    body: gated(2),
  });
  await waiting(1);
  const second = await spawn();
  await first.kill("SIGKILL");
  await waiting(2);
  await addSurvivor();
  await second.kill("SIGKILL");
  const path = `/api/query/runs/${accepted.body.id}`;
  expect(await endedRun(path)).toMatchObject({status: "failed", error: {code: "query_crashed_worker"}});
  expect(await countWaiting()).toBe(2);
});

/** A relay to a socket that can end all connections and remain open. */
async function openRelay(target: string): Promise<{path: string; cut(): void; stop(): void}> {
  const sockets = new Set<net.Socket>();
  const server = net.createServer(client => {
    const upstream = net.connect(target);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.on("error", () => undefined);
      from.on("close", () => to.destroy());
      from.pipe(to);
    }
  });
  const path = `${target}.relay`;
  await new Promise<void>(resolve => server.listen(path, resolve));
  return {
    path,
    cut: () => {
      for (const socket of sockets) socket.destroy();
      sockets.clear();
    },
    stop: () => server.close(),
  };
}

describe("a statement is not blamed for", () => {
  test("a crash after it was answered", async () => {
    await startAnew();
    const first = await spawn();
    const asked = ask(gated(3));
    await waiting(1);
    await addSurvivor();
    await first.kill("SIGKILL");
    await waiting(2);
    expect(await crashes()).toHaveLength(1);
    await letThrough();
    expect((await asked).body.rows).toEqual([[1]]);
    await until(async () => (await crashes()).length === 0);
  });

  test("a crash that is still being examined when another worker has answered the statement", async () => {
    const {db, log, notices} = service.web;
    const told = Promise.withResolvers<boolean>();
    const watch = new CrashWatch({db, log, notices, client: {hasEnded: () => told.promise}});
    const worker = {id: "worker_looked_into", address: "/nowhere.sock"};
    await db
      .insertInto("workers")
      .values({
        id: worker.id,
        endpoint: worker.address,
        runners: ["interactive"],
        protocol_oldest: PROTOCOL,
        protocol_newest: PROTOCOL,
      })
      .execute();
    const statement = {
      orgId: service.org.id,
      fingerprint: "looked into",
      source: {kind: "connection" as const, id: shops.postgres.connectionId, version: 1},
      record: {model: "gated", principalId: service.org.admin.id, requestId: "req_1"},
    };
    const breaking = watch.brokeOff(worker, statement);
    watch.finished({...statement, fingerprint: "another"});
    watch.finished(statement);
    told.resolve(true);
    await breaking;
    const kept = () =>
      db
        .selectFrom("statement_crashes")
        .select("worker_ids")
        .where("fingerprint", "=", "looked into")
        .executeTakeFirst();
    expect(await kept()).toBeUndefined();
    // If no other worker has answered it meanwhile, the crash counts.
    const again = watch.brokeOff(worker, statement);
    watch.finished({...statement, fingerprint: "another"});
    await again;
    expect((await kept())?.worker_ids).toEqual([worker.id]);
    watch.finished(statement);
    await until(async () => !(await kept()));
    await db.deleteFrom("workers").where("id", "=", worker.id).execute();
  });

  test("a cut network between its worker and its caller", async () => {
    await startAnew();
    await addSurvivor();
    const {id, endpoint} = await service.db
      .selectFrom("workers")
      .select(["id", "endpoint"])
      .executeTakeFirstOrThrow();
    const relay = await openRelay(endpoint ?? "");
    await service.db.updateTable("workers").set({endpoint: relay.path}).execute();
    await publish(service.db, {kind: "worker", id});
    const asked = ask(gated(6));
    await waiting(1);
    relay.cut();
    // The statement runs again, through the queue, once a worker has taken it from there.
    let isAnswered = false;
    void asked.finally(() => {
      isAnswered = true;
    });
    for (await Bun.sleep(500); !isAnswered; await Bun.sleep(500)) await letThrough();
    expect((await asked).body).toMatchObject({rows: [[1]]});
    expect(await crashes()).toEqual([]);
    relay.stop();
  });

  test("the end of a worker that is stopped while the statement runs", async () => {
    await startAnew();
    const first = await spawn();
    const asked = ask(gated(4), withoutRepeating(service));
    const accepted = await service.call("POST", "/api/query", {
      headers: {prefer: "respond-async"},
      body: gated(5),
    });
    await waiting(2);
    await first.kill("SIGTERM");
    expect((await asked).body).toMatchObject({status: 503, code: "worker_unavailable"});
    await letThrough();
    await addSurvivor();
    await waiting(1);
    await letThrough();
    const path = `/api/query/runs/${accepted.body.id}`;
    await until(async () => (await service.call("GET", path)).body.status === "succeeded");
    expect(await crashes()).toEqual([]);
  });
});

test("the log of a crash names the statement's source, and has neither its values nor its tables", async () => {
  const logged: unknown[] = [];
  const log = {error: (context: object) => logged.push(context)};
  const input = {name: "input_1", columns: [], run: {parameters: ["a value that was bound"]}};
  const source = {
    ...{kind: "rest" as const, id: "digest", user: "ada@example.com", database: "analytics", settings: {}},
    inputs: [input],
    parameters: ["another value"],
    tables: [{name: "salaries", comment: "Salaries"}],
  };
  const record = {model: "sql", principalId: service.org.admin.id, requestId: "request"};
  const statement = {orgId: service.org.id, fingerprint: "crash-log", source, record};
  await recordCrash(service.db, log, statement, "wrk_1");
  expect(logged).toEqual([
    {
      ...{orgId: service.org.id, fingerprint: "crash-log", workerId: "wrk_1", crashes: 1},
      source: {kind: "rest", id: "digest"},
      ...record,
    },
  ]);
  await deleteCrashes(service.db, statement);
});
