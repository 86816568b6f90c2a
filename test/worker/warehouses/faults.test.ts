import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {generateKeyPairSync} from "node:crypto";
import {mkdtemp, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {openDatabase} from "../../../shared/core/db.ts";
import {makeLogger} from "../../../shared/core/log.ts";
import type {RunRequest} from "../../../shared/core/wire/run-request.ts";
import {RunLog} from "../../../shared/querying/queries/run-log.ts";
import {Executor} from "../../../worker/execute/executor.ts";
import {Overflow} from "../../../worker/execute/overflow-file.ts";
import {openBigquery} from "../../../worker/warehouses/bigquery/warehouse.ts";
import {openClickhouse} from "../../../worker/warehouses/clickhouse/warehouse.ts";
import {openDatabricks} from "../../../worker/warehouses/databricks/warehouse.ts";
import {asHttpFault, type Http} from "../../../worker/warehouses/http/http.ts";
import {openMysql} from "../../../worker/warehouses/mysql/warehouse.ts";
import {openPostgres} from "../../../worker/warehouses/postgres/warehouse.ts";
import {openSnowflake} from "../../../worker/warehouses/snowflake/warehouse.ts";
import {openTrino} from "../../../worker/warehouses/trino/warehouse.ts";
import type {Warehouse, WarehouseLimits} from "../../../worker/warehouses/warehouse.ts";
import {onBusyMachine} from "../../support/busy-machine.ts";
import {mysqlUrl} from "../../support/engines/mysql-url.ts";
import {type Gate, openGate} from "../../support/gate.ts";
import {hangingUp, standIn} from "../../support/http-warehouse.ts";
import {type TestDatabase, testDatabase, testServerUrl} from "../../support/postgres.ts";
import {until} from "../../support/until.ts";

const log = makeLogger("test", "silent");
const patient = new AbortController().signal;
const limits: WarehouseLimits = {
  concurrency: 2,
  statementTimeoutMs: 20_000,
  connectTimeoutMs: 3000,
  duckdbMemoryLimit: "512MB",
  duckdbThreads: 1,
  tempDir: "",
};
/** How long after its time limit a query may be answered: time to cancel a statement, on a busy machine. */
const BEYOND_MS = 6000;

let dir: string;
let database: TestDatabase;
let runLog: RunLog;
let close: () => Promise<void>;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "faults-"));
  database = await testDatabase();
  const {db, pool} = openDatabase(database.url, 2, log);
  runLog = new RunLog(db, log, null);
  close = () => pool.end();
});

afterAll(async () => {
  await runLog.stop();
  await close();
  await database.drop();
  await rm(dir, {recursive: true, force: true});
});

function executorOver(warehouse: Warehouse): Executor {
  const options = {
    readerStallMs: 60_000,
    overflow: new Overflow(dir, 0),
    tracing: undefined,
    comments: false,
  };
  return new Executor(async () => ({warehouse, [Symbol.dispose]() {}}), runLog, log, options);
}

let made = 0;
function requestOf(sql: string, more: Partial<RunRequest> = {}): RunRequest {
  return {
    orgId: "org_x",
    source: {kind: "connection", id: "conn_x", version: 1},
    sql,
    parameters: [],
    columns: [{name: "m.n", type: "number"}],
    timezone: "UTC",
    format: "json",
    timeoutMs: 10_000,
    fresh: true,
    fingerprint: String(++made),
    record: {
      runId: `run_${made}`,
      principalId: "svc_x",
      projectId: "proj_x",
      model: "m",
      trigger: "interactive",
      requestId: "req_x",
    },
    ...more,
  };
}

type Answer = {text: string} | {code: unknown; text: string};

/** The whole answer; or the error, and the bytes that came before it. `midway` is called when the first bytes have come. */
async function answerOf(executor: Executor, request: RunRequest, midway?: () => void): Promise<Answer> {
  const parts: Uint8Array[] = [];
  const text = () => Buffer.concat(parts).toString();
  try {
    const run = await executor.run(request, patient);
    parts.push(run.first);
    midway?.();
    if (!run.whole) {
      for (let next = await run.rest.next(); !next.done; next = await run.rest.next())
        parts.push(next.value.bytes);
    }
    return {text: text()};
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : error;
    return {code, text: text()};
  }
}

const ONE = '{"columns":[{"name":"m.n","type":"number"}],"rows":[[1]],"truncated":false}';

