import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {mkdtemp, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {DuckDBInstance} from "@duckdb/node-api";
import {type Table, tableFromIPC} from "apache-arrow";
import type {ResultColumn} from "../../../shared/semantic/compile.ts";
import {arrowStream, arrowStreamOfVectors} from "../../../worker/formats/arrow.ts";
import {openDuckDb} from "../../../worker/warehouses/duckdb/warehouse.ts";
import type {Warehouse} from "../../../worker/warehouses/warehouse.ts";

let dir: string;
let warehouse: Warehouse;
const signal = new AbortController().signal;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "vectors-"));
  const path = join(dir, "types.duckdb");
  const instance = await DuckDBInstance.create(path);
  instance.closeSync();
  warehouse = await openDuckDb(path, {
    concurrency: 2,
    statementTimeoutMs: 60_000,
    connectTimeoutMs: 3000,
    duckdbMemoryLimit: "500MB",
    duckdbThreads: 2,
    tempDir: join(dir, "tmp"),
  });
});
afterAll(async () => {
  await warehouse.close();
  await rm(dir, {recursive: true, force: true});
});

type Column = [name: string, type: ResultColumn["type"]];
const columnsOf = (columns: readonly Column[]): ResultColumn[] =>
  columns.map(([name, type]) => ({name, type}));

async function bytesOf(parts: AsyncIterable<{bytes: Uint8Array}>): Promise<Uint8Array> {
  const all: Uint8Array[] = [];
  for await (const {bytes} of parts) all.push(bytes);
  return Buffer.concat(all);
}

async function arrow(sql: string, columns: readonly Column[], limit?: number): Promise<Table> {
  const vectors = warehouse.vectors?.({sql, parameters: []}, columnsOf(columns), {limit, signal});
  if (!vectors) throw new Error("DuckDB has no vectors");
  return tableFromIPC(await bytesOf(arrowStreamOfVectors(vectors, columnsOf(columns), "Europe/Berlin")));
}

/** Converts the engine's text of each value, as is done for other warehouses. */
async function arrowOfTexts(sql: string, columns: readonly Column[], limit?: number): Promise<Table> {
  const batches = warehouse.batches({sql, parameters: []}, {limit, signal});
  return tableFromIPC(await bytesOf(arrowStream(batches, columnsOf(columns), "Europe/Berlin")));
}

function valuesOf(table: Table): unknown[][] {
  return Array.from({length: table.numRows}, (_, row) =>
    table.schema.fields.map((_, c) => {
      const value: unknown = table.getChildAt(c)?.get(row);
      return value !== null && typeof value === "object" ? String(value) : value;
    }),
  );
}

const typesOf = (table: Table) => table.schema.fields.map(({type}) => String(type));
const one = async (value: string, type: ResultColumn["type"]) => {
  const table = await arrow(`select ${value} as v`, [["v", type]]);
  return [typesOf(table)[0], valuesOf(table)[0]?.[0]];
};

describe("a value of the engine has the same value in Arrow, in Arrow's own type", () => {
  test.each([
    ["cast(-128 as tinyint)", "number", "Int64", -128n],
    ["cast(4294967295 as uinteger)", "number", "Int64", 4294967295n],
    ["cast('-9223372036854775808' as bigint)", "number", "Int64", -9223372036854775808n],
    ["cast('18446744073709551615' as ubigint)", "number", "Decimal[20e0]", "18446744073709551615"],
    [
      "cast('-99999999999999999999999999999999999999' as hugeint)",
      "number",
      "Decimal[38e0]",
      `-${"9".repeat(38)}`,
    ],
    ["cast('99999999999999999999999999999999999999' as uhugeint)", "number", "Decimal[38e0]", "9".repeat(38)],
    ["cast(-1.5 as decimal(4, 1))", "number", "Decimal[4e+1]", "-15"],
    ["cast(-12345.67 as decimal(9, 2))", "number", "Decimal[9e+2]", "-1234567"],
    ["cast('-1234567890123456.78' as decimal(18, 2))", "number", "Decimal[18e+2]", "-123456789012345678"],
    [
      "cast('-0.00000000000000000000000000000000000001' as decimal(38, 38))",
      "number",
      "Decimal[38e+38]",
      "-1",
    ],
    ["cast(0.1 as float)", "number", "Float64", 0.1],
    ["cast(-1e308 as double)", "number", "Float64", -1e308],
    ["cast('nan' as double)", "number", "Float64", Number.NaN],
    ["cast('-inf' as float)", "number", "Float64", Number.NEGATIVE_INFINITY],
    ["cast('inf' as double)", "number", "Float64", Number.POSITIVE_INFINITY],
    ["true", "boolean", "Bool", true],
    ["0", "boolean", "Bool", false],
    ["date '2026-02-28'", "date", "Date32<DAY>", Date.UTC(2026, 1, 28)],
    ["date '0044-03-15 (BC)'", "date", "Date32<DAY>", new Date(0).setUTCFullYear(-43, 2, 15)],
    ["date '-infinity'", "date", "Date32<DAY>", null],
    ["timestamp '2026-02-28 23:59:59.999'", "date", "Date32<DAY>", Date.UTC(2026, 1, 28)],
    ["timestamp '1969-12-31 23:59:59.5'", "timestamp", "Timestamp<MICROSECOND, Europe/Berlin>", -500],
    [
      "timestamptz '2026-07-01 00:00:00+02'",
      "timestamp",
      "Timestamp<MICROSECOND, Europe/Berlin>",
      Date.UTC(2026, 5, 30, 22),
    ],
    [
      "timestamp '0044-03-15 (BC) 06:00:00'",
      "timestamp",
      "Timestamp<MICROSECOND, Europe/Berlin>",
      new Date(0).setUTCFullYear(-43, 2, 15) + 6 * 3_600_000,
    ],
    [
      "timestamp_s '0044-03-15 (BC) 06:00:00'",
      "timestamp",
      "Timestamp<MICROSECOND, Europe/Berlin>",
      new Date(0).setUTCFullYear(-43, 2, 15) + 6 * 3_600_000,
    ],
    ["timestamp 'infinity'", "timestamp", "Timestamp<MICROSECOND, Europe/Berlin>", null],
    [
      "cast('2026-01-01 00:00:00.25' as timestamp_ns)",
      "timestamp",
      "Timestamp<MICROSECOND, Europe/Berlin>",
      Date.UTC(2026, 0, 1, 0, 0, 0, 250),
    ],
    ["date '2026-01-01'", "timestamp", "Timestamp<MICROSECOND, Europe/Berlin>", null],
    ["''", "string", "Utf8", ""],
    ["'zwölf Zeic'", "string", "Utf8", "zwölf Zeic"],
    ["'zwölf Zeiche'", "string", "Utf8", "zwölf Zeiche"],
    ["repeat('🦆', 1000)", "string", "Utf8", "🦆".repeat(1000)],
    ["42", "string", "Utf8", "42"],
    ["uuid '00000000-0000-0000-0000-00000000002a'", "string", "Utf8", "00000000-0000-0000-0000-00000000002a"],
    ["[1, null, 3]", "json", "Utf8", "[1,null,3]"],
    ["{'a': [1.5], 'b': null}", "json", "Utf8", '{"a":[1.5],"b":null}'],
    ["cast(null as hugeint)", "number", "Decimal[38e0]", null],
  ] as const)("%s as a %s is %s: %p", async (value, declared, type, expected) => {
    expect(await one(value, declared)).toEqual([type, expected]);
  });

  test("a whole number of 39 digits is refused with a reason, and one of 38 digits is not", async () => {
    for (const value of ["1", "-1"].map(
      sign => `cast(${sign} as hugeint) * cast('1${"0".repeat(38)}' as hugeint)`,
    ))
      await expect(one(value, "number")).rejects.toThrow('The column "v" holds ');
  });
});

