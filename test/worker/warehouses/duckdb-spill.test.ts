import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {mkdtemp, readdir, rm, stat} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {DuckDBInstance} from "@duckdb/node-api";
import {openDuckDb, openParquet} from "../../../worker/warehouses/duckdb/warehouse.ts";
import type {Warehouse, WarehouseLimits} from "../../../worker/warehouses/warehouse.ts";
import {inLongRun, longTimeoutMs} from "../../support/long.ts";

const ROWS = 500_000;
let dir: string;
let tempDir: string;
let limits: WarehouseLimits;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "duckdb-spill-"));
  tempDir = join(dir, "tmp");
  limits = {
    concurrency: 2,
    statementTimeoutMs: 60_000,
    connectTimeoutMs: 3000,
    duckdbMemoryLimit: "80MB",
    duckdbThreads: 1,
    tempDir,
  };
  for (const name of ["one", "two"]) {
    const instance = await DuckDBInstance.create(join(dir, `${name}.duckdb`));
    const connection = await instance.connect();
    await connection.run(
      `create table events as
       select '${name} ' || md5('${name}' || range) as key, '${name} value ' || range as value, range as number
       from range(${ROWS})`,
    );
    await connection.run(`copy events to '${join(dir, `${name}.parquet`)}' (format parquet)`);
    connection.closeSync();
    instance.closeSync();
  }
});

afterAll(() => rm(dir, {recursive: true, force: true}));

/**
 * Each row is a group of its own, so that the groups do not fit into memory. The sums show whether rows of another engine got
 * mixed in.
 */
const heavy = (table: string) => ({
  sql: `select count(*), count(*) filter (where starts_with(key, word) and starts_with(value, word)),
      sum(number)::varchar, bit_xor(hash(key, value, number))::varchar
    from (select key, split_part(key, ' ', 1) as word, max(value) as value, sum(number) as number
      from ${table} group by all)`,
  parameters: [],
});

/** The names of the files in the folder. */
async function filesOf(folder: string): Promise<string[]> {
  return await readdir(folder, {recursive: true}).catch(() => []);
}

async function askBoth(opened: readonly Warehouse[], table: string): Promise<unknown[]> {
  return await Promise.all(opened.map(warehouse => warehouse.rows(heavy(table))));
}

describe.each([
  ["files of connections", "duckdb", "events", openDuckDb],
  [
    "snapshots",
    "parquet",
    "data",
    (path: string, limits: WarehouseLimits) => openParquet([{paths: [path]}], limits),
  ],
] as const)("two engines that spill to disk at once: %s", (_, extension, table, open) => {
  test(
    "give the results that each of them gives alone",
    async () => {
      const paths = ["one", "two"].map(name => join(dir, `${name}.${extension}`));
      const alone: unknown[] = [];
      for (const path of paths) {
        const warehouse = await open(path, limits);
        alone.push(await warehouse.rows(heavy(table)));
        await warehouse.close();
      }
      const sum = String((ROWS * (ROWS - 1)) / 2);
      expect(alone).toMatchObject(Array(2).fill([[String(ROWS), String(ROWS), sum, expect.any(String)]]));
      for (let round = 0; round < inLongRun(2, 50); round++) {
        const opened = await Promise.all(paths.map(path => open(path, limits)));
        let ended = false;
        const asked = askBoth(opened, table).finally(() => {
          ended = true;
        });
        const spilled = new Set<string>();
        while (!ended) {
          for (const file of await filesOf(tempDir)) if (file.endsWith(".tmp")) spilled.add(file);
          await Bun.sleep(5);
        }
        expect(await asked).toEqual(alone);
        const folders = new Set([...spilled].map(file => file.slice(0, file.lastIndexOf("/"))));
        expect(folders.size).toBe(2);
        for (const warehouse of opened) await warehouse.close();
      }
    },
    longTimeoutMs(),
  );
});

test("an engine's folder is readable by its owner alone, and is removed with the engine", async () => {
  const before = await filesOf(tempDir);
  const warehouse = await openDuckDb(join(dir, "one.duckdb"), limits);
  const [folder] = (await filesOf(tempDir)).filter(name => !before.includes(name));
  expect((await stat(join(tempDir, folder!))).mode & 0o777).toBe(0o700);
  await warehouse.close();
  expect(await filesOf(tempDir)).toEqual(before);
});
