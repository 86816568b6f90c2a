import {afterAll, beforeAll, expect, test} from "bun:test";
import {mkdtemp, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {DuckDBInstance} from "@duckdb/node-api";
import type {ResultColumn} from "../../../shared/semantic/compile.ts";
import {xlsxStream} from "../../../worker/formats/xlsx.ts";
import {openDuckDb} from "../../../worker/warehouses/duckdb/warehouse.ts";
import type {Warehouse} from "../../../worker/warehouses/warehouse.ts";
import {unzipped} from "../../support/archives.ts";

let dir: string;
let warehouse: Warehouse;
const signal = new AbortController().signal;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "sheets-"));
  const path = join(dir, "types.duckdb");
  (await DuckDBInstance.create(path)).closeSync();
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

const SHEET = "xl/worksheets/sheet1.xml";

/** The rows below the header, each as the text of its cells. */
async function rowsOf(
  sql: string,
  declared: readonly Column[],
  {timezone = "UTC", isComputed = false, from = "vectors"} = {},
): Promise<string[]> {
  const columns = declared.map(([name, type]) => ({name, type}));
  const looks = columns.map(({name}) => ({label: name, isComputed}));
  const statement = {sql, parameters: []};
  const batches =
    from === "vectors"
      ? warehouse.vectors?.(statement, columns, {limit: undefined, signal, infiniteTimes: true})
      : warehouse.batches(statement, {limit: undefined, signal});
  if (!batches) throw new Error("DuckDB has no vectors");
  const parts: Uint8Array[] = [];
  for await (const {bytes} of xlsxStream(batches, columns, timezone, looks)) parts.push(bytes);
  const sheet = unzipped(Buffer.concat(parts)).get(SHEET) ?? "";
  return [...sheet.matchAll(/<row>(.*?)<\/row>/gs)].map(([, cells = ""]) => cells).slice(1);
}

test.each(["vectors", "texts"])(
  "a sheet holds 1,048,575 rows below its header, and more are refused, from %s",
  async from => {
    const rows = (count: number) => rowsOf(`select 1 as n from range(${count})`, [["n", "number"]], {from});
    expect((await rows(1_048_575)).length).toBe(1_048_575);
    await expect(rows(1_048_576)).rejects.toThrow(/1,048,575 rows/);
  },
);

const number = (digits: string) => `<c><v>${digits}</v></c>`;
const text = (content: string) => `<c s="2" t="inlineStr"><is><t>${content}</t></is></c>`;
const kept = (content: string) =>
  `<c s="2" t="inlineStr"><is><t xml:space="preserve">${content}</t></is></c>`;
const day = (serial: string) => `<c s="3"><v>${serial}</v></c>`;
const moment = (serial: string) => `<c s="4"><v>${serial}</v></c>`;

