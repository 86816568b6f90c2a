import {afterAll, beforeAll, expect, test} from "bun:test";
import {mkdtemp, readdir, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {DuckDBInstance} from "@duckdb/node-api";
import {Staging} from "../../../worker/rollup-builds/staging.ts";
import {StagingEngine} from "../../../worker/rollup-builds/staging-engine.ts";
import type {Batch} from "../../../worker/warehouses/batch.ts";

/** Less memory than builds have, because the tests have fewer rows. */
const MEMORY = "48MB";
const BATCHES = 15;
const BATCH_ROWS = 4096;
const TEXTS = 7;
const names = Array.from({length: TEXTS}, (_, i) => `d${i}`);
const columns = [
  ...names.map(name => ({name, type: "string" as const})),
  {name: "m0", type: "number" as const},
];
const kinds = [...names.map(() => "other" as const), "integer" as const];

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "staging-"));
});
afterAll(() => rm(dir, {recursive: true, force: true}));

async function* longTexts(characters: number): AsyncGenerator<Batch> {
  for (let batch = 0; batch < BATCHES; batch++) {
    const rows = Array.from({length: BATCH_ROWS}, (_, i) => batch * BATCH_ROWS + i);
    const texts = names.map((_, t) =>
      rows.map(row => Bun.hash(`${row} ${t}`).toString(36).padEnd(characters, "-+")),
    );
    yield {rowCount: BATCH_ROWS, columns: [...texts, rows.map(String)], kinds};
    await Bun.sleep(0);
  }
}

async function stage(rows: AsyncIterable<Batch>, memory: string): Promise<string[]> {
  const engine = await StagingEngine.open({dataDir: dir, duckdbThreads: 2}, memory);
  const {signal} = new AbortController();
  try {
    const staging = new Staging(engine, columns, undefined);
    await staging.fill(rows, signal);
    const made: string[] = [];
    const pathOf = () => {
      made.push(join(dir, `${crypto.randomUUID()}.parquet`));
      return made.at(-1) ?? "";
    };
    const files = await staging.write(await staging.types(), {pathOf, timeless: false}, signal);
    return files.map(({path}) => path);
  } finally {
    await engine.close();
  }
}

test("rows of long texts that do not fit into memory are written in smaller groups", async () => {
  const [path = ""] = await stage(longTexts(200), MEMORY);
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  const ask = async (sql: string) =>
    (await connection.runAndReadAll(sql)).getRows().map(row => row.map(String));
  const rows = BATCHES * BATCH_ROWS;
  expect(await ask(`select count(*), count(distinct d0), sum(m0) from '${path}'`)).toEqual([
    [String(rows), String(rows), String((rows * (rows - 1)) / 2)],
  ]);
  connection.closeSync();
  instance.closeSync();
});

test("rows that cannot fit at all are refused with a remedy, and leave nothing on the disk", async () => {
  await expect(stage(longTexts(2000), "5MB")).rejects.toThrow(/Leave out the longest dimensions/);
  const spilled = (await readdir(dir, {recursive: true})).filter(name => name.includes("duckdb_temp"));
  expect(spilled).toEqual([]);
});

test("a disk without room for what does not fit into memory is reported as full", async () => {
  const engine = await StagingEngine.open({dataDir: dir, duckdbThreads: 2}, MEMORY);
  try {
    // By default the engine takes nine tenths of the free space.
    await engine.connection.run("set max_temp_directory_size = '4MB'");
    const random = Array(3).fill("gen_random_uuid()::varchar").join(" || ");
    const made = engine.run(`create table made as select ${random} as text from range(1500000)`);
    await expect(made).rejects.toThrow("The service's disk is full");
  } finally {
    await engine.close();
  }
});
