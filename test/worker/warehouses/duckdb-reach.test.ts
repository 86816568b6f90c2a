import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {mkdir, mkdtemp, readdir, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {DuckDBInstance} from "@duckdb/node-api";
import {openDuckDb, openParquet} from "../../../worker/warehouses/duckdb/warehouse.ts";
import type {Warehouse, WarehouseLimits} from "../../../worker/warehouses/warehouse.ts";

let dir: string;
let warehouse: Warehouse;
let snapshot: Warehouse;
/** An engine without any restrictions. */
let engine: DuckDBInstance;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "duckdb-reach-"));
  const path = join(dir, "org", "shop.duckdb");
  await mkdir(join(dir, "org"));
  const instance = await DuckDBInstance.create(path);
  const connection = await instance.connect();
  await connection.run("create table items as select 7 as n, 'seven' as name");
  await connection.run(`copy items to '${join(dir, "items.parquet")}' (format parquet)`);
  connection.closeSync();
  instance.closeSync();
  const limits: WarehouseLimits = {
    concurrency: 1,
    statementTimeoutMs: 30_000,
    connectTimeoutMs: 3000,
    duckdbMemoryLimit: "128MB",
    duckdbThreads: 1,
    tempDir: join(dir, "tmp"),
  };
  warehouse = await openDuckDb(path, limits);
  snapshot = await openParquet([{paths: [join(dir, "items.parquet")]}], limits);
  engine = await DuckDBInstance.create(":memory:");
});

afterAll(async () => {
  await warehouse.close();
  await snapshot.close();
  engine.closeSync();
  await rm(dir, {recursive: true, force: true});
});

/** Runs the statement in each of the ways in which rows are read. */
async function ask(on: Warehouse, sql: string): Promise<string> {
  const statement = {sql, parameters: []};
  const rows = await on.rows(statement);
  const {signal} = new AbortController();
  const columns = (rows[0] ?? []).map((_, c) => ({name: `c${c}`, type: "string" as const}));
  for (const limit of [10, undefined]) {
    const options = {columns, format: "json", timezone: "UTC", limit, signal} as const;
    for await (const _ of on.stream(statement, options));
    for await (const _ of on.batches(statement, {limit, signal}));
  }
  return JSON.stringify(rows);
}

async function listed(sql: string): Promise<string[]> {
  const connection = await engine.connect();
  const read = await connection.runAndReadAll(sql);
  connection.closeSync();
  return read.getRowsJson().map(([name]) => String(name));
}

const OUT_OF_REACH = [
  "select * from glob(current_setting('temp_directory') || '/**')",
  "select * from read_blob(current_setting('temp_directory') || '/*')",
  "select current_setting('temp_directory')",
  "select \"current_setting\"('allowed_directories')",
  "select CURRENT_SETTING /* ' */ ('allowed_paths')",
  "select main.current_setting('secret_directory')",
  "select /* /* */ ' */ current_setting('temp_directory') --'",
  "select $$'$$, current_setting('temp_directory'), $$'$$",
  "select {'a': [current_setting('home_directory')]}",
  "select n from items where n::varchar < current_setting('extension_directory')",
  "with s as (select * from duckdb_settings()) select * from s",
  "select * from pg_catalog.pg_settings",
  "select * from duckdb_databases()",
  "from duckdb_databases",
  "from pragma_database_list",
  "select sql from sqlite_master",
  "select sql from duckdb_views()",
  "select view_definition from information_schema.views",
  "select pg_get_viewdef(oid) from pg_catalog.pg_class",
  "from duckdb_temporary_files()",
  "from duckdb_external_file_cache()",
  "from duckdb_secrets()",
  "from which_secret('s3://bucket/key', 's3')",
  "from duckdb_logs()",
  "from duckdb_logs",
  "from enable_logging()",
  "from enable_logging(storage = 'stdout')",
  "from enable_profiling(format := 'json')",
  "select write_log('for others to read')",
  "from duckdb_prepared_statements()",
  "from query('select current_set' || 'ting(''temp_directory'')')",
  "from query_table('items')",
  "from json_execute_serialized_sql(json_serialize_sql('select current_set' || 'ting(''temp_directory'')'))",
  "select json_serialize_plan('select current_set' || 'ting(''temp_directory'')', optimize := true)",
  "select getvariable('x')",
  "select getenv('HOME')",
  "from read_csv('/etc/passwd')",
  "from read_text('/etc/passwd')",
  "from read_blob('/proc/self/environ')",
  "from read_json('/etc/passwd')",
  "from read_parquet('/etc/passwd')",
  "from parquet_scan('/etc/passwd')",
  "from parquet_metadata('/etc/passwd')",
  "from read_duckdb('/tmp/x.duckdb')",
  "from sniff_csv('/etc/passwd')",
  "from glob('/**')",
  "from '/etc/passwd'",
  'from "/etc/*.csv"',
  "from read_text('file:///etc/passwd')",
  "from read_csv('http://127.0.0.1/')",
  "from checkpoint()",
  "from copy_database('a', 'b')",
  "from import_database('/tmp')",
  "select sleep_ms(100000)",
  "select setseed(0.5)",
  "select nextval('s')",
  "call duckdb_settings()",
  "explain select 1",
  "pragma database_list",
  "set variable x = 1",
  "load icu",
];

describe.each([
  ["a connection's file", () => warehouse],
  ["a snapshot", () => snapshot],
] as const)("%s is protected:", (_, on) => {
  test.each(OUT_OF_REACH)("a statement is refused: %s", async sql => {
    await expect(ask(on(), sql)).rejects.toMatchObject({details: {kind: "refused"}});
  });

  test("refused statements leave no files, and the engine continues to work", async () => {
    const files = await readdir(join(dir, "tmp"), {recursive: true});
    expect(files.filter(file => /csv|json|log/.test(file.replace(/\.lock$/, "")))).toEqual([]);
    expect(await ask(on(), "select 1 as one")).toBe('[["1"]]');
  });
});

test("names of forbidden functions are allowed where nothing is called", async () => {
  const sql = `select n as query, 'read_csv(' as "glob", "show".name from items as "show" /* current_setting('x') */`;
  expect(await ask(warehouse, sql)).toBe('[["7","read_csv(","seven"]]');
  expect(await ask(snapshot, "with views as (from data) select n as functions from views")).toBe('[["7"]]');
});

/** Table functions that read nothing but their arguments. */
const HARMLESS = new Set(
  (
    "collations generate_series histogram histogram_values icu_calendar_names json_each json_tree " +
    "pg_timezone_names platform range repeat repeat_row summary test_all_types test_vector_types unnest user_agent version"
  ).split(" "),
);

test("every table function and pragma of this version of the engine is refused, or known to be harmless", async () => {
  const names = await listed(
    "select distinct function_name from duckdb_functions() where function_type in ('table', 'table_macro', 'pragma')",
  );
  expect(names.length).toBeGreaterThan(100);
  const asked = names.filter(name => !HARMLESS.has(name));
  for (const name of asked) {
    await expect(ask(warehouse, `select * from "${name}"()`)).rejects.toMatchObject({
      message: expect.stringContaining(`"${name}" is not allowed here`),
    });
  }
});

test("no readable view of the engine shows the paths of this machine", async () => {
  const views = await listed(
    "select schema_name || '.' || view_name from duckdb_views() where internal order by all",
  );
  expect(views.length).toBeGreaterThan(30);
  for (const on of [warehouse, snapshot]) {
    for (const view of views) {
      const rows = await ask(on, `select * from ${view}`).catch(error => String(error.message));
      expect(rows).not.toContain(dir);
    }
  }
});
