import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import type {SqlType} from "../../../shared/core/wire/sql-tables.ts";
import {TestSqlServer} from "./sql-server.ts";

let sql: TestSqlServer;
beforeAll(async () => {
  sql = await TestSqlServer.start({SQL_REST_ROWS: "5000", SQL_REST_MB: "1"});
});
afterAll(() => sql.stop());

type Columns = [name: string, type: SqlType][];
const numbers: Columns = [["n", "bigint"]];
const upTo = (count: number) => Array.from({length: count}, (_, i) => [String(i + 1)]);

test("values of every type arrive unchanged, with every character", async () => {
  const columns: Columns = [
    ["b", "boolean"],
    ["i", "bigint"],
    ["n", "numeric"],
    ["f", "double precision"],
    ["t", "text"],
    ["d", "date"],
    ["z", "timestamp with time zone"],
    ["j", "jsonb"],
    ['a "quoted" name.', "text"],
  ];
  const everything = String.fromCodePoint(...Array.from({length: 0x3000}, (_, i) => i + 1));
  const rows: (string | null)[][] = [
    [
      "t",
      "9223372036854775807",
      "99999999999999999999.99",
      "1e-05",
      everything,
      "0044-03-15 BC",
      "2024-03-01 05:00:00.25+05:30",
      '{"a": 1}',
      "\\.",
    ],
    ["f", "-1", "NaN", "-Infinity", "", "infinity", "-infinity", "null", "\\N"],
    [null, null, null, null, null, null, null, null, null],
  ];
  const tables = {every: {columns, rows}};
  const [first, second, third] = await sql.ask('select * from pg_temp."every"', {tables});
  expect(first).toEqual([...(rows[0] ?? []).with(6, "2024-02-29 23:30:00.25+00")]);
  expect(second).toEqual(rows[1] ?? []);
  expect(third).toEqual(rows[2] ?? []);
  const types =
    "select pg_typeof(b), pg_typeof(i), pg_typeof(n), pg_typeof(f), pg_typeof(t), pg_typeof(d), pg_typeof(z), pg_typeof(j) from every limit 1";
  expect(await sql.ask(types, {tables})).toEqual([columns.slice(0, 8).map(([, type]) => type)]);
});

test("inputs are joined, and each statement has its own, although they have the same names", async () => {
  const tables = (factor: number) => ({
    a: {columns: numbers, rows: upTo(1500)},
    b: {
      columns: [...numbers, ["v", "numeric"]] as Columns,
      rows: upTo(1500).map(([n = ""]) => [n, String(Number(n) * factor)]),
    },
  });
  const statement = "select sum(v), count(*) from a join b using (n)";
  const both = await Promise.all([1, 2].map(factor => sql.ask(statement, {tables: tables(factor)})));
  expect(both).toEqual([[["1125750", "1500"]], [["2251500", "1500"]]]);
  const other = {
    a: tables(1).a,
    b: {
      columns: [
        ["n", "bigint"],
        ["v", "text"],
      ] as Columns,
      rows: [["1", "x"]],
    },
  };
  expect(await sql.ask("select max(v), count(*) from a join b using (n)", {tables: other})).toEqual([
    ["x", "1"],
  ]);
});

test("one text can have parameters of several types, and more parameters than it names", async () => {
  const rows = async (parameters: string[], parameterTypes: number[], text: string) =>
    await sql.ask(text, {id: "typed", source: {parameters, parameterTypes}});
  expect(await rows(["1"], [20], "select $1 as a, pg_typeof($1)")).toEqual([["1", "bigint"]]);
  expect(await rows(["1"], [25], "select $1 as a, pg_typeof($1)")).toEqual([["1", "text"]]);
  expect(await rows(["1", "2"], [25, 20], "select 1 as a")).toEqual([["1"]]);
  expect(await rows(["1"], [25], "select 1 as a")).toEqual([["1"]]);
  expect(await rows([], [], "select 1 as a")).toEqual([["1"]]);
});

test("an input without rows is an empty table, and a missing input is no table", async () => {
  const tables = {a: {columns: numbers, rows: []}};
  expect(await sql.ask("select count(*) from a", {tables})).toEqual([["0"]]);
  expect(await sql.ask("select * from a", {tables})).toEqual([]);
});

