import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {mkdtemp, readdir, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {readHead} from "../../../api/client/pages/datasets/read-csv.ts";
import {type Config, readConfig} from "../../../shared/core/config.ts";
import {ServiceError} from "../../../shared/core/errors.ts";
import {newId} from "../../../shared/core/ids.ts";
import {makeLogger} from "../../../shared/core/log.ts";
import {EngineThreads} from "../../../worker/concurrency/engine-threads.ts";
import {openSnapshot} from "../../../worker/execute/open-snapshot.ts";
import {CsvIntake} from "../../../worker/snapshots/csv-intake.ts";
import {openStore} from "../../../worker/storage/snapshots/open-store.ts";
import type {SnapshotStore} from "../../../worker/storage/snapshots/store.ts";

let config: Config;
let store: SnapshotStore;

beforeAll(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "analytics-snapshots-"));
  config = readConfig({
    DATA_DIR: dataDir,
    DATABASE_URL: "postgres://nobody@127.0.0.1:1/none",
    ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
  });
  store = openStore(config);
});

afterAll(() => rm(config.dataDir, {recursive: true}));

type Rows = (string | null)[][];

interface Stored {
  /** Each as `name: type`; the type of integers is `integer`. */
  columns: string[];
  rows: Rows;
}

/** The CSV as it is stored, with values as the engine writes them. */
async function read(csv: string | Uint8Array, pieceBytes = 1 << 20): Promise<Stored> {
  const bytes = typeof csv === "string" ? new TextEncoder().encode(csv) : csv;
  const [orgId, datasetId] = [newId("org"), newId("ds")];
  const intake = new CsvIntake(store, orgId, datasetId, {config});
  try {
    for (let at = 0; at < bytes.length; at += pieceBytes)
      await intake.push(bytes.subarray(at, at + pieceBytes));
    const {columns, rowCount} = await intake.finish(new AbortController().signal);
    const deps = {config, threads: new EngineThreads(32), log: makeLogger("test", "silent")};
    const warehouse = await openSnapshot(deps, store, {orgId, datasetId});
    const rows = await warehouse.rows({sql: 'select * from "main"."data"', parameters: []});
    await warehouse.close();
    expect(rows.length).toBe(rowCount);
    return {columns: columns.map(({name, type, integer}) => `${name}: ${integer ? "integer" : type}`), rows};
  } catch (error) {
    await intake.abandon();
    throw error;
  }
}

/** The message with which a CSV is refused. */
async function refusal(csv: string | Uint8Array, pieceBytes?: number): Promise<string> {
  const error = await read(csv, pieceBytes).then(
    () => undefined,
    thrown => thrown,
  );
  if (!(error instanceof ServiceError)) throw error ?? new Error("it was not refused");
  expect(error.code).toBe("invalid_request");
  expect(error.details.errors?.[0]?.path).toBe("/snapshotCsv");
  return error.details.errors?.[0]?.message ?? "";
}

/** The type of a column with these cells, and its stored values. */
async function column(...cells: string[]): Promise<[type: string, ...values: (string | null)[]]> {
  const {columns, rows} = await read(`n,c\n${cells.map((cell, i) => `${i},${cell}\n`).join("")}`);
  return [columns[1]?.slice(3) ?? "", ...rows.map(row => row[1] ?? null)];
}

