import {afterAll, beforeAll, expect, test} from "bun:test";
import {mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {dirname, join} from "node:path";
import {makeSpillFolder, removeDeadSpillFolders} from "../../worker/storage/duckdb-spill-folders.ts";

const root = join(import.meta.dir, "../..");
let dir: string;

beforeAll(async () => {
  dir = join(await mkdtemp(join(tmpdir(), "spill-folders-")), "tmp");
});

afterAll(() => rm(dirname(dir), {recursive: true, force: true}));

/** Another process that has a folder and runs until it is killed. */
async function neighbour(): Promise<{path: string; kill(): Promise<void>}> {
  const script = `
    import {makeSpillFolder} from "./worker/storage/duckdb-spill-folders.ts";
    const {path} = await makeSpillFolder(process.argv[1]);
    await Bun.write(path + "/rows.tmp", "rows");
    console.log(path);
    setInterval(() => {}, 1000);`;
  const child = Bun.spawn([process.execPath, "-e", script, dir], {cwd: root, stdout: "pipe"});
  const {value} = await child.stdout.getReader().read();
  return {
    path: Buffer.from(value ?? [])
      .toString()
      .trim(),
    async kill() {
      child.kill("SIGKILL");
      await child.exited;
    },
  };
}

test("the folder of a killed process is removed, and those of living processes are not", async () => {
  const [dead, alive] = await Promise.all([neighbour(), neighbour()]);
  const own = await makeSpillFolder(dir);
  try {
    await dead.kill();
    await removeDeadSpillFolders(dir);
    const left = await readdir(dir);
    expect(left.toSorted()).toEqual(
      [alive.path, own.path]
        .flatMap(path => [dirname(path), `${dirname(path)}.lock`])
        .map(path => path.slice(dir.length + 1))
        .toSorted(),
    );
    expect(await readdir(alive.path)).toEqual(["rows.tmp"]);
    expect((await stat(dir)).mode & 0o777).toBe(0o700);
  } finally {
    await own.remove();
    await alive.kill();
  }
});

test("files outside of any folder are removed when no process can be writing to them", async () => {
  const [old, fresh] = [join(dir, "duckdb_temp_storage_S64K-0.tmp"), join(dir, "duckdb_temp_block-1.block")];
  await mkdir(dir, {recursive: true});
  await writeFile(old, "rows");
  await writeFile(fresh, "rows");
  const twoHoursAgo = Date.now() / 1000 - 7200;
  await utimes(old, twoHoursAgo, twoHoursAgo);
  await removeDeadSpillFolders(dir);
  const left = await readdir(dir);
  expect(left).not.toContain("duckdb_temp_storage_S64K-0.tmp");
  expect(left).toContain("duckdb_temp_block-1.block");
});
