import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {readdir, utimes} from "node:fs/promises";
import {join} from "node:path";
import {snapshotCsv, snapshotQuery} from "../../../api/worker-calls/snapshot-upload.ts";
import {scheduleSnapshotDeletion} from "../../../shared/content/snapshots/deletion.ts";
import {publish} from "../../../shared/core/change-notices.ts";
import {sql} from "../../../shared/core/db.ts";
import {ServiceError} from "../../../shared/core/errors.ts";
import {newId} from "../../../shared/core/ids.ts";
import {enqueue} from "../../../shared/core/jobs.ts";
import {versionedPath} from "../../../shared/core/process/protocol-version.ts";
import type {RunRequest} from "../../../shared/core/wire/run-request.ts";
import type {SnapshotFile} from "../../../shared/core/wire/snapshot.ts";
import {RequestSigner} from "../../../shared/core/workers/protocol.ts";
import {PermitRequest, shareOf} from "../../../worker/concurrency/fair-semaphore.ts";
import {Uploads} from "../../../worker/snapshots/uploads.ts";
import {collectGarbage} from "../../../worker/tasks/collect-garbage.ts";
import {collectSnapshots} from "../../../worker/tasks/collect-snapshots.ts";
import {shopProjects} from "../../support/shop.ts";
import {until} from "../../support/until.ts";
import {type TestService, testService} from "../../support/worker.ts";

let service: TestService;

beforeAll(async () => {
  service = await testService();
});

afterAll(async () => {
  await service.stop();
});

const options = {requestId: "req_test"};

async function store(csv: Uint8Array | string | ReadableStream<Uint8Array>) {
  const datasetId = newId("ds");
  const file = await snapshotCsv(service.web, {orgId: service.org.id, datasetId, csv}, options);
  return {datasetId, file, rows: () => rowsOf(datasetId, file)};
}

function runOn(connectionId: string, sql: string, columns: RunRequest["columns"]): RunRequest {
  return runOf({kind: "connection", id: connectionId, version: 1}, sql, columns);
}

function runOf(source: RunRequest["source"], sql: string, columns: RunRequest["columns"]): RunRequest {
  return {
    orgId: service.org.id,
    source,
    sql,
    parameters: [],
    columns,
    timezone: "UTC",
    format: "json",
    timeoutMs: 20_000,
    fresh: true,
    fingerprint: sql,
    record: {
      runId: newId("run"),
      principalId: service.org.admin.id,
      projectId: "proj_x",
      model: "data",
      trigger: "interactive",
      requestId: "req_test",
    },
  };
}

async function rowsOf(datasetId: string, {columns}: SnapshotFile): Promise<unknown[][]> {
  const names = columns.map(({name}) => `"${name.replaceAll('"', '""')}"`).join(", ");
  const run = await service.worker.worker.run(
    runOf({kind: "snapshot", id: datasetId}, `select ${names} from "main"."data"`, columns),
    new AbortController().signal,
  );
  let text = Buffer.from(run.first).toString();
  for (let next = await run.rest.next(); !next.done; next = await run.rest.next())
    text += Buffer.from(next.value.bytes).toString();
  return JSON.parse(text, (_key, value, context?: {source?: string}) =>
    typeof value === "number" && String(value) !== context?.source ? context?.source : value,
  ).rows;
}

const dir = () => join(service.web.config.dataDir, "snapshots");

test("a CSV has types that all of its cells fit, and can be queried", async () => {
  const {file, rows} = await store(
    "id,name,price,day,at,ok\n1,Ada,1.50,2026-01-31,2026-01-31T10:00:00+02:00,true\n2,,10,,,false\n",
  );
  expect(file).toMatchObject({
    columns: [
      {name: "id", type: "number", integer: true},
      {name: "name", type: "string"},
      {name: "price", type: "number"},
      {name: "day", type: "date"},
      {name: "at", type: "timestamp"},
      {name: "ok", type: "boolean"},
    ],
    rowCount: 2,
  });
  expect(await rows()).toEqual([
    [1, "Ada", 1.5, "2026-01-31", "2026-01-31T08:00:00Z", true],
    [2, null, 10, null, null, false],
  ]);
  expect(await readdir(join(dir(), "tmp"))).toEqual([]);
});

