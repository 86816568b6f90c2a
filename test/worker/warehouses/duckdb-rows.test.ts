import {afterAll, beforeAll, expect, test} from "bun:test";
import {mkdtemp, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {DuckDBInstance} from "@duckdb/node-api";
import type {ResultColumn} from "../../../shared/semantic/compile.ts";
import {openDuckDb} from "../../../worker/warehouses/duckdb/warehouse.ts";
import type {RowFormat, Warehouse} from "../../../worker/warehouses/warehouse.ts";
import {textOf} from "../../support/http-warehouse.ts";

let dir: string;
let warehouse: Warehouse;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "duckdb-rows-"));
  const file = join(dir, "empty.duckdb");
  (await DuckDBInstance.create(file)).closeSync();
  warehouse = await openDuckDb(file, {
    concurrency: 1,
    statementTimeoutMs: 30_000,
    connectTimeoutMs: 3000,
    duckdbMemoryLimit: "512MB",
    duckdbThreads: 2,
    tempDir: join(dir, "tmp"),
  });
});

afterAll(async () => {
  await warehouse.close();
  await rm(dir, {recursive: true, force: true});
});

type Types = readonly ResultColumn["type"][];

async function rowsOf(
  sql: string,
  types: Types,
  format: RowFormat,
  limit?: number,
  timezone = "UTC",
): Promise<string> {
  const columns = types.map((type, i) => ({name: `m.c${i}`, type}));
  const signal = new AbortController().signal;
  const pieces: string[] = [];
  const options = {columns, format, timezone, limit, signal};
  for await (const piece of warehouse.stream({sql, parameters: []}, options)) pieces.push(textOf(piece));
  return pieces.filter(piece => piece !== "").join(format === "json" ? "," : "");
}

/** Compares both ways of writing rows: few rows are written by the engine, and the values of many rows by the worker. */
async function requireAlike(sql: string, types: Types): Promise<void> {
  for (const format of ["json", "ndjson", "csv", "csv_safe"] as const) {
    const [engines, own] = [await rowsOf(sql, types, format, 20_000), await rowsOf(sql, types, format)];
    const [wanted, got] = [engines, own].map(text => text.split(format === "json" ? "],[" : "\n"));
    const differing = wanted?.findIndex((row, i) => row !== got?.[i]) ?? 0;
    expect({row: got?.[differing], count: got?.length}).toEqual({
      row: wanted?.[differing],
      count: wanted?.length,
    });
    expect(own === engines).toBe(true);
  }
}

test("the values of long results have the same text as the engine gives those of short ones", async () => {
  const sql = `
    select n, n::integer % 100 as small, (n % 4000000000)::uinteger as positive, moment,
      moment::date as day, word, null::bigint as nothing
    from (values
      (0::bigint, timestamp '1970-01-01', 'a'), (1, '1969-12-31 23:59:59.999999', ''), (null, null, null),
      (9, 'infinity', 'twelve bytes'), (10, '-infinity', 'more than twelve'), (99, '2000-02-29 10:05:00.5', '=1+1'),
      (100, '1900-03-01', '-'), (999999999, '0001-01-01', E'\\ttab'), (1000000000, '9999-12-31 23:59:59', '@x, "y"'),
      (2147483647, '0044-03-15 (BC) 12:00:00', E'a\\r\\nb'), (7, '10000-01-01 00:00:00.000001', 'say "hi", \\ and /'),
      (5, '290309-12-22 (BC) 00:00:00', E'\\x01\\x1f\\x7f'), (6, '294247-01-10 04:00:54.775806', 'Zo\u00e9 \u{1f600}'),
      (8, '2026-01-31', '0'), (11, '2026-01-31', 'x;=1'), (12, '2026-01-31', E'x\\n-1;+\\t@'),
      (13, '2026-01-31', '\uff1d1'), (14, '2026-01-31', 'x;\uff20'), (15, '2026-01-31', '\ufeff='),
      (16, '2026-01-31', '\uff21;\uff21'), (17, '2026-01-31', E'\\t=')
    ) as t(n, moment, word)`;
  await requireAlike(sql, ["number", "number", "number", "timestamp", "date", "string", "number"]);
});

