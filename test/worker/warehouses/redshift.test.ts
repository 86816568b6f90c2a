import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import pg from "pg";
import {makeLogger} from "../../../shared/core/log.ts";
import {readVersion} from "../../../worker/warehouses/connect.ts";
import {openRedshift} from "../../../worker/warehouses/postgres/warehouse.ts";
import {readRedshiftDefaults, readRedshiftTables} from "../../../worker/warehouses/redshift/catalog.ts";
import type {Warehouse} from "../../../worker/warehouses/warehouse.ts";
import {jsonRows, limits} from "../../support/http-warehouse.ts";
import {type ShopDatabase, shopInPostgres} from "../../support/warehouse.ts";

/** Postgres with the views of Redshift's catalogue, because both speak the same protocol. */
let shop: ShopDatabase;
let warehouse: Warehouse;
const signal = new AbortController().signal;

beforeAll(async () => {
  shop = await shopInPostgres();
  const client = new pg.Client({connectionString: shop.url});
  await client.connect();
  await client.query(`
    create view svv_tables as
      select table_schema, table_name, table_type, 'Of all'::text as remarks from information_schema.tables;
    create view svv_columns as
      select table_schema, table_name, column_name, ordinal_position, data_type, is_nullable,
        numeric_precision, numeric_scale, null::text as remarks
      from information_schema.columns`);
  await client.end();
  const {hostname, port, pathname, username, password} = new URL(shop.url);
  const target = {
    host: hostname,
    port: Number(port || 5432),
    database: pathname.slice(1),
    user: username,
    password,
    ssl: "disable" as const,
    schema: "public",
  };
  warehouse = openRedshift(target, limits, makeLogger("test", "silent"));
});
afterAll(async () => {
  await warehouse.close();
  await shop.drop();
});

describe("redshift", () => {
  test("gets its own dialect, in a session with only the settings that Redshift has", async () => {
    expect(warehouse.dialect).toBe("redshift");
    const settings = ["timezone", "intervalstyle", "default_transaction_read_only", "search_path"];
    const list = settings.map(name => `current_setting('${name}')`).join(", ");
    const {text} = await jsonRows(warehouse, `select ${list}`, ["string", "string", "string", "string"]);
    expect(text).toBe('["UTC","postgres","off","public"]');
  });

  test("cannot write in such a session either, and binds its values", async () => {
    await expect(jsonRows(warehouse, "create table t (a integer)", ["number"])).rejects.toThrow(/read-only/);
    const {text} = await jsonRows(warehouse, "select $1::bigint + 1", ["number"], {
      parameters: ["9007199254740993"],
    });
    expect(text).toBe("[9007199254740994]");
  });

  test("reports its own version, and not that of Postgres", async () => {
    expect(await readVersion(warehouse, signal)).toMatch(/^Redshift/);
  });

  test("reads its catalogue with the names as values", async () => {
    expect((await readRedshiftDefaults(warehouse, signal)).schemas).toEqual(["public"]);
    const tables = await readRedshiftTables(warehouse, {schemas: ["public"], tables: ["numbers"]}, signal);
    expect(tables).toMatchObject([
      {
        schema: "public",
        name: "numbers",
        kind: "table",
        comment: "Of all",
        columns: [
          {name: "n", kind: "integer"},
          {name: "label", kind: "text"},
        ],
      },
    ]);
    const system = await readRedshiftTables(warehouse, {}, signal);
    expect(system.some(({schema}) => /^(pg_|information_schema)/.test(schema))).toBe(false);
  });
});