describe("cells", () => {
  test("in quotes hold delimiters, doubled quotes and line breaks", async () => {
    const {columns, rows} = await read(
      'a,"b ""x"""\n"1,2","say ""hi"""\n"line\nbreak","carriage\r\nreturn"\n"",x"y\n',
    );
    expect(columns).toEqual(["a: string", 'b "x": string']);
    expect(rows).toEqual([
      ["1,2", 'say "hi"'],
      ["line\nbreak", "carriage\r\nreturn"],
      ["", 'x"y'],
    ]);
  });

  test("in quotes may have spaces before the first quote, in the header as well", async () => {
    const stored = await read(`id, "name", "size"\n1, "Berlin, Mitte", 5\n2,  "say ""hi""",  "7"\n3, "",8\n`);
    expect(stored).toEqual({
      columns: ["id: integer", "name: string", "size: integer"],
      rows: [
        ["1", "Berlin, Mitte", "5"],
        ["2", 'say "hi"', "7"],
        ["3", "", "8"],
      ],
    });
    // With the quotes, all rows have as many commas as the header.
    expect(await read('a, "b", c; d\n1, "x, y", 2; 3\n')).toEqual({
      columns: ["a: integer", "b: string", "c; d: string"],
      rows: [["1", "x, y", " 2; 3"]],
    });
    expect(await refusal('a,b\n1, "x\n2,y\n')).toBe(
      "Line 2: the quote that opens a cell here is never closed.",
    );
  });

  test("are the same in the preview, with spaces before quotes and with lines that end with CR", async () => {
    const head = await readHead(new Blob(['id, "name"\r1, "Berlin, Mitte"\r2,x']), 10);
    expect([head.heading, ...head.rows]).toEqual([
      ["id", "name"],
      ["1", "Berlin, Mitte"],
      ["2", "x"],
    ]);
  });

  test("that are empty are null; empty ones in quotes are empty text, or null in a column that is not text", async () => {
    expect(await read('t,n,q\na,1,""\n,,\n"","",""\n b , 2 ,\n')).toEqual({
      columns: ["t: string", "n: integer", "q: string"],
      rows: [
        ["a", "1", ""],
        [null, null, null],
        ["", null, ""],
        [" b ", "2", null],
      ],
    });
  });

  test("of one column may be blank lines", async () => {
    expect((await read("a\n1\n\n2\n")).rows).toEqual([["1"], [null], ["2"]]);
    expect((await read("a,b\n\n1,2\n\n\n3,4")).rows).toEqual([
      ["1", "2"],
      ["3", "4"],
    ]);
  });

  test.each(["\n", "\r\n", "\r"])(
    "end with any line break, and a byte order mark is ignored: %j",
    async end => {
      const csv = `\ufeffa,b${end}1,x${end}${end}2,"y${end}z"${end}3,`;
      for (const pieceBytes of [1, 2, 3, 1000]) {
        expect(await read(csv, pieceBytes)).toEqual({
          columns: ["a: integer", "b: string"],
          rows: [
            ["1", "x"],
            ["2", `y${end}z`],
            ["3", null],
          ],
        });
      }
    },
  );

  test("are separated by the delimiter that a first line for Excel names, and lines are counted with it", async () => {
    for (const csv of ["\ufeffsep=;\r\na;b\r\n1,5;x\r\n", "sep=;\na;b\n1,5;x\n"]) {
      for (const pieceBytes of [1, 1000]) {
        expect(await read(csv, pieceBytes)).toEqual({
          columns: ["a: number", "b: string"],
          rows: [["1.5", "x"]],
        });
      }
    }
    expect(await refusal("sep=;\na;b\n1\n")).toBe("Line 3: there is 1 cell where the header has 2.");
    expect(await refusal(Uint8Array.from([...Buffer.from("sep=;\na\n"), 0xe9]))).toStartWith(
      "Line 3: this is not UTF-8",
    );
  });

  test("are separated by the delimiter that the rows agree on", async () => {
    expect((await read("a;b\n1,5;x\n-0,25;y, z\n")).rows).toEqual([
      ["1.50", "x"],
      ["-0.25", "y, z"],
    ]);
    expect((await read("a\tb\n1,5\tx\n")).rows).toEqual([["1,5", "x"]]);
    expect((await read('a|b|c\n1|"x|y"|2\n')).rows).toEqual([["1", "x|y", "2"]]);
    expect((await read('"a;b",c\n"1;2",3\n')).columns).toEqual(["a;b: string", "c: integer"]);
  });
});

