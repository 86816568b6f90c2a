import {afterAll, expect, test} from "bun:test";
import {existsSync} from "node:fs";
import {mkdtemp, readFile, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {until} from "../support/until.ts";
import {FAKETIME, processPart} from "./system.ts";

const dir = await mkdtemp(join(tmpdir(), "clocks-"));
afterAll(() => rm(dir, {recursive: true}));

/** The files in `/dev/shm` through which the process and its children share their clock. */
async function sharedBy(name: string): Promise<string[]> {
  const pid = (await readFile(join(dir, `${name}.pid`), "utf8")).trim();
  const id = await until(
    async () => /\/dev\/shm\/faketime_shm_(\d+)/.exec(await readFile(`/proc/${pid}/maps`, "utf8"))?.[1],
  );
  return [`/dev/shm/faketime_shm_${id}`, `/dev/shm/sem.faketime_sem_${id}`];
}

test.skipIf(!FAKETIME)("processes with a clock of their own leave nothing in shared memory", async () => {
  const line = {command: ["sleep", "600"], environment: {}};
  const [part, other] = ["one", "other"].map(name => processPart("web", name, line, dir, {}));
  await Promise.all([part?.start(), other?.start()]);
  const killed = await sharedBy("one");
  const others = await sharedBy("other");
  expect([...killed, ...others].filter(file => !existsSync(file))).toEqual([]);
  await part?.kill();
  expect(killed.filter(existsSync)).toEqual([]);
  const files = await sharedBy("one");
  await part?.stop();
  expect(files.filter(existsSync)).toEqual([]);
  expect(others.filter(existsSync)).toEqual(others);
  await other?.stop();
  expect(others.filter(existsSync)).toEqual([]);
});