/** The engines with connections of their own, each behind a gate that can fail. */
const SERVERS = [
  {
    name: "postgres",
    url: () => new URL(testServerUrl()),
    open(gate: Gate, url: URL) {
      const {port, hostname: host} = new URL(`http://127.0.0.1:${gate.port}`);
      const named = {host, port: Number(port), user: url.username, password: url.password};
      return openPostgres({...named, database: url.pathname.slice(1), ssl: "disable"}, limits, log);
    },
    big: "select n from generate_series(1, 3000000) as n",
    slow: "select 1 as n from pg_sleep(60)",
  },
  ...(mysqlUrl() === undefined
    ? []
    : [
        {
          name: "mysql",
          url: () => new URL(mysqlUrl() ?? ""),
          open(gate: Gate, url: URL) {
            const named = {host: "127.0.0.1", port: gate.port, user: url.username, password: url.password};
            return openMysql({...named, database: "mysql", ssl: "disable"}, limits, log);
          },
          big: "select seq as n from seq_1_to_3000000",
          slow: "select sleep(60) as n",
        },
      ]),
];

describe.each(SERVERS)("a $name", ({url, open, big, slow}) => {
  async function behindGate<T>(work: (executor: Executor, gate: Gate) => Promise<T>): Promise<T> {
    const gate = await openGate(url());
    const warehouse = open(gate, url());
    const executor = executorOver(warehouse);
    try {
      return await work(executor, gate);
    } finally {
      gate.open();
      await executor.stop(0);
      await warehouse.close();
      gate.stop();
    }
  }
  const isWell = async (executor: Executor) =>
    expect(await answerOf(executor, requestOf("select 1 as n"))).toEqual({text: ONE});
  /** Checks that an answer comes within its time limit, and a little. */
  async function inTime(timeoutMs: number, answering: Promise<Answer>): Promise<Answer> {
    const started = performance.now();
    const answer = await answering;
    expect(performance.now() - started).toBeLessThan(onBusyMachine(timeoutMs + BEYOND_MS));
    return answer;
  }

  test("that hangs before the first row is a timeout, and another statement works when it is back", () =>
    behindGate(async (executor, gate) => {
      const answering = answerOf(executor, requestOf(slow, {timeoutMs: 1000}));
      await Bun.sleep(300);
      gate.shut();
      expect(await inTime(1000, answering)).toEqual({code: "query_timeout", text: ""});
      expect(executor.running).toBe(0);
      gate.open();
      await isWell(executor);
    }));

  test("that never accepts a connection is a timeout or unreachable, whichever comes first", () =>
    behindGate(async (executor, gate) => {
      gate.shut();
      const hasty = answerOf(executor, requestOf("select 1 as n", {timeoutMs: 500}));
      expect(await inTime(500, hasty)).toEqual({code: "query_timeout", text: ""});
      const waiting = answerOf(executor, requestOf("select 1 as n"));
      expect(await inTime(limits.connectTimeoutMs, waiting)).toEqual({code: "warehouse_error", text: ""});
    }));

  test("that hangs up before the first row is a warehouse_error", () =>
    behindGate(async (executor, gate) => {
      const answering = answerOf(executor, requestOf(slow));
      await until(() => gate.connections > 0);
      await Bun.sleep(300);
      gate.cut();
      expect(await inTime(300, answering)).toEqual({code: "warehouse_error", text: ""});
      await isWell(executor);
    }));

  test.each(["json", "csv", "ndjson", "arrow", "xlsx"] as const)(
    "that hangs up half-way through a result breaks off %s",
    format =>
      behindGate(async (executor, gate) => {
        // The time limit is so long that only the hang-up can end the query, even on a busy machine.
        const request = requestOf(big, {format, timeoutMs: 120_000});
        const answer = await inTime(0, answerOf(executor, request, gate.cut));
        expect(answer).toMatchObject({code: "warehouse_error"});
        expect(answer.text.length).toBeGreaterThan(0);
        await isWell(executor);
      }),
  );

  test("that falls silent half-way through a result breaks the result off at the time limit", () =>
    behindGate(async (executor, gate) => {
      const request = requestOf(big, {timeoutMs: 1500});
      const answer = await inTime(1500, answerOf(executor, request, gate.shut));
      expect(answer).toMatchObject({code: "query_timeout"});
      expect(answer.text).not.toEndWith("}");
      gate.open();
      await isWell(executor);
    }));

  test("that answers garbage is an error, before the first row and half-way through a result", () =>
    behindGate(async (executor, gate) => {
      await isWell(executor);
      gate.garble();
      const first = await inTime(1500, answerOf(executor, requestOf("select 1 as n", {timeoutMs: 1500})));
      expect(first).toMatchObject({
        code: expect.stringMatching(/^(warehouse_error|query_timeout)$/),
        text: "",
      });
      gate.open();
      gate.cut();
      await isWell(executor);
      const request = requestOf(big, {timeoutMs: 3000});
      const later = await inTime(3000, answerOf(executor, request, gate.garble));
      expect(later).toMatchObject({code: expect.stringMatching(/^(warehouse_error|query_timeout)$/)});
      expect(later.text).not.toEndWith("}");
      gate.open();
      gate.cut();
      await isWell(executor);
    }));
});

