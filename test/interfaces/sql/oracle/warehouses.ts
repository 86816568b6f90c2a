import {mkdtemp, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {DuckDBInstance} from "@duckdb/node-api";
import {makeLogger} from "../../../../shared/core/log.ts";
import {openClickhouse} from "../../../../worker/warehouses/clickhouse/warehouse.ts";
import {openDuckDb} from "../../../../worker/warehouses/duckdb/warehouse.ts";
import {guardedHttp} from "../../../../worker/warehouses/http/http.ts";
import {openMysql} from "../../../../worker/warehouses/mysql/warehouse.ts";
import type {Warehouse, WarehouseLimits} from "../../../../worker/warehouses/warehouse.ts";
import {openClickhouse as loadClickhouse} from "../../../semantic/clickhouse-engine.ts";
import {createTable, insertRows, type TestData} from "../../../semantic/engines.ts";
import {openMysql as loadMysql} from "../../../semantic/mysql-engine.ts";
import {clickhouseUrl} from "../../../support/engines/clickhouse-url.ts";
import {mysqlUrl} from "../../../support/engines/mysql-url.ts";
import type {Edges} from "./sample.ts";

/** An engine with the data in its tables, opened as a worker opens it. */
export interface OpenedWarehouse {
  warehouse: Warehouse;
  close(): Promise<void>;
}

export interface OtherWarehouse {
  name: string;
  edges: Edges;
  /** `undefined` where the engine is not installed. */
  open: ((data: TestData) => Promise<OpenedWarehouse>) | undefined;
  /** Writes Postgres SQL that compares a text as the engine's own collation does, which measures of the layer use. */
  collated?: (text: string) => string;
}

const LIMITS: WarehouseLimits = {
  concurrency: 2,
  statementTimeoutMs: 30_000,
  connectTimeoutMs: 10_000,
  duckdbMemoryLimit: "512MB",
  duckdbThreads: 1,
  tempDir: "",
};
const NON_FINITE = ["NaN", "Infinity", "-Infinity", "-0"];
const mysql = mysqlUrl();
const clickhouse = clickhouseUrl();

export const OTHER_WAREHOUSES: readonly OtherWarehouse[] = [
  {
    name: "DuckDB",
    edges: {
      doubles: NON_FINITE,
      days: ["0001-01-01", "9999-12-31"],
      moments: ["1950-06-15 12:00:00+00", "2500-01-01 00:00:00+00"],
    },
    open: openDuckdbFile,
  },
  {
    name: "MySQL",
    edges: {
      doubles: ["-0"],
      days: ["1000-01-01", "9999-12-31"],
      moments: ["1950-06-15 12:00:00+00", "2500-01-01 00:00:00+00"],
    },
    open: mysql === undefined ? undefined : data => openMysqlDatabase(mysql, data),
    // For the sample's texts: `utf8mb4_general_ci` ignores case, accents and trailing spaces.
    collated: text => `translate(lower(rtrim(${text}, ' ')), 'äöüå', 'aoua')`,
  },
  ...(["plain where nothing is null", "nullable"] as const).map(
    (nulls): OtherWarehouse => ({
      name: `ClickHouse, ${nulls}`,
      edges: {
        doubles: NON_FINITE,
        // Not the last day, 2299-12-31: its day of the year is one too low in this engine.
        days: ["1900-01-01", "2299-12-30"],
        moments: ["1950-06-15 12:00:00+00", "2299-12-31 23:59:59.999999+00"],
      },
      open: clickhouse === undefined ? undefined : data => openClickhouseDatabase(clickhouse, nulls, data),
    }),
  ),
];

async function openDuckdbFile(data: TestData): Promise<OpenedWarehouse> {
  const folder = await mkdtemp(join(tmpdir(), "analytics-oracle-"));
  const path = join(folder, "sample.duckdb");
  const instance = await DuckDBInstance.create(path);
  const connection = await instance.connect();
  await connection.run("set TimeZone = 'UTC'");
  for (const [table, {columns, rows}] of Object.entries(data)) {
    await connection.run(createTable(table, columns));
    await connection.run(insertRows(table, rows, columns));
  }
  connection.closeSync();
  instance.closeSync();
  const warehouse = await openDuckDb(path, {...LIMITS, tempDir: join(folder, "spill")});
  const close = async () => {
    await warehouse.close();
    await rm(folder, {recursive: true, force: true});
  };
  return {warehouse, close};
}

async function openMysqlDatabase(url: string, data: TestData): Promise<OpenedWarehouse> {
  // The collation of most servers, which ignores case, accents and trailing spaces.
  const loaded = await loadMysql(url, "utf8mb4_general_ci");
  await loaded.load(asStored(data));
  const target = {...targetOf(url), database: loaded.database};
  const warehouse = openMysql(target, LIMITS, makeLogger("test", "silent"));
  return {warehouse, close: () => Promise.all([warehouse.close(), loaded.close()]).then(() => undefined)};
}

/** MySQL has no timestamps before 1970, so moments are stored as times without a zone, which are read as UTC. */
function asStored(data: TestData): TestData {
  const stored: TestData = {};
  for (const [table, {columns, rows}] of Object.entries(data)) {
    const types = Object.entries(columns).map(([name, type]) => [
      name,
      type === "timestamptz" ? "timestamp" : type,
    ]);
    stored[table] = {columns: Object.fromEntries(types), rows};
  }
  return stored;
}

async function openClickhouseDatabase(
  url: string,
  nulls: Parameters<typeof loadClickhouse>[1],
  data: TestData,
): Promise<OpenedWarehouse> {
  const loaded = await loadClickhouse(url, nulls);
  await loaded.load(data);
  const target = {...targetOf(url), database: loaded.database};
  const warehouse = openClickhouse(
    target,
    LIMITS,
    guardedHttp(async () => ["127.0.0.1"]),
  );
  return {warehouse, close: () => Promise.all([warehouse.close(), loaded.close()]).then(() => undefined)};
}

function targetOf(url: string) {
  const {hostname, port, username, password} = new URL(url);
  return {
    host: hostname,
    port: Number(port),
    user: username,
    password: decodeURIComponent(password),
    ssl: "disable" as const,
  };
}
