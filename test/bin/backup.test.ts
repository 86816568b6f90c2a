import {afterAll, beforeAll, expect, test} from "bun:test";
import {existsSync} from "node:fs";
import {mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import pg from "pg";
import {emptyDatabase} from "../support/postgres.ts";
import {restore} from "../upgrade/restore.ts";
import {runCommand} from "./run-command.ts";

const KEY = Buffer.alloc(32, 7).toString("base64");
const OTHER_KEY = Buffer.alloc(32, 8).toString("base64");
let folder: string;
let source: string;
let dataDir: string;
const drops: (() => Promise<void>)[] = [];

/** An installation filled by an earlier version, whose content is known. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "backup-"));
  dataDir = join(folder, "data");
  await mkdir(join(dataDir, "snapshots", "org"), {recursive: true});
  await writeFile(join(dataDir, "snapshots", "org", "one.parquet"), "not really parquet");
  source = await newDatabase();
  await restore(source);
  const released = await runCommand(["bin/release.ts"], {DATABASE_URL: source, ENCRYPTION_KEY: KEY});
  expect(released.errors).toBe("");
  const audit = "select setval(pg_get_serial_sequence('audit_log', 'id'), 987654)";
  await asked(source, audit);
});
afterAll(async () => {
  for (const drop of drops) await drop();
  await rm(folder, {recursive: true, force: true});
});

async function newDatabase(): Promise<string> {
  const {url, drop} = await emptyDatabase();
  drops.push(drop);
  return url;
}

async function asked(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({connectionString: url});
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

/** Every row of a table as text, sorted. */
async function contentOf(url: string, table: string): Promise<unknown> {
  const [row] = await asked(
    url,
    `select count(*)::int as rows, md5(string_agg(t::text, '|' order by t::text)) as digest from ${table} t`,
  );
  return row;
}

const backUp = (dir: string, from = source) =>
  runCommand(["bin/backup.ts", dir], {DATABASE_URL: from, ENCRYPTION_KEY: KEY, DATA_DIR: dataDir});
const bringBack = (dir: string, url: string, into: string, key = KEY) =>
  runCommand(["bin/restore.ts", dir], {DATABASE_URL: url, ENCRYPTION_KEY: key, DATA_DIR: join(folder, into)});

test("a restored back-up has every row and every file, and works", async () => {
  const dir = join(folder, "good");
  expect(await backUp(dir)).toMatchObject({code: 0, errors: ""});
  const url = await newDatabase();
  expect(await bringBack(dir, url, "good-data")).toMatchObject({code: 0, errors: ""});

  const tables = await asked(
    source,
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'graphile_worker') and c.relkind in ('r', 'p') and not c.relispartition
       and c.relpersistence = 'p' and c.relname not in ('pgmigrations', 'migrations')`,
  );
  expect(tables.length).toBeGreaterThan(50);
  for (const {name} of tables)
    expect([name, await contentOf(url, String(name))]).toEqual([name, await contentOf(source, String(name))]);
  const foreignKeys = "select count(*)::int as n from pg_constraint where contype = 'f' and convalidated";
  expect(await asked(url, foreignKeys)).toEqual(await asked(source, foreignKeys));
  expect(await asked(url, "select nextval(pg_get_serial_sequence('audit_log', 'id'))::int as next")).toEqual([
    {next: 987_655},
  ]);
  const file = join(folder, "good-data", "snapshots", "org", "one.parquet");
  expect(await readFile(file, "utf8")).toBe("not really parquet");
});

test("warehouse files are backed up whatever their names, also through links, and a link to a folder is refused without a trace", async () => {
  const warehouses = join(folder, "warehouses");
  const elsewhere = join(folder, "elsewhere");
  await mkdir(join(elsewhere, "tmp"), {recursive: true});
  await writeFile(join(elsewhere, "tmp", "sales.new"), "sales");
  await writeFile(join(folder, "linked.duckdb"), "linked");
  await symlink(elsewhere, warehouses);
  await symlink(join(folder, "linked.duckdb"), join(elsewhere, "linked.duckdb"));
  const run = (dir: string) =>
    runCommand(["bin/backup.ts", join(folder, dir)], {
      DATABASE_URL: source,
      ENCRYPTION_KEY: KEY,
      DATA_DIR: dataDir,
      WAREHOUSE_DIR: warehouses,
    });
  expect(await run("linked")).toMatchObject({code: 0, errors: ""});
  const copy = (path: string) => readFile(join(folder, "linked", "files", "warehouses", path), "utf8");
  expect([await copy("tmp/sales.new"), await copy("linked.duckdb")]).toEqual(["sales", "linked"]);
  await symlink(dataDir, join(elsewhere, "more"));
  expect(await run("refused")).toMatchObject({
    code: 1,
    errors: expect.stringContaining("more is a symbolic link that leads to no file"),
  });
  expect(existsSync(join(folder, "refused"))).toBe(false);
  await mkdir(join(folder, "kept"));
  expect(await run("kept")).toMatchObject({code: 1});
  expect(await readdir(join(folder, "kept"))).toEqual([]);
});

test("a back-up with a damaged table, a damaged file or no manifest is refused before anything is written", async () => {
  const dir = join(folder, "damaged");
  await backUp(dir);
  const url = await newDatabase();
  const table = join(dir, "tables", "public.orgs.copy.gz");
  const whole = await readFile(table);
  await writeFile(table, whole.subarray(0, whole.length - 9));
  expect((await bringBack(dir, url, "damaged-data")).errors).toMatch(/is damaged:\n {2}orgs: /);
  await writeFile(table, whole);
  await writeFile(join(dir, "files", "snapshots", "org", "one.parquet"), "not really Parquet");
  expect((await bringBack(dir, url, "damaged-data")).errors).toContain("snapshots/org/one.parquet");
  await rm(join(dir, "manifest.json"));
  expect((await bringBack(dir, url, "damaged-data")).errors).toContain(
    "the folder is not a back-up, or the back-up was not completed",
  );
  expect(
    await asked(url, "select relname from pg_class where relnamespace = 'public'::regnamespace"),
  ).toEqual([]);
});

test("a back-up is not restored over another installation, or with another key", async () => {
  const dir = join(folder, "other");
  await backUp(dir);
  const before = await contentOf(source, "orgs");
  expect(await bringBack(dir, source, "other-data")).toMatchObject({
    code: 1,
    errors: expect.stringContaining("The database is not empty"),
  });
  expect(await contentOf(source, "orgs")).toEqual(before);
  expect(existsSync(join(folder, "other-data"))).toBe(false);
  const url = await newDatabase();
  expect((await bringBack(dir, url, "other-key", OTHER_KEY)).errors).toContain(
    "is not the key of the back-up",
  );
  expect(await backUp(dir)).toMatchObject({code: 1, errors: expect.stringContaining("exists already")});
});
