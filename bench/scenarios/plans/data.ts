import {join} from "node:path";
import {DuckDBInstance} from "@duckdb/node-api";
import pg from "pg";
import type {Statement} from "../../../shared/semantic/index.ts";
import type {Engine} from "../../questions.ts";
import {newDatabase} from "../../stage/data.ts";
import type {Stage} from "../../stage/stage.ts";
import {EVENTS} from "./journeys.ts";

/** Three million facts of several kinds, and items of the orders. Some foreign keys are null, some have no matching row. */
const TABLES: Record<string, string> = {
  customers: `select n as id, 'country ' || (n * cast(7919 as bigint) % 40) as country
    from generate_series(1, 1000000) as t(n)`,
  stores: `select n as id, 'region ' || (n % 23) as region from generate_series(1, 500) as t(n)`,
  orders: `select n as id, case when n % 50 <> 0 then cast(n as bigint) * 48271 % 1000003 end as customer_id,
      cast(n as bigint) * 40503 % 65537 % 505 as store_id, cast(n % 9973 / 100.0 as numeric(10, 2)) as amount
    from generate_series(1, 1000000) as t(n)`,
  tickets: `select n as id, cast(n as bigint) * 69621 % 1000003 as customer_id,
      cast(n as bigint) * 30011 % 65537 % 505 as store_id, n % 241 as minutes
    from generate_series(1, 2000000) as t(n)`,
  items: `select n as id, cast(n as bigint) * 16807 % 1100009 as order_id,
      'category ' || (cast(n as bigint) * 69621 % 1000003 % 12) as category
    from generate_series(1, 1500000) as t(n)`,
  sales: salesOf(3_000_000),
  few_sales: salesOf(100_000),
  events: EVENTS,
};

/** Sales of 500 stores in 23 regions, over the days of three years. */
function salesOf(count: number): string {
  return `select n as id, date '2022-01-01' + cast(cast(n as bigint) * 48271 % 65537 % 1096 as integer) as day,
      cast(n as bigint) * 40503 % 65539 % 500 as store, 'region ' || (cast(n as bigint) * 40503 % 65539 % 500 % 23) as region,
      cast(n % 9973 / 100.0 as numeric(10, 2)) as amount
    from generate_series(1, ${count}) as t(n)`;
}

export type Row = unknown[];
type Run = (sql: string, parameters?: Statement["parameters"]) => Promise<Row[]>;

export interface Warehouse {
  engine: Engine;
  run: Run;
  close(): Promise<void>;
}

/** One connection to each engine, in UTC as the service's are, on equal tables that each engine has generated. */
export async function openWarehouses(stage: Stage): Promise<Warehouse[]> {
  return [await openPostgres(stage), await openDuckdb(stage)];
}

async function openPostgres(stage: Stage): Promise<Warehouse> {
  const client = new pg.Client({connectionString: await newDatabase((await stage.server()).url, "plans")});
  await client.connect();
  const run: Run = async (text, parameters = []) => {
    const values = parameters.map(String);
    return (await client.query<Row, string[]>({text, values, rowMode: "array"})).rows;
  };
  await run("set timezone to 'UTC'");
  await makeTables(run);
  await run("vacuum analyze");
  return {engine: "postgres", run, close: () => client.end()};
}

async function openDuckdb(stage: Stage): Promise<Warehouse> {
  const instance = await DuckDBInstance.create(join(stage.dir, "plans.duckdb"));
  const connection = await instance.connect();
  const run: Run = async (sql, parameters = []) => {
    const prepared = await connection.prepare(sql);
    for (const [i, value] of parameters.entries()) prepared.bindVarchar(i + 1, String(value));
    return (await prepared.runAndReadAll()).getRowsJson();
  };
  await run("set TimeZone = 'UTC'");
  await makeTables(run);
  await run("checkpoint");
  return {
    engine: "duckdb",
    run,
    close: async () => {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

async function makeTables(run: Run): Promise<void> {
  for (const [name, select] of Object.entries(TABLES)) {
    await run(`create table ${name} as ${select}`);
    await run(`alter table ${name} add primary key (id)`);
  }
}
