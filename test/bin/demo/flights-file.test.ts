import {afterAll, beforeAll, expect, test} from "bun:test";
import {mkdtemp, readdir, rm, stat, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {DuckDBInstance} from "@duckdb/node-api";
import {buildFlightsFile} from "../../../bin/demo/flights-file.ts";

let dir: string;
let file: string;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "demo-test-"));
  file = join(dir, "org", "flights.duckdb");
  await buildFlightsFile(file);
});
afterAll(() => rm(dir, {recursive: true}));

async function ask(statement: string): Promise<unknown[]> {
  const instance = await DuckDBInstance.create(file, {access_mode: "READ_ONLY"});
  const connection = await instance.connect();
  try {
    return (await connection.runAndReadAll(statement)).getRowsJson();
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

test("the file has 3 million flights from January to June 2001, none in July, and 3,376 airports", async () => {
  expect(await ask("select count(*), min(date)::date, max(date)::date from flights")).toEqual([
    ["2999994", "2001-01-01", "2001-06-30"],
  ]);
  expect(await ask("select count(*), count(distinct iata) from airports")).toEqual([["3376", "3376"]]);
});

test("every flight's airports exist, so that joins lose nothing", async () => {
  for (const role of ["origin", "destination"]) {
    expect(await ask(`select count(*) from flights anti join airports on ${role} = iata`)).toEqual([["0"]]);
  }
});

test("a value that the source does not know is null", async () => {
  expect(await ask("select city, state from airports where iata = 'SCE'")).toEqual([[null, null]]);
});

test("an existing file is kept, and an interrupted one is built again", async () => {
  const {mtimeMs} = await stat(file);
  await buildFlightsFile(file);
  expect((await stat(file)).mtimeMs).toBe(mtimeMs);

  const other = join(dir, "interrupted", "flights.duckdb");
  await buildFlightsFile(other);
  await rm(other);
  await writeFile(`${other}.new`, "half a file");
  await buildFlightsFile(other);
  expect(await readdir(join(dir, "interrupted"))).toEqual(["flights.duckdb"]);
});
