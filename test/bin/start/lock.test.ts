import {expect, test} from "bun:test";
import {mkdtemp, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {lockDataDir} from "../../../bin/start/lock.ts";

const holder = (dir: string) =>
  Bun.spawn(
    [
      process.execPath,
      "-e",
      `import {lockDataDir} from ${JSON.stringify(join(import.meta.dir, "../../../bin/start/lock.ts"))};
       globalThis.lock = lockDataDir(${JSON.stringify(dir)}); console.log("held"); setInterval(() => {}, 1000);`,
    ],
    {stdout: "pipe"},
  );

test("a data folder is locked by one process at a time, and is free when that process was killed", async () => {
  const dir = await mkdtemp(join(tmpdir(), "lock-test-"));
  const other = holder(dir);
  await other.stdout.getReader().read();
  expect(() => lockDataDir(dir)).toThrow(`already runs on ${dir} (process ${other.pid})`);
  other.kill("SIGKILL");
  await other.exited;

  const lock = lockDataDir(dir);
  expect(lock.leftover).toBe(true);
  lock.release();
  const again = lockDataDir(dir);
  expect(again.leftover).toBe(false);
  again.release();
  await rm(dir, {recursive: true});
});
