import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {mkdtemp, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {openDatabase} from "../../shared/core/db.ts";
import {ServiceError} from "../../shared/core/errors.ts";
import {makeLogger} from "../../shared/core/log.ts";
import type {RunRequest} from "../../shared/core/wire/run-request.ts";
import type {RunEntry} from "../../shared/querying/queries/run-entry.ts";
import {RunLog} from "../../shared/querying/queries/run-log.ts";
import {toSqlError} from "../../shared/surfaces/sql/error-codes.ts";
import {FairSemaphore} from "../../worker/concurrency/fair-semaphore.ts";
import {isOutage} from "../../worker/delivery-runs/source-outage.ts";
import {Executor, type Run} from "../../worker/execute/executor.ts";
import type {LeaseWarehouse} from "../../worker/execute/open-warehouses.ts";
import {Overflow} from "../../worker/execute/overflow-file.ts";
import {openDuckDb} from "../../worker/warehouses/duckdb/warehouse.ts";
import {tooLarge, type Warehouse} from "../../worker/warehouses/warehouse.ts";
import {onBusyMachine} from "../support/busy-machine.ts";
import {type TestDatabase, testDatabase} from "../support/postgres.ts";
import {until} from "../support/until.ts";
import {shopInDuckDb} from "../support/warehouse.ts";

const log = makeLogger("test", "silent");
const patient = new AbortController().signal;
const SLOW = "select count(*) as n from numbers a, numbers b, numbers c where a.n + b.n + c.n = 7";
const HEAVY = "select count(*) as n from numbers a, numbers b where a.n * b.n = 7 and a.n < 4000";
const BIG = "select a.n, b.label from numbers a, numbers b where b.n <= 20";

let dir: string;
let database: TestDatabase;
let warehouse: Warehouse;
let statements = 0;
let executor: Executor;
let runLog: RunLog;
const records: RunEntry[] = [];
let close: () => Promise<void>;

/** A worker's dependencies, with statements and run records counted. */
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "executor-"));
  database = await testDatabase();
  const {db, pool} = openDatabase(database.url, 2, log);
  warehouse = await openDuckDb(await shopInDuckDb(dir, "org"), {
    concurrency: 4,
    statementTimeoutMs: 30_000,
    connectTimeoutMs: 3000,
    duckdbMemoryLimit: "512MB",
    duckdbThreads: 2,
    tempDir: join(dir, "tmp"),
  });
  const counted: Warehouse = {
    ...warehouse,
    stream(statement, options) {
      statements++;
      return warehouse.stream(statement, options);
    },
  };
  runLog = new RunLog(db, log, null);
  const add = runLog.add.bind(runLog);
  runLog.add = entry => {
    records.push(entry);
    add(entry);
  };
  executor = new Executor(async () => ({warehouse: counted, [Symbol.dispose]() {}}), runLog, log, {
    readerStallMs: 1500,
    overflow: new Overflow(join(dir, "overflow"), 256 * 1024 * 1024),
    tracing: undefined,
    comments: false,
  });
  close = () => pool.end();
});

afterAll(async () => {
  await executor.stop(0);
  await runLog.stop();
  await warehouse.close();
  await close();
  await database.drop();
  await rm(dir, {recursive: true, force: true});
});

let made = 0;
function request(sql: string, more: Partial<RunRequest> = {}): RunRequest {
  return {
    orgId: "org_x",
    source: {kind: "connection", id: "conn_x", version: 1},
    sql,
    parameters: [],
    columns: [{name: "m.n", type: "number"}],
    timezone: "UTC",
    format: "json",
    timeoutMs: 30_000,
    fresh: false,
    fingerprint: sql,
    record: {
      runId: `run_${++made}`,
      principalId: "svc_x",
      projectId: "proj_x",
      model: "m",
      trigger: "interactive",
      requestId: "req_x",
    },
    ...more,
  };
}

async function textOf(run: Run): Promise<string> {
  const parts = [run.first];
  if (!run.whole)
    for (let next = await run.rest.next(); !next.done; next = await run.rest.next())
      parts.push(next.value.bytes);
  return Buffer.concat(parts).toString();
}

