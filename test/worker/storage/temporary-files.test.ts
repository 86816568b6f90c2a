import {afterEach, beforeEach, expect, test} from "bun:test";
import {mkdtemp, readdir, rm, utimes, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {TemporaryFiles} from "../../../worker/storage/temporary-files.ts";

let dir: string;
let locks: string;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "temporary-"));
  locks = await mkdtemp(join(tmpdir(), "locks-"));
});
afterEach(async () => {
  await rm(dir, {recursive: true, force: true});
  await rm(locks, {recursive: true, force: true});
});

const MINUTE = 60_000;

/** Makes a file look older, as if the system's clock had been set forward. */
async function age(path: string, ms: number): Promise<void> {
  const then = new Date(Date.now() - ms);
  await utimes(path, then, then);
}

test("a file that looks old because the clock was set forward is not deleted while it is written", async () => {
  const files = new TemporaryFiles(dir, 0, locks);
  const path = files.path("csv");
  await Bun.write(path, "a");
  await age(path, 120 * MINUTE);
  await files.tidy(0);
  await age(path, 119 * MINUTE);
  await files.tidy(11 * MINUTE);
  expect(await readdir(dir)).toHaveLength(1);
});

test("a folder that somebody has removed is created again", async () => {
  const files = new TemporaryFiles(dir, 0, locks);
  await files.tidy();
  await rm(dir, {recursive: true});
  await writeFile(files.path("csv"), "a");
  expect(await readdir(dir)).toHaveLength(1);
  await rm(dir, {recursive: true});
  await files.tidy();
  expect(await readdir(dir)).toEqual([]);
});

test("a file that nobody has written to for ten minutes is deleted", async () => {
  const files = new TemporaryFiles(dir, 0, locks);
  await Bun.write(files.path("csv"), "a");
  for (const minutes of [0, 5, 9]) await files.tidy(minutes * MINUTE);
  expect(await readdir(dir)).toHaveLength(1);
  await files.tidy(11 * MINUTE);
  expect(await readdir(dir)).toEqual([]);
});

test("a file that is a day old is deleted at once", async () => {
  const files = new TemporaryFiles(dir, 0, locks);
  const path = files.path("csv");
  await Bun.write(path, "a");
  await age(path, 25 * 60 * MINUTE);
  await files.tidy(0);
  expect(await readdir(dir)).toEqual([]);
});

test("a file of a living process stays, however old it looks", async () => {
  const files = new TemporaryFiles(dir, 0, locks);
  await files.tidy();
  const path = files.path("csv");
  await Bun.write(path, "a");
  await age(path, 48 * 60 * MINUTE);
  await files.tidy();
  await new TemporaryFiles(dir, 0, locks).tidy();
  expect(await readdir(dir)).toHaveLength(1);
});

test("a file of a killed process is deleted at the first check", async () => {
  const script = `
    const {TemporaryFiles} = await import(${JSON.stringify(join(import.meta.dir, "../../../worker/storage/temporary-files.ts"))});
    const files = new TemporaryFiles(${JSON.stringify(dir)}, 0, ${JSON.stringify(locks)});
    await files.tidy();
    await Bun.write(files.path("csv"), "a");
    process.stdout.write("written");
    setInterval(() => undefined, 1000);`;
  const writer = Bun.spawn([process.execPath, "-e", script], {stdout: "pipe"});
  await writer.stdout.getReader().read();
  const files = new TemporaryFiles(dir, 0, locks);
  await files.tidy();
  expect(await readdir(dir)).toHaveLength(1);
  writer.kill("SIGKILL");
  await writer.exited;
  await files.tidy();
  expect(await readdir(dir)).toEqual([]);
});