describe("on its way to a worker, a CSV", () => {
  const CSV = `n,text\n${Array.from({length: 300_000}, (_, i) => `${i},"row ${i}"\n`).join("")}`;

  test("may be text, bytes or a stream", async () => {
    const bytes = new TextEncoder().encode(`a,b\n1,${"→😀".repeat(400_000)}\n2,x\n`);
    const pieces = () => {
      let at = 0;
      return new ReadableStream<Uint8Array>({
        pull(controller) {
          if (at >= bytes.length) controller.close();
          else controller.enqueue(bytes.slice(at, at + 999_983));
          at += 999_983;
        },
      });
    };
    for (const csv of [bytes, new TextDecoder().decode(bytes), pieces()]) {
      const {rows} = await store(csv);
      expect((await rows())[0]?.[1] === "→😀".repeat(400_000)).toBe(true);
    }
  });

  test("is sent to a port in signed pieces", async () => {
    const worker = await service.addWorker({WORKER_LISTEN: "127.0.0.1:0"});
    await onlyAddress(worker.address);
    try {
      expect((await store(CSV)).file.rowCount).toBe(300_000);
      const {datasetId} = await store("a\n1\n");
      const path = versionedPath(`/snapshot/${service.org.id}/${datasetId}/${crypto.randomUUID()}/0`);
      const send = (headers: Record<string, string>, body = "a\n1\n") =>
        fetch(`${worker.address}${path}`, {method: "POST", body, headers});
      const keys = new RequestSigner(service.web.config.encryptionKeys);
      const signed = () => keys.sign(worker.address ?? "", path, "a\n1\n");
      expect((await send({})).status).toBe(401);
      expect((await send(signed(), "a\n2\n")).status).toBe(401);
      expect((await send(signed())).status).toBe(204);
    } finally {
      await onlyAddress(service.worker.address);
      await worker.stop();
    }
  });

  test("goes through Postgres if no worker can be reached directly, with the same answers", async () => {
    const direct = await store(CSV);
    await onlyAddress("/nowhere/worker.sock");
    const other = await service.another();
    try {
      const datasetId = newId("ds");
      const file = await snapshotCsv(other.web, {orgId: service.org.id, datasetId, csv: CSV}, options);
      expect(file).toEqual(direct.file);
      const chosen = await snapshotCsv(
        other.web,
        {orgId: service.org.id, datasetId: newId("ds"), csv: "day\n1/2/2026\n", format: {dateOrder: "day"}},
        options,
      );
      expect(chosen.columns).toEqual([{name: "day", type: "date"}]);
      const refused = snapshotCsv(
        other.web,
        {orgId: service.org.id, datasetId: newId("ds"), csv: `${CSV}x\n`},
        options,
      );
      await expect(refused).rejects.toThrow("Line 300002: there is 1 cell where the header has 2.");
      const {rows} = await sql`select from snapshot_chunks`.execute(service.db);
      expect(rows.length).toBe(0);
    } finally {
      await onlyAddress(service.worker.address);
    }
  });

  test("is given up when its sender leaves or fails, and leaves nothing behind", async () => {
    const files = async () =>
      (await readdir(dir(), {recursive: true})).filter(name => /\.(csv|parquet)$/.test(name));
    const before = await files();
    const leaving = new AbortController();
    const endless = (end: (controller: ReadableStreamDefaultController<Uint8Array>) => void) => {
      let pieces = 0;
      return new ReadableStream<Uint8Array>({
        pull(controller) {
          controller.enqueue(new TextEncoder().encode(pieces === 0 ? "a,b\n" : "1,2\n".repeat(500_000)));
          if (++pieces === 4) end(controller);
        },
      });
    };
    const left = snapshotCsv(
      service.web,
      {orgId: service.org.id, datasetId: newId("ds"), csv: endless(() => leaving.abort(new Error("left")))},
      {...options, signal: leaving.signal},
    );
    await expect(left).rejects.toThrow("left");
    const failed = store(endless(controller => controller.error(new Error("the body broke off"))));
    await expect(failed).rejects.toThrow("the body broke off");
    await expect(store(`${CSV}"x\n`)).rejects.toMatchObject({code: "invalid_request"});
    expect(await files()).toEqual(before);
  });

  test("is reported as failed if the worker ends meanwhile, and leaves nothing behind", async () => {
    const worker = await service.addWorker();
    await onlyAddress(worker.address);
    try {
      let pieces = 0;
      const slow = new ReadableStream<Uint8Array>({
        async pull(controller) {
          if (++pieces === 4) await worker.stop();
          controller.enqueue(new TextEncoder().encode(pieces === 1 ? "a,b\n" : "1,2\n".repeat(500_000)));
        },
      });
      await expect(store(slow)).rejects.toMatchObject({code: "worker_unavailable"});
      expect(await readdir(join(dir(), "tmp"))).toEqual([]);
    } finally {
      await onlyAddress(service.worker.address);
    }
  });

  test.each(["its sender leaves", "its worker stops"])("leaves no chunk behind while %s", async why => {
    const uploads = new Uploads(service.worker.worker);
    const taken = Array.from({length: 30}, async () => {
      const upload = {orgId: service.org.id, datasetId: newId("ds"), uploadId: crypto.randomUUID()};
      const first = uploads.take({...upload, step: 0}, new TextEncoder().encode(CSV));
      if (why === "its sender leaves") await uploads.take({...upload, step: "abandon"}, new Uint8Array());
      await first;
    });
    if (why === "its worker stops") await uploads.stop();
    await Promise.all(taken);
    await uploads.stop();
    expect(await readdir(join(dir(), "tmp"))).toEqual([]);
  });

  test("that exceeds the limit is refused", async () => {
    const {config} = service.worker.worker;
    const {snapshotLimitBytes} = config;
    config.snapshotLimitBytes = 10_000_000;
    let pieces = 0;
    const csv = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.enqueue(new TextEncoder().encode("a,b\n".repeat(1_000_000)));
        if (++pieces === 5) controller.close();
      },
    });
    try {
      await expect(store(csv)).rejects.toMatchObject({code: "payload_too_large"});
    } finally {
      config.snapshotLimitBytes = snapshotLimitBytes;
    }
  });
});

