import {afterAll, beforeAll, expect, test} from "bun:test";
import {mkdtemp, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {DuckDBInstance} from "@duckdb/node-api";
import {openDuckDb} from "../../../worker/warehouses/duckdb/warehouse.ts";
import type {RowFormat, Warehouse} from "../../../worker/warehouses/warehouse.ts";
import {textOf} from "../../support/http-warehouse.ts";

const ROWS = 30_000;
let dir: string;
let warehouse: Warehouse;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "rows-"));
  const path = join(dir, "empty.duckdb");
  (await DuckDBInstance.create(path)).closeSync();
  const times = {statementTimeoutMs: 60_000, connectTimeoutMs: 3000};
  const engine = {duckdbMemoryLimit: "500MB", duckdbThreads: 2, tempDir: join(dir, "tmp")};
  warehouse = await openDuckDb(path, {concurrency: 2, ...times, ...engine});
});
afterAll(async () => {
  await warehouse.close();
  await rm(dir, {recursive: true, force: true});
});

// Texts of all lengths around the twelve bytes that the engine stores inside its vector.
const word = (n: number) => "é,".repeat(n % 5) + String(n).repeat(n % 3);
const WORD = "repeat('é,', cast(n % 5 as int)) || repeat(cast(n as varchar), cast(n % 3 as int))";
const quoted = (text: string) => (text === "" || text.includes(",") ? `"${text}"` : text);

/** The ways to build a row: from cells alone, with one or two joined texts, and as one text. */
test.each([1, 2, 3, 4])(
  "a long result with %d texts among its numbers is the same in every format",
  async texts => {
    const names = Array.from({length: texts}, (_, i) => [`n${i}`, `t${i}`]).flat();
    const columns = names.map(name => ({
      name,
      type: name.startsWith("n") ? ("number" as const) : ("string" as const),
    }));
    const select = names.map(name => (name.startsWith("n") ? "if(n % 7 = 0, null, n)" : WORD)).join(", ");
    const sql = `select ${select} from range(${ROWS}) r(n) order by n`;
    const cells = (n: number) =>
      names.map(name => (name.startsWith("n") ? (n % 7 === 0 ? null : n) : word(n)));
    const rows = Array.from({length: ROWS}, (_, n) => cells(n));
    const expected: Record<RowFormat, string> = {
      json: rows.map(row => JSON.stringify(row)).join(","),
      ndjson: rows
        .map(row => `${JSON.stringify(Object.fromEntries(names.map((name, c) => [name, row[c]])))}\n`)
        .join(""),
      csv: rows
        .map(
          row => `${row.map(cell => (typeof cell === "string" ? quoted(cell) : (cell ?? ""))).join(",")}\r\n`,
        )
        .join(""),
      csv_safe: "",
    };
    expected.csv_safe = expected.csv;
    for (const format of ["json", "ndjson", "csv", "csv_safe"] as const) {
      const parts: string[] = [];
      const signal = new AbortController().signal;
      const options = {columns, format, timezone: "UTC", limit: undefined, signal};
      for await (const piece of warehouse.stream({sql, parameters: []}, options))
        if (piece.rowCount > 0) parts.push(textOf(piece));
      const text = parts.join(format === "json" ? "," : "");
      expect([format, text.length]).toEqual([format, expected[format].length]);
      expect(text === expected[format]).toBe(true);
    }
  },
);
