import {afterAll, beforeAll, beforeEach, describe, expect, test} from "bun:test";
import {mkdir, mkdtemp, readdir, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {readConfig} from "../../../shared/core/config.ts";
import {newId} from "../../../shared/core/ids.ts";
import {makeLogger} from "../../../shared/core/log.ts";
import {EngineThreads} from "../../../worker/concurrency/engine-threads.ts";
import {openSnapshot} from "../../../worker/execute/open-snapshot.ts";
import {CsvIntake} from "../../../worker/snapshots/csv-intake.ts";
import {openStore} from "../../../worker/storage/snapshots/open-store.ts";
import {type Bucket, startBucket} from "../../support/bucket.ts";
import {shopProjects} from "../../support/shop.ts";
import {until} from "../../support/until.ts";
import {testService} from "../../support/worker.ts";

let bucket: Bucket;
let dataDir: string;

beforeAll(async () => {
  bucket = startBucket();
  dataDir = await mkdtemp(join(tmpdir(), "analytics-bucket-"));
});

afterAll(async () => {
  await bucket.stop();
  await rm(dataDir, {recursive: true});
});

beforeEach(() => {
  bucket.requests.length = 0;
  bucket.fail(0);
});

const orgId = newId("org");

/** A worker's store over the bucket, with a cache of its own. */
function open(environment: Record<string, string> = {}) {
  const config = readConfig({
    DATA_DIR: dataDir,
    DATABASE_URL: "postgres://nobody@127.0.0.1:1/none",
    ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
    ...bucket.environment,
    ...environment,
  });
  const store = openStore(config);
  return {
    store,
    save: async (csv: string) => {
      const datasetId = newId("ds");
      const intake = new CsvIntake(store, orgId, datasetId, {config});
      try {
        await intake.push(new TextEncoder().encode(csv));
        await intake.finish(new AbortController().signal);
      } catch (error) {
        await intake.abandon();
        throw error;
      }
      return datasetId;
    },
    count: async (datasetId: string) => {
      const log = makeLogger("test", "silent");
      const deps = {config, threads: new EngineThreads(32), log};
      const warehouse = await openSnapshot(deps, store, {orgId, datasetId});
      const [[n] = []] = await warehouse.rows({sql: 'select count(*) from "main"."data"', parameters: []});
      await warehouse.close();
      return Number(n);
    },
  };
}

const caches = async () => {
  const names = await readdir(join(dataDir, "snapshots", "cache"), {recursive: true});
  return names.filter(name => name.endsWith(".parquet")).length;
};

describe("a snapshot in a bucket", () => {
  test("is downloaded once by each worker that needs it", async () => {
    const [one, two] = [open(), open()];
    const id = await one.save("a,b\n1,x\n2,y\n");
    expect(bucket.requests).toEqual([`PUT ${orgId}/${id}.parquet`]);
    expect(await one.count(id)).toBe(2);
    expect(await Promise.all([two.count(id), two.count(id)])).toEqual([2, 2]);
    expect(await two.count(id)).toBe(2);
    expect(bucket.requests.slice(1)).toEqual([`GET ${orgId}/${id}.parquet`]);
    await one.store.close();
    await two.store.close();
    expect(await caches()).toBe(0);
  });

  test("is uploaded in parts if it is large", async () => {
    const {save, store} = open();
    const rows = Array.from({length: 150_000}, () => `${crypto.randomUUID()}${crypto.randomUUID()}\n`);
    const id = await save(`a\n${rows.join("")}`);
    expect(bucket.requests.filter(request => request.includes("part")).length).toBeGreaterThan(1);
    expect(bucket.uploads.size).toBe(0);
    const other = open();
    expect(await other.count(id)).toBe(150_000);
    await store.close();
    await other.store.close();
  });

  test("is reported as missing if it was never stored, or was removed", async () => {
    const {store, save, count} = open();
    const missing = count(newId("ds"));
    await expect(missing).rejects.toThrow("There is no snapshot");
    const id = await save("a\n1\n");
    await store.remove(orgId, id);
    await store.remove(orgId, id);
    await expect(count(id)).rejects.toThrow("There is no snapshot");
    expect(bucket.objects.has(`${orgId}/${id}.parquet`)).toBe(false);
    await store.close();
  });

  test("is tried again if the bucket fails, and given up after some tries", async () => {
    const {store, save} = open();
    bucket.fail(2, request => request.startsWith("PUT"));
    const id = await save("a\n1\n");
    const other = open();
    bucket.fail(2, request => request.startsWith("GET"));
    expect(await other.count(id)).toBe(1);
    bucket.fail(100);
    const before = bucket.objects.size;
    await expect(save("a\n2\n")).rejects.toMatchObject({code: "worker_unavailable"});
    expect(bucket.objects.size).toBe(before);
    expect(await readdir(store.tempDir)).toEqual([]);
    await store.close();
    await other.store.close();
  });

  test("is refused at once if the signature is wrong", async () => {
    const {save, store} = open({S3_SECRET_ACCESS_KEY: "another"});
    const before = bucket.refusals();
    await expect(save("a\n1\n")).rejects.toMatchObject({
      code: "worker_unavailable",
      details: {adminDetail: expect.stringContaining("SignatureDoesNotMatch")},
    });
    // There are four tries at most, without a pause.
    expect(bucket.refusals() - before).toBeLessThanOrEqual(4);
    expect(bucket.requests).toEqual([]);
    await store.close();
  });

  test("that arrives incomplete is downloaded again", async () => {
    const {save, store} = open();
    const id = await save("a\n1\n");
    const key = `${orgId}/${id}.parquet`;
    const whole = bucket.objects.get(key)!;
    bucket.objects.set(key, {...whole, bytes: whole.bytes.subarray(0, 40)});
    const other = open();
    bucket.requests.length = 0;
    const counting = other.count(id);
    await until(() => bucket.requests.includes(`GET ${key}`));
    bucket.objects.set(key, whole);
    expect(await counting).toBe(1);
    await store.close();
    await other.store.close();
  });

  test("is listed with all others, page by page", async () => {
    const {store, save} = open();
    const id = await save("a\n1\n");
    const {bytes} = bucket.objects.get(`${orgId}/${id}.parquet`)!;
    for (let i = 0; i < 1500; i++)
      bucket.objects.set(`${orgId}/${newId("ds")}.parquet`, {bytes, at: new Date(0)});
    bucket.objects.set("org_other/file.txt", {bytes, at: new Date(0)});
    const found = await Array.fromAsync(store.list());
    expect(found.length).toBe(bucket.objects.size - 1);
    expect(found.find(({datasetId}) => datasetId === id)?.modifiedAt.getTime()).toBeGreaterThan(0);
    await store.close();
  });
});

test("datasets of the service are stored in the bucket, and deleted from it", async () => {
  const service = await testService(bucket.environment);
  const shops = await shopProjects(service);
  try {
    const made = await service.call("POST", `/api/projects/${shops.duckdb.projectId}/datasets`, {
      body: {name: "Kept", kind: "snapshot", snapshotCsv: "region,n\nnorth,1\nsouth,2\n"},
    });
    expect(made.status).toBe(201);
    const key = `${service.org.id}/${made.body.id}.parquet`;
    expect(bucket.objects.has(key)).toBe(true);
    // Another worker than the one that has stored the file.
    await service.addWorker();
    await service.worker.stop();
    const query = {model: "kept", measures: ["kept.n_sum"]};
    const asked = await service.call("POST", "/api/query", {body: query});
    expect(asked.body.rows).toEqual([[3]]);
    expect(bucket.requests).toContain(`GET ${key}`);
    expect((await service.call("DELETE", `/api/datasets/${made.body.id}`)).status).toBe(204);
    await until(() => !bucket.objects.has(key));
    expect(bucket.objects.has(key)).toBe(false);
  } finally {
    await service.stop();
    await shops.drop();
  }
});

describe("the cache", () => {
  test("drops the file that was used least recently, and never one in use", async () => {
    const {store, save} = open({SNAPSHOT_CACHE_MB: "1"});
    const rows = Array.from({length: 5000}, () => `${crypto.randomUUID()}${crypto.randomUUID()}\n`);
    const csv = `a\n${rows.join("")}`;
    const [a, b] = [await save(csv), await save(csv)];
    const held = await store.hold(orgId, a);
    const c = await save(csv);
    bucket.requests.length = 0;
    (await store.hold(orgId, c))?.release();
    expect(bucket.requests).toEqual([]);
    (await store.hold(orgId, b))?.release();
    expect(bucket.requests).toEqual([`GET ${orgId}/${b}.parquet`]);
    expect(await Bun.file(held?.path ?? "").exists()).toBe(true);
    store.dropLocalCopy(a);
    expect(await Bun.file(held?.path ?? "").exists()).toBe(true);
    held?.release();
    await until(async () => !(await Bun.file(held?.path ?? "").exists()));
    await store.close();
  });

  test("downloads a file again that somebody has removed from the cache's folder", async () => {
    const {store, save, count} = open();
    const id = await save("a,b\n1,x\n2,y\n");
    expect(await count(id)).toBe(2);
    await rm(join(dataDir, "snapshots", "cache"), {recursive: true});
    bucket.requests.length = 0;
    expect(await Promise.all([count(id), count(id)])).toEqual([2, 2]);
    expect(bucket.requests).toEqual([`GET ${orgId}/${id}.parquet`]);
    await store.close();
  });

  test("of a process that has ended is deleted", async () => {
    const left = join(dataDir, "snapshots", "cache", crypto.randomUUID(), "x");
    await mkdir(left, {recursive: true});
    await Bun.write(join(left, "y.parquet"), "x");
    const {store} = open();
    await store.tidy();
    expect(await caches()).toBe(0);
    await store.close();
  });
});