describe("a long result", () => {
  const columns: Column[] = [
    ["n", "number"],
    ["d", "number"],
    ["f", "number"],
    ["b", "boolean"],
    ["day", "date"],
    ["at", "timestamp"],
    ["t", "string"],
    ["h", "number"],
    ["u", "number"],
  ];
  // Chunks of all sizes, with and without nulls, and texts that fit into the vector's entry or do not.
  const sql = `select if(n % 7 = 0, null, n), cast(n / 3 as decimal(12, 3)), if(n % 5 = 0, null, n / 7), n % 3 = 0,
      if(n > 30000, date '2000-01-01' + cast(n as int), null), timestamp '2000-01-01' + to_microseconds(n * 1234567),
      if(n % 11 = 0, null, repeat('ä' || n, cast(n % 4 as int))), if(n % 13 = 0, null, n::hugeint * -1000000000000000),
      if(n % 3 = 0, null, n::uhugeint)
    from range(60000) r(n) where n % 64 < 40 order by n`;

  test("is the same from vectors as from texts", async () => {
    const table = await arrow(sql, columns);
    const other = await arrowOfTexts(sql, columns);
    expect(typesOf(table)).toEqual(typesOf(other));
    expect(table.numRows).toBe(37_512);
    expect(valuesOf(table).map(String)).toEqual(valuesOf(other).map(String));
    const nulls = table.schema.fields.map((_, c) => table.getChildAt(c)?.nullCount);
    expect(nulls).toEqual(other.schema.fields.map((_, c) => other.getChildAt(c)?.nullCount));
  });

  test.each([0, 1, 19_999, 20_001, 37_511, 37_512, 40_000])("is cut at the limit of %d rows", async limit => {
    const table = await arrow(sql, columns, limit);
    expect(table.numRows).toBe(Math.min(limit, 37_512));
    // The column has no nulls, and is in the order of the rows.
    const moments = Array.from({length: table.numRows}, (_, row) => Number(table.getChildAt(5)?.get(row)));
    const n = (row: number) => Math.floor(row / 40) * 64 + (row % 40);
    const start = Date.UTC(2000, 0, 1);
    expect(moments.findIndex((moment, row) => moment !== start + (n(row) * 1_234_567) / 1000)).toBe(-1);
  });

  test("without rows has its columns and their types", async () => {
    for (const limit of [10, undefined]) {
      const table = await arrow(`select * from (${sql}) where false`, columns, limit);
      expect([table.numRows, typesOf(table)]).toEqual([0, typesOf(await arrow(sql, columns, 1))]);
    }
  });

  test("has no stale value in the place of a null", async () => {
    const table = await arrow("select if(n % 2 = 0, null, n) from range(100) r(n)", [["n", "number"]]);
    const held: unknown = table.getChildAt(0)?.data[0]?.values;
    if (!(held instanceof BigInt64Array)) throw new Error("the column holds no integers");
    expect(Array.from(held.subarray(0, 4))).toEqual([0n, 1n, 0n, 3n]);
  });

  test("that fails half-way rejects", async () => {
    const failing = "select if(n = 50000, error('no more'), n) from range(60000) r(n)";
    await expect(arrow(failing, [["n", "number"]])).rejects.toThrow("no more");
  });
});