/** Makes this the only address that workers announce. */
async function onlyAddress(address: string | null): Promise<void> {
  await service.db.updateTable("workers").set({endpoint: address}).execute();
  await publish(service.db, {kind: "worker", id: "any"});
  await until(async () =>
    (await service.web.workers.candidates("any")).every(worker => worker.address === address),
  );
}

describe("an open snapshot", () => {
  test("belongs to its organization", async () => {
    const {datasetId} = await store("a\n1\n");
    const other = await service.addOrg("Other");
    const columns: RunRequest["columns"] = [{name: "a", type: "number"}];
    const run = {
      ...runOf({kind: "snapshot", id: datasetId}, 'select "a" from "main"."data"', columns),
      orgId: other.id,
    };
    await expect(service.worker.worker.run(run, new AbortController().signal)).rejects.toMatchObject({
      code: "not_found",
    });
  });

  test.each(["ds_../../x", "ds_01jd0000000000000000000000/../x", "conn_x", "ds_"])(
    "is never looked for under the id %j",
    async id => {
      const run = runOf({kind: "snapshot", id}, "select 1", [{name: "a", type: "number"}]);
      await expect(service.worker.worker.run(run, new AbortController().signal)).rejects.toThrow(
        "are not the ids of an organization and a dataset",
      );
      const upload = snapshotCsv(service.web, {orgId: service.org.id, datasetId: id, csv: "a\n"}, options);
      await expect(upload).rejects.toThrow();
    },
  );

  test("can read its own file only", async () => {
    const {datasetId} = await store("a\n1\n");
    const other = await store("a\n2\n");
    const {warehouse, [Symbol.dispose]: dispose} = await service.worker.worker.leaseWarehouse(
      service.org.id,
      {kind: "snapshot", id: datasetId},
      new PermitRequest(shareOf("a test", "interactive")),
    );
    const file = (id: string) => join(dir(), service.org.id, `${id}.parquet`);
    const read = (from: string) => warehouse.rows({sql: `select * from ${from}`, parameters: []});
    for (const from of [`'${file(other.datasetId)}'`, `"${join(dir(), service.org.id)}/*.parquet"`]) {
      await expect(read(from)).rejects.toThrow("disabled by configuration");
    }
    for (const from of [
      `read_parquet('${file(other.datasetId)}')`,
      "read_text('/etc/hostname')",
      "glob('/*')",
    ]) {
      await expect(read(from)).rejects.toThrow("is not allowed here");
    }
    for (const statement of ["set memory_limit = '9GB'", "attach '/tmp/x.db'", "select 1; select 2"]) {
      await expect(warehouse.rows({sql: statement, parameters: []})).rejects.toThrow();
    }
    expect(await warehouse.rows({sql: "select * from data", parameters: []})).toEqual([["1"]]);
    dispose();
  });

  test("is closed, and its file removed, when its dataset is deleted", async () => {
    const {datasetId, rows} = await store("a\n1\n");
    expect(await rows()).toEqual([[1]]);
    await enqueue(service.db, "delete_snapshot", {orgId: service.org.id, datasetId});
    const path = join(dir(), service.org.id, `${datasetId}.parquet`);
    await until(async () => !(await Bun.file(path).exists()));
    // The worker is notified a moment after the file is gone.
    const isForgotten = () =>
      rows().then(
        () => false,
        (error: unknown) => error instanceof ServiceError && error.code === "not_found",
      );
    await until(isForgotten);
    await expect(rows()).rejects.toMatchObject({code: "not_found"});
  });
});

