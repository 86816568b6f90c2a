import {afterAll, afterEach, beforeAll, expect, mock, spyOn, test} from "bun:test";
import {existsSync, readlinkSync} from "node:fs";
import {type FileHandle, mkdtemp, open, rm, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {newId} from "../../../shared/core/ids.ts";
import {openDeliveryFiles} from "../../../worker/storage/deliveries/open-files.ts";
import {openStore} from "../../../worker/storage/snapshots/open-store.ts";
import {testConfig} from "../../support/app.ts";

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "to-disk-"));
});
afterAll(() => rm(dir, {recursive: true, force: true}));
afterEach(() => mock.restore());

/** What is synced from now on: its path, and whether the stored file was in its place then. */
async function syncs(stored: string) {
  const handle = await open(dir, "r");
  const prototype: FileHandle = Object.getPrototypeOf(handle);
  await handle.close();
  const sync = prototype.sync;
  const synced: [path: string, isStored: boolean][] = [];
  spyOn(prototype, "sync").mockImplementation(async function (this: FileHandle) {
    synced.push([readlinkSync(`/proc/self/fd/${this.fd}`), existsSync(stored)]);
    await sync.call(this);
  });
  return synced;
}

const config = () => testConfig("postgres://localhost/none", {DATA_DIR: dir});

test("a snapshot is on the disk before its folder names it, and its folder too before it counts as stored", async () => {
  const store = openStore(config());
  await store.tidy();
  const [orgId, datasetId] = [newId("org"), newId("ds")];
  const file = store.temporaryPath("parquet");
  await writeFile(file, "rows");
  const folder = join(dir, "snapshots", orgId);
  const synced = await syncs(join(folder, `${datasetId}.parquet`));
  await store.save(orgId, datasetId, file);
  expect(synced).toEqual([
    [file, false],
    [folder, true],
    [join(dir, "snapshots"), true],
  ]);
});

test("a file of a delivery is on the disk before its folder names it, and its folders too", async () => {
  const files = openDeliveryFiles(config());
  await files.tidy();
  const [orgId, deliveryId] = [newId("org"), newId("dlv")];
  const folder = join(dir, "deliveries", orgId, deliveryId);
  const synced = await syncs(join(folder, "orders.csv"));
  await files.put(orgId, deliveryId, "orders.csv", Buffer.from("a,b"));
  expect(synced[0]?.[1]).toBe(false);
  expect(synced.slice(1)).toEqual([
    [folder, true],
    [join(dir, "deliveries", orgId), true],
    [join(dir, "deliveries"), true],
  ]);
});
