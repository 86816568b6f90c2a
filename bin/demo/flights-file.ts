import {existsSync} from "node:fs";
import {mkdir, rename, rm} from "node:fs/promises";
import {dirname, join} from "node:path";
import {DuckDBInstance} from "@duckdb/node-api";

// Introspection proposes these comments as descriptions.
const COMMENTS = {
  "table flights":
    "Flights within the United States from January to June 2001: 3 million of those that airlines reported to the Bureau of Transportation Statistics",
  "column flights.date": "Time of departure",
  "column flights.delay": "Minutes late; negative when early",
  "column flights.distance": "Miles",
  "column flights.origin": "Code of the airport of departure; its name, city and state are under origin",
  "column flights.destination":
    "Code of the airport of arrival; its name, city and state are under destination",
  "table airports": "Airports in the United States and its territories",
  "column airports.iata": "The code of the airport",
  "column airports.name": "The name of the airport",
  "column airports.city": "The city that it belongs to",
  "column airports.state": "Two-letter code of the state",
  "column airports.country": "USA, but for a few airports",
  "column airports.latitude": "Degrees north of the equator",
  "column airports.longitude": "Degrees east of Greenwich, negative to the west",
};

/**
 * Builds the demo's warehouse: 3 million flights of the first half of 2001 within the United States, as the Bureau of
 * Transportation Statistics publishes them, and the airports. The file gets its name only when it is complete; an
 * existing file is kept. Six flights of July in the source are left out: they would add a seventh, nearly empty month to
 * every line chart.
 */
export async function buildFlightsFile(file: string): Promise<void> {
  if (existsSync(file)) return;
  await mkdir(dirname(file), {recursive: true, mode: 0o700});
  const unfinished = `${file}.new`;
  for (const leftover of [unfinished, `${unfinished}.wal`]) await rm(leftover, {force: true});
  const instance = await DuckDBInstance.create(unfinished);
  const connection = await instance.connect();
  try {
    for (const statement of statements(dataFolder())) await connection.run(statement);
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
  await rename(unfinished, file);
}

function statements(data: string): string[] {
  const path = (name: string) => `'${join(data, name).replaceAll("'", "''")}'`;
  return [
    `create table airports (
       iata varchar primary key, name varchar, city varchar, state varchar, country varchar,
       latitude double, longitude double)`,
    // The source writes NA for an unknown city or state.
    `insert into airports from read_csv(${path("airports.csv")}, header = true, nullstr = 'NA')`,
    `create table flights as
     select date, delay, distance, origin, destination from read_parquet(${path("flights-3m.parquet")})
     where date < timestamp '2001-07-01'`,
    ...Object.entries(COMMENTS).map(([what, text]) => `comment on ${what} is '${text}'`),
    "checkpoint",
  ];
}

function dataFolder(): string {
  return join(dirname(Bun.fileURLToPath(import.meta.resolve("vega-datasets/package.json"))), "data");
}