describe("numbers and days as German programs write them", () => {
  /** One column of a file with semicolons, beside a column with other cells. */
  const semicolons = async (cells: readonly string[], beside = "x") => {
    const {columns, rows} = await read(`c;b\n${cells.map(cell => `${cell};${beside}\n`).join("")}`);
    return [columns[0]?.slice(3) ?? "", ...rows.map(row => row[0] ?? null)];
  };

  test("use points to group digits if a comma is the decimal mark", async () => {
    expect(await semicolons(["1.234,56", "-0,5", "7", "12.345.678"])).toEqual([
      "number",
      "1234.56",
      "-0.50",
      "7.00",
      "12345678.00",
    ]);
    expect(await semicolons(["1.234", "2,5"])).toEqual(["number", "1234.0", "2.5"]);
    expect(await semicolons(["1.234", ""], "0,5")).toEqual(["integer", "1234", null]);
    expect(await semicolons(["1.234.567", "-12.000"], "0,5")).toEqual(["integer", "1234567", "-12000"]);
    expect(await semicolons(["9.223.372.036.854.775.808", "1"], "0,5")).toEqual([
      "integer",
      "9223372036854775808",
      "1",
    ]);
    const long = "12.345.678.901.234.567.890,12";
    expect(await semicolons([long])).toEqual(["number", "12345678901234567890.12"]);
  });

  test("are recognized in any file if one cell has both groups and a comma", async () => {
    expect(await column('"1.234,56"', '"0,5"', "1.234")).toEqual(["number", "1234.56", "0.50", "1234.00"]);
    expect(await column('"0,5"', '"1,5"')).toEqual(["string", "0,5", "1,5"]);
    expect((await read('a,b\n"1.234,56",1.234\n')).columns).toEqual(["a: number", "b: integer"]);
  });

  test("remain text if they are ambiguous", async () => {
    expect(await semicolons(["1.234", "2.500"])).toEqual(["string", "1.234", "2.500"]);
    expect(await semicolons(["1.234.567"])).toEqual(["string", "1.234.567"]);
    // One column has a comma before its decimals, and another has a point.
    expect((await read("a;b;c\n1,5;1.5;1.234\n")).columns).toEqual(["a: number", "b: number", "c: string"]);
    expect(await semicolons(["1.5", "1,5"])).toEqual(["string", "1.5", "1,5"]);
    expect((await read('a,b,c\n"1.234,5",1.5,1.234\n')).columns).toEqual([
      "a: number",
      "b: number",
      "c: string",
    ]);
  });

  test("have a point as the decimal mark if a column of the file proves it, and in files without semicolons", async () => {
    expect(await semicolons(["1.234", "2.5"])).toEqual(["number", "1.234", "2.500"]);
    expect(await semicolons(["1.234", "10.500"], "0.5")).toEqual(["number", "1.234", "10.500"]);
    expect(await column("1.234", "100")).toEqual(["number", "1.234", "100.000"]);
    expect(await column("1.234.567")).toEqual(["string", "1.234.567"]);
    expect(await column("192.168.100.200")).toEqual(["string", "192.168.100.200"]);
  });

  test.each([
    ["a group of two digits", "1.23,5"],
    ["a group of four", "1.2345,5"],
    ["a group before a point", "1.234.5"],
    ["a group behind a zero", "0.123,5"],
    ["a leading zero", "01.234,5"],
    ["a comma without digits", "1.234,"],
    ["two commas", "1,234,5"],
    ["an exponent behind groups", "1.234,5e3"],
  ])("become text in a column with %s", async (_, cell) => {
    expect(await semicolons([cell, "1,5"])).toEqual(["string", cell, "1,5"]);
  });

  test("are dates with one or two digits, and timestamps", async () => {
    expect(await semicolons(["31.12.2026", "1.2.2026", ""])).toEqual([
      "date",
      "2026-12-31",
      "2026-02-01",
      null,
    ]);
    expect(await semicolons(["01.02.2026 09:30", "31.12.2026 23:59:58", "1.3.2026"])).toEqual([
      "timestamp",
      "2026-02-01 09:30:00",
      "2026-12-31 23:59:58",
      "2026-03-01 00:00:00",
    ]);
  });

  test("are recognized in a file without semicolons if one day is too large for a month", async () => {
    expect(await column("31.12.2026", "01.02.2026")).toEqual(["date", "2026-12-31", "2026-02-01"]);
    expect(await column("01.02.2026", "03.04.2026")).toEqual(["string", "01.02.2026", "03.04.2026"]);
  });

  test.each([
    ["a month 31", "12.31.2026", "01.02.2026"],
    ["a day that no calendar has", "29.02.2026", "28.02.2026"],
    ["a year of two digits", "31.12.26", "30.12.26"],
    ["a day as ISO 8601 writes it beside one that is not", "31.12.2026", "2026-12-30"],
    ["an offset", "31.12.2026 10:00+02:00", "30.12.2026 10:00"],
    ["a day and a number", "31.12.2026", "1,5"],
  ])("become text in a column with %s", async (_, first, second) => {
    expect(await semicolons([first, second])).toEqual(["string", first, second]);
  });
});

