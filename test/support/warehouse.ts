import {copyFile, mkdir, mkdtemp} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {DuckDBInstance} from "@duckdb/node-api";
import pg from "pg";
import type {Graph} from "../../shared/semantic/layer/graph.ts";
import {copyOfTemplate, type TestDatabase} from "./postgres.ts";

/** One small shop for both engines: each of them accepts every statement here. */
const SHOP = [
  "create table customers (id integer primary key, name varchar, region varchar)",
  "insert into customers values (1, 'Ada', 'north'), (2, 'Bo', 'south'), (3, 'Cy', null)",
  `create table orders (id bigint primary key, customer_id integer, status varchar, amount decimal(38, 2), placed_at timestamp)`,
  `insert into orders values
    (9007199254740993, 1, 'paid', 10.50, timestamp '2026-01-31 23:30:00'),
    (9007199254740994, 1, 'open', 0.10, timestamp '2026-02-01 00:30:00'),
    (9007199254740995, 2, 'paid', 99999999999999999999.99, timestamp '2026-02-28 12:00:00'),
    (9007199254740996, null, 'paid', null, timestamp '2026-03-01 00:00:00')`,
  "create table numbers (n bigint, label varchar)",
  "insert into numbers select g, 'row ' || g from generate_series(1, 50000) as s(g)",
  // Gives both engines an estimate of the number of rows.
  "analyze",
];

const SLOW = {
  // A statement that takes minutes, and that both engines can cancel.
  duckdb: "select count(*) as n from numbers a, numbers b, numbers c where a.n + b.n + c.n = 7",
  postgres: "select 1 as n from pg_sleep(60)",
};

/** A layer for the shop. `slow` is a model whose every query takes minutes. */
export function shopGraph(type: "postgres" | "duckdb", schema: string): Graph {
  return {
    models: [
      {
        name: "orders",
        table: {schema, name: "orders"},
        primaryKey: ["id"],
        dimensions: [
          {name: "id", type: "number", column: "id"},
          {name: "status", type: "string", column: "status"},
          {name: "placed_at", type: "timestamp", column: "placed_at"},
        ],
        measures: [
          {name: "count", type: "count"},
          {name: "total", type: "sum", column: "amount"},
          {name: "broken", type: "max", sql: "cast(status as integer)"},
        ],
      },
      {
        name: "customers",
        table: {schema, name: "customers"},
        primaryKey: ["id"],
        dimensions: [
          {name: "name", type: "string", column: "name"},
          {name: "region", type: "string", column: "region"},
        ],
        measures: [{name: "count", type: "count"}],
        rowAccess: [{dimension: "region", attribute: "region"}],
      },
      {
        name: "numbers",
        table: {schema, name: "numbers"},
        primaryKey: ["n"],
        dimensions: [
          {name: "n", type: "number", column: "n"},
          {name: "label", type: "string", column: "label"},
        ],
        measures: [{name: "count", type: "count"}],
      },
      {
        name: "slow",
        table: {sql: SLOW[type]},
        dimensions: [{name: "n", type: "number", column: "n"}],
        measures: [{name: "count", type: "count"}],
      },
    ],
    joins: [
      {from: "orders", to: "customers", relationship: "many_to_one", on: [{from: "customer_id", to: "id"}]},
    ],
  };
}

export type ShopDatabase = TestDatabase;

/** The shop as a new Postgres database on the test server. */
export function shopInPostgres(): Promise<TestDatabase> {
  return copyOfTemplate("template_shop", url => onPostgres(url, SHOP));
}

let shopFile: Promise<string> | undefined;

/** The shop as `<warehouseDir>/<orgId>/shop.duckdb`. */
export async function shopInDuckDb(warehouseDir: string, orgId: string): Promise<string> {
  const folder = join(warehouseDir, orgId);
  await mkdir(folder, {recursive: true});
  const path = join(folder, "shop.duckdb");
  shopFile ??= makeShopFile();
  await copyFile(await shopFile, path);
  return path;
}

/** A file that each shop of this process is a copy of. */
async function makeShopFile(): Promise<string> {
  const path = join(await mkdtemp(join(tmpdir(), "analytics-shop-")), "shop.duckdb");
  const instance = await DuckDBInstance.create(path);
  const connection = await instance.connect();
  for (const statement of SHOP) await connection.run(statement);
  connection.closeSync();
  instance.closeSync();
  return path;
}

export async function onPostgres(url: string, statements: string[]): Promise<void> {
  const client = new pg.Client({connectionString: url});
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