describe("a leftover", () => {
  test("is deleted when it is old: a file without a dataset, half an upload, a chunk that nobody fetched", async () => {
    const [old, young] = [await store("a\n1\n"), await store("a\n1\n")];
    const path = (id: string) => join(dir(), service.org.id, `${id}.parquet`);
    const hoursAgo = new Date(Date.now() - 2 * 3_600_000);
    await utimes(path(old.datasetId), hoursAgo, hoursAgo);
    const daysAgo = new Date(Date.now() - 2 * 24 * 3_600_000);
    const half = join(dir(), "tmp", "half.csv");
    await Bun.write(half, "x");
    await utimes(half, daysAgo, daysAgo);
    await sql`
      insert into snapshot_chunks (org_id, upload_id, position, bytes, created_at)
      values ('o', 'left', 0, ''::bytea, now() - interval '6 minutes'), ('o', 'left', 1, ''::bytea, now() - interval '6 minutes'),
        ('o', 'long', 0, ''::bytea, ${hoursAgo}), ('o', 'long', 1, ''::bytea, now())`.execute(service.db);
    for (const collect of [collectSnapshots, collectGarbage]) {
      await collect(service.worker.worker);
      await collect(service.worker.worker);
    }
    expect(await Bun.file(path(old.datasetId)).exists()).toBe(false);
    expect(await Bun.file(path(young.datasetId)).exists()).toBe(true);
    expect(await Bun.file(half).exists()).toBe(false);
    const {rows} = await sql`delete from snapshot_chunks returning upload_id as id, position`.execute(
      service.db,
    );
    expect(rows).toEqual([
      {id: "long", position: 0},
      {id: "long", position: 1},
    ]);
  });

  test("is a job that has failed for good, but not a job that was replaced while it ran and then failed", async () => {
    const {db, org} = service;
    const [replaced, failed] = [newId("ds"), newId("ds")];
    for (const id of [replaced, failed]) await scheduleSnapshotDeletion(db, org.id, id);
    const jobs = async (datasetId: string) => {
      const {rows} = await sql<{key: string | null}>`
        select key from graphile_worker._private_jobs where payload->>'datasetId' = ${datasetId}`.execute(db);
      return rows.map(({key}) => key);
    };
    // The state of a job that a worker is running, and that was replaced after an outage of the database.
    await sql`
      update graphile_worker._private_jobs set locked_at = now(), locked_by = 'worker_gone'
      where payload->>'datasetId' = ${replaced}`.execute(db);
    await scheduleSnapshotDeletion(db, org.id, replaced);
    expect(await jobs(replaced)).toHaveLength(2);
    await sql`
      update graphile_worker._private_jobs set locked_at = null, locked_by = null
      where payload->>'datasetId' = ${replaced}`.execute(db);
    await sql`
      update graphile_worker._private_jobs set attempts = max_attempts
      where payload->>'datasetId' = ${failed}`.execute(db);
    await collectGarbage(service.worker.worker);
    expect(await jobs(replaced)).toEqual([`snapshot of ${replaced}`]);
    expect(await jobs(failed)).toEqual([`snapshot of ${failed}`]);
  });

  test("of a file without a dataset is deleted without any request", async () => {
    const {datasetId} = await store("a\n1\n");
    const path = join(dir(), service.org.id, `${datasetId}.parquet`);
    const {rows} = await sql<{minutes: number}>`
      select extract(epoch from run_at - now())::float8 / 60 as minutes from graphile_worker.jobs
      where key = ${`snapshot of ${datasetId}`}`.execute(service.db);
    expect(rows[0]?.minutes).toBeWithin(10, 16);
    await sql`
      update graphile_worker._private_jobs set run_at = now() where key = ${`snapshot of ${datasetId}`}`.execute(
      service.db,
    );
    await until(async () => !(await Bun.file(path).exists()), 5000);
    expect(await Bun.file(path).exists()).toBe(false);
  });
});