describe("numbers and days as American and British programs write them", () => {
  test("use commas to group digits if a point is the decimal mark, or if there are several groups", async () => {
    expect(await column('"1,234.56"', "-0.5", "7", '"-12,345,678"')).toEqual([
      "number",
      "1234.56",
      "-0.50",
      "7.00",
      "-12345678.00",
    ]);
    expect(await column('"1,234,567"', '"1,234"', "999")).toEqual(["integer", "1234567", "1234", "999"]);
    expect(await column('"1,234"', "2.5")).toEqual(["number", "1234.0", "2.5"]);
    // Three decimals, because no number has a comma that would make the point a group.
    expect(await column('"1,234.5"', "1.234")).toEqual(["number", "1234.500", "1.234"]);
    expect(await column('"9,223,372,036,854,775,808"', "1")).toEqual(["integer", "9223372036854775808", "1"]);
    expect(await column('"12,345,678,901,234,567,890.12"')).toEqual(["number", "12345678901234567890.12"]);
  });

  test("with a single group are read if another column proves what its comma means", async () => {
    const typesOf = async (csv: string) => (await read(csv)).columns.map(text => text.replace(/^.*: /, ""));
    expect(await typesOf('a,b\n"1,234",0.5\n')).toEqual(["integer", "number"]);
    expect((await read('a,b\n"1,234","1.234,5"\n')).rows).toEqual([["1.234", "1234.5"]]);
    expect(await typesOf('a,b\n"1,234",x\n')).toEqual(["string", "string"]);
    expect(await typesOf('a,b,c\n"1,234",0.5,"1.234,5"\n')).toEqual(["string", "number", "number"]);
    expect(await typesOf("a;b\n1,234;x\n")).toEqual(["number", "string"]);
  });

  test.each([
    ["groups of two kinds", ['"1,234.5"', '"1.234,5"']],
    ["single groups of two kinds", ['"1,234"', "1.234"]],
    ["groups of two kinds, none with decimals", ['"1,234,567"', "1.234.567"]],
    ["a group of two digits", ['"1,23.5"', "1.5"]],
    ["a group behind a zero", ['"0,123.5"', "1.5"]],
    ["a group before a comma", ['"1,234,5"', "1.5"]],
    ["a currency", ['"$1,234.50"', "1.5"]],
  ])("become text in a column with %s", async (_, cells) => {
    expect(await column(...cells)).toEqual(["string", ...cells.map(cell => cell.replaceAll('"', ""))]);
  });

  test("have the month or the day first, as one day of the column proves", async () => {
    expect(await column("1/2/2026", "12/31/2026")).toEqual(["date", "2026-01-02", "2026-12-31"]);
    expect(await column("1/2/2026", "31/12/2026")).toEqual(["date", "2026-02-01", "2026-12-31"]);
    expect(await column("12/31/2026 9:05", "1/2/2026", "2/28/2026 23:59:58")).toEqual([
      "timestamp",
      "2026-12-31 09:05:00",
      "2026-01-02 00:00:00",
      "2026-02-28 23:59:58",
    ]);
    expect(await column("1/2/2026", "3/4/2026")).toEqual(["string", "1/2/2026", "3/4/2026"]);
  });

  test("have the order that another column of the file proves; semicolons prove that the month is not first", async () => {
    expect((await read("a,b\n1/2/2026,12/31/2026\n")).rows).toEqual([["2026-01-02", "2026-12-31"]]);
    expect((await read("a,b\n1/2/2026,31.12.2026\n")).rows).toEqual([["2026-02-01", "2026-12-31"]]);
    expect((await read("a,b\n1.2.2026,31/12/2026\n")).rows).toEqual([["2026-02-01", "2026-12-31"]]);
    // The month is never first in days with points.
    expect((await read("a,b\n1.2.2026,12/31/2026\n")).rows).toEqual([["1.2.2026", "2026-12-31"]]);
    expect((await read("a,b,c\n1/2/2026,12/31/2026,31/12/2026\n")).rows).toEqual([
      ["1/2/2026", "2026-12-31", "2026-12-31"],
    ]);
    expect((await read("a;b\n1/2/2026;x\n")).rows).toEqual([["2026-02-01", "x"]]);
    expect((await read("a;b\n1/2/2026;12/31/2026\n")).rows).toEqual([["2026-01-02", "2026-12-31"]]);
  });

  test.each([
    ["days in two orders", "12/31/2026", "31/12/2026"],
    ["points and slashes", "31.12.2026", "31/12/2026"],
    ["one day with both", "1/2.2026", "1/2/2026"],
    ["a day that no calendar has", "2/29/2026", "12/31/2026"],
    ["a year of two digits", "12/31/26", "12/30/26"],
    ["an hour that no day has", "12/31/2026 24:00", "12/30/2026 1:00"],
    ["an hour without minutes", "12/31/2026 9", "12/30/2026 1:00"],
  ])("become text in a column with %s", async (_, first, second) => {
    expect(await column(first, second)).toEqual(["string", first, second]);
  });

  test("a column of any country is read correctly, or stays text", async () => {
    const random = randomOf(11);
    let understood = 0;
    for (let i = 0; i < 40; i++) {
      const isMonthFirst = random(2) === 0;
      const isPointDecimal = random(2) === 0;
      const delimiter = random(2) === 0 ? ";" : ",";
      // Semicolons are written only where the comma is the decimal mark.
      if (delimiter === ";" && (isMonthFirst || isPointDecimal)) continue;
      const meant = Array.from({length: 1 + random(5)}, () => ({
        day: new Date(Date.UTC(2000 + random(40), random(12), 1 + random(28))),
        number: (random(2) === 0 ? random(100) : random(10_000_000)) / [1, 10, 100][random(3)]!,
      }));
      const locale = isPointDecimal ? "en-US" : "de-DE";
      const lines = meant.map(({day, number}) => {
        const [month, date] = [day.getUTCMonth() + 1, day.getUTCDate()];
        const parts = isMonthFirst ? [month, date] : [date, month];
        return `${[...parts, day.getUTCFullYear()].join("/")}${delimiter}"${number.toLocaleString(locale)}"`;
      });
      const {columns, rows} = await read(`day${delimiter}number\n${lines.join("\n")}\n`);
      const [dayType, numberType] = columns;
      if (dayType === "day: date") {
        understood++;
        expect([lines, rows.map(([day]) => day ?? null)]).toEqual([
          lines,
          meant.map(({day}) => day.toISOString().slice(0, 10)),
        ]);
      }
      if (numberType !== "number: string") {
        understood++;
        expect([lines, rows.map(([, number]) => Number(number))]).toEqual([
          lines,
          meant.map(({number}) => number),
        ]);
      }
    }
    expect(understood).toBeGreaterThan(25);
  });
});