describe("single flight", () => {
  test("equal statements that run at the same time run once, and each reader gets the whole result", async () => {
    const before = statements;
    const runs = await Promise.all(Array.from({length: 8}, () => executor.run(request(HEAVY), patient)));
    const texts = await Promise.all(runs.map(textOf));
    expect(statements - before).toBe(1);
    expect(runs.filter(run => run.shared)).toHaveLength(7);
    for (const {stats} of runs) expect(stats).toEqual({rowCount: 1, sizeBytes: texts[0]!.length});
    expect(new Set(texts)).toEqual(
      new Set(['{"columns":[{"name":"m.n","type":"number"}],"rows":[[2]],"truncated":false}']),
    );
  });

  test("a fresh statement does not join another one, and no other one joins it", async () => {
    const before = statements;
    const runs = await Promise.all(
      [true, true, false].map(fresh => executor.run(request(HEAVY, {fresh}), patient)),
    );
    expect(runs.map(run => run.shared)).toEqual([false, false, false]);
    expect(statements - before).toBe(3);
  });

  test("different formats of one statement are not mixed", async () => {
    const [json, csv] = await Promise.all([
      executor.run(request(HEAVY), patient),
      executor.run(request(HEAVY, {format: "csv"}), patient),
    ]);
    expect(await textOf(json)).toContain('"rows":[[2]]');
    expect(await textOf(csv)).toBe("m.n\r\n2\r\n");
  });

  test("a big result is complete for readers of different speed", async () => {
    const columns: RunRequest["columns"] = [
      {name: "m.n", type: "number"},
      {name: "m.l", type: "string"},
    ];
    const [fast, slow] = await Promise.all([
      executor.run(request(BIG, {columns}), patient),
      executor.run(request(BIG, {columns}), patient),
    ]);
    const slowly = async () => {
      await Bun.sleep(300);
      return textOf(slow);
    };
    const [a, b] = await Promise.all([textOf(fast), slowly()]);
    const {rows}: {rows: [number, string][]} = JSON.parse(a);
    const times = new Uint8Array(rows.length);
    // The result is every number from 1 to 50,000 with every label from "row 1" to "row 20".
    for (const [n, label] of rows) {
      const place = (n - 1) * 20 + Number(label.slice("row ".length)) - 1;
      times[place] = (times[place] ?? 0) + 1;
    }
    expect(times.filter(count => count === 1)).toHaveLength(1_000_000);
    expect(b).toBe(a);
  });

  test("a slow reader does not hold up another reader of the same statement, and gets the whole result in the end", async () => {
    const columns: RunRequest["columns"] = [
      {name: "m.n", type: "number"},
      {name: "m.l", type: "string"},
    ];
    const [fast, slow] = await Promise.all([
      executor.run(request(BIG, {columns}), patient),
      executor.run(request(BIG, {columns}), patient),
    ]);
    expect([fast.shared, slow.shared]).toEqual([false, true]);
    const parts = [slow.first];
    let isRead = false;
    const slowly = (async () => {
      while (!isRead) {
        await Bun.sleep(700);
        parts.push((await slow.rest.next()).value.bytes);
      }
    })();
    const whole = await textOf(fast);
    // The result has some 80 chunks. If the fast reader had to wait until the slow one is at most 8 MB behind, the slow one
    // would have read about 50.
    expect(parts.length).toBeLessThan(40);
    isRead = true;
    await slowly;
    for (let next = await slow.rest.next(); !next.done; next = await slow.rest.next())
      parts.push(next.value.bytes);
    expect(JSON.parse(whole).rows).toHaveLength(1_000_000);
    expect(Buffer.concat(parts).toString()).toBe(whole);
  });

  test("a reader that leaves does not take the result from the other", async () => {
    const leaving = new AbortController();
    const first = executor.run(request(HEAVY), leaving.signal).then(
      () => "answered",
      () => "left",
    );
    const second = executor.run(request(HEAVY), patient);
    leaving.abort(new Error("gone"));
    expect(await textOf(await second)).toContain("[[2]]");
    expect(await first).toBe("left");
  });
});

describe("limits", () => {
  test("a statement past its timeout is cancelled and rejects with query_timeout", async () => {
    const started = performance.now();
    const run = executor.run(request(SLOW, {timeoutMs: 200}), patient);
    await expect(run).rejects.toMatchObject({code: "query_timeout"});
    expect(performance.now() - started).toBeLessThan(onBusyMachine(20_000));
    expect(executor.running).toBe(0);
  });

  test("a statement that has no reader any more is cancelled", async () => {
    const leaving = new AbortController();
    const runs = [1, 2].map(() =>
      executor.run(request(SLOW), leaving.signal).then(
        () => "answered",
        () => "left",
      ),
    );
    await until(() => executor.running === 1);
    leaving.abort(new Error("gone"));
    expect(await Promise.all(runs)).toEqual(["left", "left"]);
    expect(executor.running).toBe(0);
    expect(await textOf(await executor.run(request("select 1"), patient))).toContain("[[1]]");
  });

  test("a reader that stalls is ended, and its place in the warehouse is free again", async () => {
    const columns: RunRequest["columns"] = [
      {name: "m.n", type: "number"},
      {name: "m.l", type: "string"},
    ];
    const stalled = await Promise.all(
      [1, 2, 3, 4].map(i => executor.run(request(`${BIG} and a.n > -${i}`, {columns}), patient)),
    );
    expect(stalled.every(run => !run.whole)).toBe(true);
    expect(await textOf(await executor.run(request("select 2"), patient))).toContain("[[2]]");
    await expect(textOf(stalled[0]!)).rejects.toBeInstanceOf(ServiceError);
  });
});