describe("a query's result", () => {
  let shops: Awaited<ReturnType<typeof shopProjects>>;
  beforeAll(async () => {
    shops = await shopProjects(service);
  });
  afterAll(() => shops.drop());

  async function freeze(run: RunRequest) {
    const datasetId = newId("ds");
    const file = await snapshotQuery(service.web, {orgId: service.org.id, datasetId, run}, options);
    return {datasetId, file, rows: () => rowsOf(datasetId, file)};
  }

  test.each(["postgres", "duckdb"] as const)("of %s is stored with its types and all digits", async type => {
    const columns: RunRequest["columns"] = [
      {name: "id", type: "number"},
      {name: "amount", type: "number"},
      {name: "placed_at", type: "timestamp"},
      {name: "day", type: "date"},
      {name: "status", type: "string"},
      {name: "code", type: "string"},
      {name: "is_paid", type: "boolean"},
      {name: "nothing", type: "number"},
      {name: "float", type: "number"},
    ];
    const select = `select id, amount, placed_at, cast(placed_at as date), nullif(status, 'open'),
      case when id % 2 = 1 then '007' else '' end, status = 'paid', cast(null as integer),
      cast(case when id % 2 = 1 then 1e-7 else 0.1 end as double precision) from orders order by id`;
    // The timezone of a query does not change the stored instants.
    const run = {...runOn(shops[type].connectionId, select, columns), timezone: "Asia/Kolkata"};
    const {file, rows} = await freeze(run);
    expect(file.columns).toEqual([{name: "id", type: "number", integer: true}, ...columns.slice(1)]);
    expect(await rows()).toEqual([
      ["9007199254740993", 10.5, "2026-01-31T23:30:00Z", "2026-01-31", "paid", "007", true, null, "1e-07"],
      [9007199254740994, 0.1, "2026-02-01T00:30:00Z", "2026-02-01", null, "", false, null, 0.1],
      [
        "9007199254740995",
        "99999999999999999999.99",
        "2026-02-28T12:00:00Z",
        "2026-02-28",
        "paid",
        "007",
        true,
        null,
        "1e-07",
      ],
      [9007199254740996, null, "2026-03-01T00:00:00Z", "2026-03-01", "paid", "", true, null, 0.1],
    ]);
  });

  test("with a timestamp with a zone stores the instant, and JSON remains JSON", async () => {
    const select = `select timestamptz '2026-01-31 10:00:00.123456+05:30', '{"a": [1, "x, \\"y\\""]}'::jsonb, 'null'::jsonb`;
    const {rows} = await freeze(
      runOn(shops.postgres.connectionId, select, [
        {name: "at", type: "timestamp"},
        {name: "j", type: "json"},
        {name: "k", type: "json"},
      ]),
    );
    expect(await rows()).toEqual([["2026-01-31T04:30:00.123456Z", {a: [1, 'x, "y"']}, null]]);
  });

  test("that fits no type is stored as text", async () => {
    const digits = "1".repeat(50);
    const select = `select ${digits}::numeric, timestamp 'infinity', date '-infinity'`;
    const {file, rows} = await freeze(
      runOn(shops.postgres.connectionId, select, [
        {name: "n", type: "number"},
        {name: "t", type: "timestamp"},
        {name: "d", type: "date"},
      ]),
    );
    expect(file.columns.map(({type}) => type)).toEqual(["string", "string", "string"]);
    expect(await rows()).toEqual([[digits, "infinity", "-infinity"]]);
  });

  test("with NaN and infinities among its numbers, or with nothing else, remains a column of numbers", async () => {
    const select = `select * from (values
      ('NaN'::float8, 'NaN'::float8, 'NaN'::numeric, 'NaN'),
      ('-Infinity', null, 12345678901234567.25, 'NaN'),
      (1.5, 'Infinity', 1, 'NaN')) as t (mixed, never, exact, word)`;
    const {file, rows} = await freeze(
      runOn(shops.postgres.connectionId, select, [
        {name: "mixed", type: "number"},
        {name: "never", type: "number"},
        {name: "exact", type: "number"},
        {name: "word", type: "string"},
      ]),
    );
    // A double would round the third column, and no other type has NaN.
    expect(file.columns.map(({type}) => type)).toEqual(["number", "number", "string", "string"]);
    expect(await rows()).toEqual([
      ["NaN", "NaN", "NaN", "NaN"],
      ["-Infinity", null, "12345678901234567.25", "NaN"],
      [1.5, "Infinity", "1", "NaN"],
    ]);
  });

  test("is stored if it has no rows, and if it is one column of nulls", async () => {
    const columns: RunRequest["columns"] = [{name: "n", type: "number"}];
    const {postgres} = shops;
    const none = await freeze(runOn(postgres.connectionId, "select 1 where false", columns));
    expect(none.file).toMatchObject({columns: [{name: "n", type: "number"}], rowCount: 0});
    const nulls = await freeze(
      runOn(postgres.connectionId, "select null::int from generate_series(1, 3)", columns),
    );
    expect(await nulls.rows()).toEqual([[null], [null], [null]]);
  });

  test("that the limit would cut is refused, and one that just fits is stored", async () => {
    const columns: RunRequest["columns"] = [{name: "n", type: "number"}];
    const run = runOn(shops.postgres.connectionId, "select n from numbers limit 3", columns);
    await expect(freeze({...run, limit: 2})).rejects.toMatchObject({
      code: "invalid_request",
      message: expect.stringContaining("more than 2 rows"),
      details: {errors: [{path: "/query"}]},
    });
    expect((await freeze({...run, limit: 3})).file.rowCount).toBe(3);
  });

  test("that fails, at once or half-way, leaves nothing behind", async () => {
    const before = await readdir(join(dir(), service.org.id));
    const columns: RunRequest["columns"] = [{name: "n", type: "number"}];
    const {connectionId} = shops.postgres;
    await expect(freeze(runOn(connectionId, "select nonsense", columns))).rejects.toMatchObject({
      code: "warehouse_error",
    });
    const late = "select 1 / (n - 400000) from generate_series(1, 500000) as n";
    await expect(freeze(runOn(connectionId, late, columns))).rejects.toMatchObject({code: "warehouse_error"});
    const twice = runOn(connectionId, "select 1, 2", [...columns, {name: "N", type: "number"}]);
    await expect(freeze(twice)).rejects.toMatchObject({details: {errors: [{path: "/query"}]}});
    expect(await readdir(join(dir(), "tmp"))).toEqual([]);
    expect(await readdir(join(dir(), service.org.id))).toEqual(before);
  });

  test("of a snapshot can be stored as a snapshot, with the same file through the queue", async () => {
    const {datasetId} = await store("id,name\n1,Ada\n2,Bo\n");
    const run = runOf({kind: "snapshot", id: datasetId}, 'select "name", "id" * 2 from "main"."data"', [
      {name: "who", type: "string"},
      {name: "n", type: "number"},
    ]);
    const direct = await freeze(run);
    expect(await direct.rows()).toEqual([
      ["Ada", 2],
      ["Bo", 4],
    ]);
    await onlyAddress("/nowhere/worker.sock");
    try {
      expect((await freeze(run)).file).toEqual(direct.file);
    } finally {
      await onlyAddress(service.worker.address);
    }
  });
});