describe("types", () => {
  test("of whole numbers keep every digit", async () => {
    expect(await column("1", "-7", "0")).toEqual(["integer", "1", "-7", "0"]);
    expect(await column("9223372036854775807", "-9223372036854775808")).toEqual([
      "integer",
      "9223372036854775807",
      "-9223372036854775808",
    ]);
    const huge = "99999999999999999999999999999999999999";
    expect(await column("9223372036854775808", "1")).toEqual(["integer", "9223372036854775808", "1"]);
    expect(await column(huge, `-${huge}`)).toEqual(["integer", huge, `-${huge}`]);
    expect(await column(`${huge}0`, "1")).toEqual(["string", `${huge}0`, "1"]);
    expect(await column("202811", "202812")).toEqual(["integer", "202811", "202812"]);
  });

  test("of decimals are exact", async () => {
    expect(await column("0.1", "-12345678901234567890.12", ".5")).toEqual([
      "number",
      "0.10",
      "-12345678901234567890.12",
      "0.50",
    ]);
    const small = `0.${"0".repeat(36)}1`;
    expect(await column(small)).toEqual(["number", small]);
    expect(await column(small, "123456789012345678901234567890.5")).toEqual([
      "string",
      small,
      "123456789012345678901234567890.5",
    ]);
  });

  test("of numbers with exponents are doubles, unless a double would round one of the numbers", async () => {
    expect(await column("1e-07", "2.5", "-1.5E+300")).toEqual(["number", "1e-07", "2.5", "-1.5e+300"]);
    expect((await column("1e5", "9007199254740993"))[0]).toBe("string");
    expect((await column("12e34"))[0]).toBe("string");
    expect((await column("1e999"))[0]).toBe("string");
  });

  test.each([
    ["leading zeros", "00123", "1"],
    ["a zip code among numbers", "10115", "01067"],
    ["a phone number", "+491701234567", "1"],
    ["NaN", "NaN", "1"],
    ["inf", "inf", "1"],
    ["-Infinity", "-Infinity", "1"],
    ["NULL", "NULL", "1"],
    ["a thousands' separator", '"1,234"', "1"],
    ["a point without digits", "1.", "2"],
    ["two points", "1.2.3", "2"],
    ["hexadecimal", "0x1F", "2"],
    ["an underscore", "1_000", "2"],
    ["a number and a truth", "1", "true"],
    ["a number and a day", "1", "2026-01-31"],
    ["a day that no calendar has", "2026-02-29", "2026-02-28"],
    ["a month 13", "2026-13-01", "2026-02-28"],
    ["a hour 24", "2026-01-31 24:00", "2026-01-31 23:00"],
    ["more than microseconds", "2026-01-31 10:00:00.1234567", "2026-01-31 10:00:00"],
    ["an offset of a day", "2026-01-31 10:00+24:00", "2026-01-31 10:00"],
    ["a minus alone", "-", "1"],
  ])("are text in a column with %s", async (_, first, second) => {
    expect(await column(first, second)).toEqual(["string", first.replaceAll('"', ""), second]);
  });

  test("of booleans, days and moments", async () => {
    expect(await column("true", "FALSE", "True")).toEqual(["boolean", "true", "false", "true"]);
    expect(await column("2024-02-29", "0001-01-01", "9999-12-31")).toEqual([
      "date",
      "2024-02-29",
      "0001-01-01",
      "9999-12-31",
    ]);
    expect(await column("2026-01-31", "2026-01-31 10:30", "2026-01-31T10:30:05.1234560")).toEqual([
      "timestamp",
      "2026-01-31 00:00:00",
      "2026-01-31 10:30:00",
      "2026-01-31 10:30:05.123456",
    ]);
  });

  test("of moments with an offset are instants", async () => {
    expect(
      await column(
        "2026-01-31T10:30:00Z",
        "2026-01-31 10:30:00 UTC",
        "2026-01-31 10:30:00+02:00",
        "2026-01-31 10:30:00 -0530",
        "2026-01-31 10:30:00.000001+01",
        "2026-01-31 10:30:00",
      ),
    ).toEqual([
      "timestamp",
      "2026-01-31 10:30:00",
      "2026-01-31 10:30:00",
      "2026-01-31 08:30:00",
      "2026-01-31 16:00:00",
      "2026-01-31 09:30:00.000001",
      "2026-01-31 10:30:00",
    ]);
  });

  test("of a column without values are text", async () => {
    expect(await read('a,b,c\n1,,""\n2,  ,\n')).toEqual({
      columns: ["a: integer", "b: string", "c: string"],
      rows: [
        ["1", null, ""],
        ["2", "  ", null],
      ],
    });
    expect(await read("a,b\n")).toEqual({columns: ["a: string", "b: string"], rows: []});
    expect(await read("a,b")).toEqual({columns: ["a: string", "b: string"], rows: []});
  });

  test("are decided by the last row as well as by the first", async () => {
    const rows = Array.from({length: 500_000}, (_, i) => `${i},${i}\n`).join("");
    const {columns, rows: read_} = await read(`a,b\n${rows}500000,n/a\n`);
    expect(columns).toEqual(["a: integer", "b: string"]);
    expect(read_.at(-1)).toEqual(["500000", "n/a"]);
  });
});