test("settings of the session apply to the statement, and parameters are bound", async () => {
  const source = {
    settings: {timezone: "Asia/Kathmandu", datestyle: "German", search_path: "datasets, public"},
    parameters: ["2024-01-01 00:00Z", null, "7"],
    parameterTypes: [1184, 25, 0],
  };
  const statement = "select $1, $2 is null, $3::int + 1, current_setting('search_path')";
  expect(await sql.ask(statement, {source})).toEqual([
    ["01.01.2024 05:45:00 +0545", "t", "8", "datasets, public"],
  ]);
  expect(await sql.ask("show timezone")).toEqual([["UTC"]]);
});

describe("a limit is reported", () => {
  test("of rows, over all inputs", async () => {
    const half = {columns: numbers, rows: upTo(2500)};
    expect(
      await sql.ask("select count(*) from a, (select count(*) from b) c", {tables: {a: half, b: half}}),
    ).toEqual([["2500"]]);
    await expect(
      sql.ask("select 1", {tables: {a: half, b: {columns: numbers, rows: upTo(2501)}}}),
    ).rejects.toMatchObject({
      code: "invalid_request",
      message: "The statement reads more than 5,000 rows (SQL_REST_ROWS).",
      details: {sqlState: "54000"},
    });
  });

  test("of bytes, and the rows after it are not read", async () => {
    let given = 0;
    let ended = false;
    const rows = async function* () {
      try {
        for (;;) {
          given++;
          yield [["x".repeat(100_000)]];
        }
      } finally {
        ended = true;
      }
    };
    const tables = {a: {columns: [["t", "text"]] as Columns, rows}};
    await expect(sql.ask("select 1", {tables})).rejects.toMatchObject({details: {sqlState: "54000"}});
    expect(given).toBeLessThan(30);
    expect(ended).toBe(true);
  });

  test("an input that fails makes the statement fail, and leaves nothing behind", async () => {
    const rows = async function* () {
      yield upTo(10);
      throw new Error("the warehouse broke off");
    };
    const tables = {a: {columns: numbers, rows}};
    await expect(sql.ask("select 1 from a", {tables})).rejects.toThrow("the warehouse broke off");
    await expect(sql.ask("select 1 from a")).rejects.toMatchObject({details: {sqlState: "42P01"}});
  });
});

describe("an error has Postgres' message and SQLSTATE", () => {
  test.each([
    ["select 1/0", {code: "invalid_request", message: "division by zero", details: {sqlState: "22012"}}],
    ["select nope", {message: 'column "nope" does not exist', details: {sqlState: "42703", sqlPosition: 8}}],
    [
      "select upper(1)",
      {
        details: {
          sqlState: "42883",
          sqlHint:
            "No function matches the given name and argument types. You might need to add explicit type casts.",
          sqlPosition: 8,
        },
      },
    ],
    ["select 'x'::int", {details: {sqlState: "22P02"}}],
  ])("%s", async (statement, error) => {
    await expect(sql.ask(statement)).rejects.toMatchObject(error);
    await expect(sql.describe(statement === "select 1/0" ? "select nope" : statement)).rejects.toMatchObject({
      code: "invalid_request",
    });
  });

  test("for a value that an input's type does not have", async () => {
    const tables = {a: {columns: numbers, rows: [["1.5"]]}};
    await expect(sql.ask("select 1", {tables})).rejects.toMatchObject({details: {sqlState: "22P02"}});
  });
});

describe("a description of a statement", () => {
  test("has the columns and parameters, and runs nothing", async () => {
    const tables = {a: {columns: [...numbers, ["v", "numeric"]] as Columns, rows: upTo(1)}};
    const described = await sql.describe(
      "select n, sum(v)::numeric(10, 2) as total, $1 || 'x' from a where n = $2 group by 1",
      {tables},
    );
    expect(described).toEqual({
      fields: [
        {name: "n", typeOid: 20, typeSize: 8, typeModifier: -1},
        {name: "total", typeOid: 1700, typeSize: -1, typeModifier: 655366},
        {name: "?column?", typeOid: 25, typeSize: -1, typeModifier: -1},
      ],
      parameterTypes: [25, 20],
    });
  });

  test("uses given parameter types, and comes from a cache the second time", async () => {
    expect((await sql.describe("select $1", {}, [1184])).parameterTypes).toEqual([1184]);
    const first = await sql.describe("select 1 as cached");
    expect(await sql.describe("select 1 as cached")).toBe(first);
    expect(await sql.describe("select 1 as cached", {id: "other"})).not.toBe(first);
  });
});
