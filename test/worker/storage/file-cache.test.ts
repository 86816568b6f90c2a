import {afterAll, beforeAll, expect, test} from "bun:test";
import {existsSync} from "node:fs";
import {mkdir, mkdtemp, rm, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {dirname, join} from "node:path";
import {FileCache} from "../../../worker/storage/snapshots/file-cache.ts";

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "file-cache-"));
});
afterAll(() => rm(dir, {recursive: true, force: true}));

test("a file that is evicted while it is requested stays until it is released", async () => {
  const cache = new FileCache(join(dir, "cache"), 1000, join(dir, "locks"));
  const path = join(dir, "incoming");
  await writeFile(path, "rows");
  await cache.add("one", path);
  const fetchAgain = () => Promise.reject(new Error("it is in the cache"));
  const asked = cache.hold("one", fetchAgain);
  // As if another organization's file needed the room.
  cache.drop("one");
  const held = await asked;
  // A removal, if it had begun, would have ended by now.
  await Bun.sleep(50);
  expect(existsSync(held?.path ?? "")).toBe(true);
  held?.release();
  await cache.close();
});

test("the folders of dead processes are deleted, and none of live ones, on whatever host they run", async () => {
  const [parent, locks] = [join(dir, "shared"), join(dir, "locks")];
  const other = await otherProcess(locks);
  const left = join(parent, crypto.randomUUID(), "cache");
  const live = join(parent, other.name, "cache");
  for (const folder of [left, live]) {
    await mkdir(folder, {recursive: true});
    await writeFile(join(folder, "x.parquet"), "x");
  }
  const cache = new FileCache(parent, 1000, locks);
  const path = join(dir, "own");
  await writeFile(path, "rows");
  await cache.add("own", path);
  const held = await cache.hold("own", () => Promise.reject(new Error("it is in the cache")));
  await cache.tidy();
  expect([left, live, held?.path ?? ""].map(one => existsSync(one))).toEqual([false, true, true]);
  await other.end();
  await cache.tidy();
  expect(existsSync(live)).toBe(false);
  await cache.close();
});

test("the folder of an earlier version, whose pid can be one of another container, is deleted after a day", async () => {
  const parent = join(dir, "earlier");
  const cached = join(parent, String(process.pid), "cache", "x.parquet");
  await mkdir(dirname(cached), {recursive: true});
  await writeFile(cached, "x");
  const cache = new FileCache(parent, 1000, join(dir, "locks"));
  await cache.tidy();
  expect(existsSync(cached)).toBe(true);
  await cache.tidy(Date.now() + 25 * 3_600_000);
  expect(existsSync(cached)).toBe(false);
  await cache.close();
});

/** Another process, which holds its lock until it is ended. */
async function otherProcess(locks: string) {
  const code = `
    const {ownName} = await import(${JSON.stringify(join(import.meta.dir, "../../../worker/storage/process-locks.ts"))});
    console.log(await ownName(${JSON.stringify(locks)}));
    await new Promise(() => setInterval(() => undefined, 1000));`;
  const child = Bun.spawn([process.execPath, "-e", code], {stdout: "pipe", stderr: "inherit"});
  const {value} = await child.stdout.getReader().read();
  return {
    name: new TextDecoder().decode(value).trim(),
    async end() {
      child.kill("SIGKILL");
      await child.exited;
    },
  };
}