describe("headers", () => {
  test("without a name are named by their position, and white space becomes one blank", async () => {
    const {columns} = await read(',"Total\n amount ", x ,column_1,\n1,2,3,4,5\n');
    expect(columns).toEqual([
      "column_1_: integer",
      "Total amount: integer",
      "x: integer",
      "column_1: integer",
      "column_5: integer",
    ]);
  });

  test("that are equal for the engine are refused", async () => {
    expect(await refusal("a,b,a\n1,2,3\n")).toBe(
      'Line 1: the columns 1 and 3 have the same name, "a". Rename one.',
    );
    expect(await refusal("\nName,name\n1,2\n")).toBe(
      'Line 2: the columns 1 and 2 have names that differ in upper and lower case only, "name". Rename one.',
    );
    expect((await read("Ä,ä\n1,2\n")).columns).toEqual(["Ä: integer", "ä: integer"]);
  });
});

describe("a file that cannot be read is refused with the line of its fault", () => {
  const encode = (text: string) => new TextEncoder().encode(text);

  test.each([
    ["", "The CSV is empty. Its first line must have the names of the columns."],
    ["\n\n", "The CSV is empty. Its first line must have the names of the columns."],
    ["a,b\n1,2\n3\n", "Line 3: there is 1 cell where the header has 2."],
    ["a,b\n1,2\n3,4,5\n", "Line 3: there are 3 cells where the header has 2."],
    ['a,b\n"x\ny\r\nz",2\n\n3,4,5\n', "Line 6: there are 3 cells where the header has 2."],
    ['a,b\r1,"x\ry"\r3', "Line 4: there is 1 cell where the header has 2."],
    ['a,b\n1,2\n3,"x\ny\n', "Line 3: the quote that opens a cell here is never closed."],
    [
      'a,b\n1,"x"y\n',
      "Line 2: there is more text after the quote that closes a cell. A quote inside a cell is written twice.",
    ],
    [
      'a,b\n1,"x\n\n"y\n',
      "Line 4: there is more text after the quote that closes a cell. A quote inside a cell is written twice.",
    ],
    [
      "a,b\n1,x\n2,y\0z\n",
      "Line 3: there is a NUL byte (U+0000), which text cannot hold. If the file is UTF-16, save it as UTF-8.",
    ],
  ])("%j", async (csv, sentence) => {
    expect(await refusal(csv)).toBe(sentence);
    expect(await refusal(csv, 1)).toBe(sentence);
  });

  test("in another encoding", async () => {
    const latin1 = Buffer.from('a,b\n1,"x\ny"\n2,Müller\n3,z\n', "latin1");
    expect(await refusal(latin1)).toBe("Line 4: this is not UTF-8. Save the file as UTF-8.");
    const cr = Buffer.from("a,b\r1,Müller\r", "latin1");
    expect(await refusal(cr, 5)).toBe("Line 2: this is not UTF-8. Save the file as UTF-8.");
    expect(await refusal(Buffer.from("\ufeffa,b\n1,2\n", "utf16le"))).toBe(
      "Line 1: the file is UTF-16. Save it as UTF-8.",
    );
    expect(await refusal(Buffer.from("a,b\n1,2\n", "utf16le"))).toStartWith("Line 1: there is a NUL byte");
    const cut = encode("a,b\n1,ü\n");
    expect(await refusal(cut.subarray(0, cut.length - 2))).toBe(
      "Line 2: this is not UTF-8. Save the file as UTF-8.",
    );
  });

  test("far into a large file", async () => {
    const rows = Array.from({length: 200_000}, (_, i) => `${i},"two\nlines"\n`).join("");
    expect(await refusal(`a,b\n${rows}x\n`)).toBe("Line 400002: there is 1 cell where the header has 2.");
    const bytes = Buffer.concat([encode(`a,b\n${rows}`), Buffer.from("1,ü\n", "latin1")]);
    expect(await refusal(bytes)).toBe("Line 400002: this is not UTF-8. Save the file as UTF-8.");
  });

  test("with a row that a missing quote makes endless, in time that grows with the file's size", async () => {
    const text = `a,b\n1,"x\n${"2,y\n".repeat(6_000_000)}`;
    // Reading the row again with every piece would be 130 GB here.
    expect(await refusal(text, 1 << 10)).toBe(
      "Line 2: a row longer than 16 MB begins here. Is a quote never closed?",
    );
  });

  test("with more columns than a snapshot holds", async () => {
    const names = Array.from({length: 5001}, (_, i) => `c${i}`).join();
    expect(await refusal(`${names}\n`)).toBe(
      "Line 1: there are 5001 columns. A snapshot holds 5000 at most.",
    );
  });

  test("and leaves nothing behind", async () => {
    expect(await readdir(store.tempDir)).toEqual([]);
  });
});

