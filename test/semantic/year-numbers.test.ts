import {expect, test} from "bun:test";
import {DuckDBInstance} from "@duckdb/node-api";
import pg from "pg";
import {duckdb} from "../../shared/semantic/dialects/duckdb.ts";
import {postgres} from "../../shared/semantic/dialects/postgres.ts";
import {testServerUrl} from "../support/postgres.ts";

/** The day in the engine's own SQL, where it differs, and the year as results spell it: the year before 1 is 0. */
const DAYS: readonly (readonly [day: string, year: number | null, inDuckDb?: string])[] = [
  ["2024-02-29", 2024],
  ["0001-01-01", 1],
  ["0001-12-31 BC", 0, "0001-12-31 (BC)"],
  ["4713-01-01 BC", -4712, "4713-01-01 (BC)"],
  ["290000-12-31", 290000],
  ["0044-03-15 BC", -43, "0044-03-15 (BC)"],
  ["9999-12-31", 9999],
  ["infinity", null],
  ["-infinity", null],
  ["5874897-12-31", 5_874_897],
];
/** The types that have the day: only a date is later than the year 294276. */
const typesOf = (year: number | null) =>
  year !== null && year > 294_276 ? ["date"] : ["date", "timestamp", "timestamptz"];
const years = DAYS.flatMap(([day, year]) => typesOf(year).map(type => [day, type, year]));

/** One row with the year number of each day in each type, in the order of `years`. */
function selectYears(
  part: (expression: string, isDay: boolean) => string,
  spellingOf: (day: (typeof DAYS)[number]) => string,
) {
  const all = DAYS.flatMap(day =>
    typesOf(day[1]).map(type => part(`cast('${spellingOf(day)}' as ${type})`, type === "date")),
  );
  return `select ${all.map((year, i) => `${year} as y${i}`).join(", ")}`;
}

test("the number of a year is the year that results show, and null at infinity, on Postgres", async () => {
  const client = new pg.Client({connectionString: testServerUrl()});
  await client.connect();
  try {
    await client.query("set timezone = 'UTC'");
    const text = selectYears(
      (expression, isDay) => postgres.part("year_number", expression, isDay),
      ([day]) => day,
    );
    const {rows} = await client.query({text, rowMode: "array"});
    expect(years.map(([day, type]): unknown[] => [day, type, rows[0]?.shift()])).toEqual(years);
  } finally {
    await client.end();
  }
});

test("the number of a year is the year that results show, and null at infinity, on DuckDB", async () => {
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  await connection.run("set timezone = 'UTC'");
  const sql = selectYears(
    expression => duckdb.part("year_number", expression),
    ([day, , inDuckDb]) => inDuckDb ?? day,
  );
  const [row = []] = (await connection.runAndReadAll(sql)).getRowsJson();
  expect(years.map(([day, type]): unknown[] => [day, type, row.shift()])).toEqual(years);
  connection.closeSync();
  instance.closeSync();
});