describe("limits of callers", () => {
  const limited: Executor[] = [];
  afterAll(() => Promise.all(limited.map(one => one.stop(0))));

  /** An executor over one place in a warehouse, whose statements end when they are told to. */
  function onePlace() {
    const permits = new FairSemaphore(1);
    const begun: {sql: string; signal: AbortSignal; end: () => void}[] = [];
    const lease: LeaseWarehouse = async (_org, _source, permitRequest) => ({
      warehouse: {
        ...warehouse,
        async *stream({sql}, {signal}) {
          const permit = await permits.acquire(permitRequest, signal);
          try {
            const {promise, resolve, reject} = Promise.withResolvers<void>();
            signal.addEventListener("abort", () => reject(signal.reason));
            begun.push({sql, signal, end: resolve});
            await promise;
            yield {text: "[[1]]", rowCount: 1, truncated: false};
          } finally {
            permit.release();
          }
        },
      },
      [Symbol.dispose]() {},
    });
    const one = new Executor(lease, runLog, log, {
      readerStallMs: 60_000,
      overflow: new Overflow(join(dir, "overflow-of-callers"), 1024),
      tracing: undefined,
      comments: false,
    });
    limited.push(one);
    const ask = (sql: string, timeoutMs: number) => {
      const run = one.run(request(sql, {timeoutMs}), patient);
      run.catch(() => undefined);
      return run;
    };
    return {begun, ask, executor: one};
  }

  test.each([
    ["longer", 100, 60_000],
    ["shorter", 60_000, 100],
  ])("a caller who joins with a %s limit than the first has its own", async (_, first, second) => {
    const {ask, begun} = onePlace();
    const runs = [ask("a", first), ask("a", second)];
    const [hasty, other] = first < second ? runs : runs.toReversed();
    await expect(hasty!).rejects.toMatchObject({
      code: "query_timeout",
      message: "The statement ran past its limit of 100 ms and was cancelled.",
    });
    expect(begun.map(({signal}) => signal.aborted)).toEqual([false]);
    begun[0]!.end();
    expect(await textOf(await other!)).toContain("1");
  });

  test("the statement is cancelled at the longest limit of its callers", async () => {
    const {ask, begun, executor: one} = onePlace();
    const runs = [ask("a", 200), ask("a", 100)];
    const outcomes = await Promise.allSettled(runs);
    expect(outcomes.map(({status}) => status)).toEqual(["rejected", "rejected"]);
    expect(begun.map(({signal}) => signal.reason.message)).toEqual([
      "The statement ran past its limit of 200 ms and was cancelled.",
    ]);
    expect(one.running).toBe(0);
  });

  test("callers who keep joining do not prolong a statement beyond the largest of their limits", async () => {
    const {ask, begun, executor: one} = onePlace();
    const runs = [ask("a", 100), ask("a", 300)];
    await until(() => begun.length === 1);
    while (!begun[0]!.signal.aborted && runs.length < 100) {
      runs.push(ask("a", 300));
      await Bun.sleep(20);
    }
    expect(begun.map(({signal}) => signal.reason?.message)).toEqual([
      "The statement ran past its limit of 300 ms and was cancelled.",
    ]);
    const outcomes = await Promise.allSettled(runs);
    expect(outcomes).toEqual(
      runs.map(() => ({status: "rejected", reason: expect.objectContaining({code: "query_timeout"})})),
    );
    expect(one.running).toBe(0);
  });

  test("a statement that never got its turn says so, and counts as an outage", async () => {
    const {ask, begun} = onePlace();
    const first = ask("a", 60_000);
    await until(() => begun.length === 1);
    const error = await ask("b", 100).then(
      () => undefined,
      (caught: unknown) => caught,
    );
    expect(error).toMatchObject({
      code: "worker_unavailable",
      message: expect.stringContaining("waited 100 ms for its turn"),
    });
    // Pools of SQL clients drop a connection at 57P03, the state of a worker that is away.
    expect(toSqlError(error)).toMatchObject({sqlState: "53300"});
    expect(isOutage(error)).toBe(true);
    begun[0]!.end();
    await first;
    expect(begun.map(({sql}) => sql)).toEqual(["a"]);
  });

  test("the time for which a statement waits for its turn does not count as its own", async () => {
    const limitMs = 5000;
    const {ask, begun} = onePlace();
    const first = ask("a", 60_000);
    await until(() => begun.length === 1);
    const second = ask("b", limitMs);
    await Bun.sleep(0.6 * limitMs);
    begun[0]!.end();
    await first;
    await until(() => begun.length === 2);
    await Bun.sleep(0.6 * limitMs);
    begun[1]!.end();
    expect(await textOf(await second)).toContain("1");
  });
});