test("random values over many chunks have the same text, too", async () => {
  const sql = `
    select if(i % 11 = 0, null, n) as n, n::hugeint * 3 as wide, make_timestamp(n // 2) as moment,
      make_timestamptz(n % 100000000000000000) as zoned, date '1970-01-01' + (n % 2000000000)::integer as day,
      if(i % 7 = 0, null, array_to_string(list_transform(range(i % 17),
        lambda j: chr([8, 9, 10, 12, 13, 34, 39, 44, 45, 61, 65, 92, 97, 233, 8364, 128512, 1, 31, 127][1 + (hash(i * 31 + j) % 19)::integer])), '')) as word,
      n % 2 = 0 as is_even
    from (select i, ((hash(i)::hugeint - 9223372036854775808)::bigint >> (i % 64)::integer) as n from range(5000) t(i))`;
  await requireAlike(sql, ["number", "number", "timestamp", "timestamp", "date", "string", "boolean"]);
});

test("results of many text columns have the same text, too", async () => {
  const sql = `
    select 'first ' || i as a, 'a second text, ' || i as b, i as n, if(i % 3 = 0, null, 'the "third"') as c, i / 7 as x
    from range(3000) t(i)`;
  await requireAlike(sql, ["string", "string", "number", "string", "number"]);
});

const BEFORE_CHRIST = `
  select 'ides, "44-03-15 (BC)" \\' as a, date '0044-03-15 (BC)' as b, timestamp '0044-03-15 (BC) 06:00:00.5' as c,
    '0044-03-15 (BC)' as d, '["0044-03-15 (BC)"]'::json as e, date '0001-12-31 (BC)' as f,
    timestamptz '12001-01-02 (BC) 00:00:00+00' as g
  union all select '', date '-infinity', null, '', null, date '0001-01-01', timestamp '2026-01-01'
  union all select null, null, timestamp '-infinity', 'a', '{"b": [1, "c"]}'::json, date '2044-03-15 (BC)', null`;
const BC_TYPES = ["string", "date", "timestamp", "string", "json", "date", "timestamp"] as const;

test("years before 1 are written by ISO 8601, and texts that look like them are unchanged", async () => {
  const ides = 'ides, "44-03-15 (BC)" \\';
  const wanted = [
    [ides, "-0043-03-15", "-0043-03-15T06:00:00.5Z", "0044-03-15 (BC)", ["0044-03-15 (BC)"]],
    ["", "-infinity", null, "", null],
    [null, null, "-infinity", "a", {b: [1, "c"]}],
  ];
  const last = [
    ["0000-12-31", "-12000-01-02T00:00:00Z"],
    ["0001-01-01", "2026-01-01T00:00:00Z"],
    ["-2043-03-15", null],
  ];
  for (const limit of [20_000, undefined]) {
    const json = await rowsOf(BEFORE_CHRIST, BC_TYPES, "json", limit);
    expect(JSON.parse(`[${json}]`)).toEqual(wanted.map((row, i) => [...row, ...(last[i] ?? [])]));
    const lines = (await rowsOf(BEFORE_CHRIST, BC_TYPES, "ndjson", limit)).trimEnd().split("\n");
    expect(lines.map(line => Object.values(JSON.parse(line)))).toEqual(JSON.parse(`[${json}]`));
    const csv = (await rowsOf(BEFORE_CHRIST, BC_TYPES, "csv", limit)).split("\r\n");
    expect(csv).toEqual([
      '"ides, ""44-03-15 (BC)"" \\",-0043-03-15,-0043-03-15T06:00:00.5Z,0044-03-15 (BC),"[""0044-03-15 (BC)""]",' +
        "0000-12-31,-12000-01-02T00:00:00Z",
      '"",-infinity,,"",,0001-01-01,2026-01-01T00:00:00Z',
      ',,-infinity,a,"{""b"": [1, ""c""]}",-2043-03-15,',
      "",
    ]);
    const safe = (await rowsOf(BEFORE_CHRIST, BC_TYPES, "csv_safe", limit)).split("\r\n");
    expect(safe[0]).toContain(`,'-0043-03-15,'-0043-03-15T06:00:00.5Z,0044-03-15 (BC),`);
    expect([safe[1]?.slice(0, 14), safe[2]?.slice(0, 14)]).toEqual([`"",'-infinity,`, `,,'-infinity,a`]);
  }
});

test("years before 1 have the offset of their zone", async () => {
  const sql = "select timestamp '0044-03-15 (BC) 06:00:00.5', timestamptz '0001-12-31 (BC) 23:30:00+00'";
  for (const limit of [20_000, undefined]) {
    const rows = await rowsOf(sql, ["timestamp", "timestamp"], "json", limit, "Etc/GMT-9");
    expect(JSON.parse(rows)).toEqual(["-0043-03-15T15:00:00.5+09:00", "0001-01-01T08:30:00+09:00"]);
  }
});
