import {chmod, mkdir, rm} from "node:fs/promises";
import {join} from "node:path";
import {DuckDBInstance} from "@duckdb/node-api";
import pg from "pg";
import {buildFlightsFile} from "../../bin/demo/flights-file.ts";

export interface WarehouseData {
  duckdbFile: string;
  /** A database on the same server as the service's own. */
  postgresUrl: string;
}

const TABLES = ["airports", "flights"] as const;

/** The demo's three million flights with a unique number each, as a DuckDB file and as a copy in Postgres. */
export async function makeData(dir: string, serverUrl: string): Promise<WarehouseData> {
  const duckdbFile = join(dir, "flights.duckdb");
  const exports = join(dir, "export");
  await buildFlightsFile(duckdbFile);
  await mkdir(exports);
  // The Postgres server reads the files itself, under another account.
  await chmod(dir, 0o755);
  const instance = await DuckDBInstance.create(duckdbFile);
  const connection = await instance.connect();
  const run = (sql: string) => connection.run(sql);
  await run("create or replace table flights as select row_number() over () as id, * from flights");
  for (const table of TABLES) await run(`copy ${table} to '${join(exports, `${table}.csv`)}' (header false)`);
  await run("checkpoint");
  connection.closeSync();
  instance.closeSync();

  const postgresUrl = await newDatabase(serverUrl, "warehouse");
  const client = new pg.Client({connectionString: postgresUrl});
  await client.connect();
  await client.query(`
    create table airports (
      iata text primary key, name text, city text, state text, country text,
      latitude double precision, longitude double precision);
    create table flights (
      id bigint, date timestamp, delay bigint, distance bigint, origin text, destination text);`);
  for (const table of TABLES) {
    const file = join(exports, `${table}.csv`);
    await chmod(file, 0o644);
    await client.query(`copy ${table} from '${file}' (format csv)`);
  }
  await client.query("alter table flights add primary key (id)");
  await client.query("vacuum analyze");
  await client.end();
  await rm(exports, {recursive: true});
  return {duckdbFile, postgresUrl};
}

/** Makes a database of the server and returns its address. */
export async function newDatabase(serverUrl: string, name: string): Promise<string> {
  const client = new pg.Client({connectionString: serverUrl});
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}