const {privateKey} = generateKeyPairSync("rsa", {modulusLength: 2048});
const pem = privateKey.export({type: "pkcs8", format: "pem"}).toString();
const at = {host: "warehouse.example", port: 443, user: "ana", password: "secret", ssl: "disable" as const};

/** The engines that are reached over HTTP. */
const SERVICES: {name: string; open(http: Http): Warehouse}[] = [
  {name: "clickhouse", open: http => openClickhouse({...at, database: "shop"}, limits, http)},
  {name: "trino", open: http => openTrino({...at, catalog: "lake", schema: "shop", token: ""}, limits, http)},
  {
    name: "bigquery",
    open: http =>
      openBigquery(
        {projectId: "p", clientEmail: "a@p", privateKey: pem, dataset: "d", location: "EU"},
        limits,
        http,
      ),
  },
  {
    name: "databricks",
    open: http =>
      openDatabricks(
        {
          host: "dbc",
          warehouseId: "w",
          catalog: "c",
          schema: "s",
          token: "",
          clientId: "i",
          clientSecret: "x",
        },
        limits,
        http,
      ),
  },
  {
    name: "snowflake",
    open: http =>
      openSnowflake(
        {
          account: "org-acc",
          user: "ana",
          privateKey: pem,
          privateKeyPassphrase: "",
          warehouse: "W",
          database: "D",
          role: "R",
        },
        limits,
        http,
      ),
  },
];

/** The beginning of an answer that never continues. */
const beginning = () =>
  new Response(
    new ReadableStream({
      start: controller => controller.enqueue(new TextEncoder().encode('{"a":')),
    }),
  );

/** The last answer of each engine to a statement, without a result. */
const DONE = {
  id: "q1",
  stats: {state: "FINISHED"},
  jobComplete: true,
  jobReference: {projectId: "p", jobId: "j"},
  statement_id: "s1",
  status: {state: "SUCCEEDED"},
  statementHandle: "h1",
  resultSetMetaData: {rowType: []},
};
const failed = (error: unknown): never => {
  throw asHttpFault(error);
};
const TOKEN = {access_token: "t", expires_in: 3600};

describe.each(SERVICES)("a $name", ({open}) => {
  test.each([
    ["never answers", () => new Promise<Response>(() => undefined), "query_timeout"],
    ["falls silent in the middle of an answer", beginning, "query_timeout"],
    ["answers with a page", () => new Response("<html>Sign in</html>"), "warehouse_error"],
    ["answers with nothing", () => new Response(""), "warehouse_error"],
    ["answers with other JSON", () => Response.json([1, {a: null}]), "warehouse_error"],
    ["answers with an object", () => Response.json({}), "warehouse_error"],
    ["says that it is done", () => Response.json(DONE), "warehouse_error"],
    ["answers with bytes", () => new Response(new Uint8Array(5000).fill(0xd7)), "warehouse_error"],
    ["is at fault", () => new Response("<html>500</html>", {status: 500}), "warehouse_error"],
    ["leads elsewhere", () => Response.redirect("https://elsewhere.example/", 302), "warehouse_error"],
  ] as const)("that %s gives an error and no result", async (_, respond, code) => {
    const server = standIn((_, url) => (url.pathname.endsWith("/token") ? Response.json(TOKEN) : respond()));
    const warehouse = open(server.http);
    const executor = executorOver(warehouse);
    try {
      const started = performance.now();
      const timeoutMs = code === "query_timeout" ? 1000 : 30_000;
      const answer = await answerOf(executor, requestOf("select 1", {timeoutMs, limit: 10}));
      expect(answer).toEqual({code, text: ""});
      expect(performance.now() - started).toBeLessThan(onBusyMachine(1000 + BEYOND_MS));
      expect(executor.running).toBe(0);
    } finally {
      await executor.stop(0);
      await warehouse.close();
      await server.stop();
    }
  });

  test("that hangs up half-way through an answer gives an error and no result", async () => {
    const server = hangingUp('{"a":');
    const warehouse = open((_, request) => fetch(`http://127.0.0.1:${server.port}/`, request).catch(failed));
    const executor = executorOver(warehouse);
    expect(await answerOf(executor, requestOf("select 1", {limit: 10}))).toEqual({
      code: "warehouse_error",
      text: "",
    });
    await executor.stop(0);
    await warehouse.close();
    server.stop();
  });

  test("whose sign-in never answers is a timeout", async () => {
    const server = standIn(() => new Promise<Response>(() => undefined));
    const warehouse = open(server.http);
    const executor = executorOver(warehouse);
    const started = performance.now();
    const answer = await answerOf(executor, requestOf("select 1", {timeoutMs: 1000}));
    expect(answer).toEqual({code: "query_timeout", text: ""});
    expect(performance.now() - started).toBeLessThan(onBusyMachine(1000 + BEYOND_MS));
    await executor.stop(0);
    await warehouse.close();
    await server.stop();
  });
});
