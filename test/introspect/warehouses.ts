import {mkdir, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {DuckDBInstance} from "@duckdb/node-api";
import pg from "pg";
import {makeLogger} from "../../shared/core/log.ts";
import {openDuckDb} from "../../worker/warehouses/duckdb/warehouse.ts";
import {openPostgres} from "../../worker/warehouses/postgres/warehouse.ts";
import type {Warehouse, WarehouseLimits} from "../../worker/warehouses/warehouse.ts";
import {testServerUrl} from "../support/postgres.ts";

const LIMITS: WarehouseLimits = {
  concurrency: 4,
  statementTimeoutMs: 30_000,
  connectTimeoutMs: 5000,
  duckdbMemoryLimit: "500MB",
  duckdbThreads: 2,
  tempDir: join(tmpdir(), "analytics-test-spill"),
};

export interface OpenedWarehouse {
  warehouse: Warehouse;
  /** Every statement that was run in it, in order. */
  asked: string[];
  /** The address of the Postgres database, or the file. */
  place: string;
  dispose(): Promise<void>;
}

/** A Postgres database of its own, created by these statements. */
export async function postgresWarehouse(statements: readonly string[]): Promise<OpenedWarehouse> {
  const name = `warehouse_${crypto.randomUUID().replaceAll("-", "")}`;
  const url = new URL(testServerUrl());
  await run(url.href, [`create database ${name}`]);
  url.pathname = `/${name}`;
  await run(url.href, statements);
  const opened = reopenPostgres(url.href, url.username, url.password);
  return {
    ...opened,
    place: url.href,
    async dispose() {
      await opened.warehouse.close();
      await run(testServerUrl(), [`drop database ${name} with (force)`]);
    },
  };
}

/** The same database as another user. */
export function reopenPostgres(
  place: string,
  user: string,
  password: string,
): Pick<OpenedWarehouse, "warehouse" | "asked"> {
  const {hostname, port, pathname} = new URL(place);
  const target = {
    host: hostname,
    port: Number(port),
    database: pathname.slice(1),
    user,
    password,
    ssl: "disable",
  } as const;
  return counted(openPostgres(target, LIMITS, makeLogger("test", "silent")));
}

/** Roles belong to the whole server, so this one is dropped with its grants. */
export async function dropRole(place: string, role: string): Promise<void> {
  await run(place, [`drop owned by ${role}`, `drop role ${role}`]);
}

/** A DuckDB file, created by these statements. */
export async function duckdbWarehouse(statements: readonly string[]): Promise<OpenedWarehouse> {
  const folder = join(tmpdir(), `analytics-test-${crypto.randomUUID()}`);
  await mkdir(folder);
  const place = join(folder, "warehouse.duckdb");
  const instance = await DuckDBInstance.create(place);
  const connection = await instance.connect();
  for (const statement of statements) await connection.run(statement);
  connection.closeSync();
  instance.closeSync();
  const opened = counted(await openDuckDb(place, LIMITS));
  return {
    ...opened,
    place,
    async dispose() {
      await opened.warehouse.close();
      await rm(folder, {recursive: true, force: true});
    },
  };
}

function counted(warehouse: Warehouse): Pick<OpenedWarehouse, "warehouse" | "asked"> {
  const asked: string[] = [];
  return {
    asked,
    warehouse: {
      ...warehouse,
      rows(statement, signal) {
        asked.push(statement.sql);
        return warehouse.rows(statement, signal);
      },
    },
  };
}

async function run(url: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({connectionString: url});
  await client.connect();
  await client.query(statements.join(";\n"));
  await client.end();
}
