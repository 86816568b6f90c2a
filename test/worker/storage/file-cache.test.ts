import {afterAll, beforeAll, expect, test} from "bun:test";
import {existsSync} from "node:fs";
import {mkdtemp, rm, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {FileCache} from "../../../worker/storage/snapshots/file-cache.ts";

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "file-cache-"));
});
afterAll(() => rm(dir, {recursive: true, force: true}));

test("a file that is evicted while it is requested stays until it is released", async () => {
  const cache = new FileCache(join(dir, "cache"), 1000);
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