describe("errors and records", () => {
  test("the warehouse's own message is for org-admins only", async () => {
    const failing = executor.run(request("select cast('secret row' as integer)"), patient);
    const error = await failing.then(
      () => undefined,
      (caught: unknown) => caught,
    );
    if (!(error instanceof ServiceError)) throw new Error("a ServiceError was expected");
    expect(error.code).toBe("warehouse_error");
    expect(error.message).toBe("The warehouse refused the statement (Conversion).");
    expect(error.details.adminDetail).toContain("secret row");
  });

  test("a result that is too large at once is refused with what to do, and a retry is not promised to help", async () => {
    const large: Warehouse = {
      ...warehouse,
      // biome-ignore lint/correctness/useYield: a stream that fails before its first piece.
      async *stream() {
        throw tooLarge();
      },
    };
    const other = new Executor(async () => ({warehouse: large, [Symbol.dispose]() {}}), runLog, log, {
      readerStallMs: 1500,
      overflow: new Overflow(join(dir, "overflow-of-other"), 1024),
      tracing: undefined,
      comments: false,
    });
    const error = await other.run(request("select 1"), patient).then(
      () => undefined,
      (caught: unknown) => caught,
    );
    await other.stop(0);
    expect(error).toMatchObject({
      code: "warehouse_error",
      message:
        "What the warehouse sends at once has more than 256 MB. Ask for fewer rows, or for shorter values.",
    });
    expect(isOutage(error)).toBe(false);
  });

  test("an error after the first bytes breaks the result instead of ending it", async () => {
    const sql =
      "select case when a.n = 49999 then cast(a.label as integer) else 1 end from numbers a order by a.n";
    const run = executor.run(request(sql, {columns: [{name: "m.n", type: "number"}]}), patient).then(textOf);
    await expect(run).rejects.toBeInstanceOf(ServiceError);
  });

  test("an error that occurs while a reader rests is reported when it reads on", async () => {
    const sql =
      "select case when a.n = 40000 and b.n = 20 then cast(a.label as integer) else a.n end from numbers a, numbers b where b.n <= 20";
    const rested = executor.run(request(sql, {fingerprint: "rests"}), patient).then(async run => {
      await Bun.sleep(200);
      return textOf(run);
    });
    await expect(rested).rejects.toBeInstanceOf(ServiceError);
  });

  test("each run is recorded once, with how it ended", async () => {
    records.length = 0;
    await textOf(await executor.run(request("select 5", {fingerprint: "ok"}), patient));
    await executor
      .run(request("select nothing_like_it", {fingerprint: "bad"}), patient)
      .catch(() => undefined);
    const run = await executor.run(
      request(BIG, {
        fingerprint: "left",
        columns: [
          {name: "a", type: "number"},
          {name: "b", type: "string"},
        ],
      }),
      patient,
    );
    await run.rest.return?.();
    const leaving = new AbortController();
    const left = executor.run(request(SLOW, {fingerprint: "gone"}), leaving.signal).catch(() => undefined);
    leaving.abort(new Error("gone"));
    await left;
    expect(
      records.map(({request: {fingerprint}, outcome: {status}, stats}) => [
        fingerprint,
        status,
        stats.sizeBytes > 0,
      ]),
    ).toEqual([
      ["ok", "succeeded", true],
      ["bad", "failed", false],
      ["left", "cancelled", true],
      ["gone", "cancelled", false],
    ]);
    expect(records[0]?.stats.rowCount).toBe(1);
  });

  test("totals are in the columns of their measures", async () => {
    const columns: RunRequest["columns"] = [
      {name: "m.l", type: "string"},
      {name: "m.n", type: "number"},
    ];
    const totals = {sql: "select sum(n) from numbers", parameters: [], measureCount: 1};
    const run = await executor.run(
      request("select label, n from numbers where n < 3 order by n", {columns, totals}),
      patient,
    );
    expect(JSON.parse(await textOf(run))).toEqual({
      columns: [
        {name: "m.l", type: "string"},
        {name: "m.n", type: "number"},
      ],
      rows: [
        ["row 1", 1],
        ["row 2", 2],
      ],
      truncated: false,
      totals: [null, 1250025000],
    });
  });
});