test("a cell of several megabytes is stored", async () => {
  const long = `${"x".repeat(3_000_000)}"\n${"y".repeat(3_000_000)}`;
  const {rows} = await read(`a,b\n1,"${long.replace('"', '""')}"\n2,z\n`);
  expect(rows[0]?.[1] === long).toBe(true);
  expect(rows[1]).toEqual(["2", "z"]);
});

test("five thousand columns are stored", async () => {
  const line = (of: (c: number) => unknown) => `${Array.from({length: 5000}, (_, c) => of(c)).join()}\n`;
  const csv = line(c => `column ${c}`) + Array.from({length: 60}, (_, r) => line(c => r * c)).join("");
  const {columns, rows} = await read(csv);
  expect(columns[4999]).toBe("column 4999: integer");
  expect(rows[59]?.[4999]).toBe(String(59 * 4999));
});

/** Random numbers, the same for the same seed. */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return below => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

test("any cells are stored as they were written", async () => {
  const alphabet = [
    "a",
    "é",
    "😀",
    " ",
    ",",
    ";",
    "|",
    "\t",
    '"',
    '""',
    "\n",
    "\r\n",
    "\r",
    "\\",
    "'",
    "#",
    "x y",
    "0",
    "-",
  ];
  for (let seed = 1; seed <= 30; seed++) {
    const random = randomOf(seed);
    const delimiter = [",", ";", "\t", "|"][random(4)] ?? ",";
    const end = ["\n", "\r\n", "\r"][random(3)] ?? "\n";
    const columnCount = 2 + random(4);
    const cellOf = (c: number): string | null => {
      if (random(6) === 0) return null;
      let text = "";
      for (let i = random(6); i > 0; i--) text += alphabet[random(alphabet.length)];
      // A letter in each column makes the column text.
      return c === 0 && text === "" ? "a" : text;
    };
    const rows = Array.from({length: 1 + random(400)}, () =>
      Array.from({length: columnCount}, (_, c) => cellOf(c)),
    );
    const written = (cell: string | null) => {
      if (cell === null) return "";
      return cell === "" || /[",;|\t\r\n]/.test(cell) || random(3) === 0
        ? `"${cell.replaceAll('"', '""')}"`
        : cell;
    };
    const header = Array.from({length: columnCount}, (_, c) => `c${c}`).join(delimiter);
    const letters = Array.from({length: columnCount}, () => "a");
    const csv = [header, letters.join(delimiter), ...rows.map(row => row.map(written).join(delimiter))].join(
      end,
    );
    const got = await read(csv, 1 + random(5000));
    expect([seed, got.rows]).toEqual([seed, [letters, ...rows]]);
  }
});

test("a cell that gets a type is read as that type by the engine, with the same value", async () => {
  const random = randomOf(7);
  const pick = (...texts: string[]) => texts[random(texts.length)] ?? "";
  const digits = (most: number) => Array.from({length: 1 + random(most)}, () => random(10)).join("");
  const number = () =>
    pick("", "-") +
    pick("0", digits(3), digits(19), digits(38), "") +
    pick("", "", `.${digits(3)}`, `.${digits(25)}`) +
    pick("", "", "", `e${pick("", "-", "+")}${digits(3)}`);
  const day = () =>
    `${pick("2024", "0002", "9999", "1900")}-${pick("01", "02", "12", "13")}-${pick("01", "28", "29", "31")}`;
  const moment = () =>
    day() +
    pick("", `${pick(" ", "T")}${pick("00", "23", "24")}:${pick("00", "59", "60")}`) +
    pick("", ":00", ":59", ":59.1", ":07.123456", ":07.1234560") +
    pick("", "Z", " UTC", "UTC", "+01", "-05:30", "+0545", " +15:59", "-00:00");
  const cells = Array.from(
    {length: 3000},
    () => pick(" ", "") + pick(number(), moment(), day(), pick("true", "FALSE", "tRue")),
  );
  // Each cell is a column of its own, so that each gets a type by itself.
  const types = new Map<string, number>();
  for (let at = 0; at < cells.length; at += 500) {
    const some = cells.slice(at, at + 500);
    const {columns, rows} = await read(`${some.map((_, c) => `c${c}`).join()}\n${some.join()}\n`);
    for (const [c, cell] of some.entries()) {
      const type = columns[c]?.split(": ")[1] ?? "";
      types.set(type, (types.get(type) ?? 0) + 1);
      const value = rows[0]?.[c] ?? null;
      if (type === "integer") expect([cell, BigInt(value ?? "")]).toEqual([cell, BigInt(cell)]);
      else if (type === "number") expect([cell, Number(value) + 0]).toEqual([cell, Number(cell) + 0]);
      else if (type === "timestamp") expect([cell, value]).toEqual([cell, utcOf(cell)]);
      else if (type === "string" && cell !== "") expect(value).toBe(cell.trim() === "" ? value : cell);
    }
  }
  for (const type of ["integer", "number", "boolean", "date", "timestamp", "string"]) {
    expect([type, (types.get(type) ?? 0) > 5]).toEqual([type, true]);
  }
});

/** An instant in UTC as the engine writes it. */
function utcOf(cell: string): string {
  const [, day = "", time = "", seconds = ":00", fraction = "", zone = ""] =
    /^ ?([\d-]+)[ T](\d\d:\d\d)(:\d\d)?(\.\d+)?(.*)$/.exec(cell) ?? [];
  const offset = /([+-]\d\d):?(\d\d)?/.exec(zone);
  const iso = `${day}T${time}${seconds}${offset ? `${offset[1]}:${offset[2] ?? "00"}` : "Z"}`;
  const utc = new Date(iso)
    .toISOString()
    .replace(/^\+0(\d{5})/, "$1")
    .slice(0, -5)
    .replace("T", " ");
  const kept = fraction.slice(0, 7).replace(/\.?0+$/, "");
  return utc + kept;
}