// The numbers are serial dates of spreadsheets: 25569 is 1970-01-01 (ECMA-376 part 1 §18.17.4).
test.each([
  ["cast(-128 as tinyint)", "number", number("-128")],
  ["0", "number", number("0")],
  ["2147483647::bigint", "number", number("2147483647")],
  ["-2147483648::bigint", "number", number("-2147483648")],
  ["4294967296::bigint", "number", number("4294967296")],
  ["999999999999999::bigint", "number", number("999999999999999")],
  ["-999999999999999::bigint", "number", number("-999999999999999")],
  ["1000000000000000::bigint", "number", text("1000000000000000")],
  ["cast('-9223372036854775808' as bigint)", "number", text("-9223372036854775808")],
  ["cast('18446744073709551615' as ubigint)", "number", text("18446744073709551615")],
  ["cast(-1.50 as decimal(4, 2))", "number", number("-1.5")],
  ["cast(100 as decimal(9, 2))", "number", number("100")],
  ["cast(0.05 as decimal(9, 2))", "number", number("0.05")],
  ["cast('-0.00001' as decimal(38, 5))", "number", number("-0.00001")],
  ["cast('1234567890123.45' as decimal(38, 2))", "number", number("1234567890123.45")],
  ["cast('12345678901234.56' as decimal(38, 2))", "number", text("12345678901234.56")],
  ["cast('-99999999999999999999999999999999999999' as hugeint)", "number", text(`-${"9".repeat(38)}`)],
  ["cast('99999999999999999999999999999999999999' as uhugeint)", "number", text("9".repeat(38))],
  ["cast(0.1 as float)", "number", number("0.1")],
  ["-1.5::double", "number", number("-1.5")],
  ["1::double", "number", number("1")],
  ["cast('nan' as double)", "number", text("NaN")],
  ["cast('-inf' as double)", "number", text("-Infinity")],
  ["'many'", "number", text("many")],
  ["true", "boolean", '<c t="b"><v>1</v></c>'],
  ["false", "boolean", '<c t="b"><v>0</v></c>'],
  ["1", "boolean", '<c t="b"><v>1</v></c>'],
  ["date '1970-01-01'", "date", day("25569")],
  ["date '1900-03-01'", "date", day("61")],
  ["date '1900-02-28'", "date", text("1900-02-28")],
  ["date '9999-12-31'", "date", day("2958465")],
  ["date '10000-01-01'", "date", text("10000-01-01")],
  ["date '0044-03-15 (BC)'", "date", text("-0043-03-15")],
  ["date '-infinity'", "date", text("-infinity")],
  ["date 'infinity'", "date", text("infinity")],
  ["timestamp '1970-01-02 12:00:00'", "timestamp", moment("25570.5")],
  ["timestamp '1969-12-31 18:00:00'", "timestamp", moment("25568.75")],
  ["timestamp '9999-12-31 12:00:00'", "timestamp", moment("2958465.5")],
  ["timestamptz '1970-01-02 00:00:00+12'", "timestamp", moment("25569.5")],
  ["timestamp '1899-12-31 23:59:59.25'", "timestamp", text("1899-12-31T23:59:59.25Z")],
  ["timestamp '0044-03-15 (BC) 06:00:00'", "timestamp", text("-0043-03-15T06:00:00Z")],
  ["timestamp 'infinity'", "timestamp", text("infinity")],
  ["timestamp '-infinity'", "timestamp", text("-infinity")],
  ["''", "string", text("")],
  ["'twelve bytes'", "string", text("twelve bytes")],
  ["'thirteen byte'", "string", text("thirteen byte")],
  ["' edge'", "string", kept(" edge")],
  ["'edge '", "string", kept("edge ")],
  ["'two' || chr(10) || 'lines'", "string", kept("two\nlines")],
  ["'<a & b>'", "string", text("&lt;a &amp; b&gt;")],
  ["'bell' || chr(7)", "string", text("bell_x0007_")],
  ["'_x0041_ and a_b'", "string", text("_x005F_x0041_ and a_b")],
  ["'a_b_x'", "string", text("a_b_x")],
  ["'Zürich 🦆 ' || chr(65535) || '!'", "string", text("Zürich 🦆 _xFFFF_!")],
  ["'ｆｕｌｌ'", "string", text("ｆｕｌｌ")],
  ["42", "string", text("42")],
  ["[1, null, 3]", "json", text("[1,null,3]")],
  ["null::integer", "number", "<c/>"],
  ["null::varchar", "string", "<c/>"],
  ["null::date", "date", "<c/>"],
  ["null::boolean", "boolean", "<c/>"],
] as const)("%s as a %s is %s", async (value, type, cell) => {
  const sql = `select ${value} as v`;
  expect(await rowsOf(sql, [["v", type]])).toEqual([cell]);
});

test("a computed decimal remains a number, and a time is local to the zone", async () => {
  const decimal = "select cast('12345678901234.56' as decimal(38, 2)) as v";
  expect(await rowsOf(decimal, [["v", "number"]], {isComputed: true})).toEqual([number("12345678901234.56")]);
  const at = "select timestamp '2026-07-01 22:00:00' as v";
  // 46205 is 2026-07-02, which begins in Berlin two hours earlier than in UTC.
  expect(await rowsOf(at, [["v", "timestamp"]], {timezone: "Europe/Berlin"})).toEqual([moment("46205")]);
});

test("a text that is too long for a cell is cut, and says so", async () => {
  const [row = ""] = await rowsOf("select repeat('é', 40000) as v", [["v", "string"]]);
  const [, content = ""] = /<t>(.*)<\/t>/s.exec(row) ?? [];
  expect([content.length, content.endsWith("é … (40000 characters, cut here)")]).toEqual([32_767, true]);
  // Symbols take two of the characters that spreadsheets count, and are never cut in two.
  for (const before of ["", "x"]) {
    const [symbols = ""] = await rowsOf(`select '${before}' || repeat('🙂', 20000) as v`, [["v", "string"]]);
    expect(/<t>x?(?:🙂)+ … \(4000\d characters, cut here\)<\/t>/u.test(symbols)).toBe(true);
  }
  const [whole = ""] = await rowsOf("select repeat('é', 32767) as v", [["v", "string"]]);
  expect(whole).toBe(text("é".repeat(32_767)));
});

test("a long result is the same from the engine's vectors as from texts", async () => {
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
    ["far", "timestamp"],
  ];
  const sql = `select if(n % 7 = 0, null, n * 1000003), cast(n / 3 as decimal(12, 3)), if(n % 5 = 0, null, n / 8),
      n % 3 = 0, if(n > 9000, date '1890-01-01' + cast(n as int), null),
      timestamp '1895-01-01' + to_microseconds(n * 123456789012),
      if(n % 11 = 0, null, repeat('ä<_x' || n, cast(n % 9 as int)) || if(n % 4 = 0, ' ', '')),
      if(n % 13 = 0, null, n::hugeint * -1000000000000000), if(n % 3 = 0, null, n::uhugeint),
      timestamp '0001-01-01' + to_days(cast(n * 200 as int))
    from range(20000) r(n) where n % 64 < 40 order by n`;
  for (const timezone of ["UTC", "America/St_Johns"]) {
    const rows = await rowsOf(sql, columns, {timezone});
    const others = await rowsOf(sql, columns, {timezone, from: "texts"});
    expect(rows.length).toBe(12_512);
    expect(rows.findIndex((row, i) => row !== others[i])).toBe(-1);
  }
});
