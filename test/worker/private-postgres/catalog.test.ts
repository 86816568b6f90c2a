import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import type {SqlTable} from "../../../shared/core/wire/sql-tables.ts";
import {type Asked, TestSqlServer} from "./sql-server.ts";

const LONG = "a_name_that_goes_on_and_on_".repeat(4);

const TABLES: SqlTable[] = [
  {
    schema: "public",
    name: "airports",
    comment: "Airports",
    columns: [
      {name: "code", type: "text", comment: "IATA's code"},
      {name: "state", type: "text"},
    ],
    primaryKey: ["code"],
    foreignKeys: [],
  },
  {
    schema: "public",
    name: "flights",
    comment: 'Flights: each has one row. It\'s "quoted" \\ here',
    columns: [
      {name: "id", type: "bigint"},
      {name: "origin", type: "text", comment: "Where it starts"},
      {name: "origin.state", type: "text"},
      {name: "at", type: "timestamp with time zone"},
      {name: "day", type: "date"},
      {name: "late", type: "boolean"},
      {name: "delay", type: "double precision"},
      {name: "price", type: "numeric"},
      {name: "more", type: "jsonb"},
      {name: 'a "quoted" one; drop table x --', type: "text"},
      {name: "xmin", type: "text"},
      {name: `${LONG}1`, type: "text"},
      {name: `${LONG}2`, type: "text"},
    ],
    primaryKey: ["id"],
    foreignKeys: [
      {columns: ["origin"], table: "airports", targetColumns: ["code"]},
      // Foreign keys whose target Postgres would not accept.
      {columns: ["delay"], table: "airports", targetColumns: ["code"]},
      {columns: ["origin"], table: "nowhere", targetColumns: ["code"]},
    ],
  },
  {
    schema: "datasets",
    name: "top-states",
    comment: "The ten states",
    columns: [{name: "state", type: "text"}],
    primaryKey: [],
    foreignKeys: [],
  },
];

let sql: TestSqlServer;
beforeAll(async () => {
  sql = await TestSqlServer.start();
});
afterAll(() => sql.stop());

const asked = (more: Partial<Asked["source"] & object> = {}): Asked => ({
  source: {readsCatalog: true, tables: TABLES, user: "ada@example.com", database: "My flights", ...more},
});

test("tables that a worker does not know are requested once", async () => {
  const without = (id: string): Asked => ({id, source: {readsCatalog: true}});
  await expect(sql.ask("select 1", without("new"))).rejects.toMatchObject({code: "precondition_failed"});
  await sql.ask("select 1", {id: "new", source: {readsCatalog: true, tables: TABLES}});
  expect(await sql.ask("select count(*) from pg_tables where schemaname = 'public'", without("new"))).toEqual(
    [["2"]],
  );
});

test("tables, columns, comments and keys are those of the request", async () => {
  const columns = await sql.ask(
    `select c.table_schema, c.table_name, c.column_name, c.data_type, col_description(format('%I.%I', c.table_schema, c.table_name)::regclass, c.ordinal_position)
     from information_schema.columns c where c.table_schema in ('public', 'datasets') order by 1, 2, c.ordinal_position`,
    asked(),
  );
  const flights = columns.filter(([, table]) => table === "flights");
  expect(columns.slice(0, 3)).toEqual([
    ["datasets", "top-states", "state", "text", null],
    ["public", "airports", "code", "text", "IATA's code"],
    ["public", "airports", "state", "text", null],
  ]);
  expect(flights.map(([, , name, type]) => [name, type]).slice(0, 11)).toEqual([
    ["id", "bigint"],
    ["origin", "text"],
    ["origin.state", "text"],
    ["at", "timestamp with time zone"],
    ["day", "date"],
    ["late", "boolean"],
    ["delay", "double precision"],
    ["price", "numeric"],
    ["more", "jsonb"],
    ['a "quoted" one; drop table x --', "text"],
    ["xmin_", "text"],
  ]);
  const [first, second] = flights.slice(11);
  expect(Buffer.byteLength(first?.[2] ?? "")).toBeLessThanOrEqual(63);
  expect(first?.[2]).not.toBe(second?.[2] ?? null);
  expect(second?.[4]).toBe(`The whole name is "${LONG}2".`);
  expect(
    await sql.ask(
      "select obj_description('flights'::regclass), (select count(*) from pg_constraint where contype = 'f')",
      asked(),
    ),
  ).toEqual([['Flights: each has one row. It\'s "quoted" \\ here', "1"]]);
});

test("a caller sees the project's name as the database and the caller's own name as the user", async () => {
  expect(
    await sql.ask("select current_database(), datname, pg_get_userbyid(datdba) from pg_database", asked()),
  ).toEqual([["My flights", "My flights", "analytics"]]);
  expect(await sql.ask("select usename from pg_user order by 1", asked())).toEqual([
    ["ada@example.com"],
    ["analytics"],
  ]);
  expect(
    await sql.ask(
      "select distinct table_catalog, tableowner from information_schema.tables join pg_tables on tablename = table_name where schemaname = 'public'",
      asked(),
    ),
  ).toEqual([["My flights", "analytics"]]);
  expect(
    await sql.ask(
      "select has_table_privilege('ada@example.com', 'flights', 'select'), has_table_privilege('ada@example.com', 'flights', 'insert'), pg_has_role('ada@example.com', 'pg_monitor', 'usage')",
      asked(),
    ),
  ).toEqual([["t", "f", "f"]]);
});

test("tables are empty, and cannot be written to", async () => {
  expect(await sql.ask("select * from flights", asked())).toEqual([]);
  await expect(sql.ask("insert into flights (id) values (1)", asked())).rejects.toMatchObject({
    details: {sqlState: "25006"},
  });
});

test("tables of another caller are not found", async () => {
  const other = {id: "other", source: {readsCatalog: true, tables: TABLES.slice(0, 1)}};
  expect(
    await sql.ask(
      "select relname from pg_class where relnamespace in ('public'::regnamespace, 'datasets'::regnamespace) and relkind = 'r'",
      other,
    ),
  ).toEqual([["airports"]]);
});

const PSQL = Bun.which("psql");

describe.skipIf(PSQL === null)("psql shows", () => {
  const psql = async (command: string) => {
    const [[name = ""] = []] = await sql.ask("select own_database()", asked());
    const cluster = await sql.server.postgres.cluster();
    const {host = "", port, user, password} = cluster.clientConfig(String(name), String(name));
    const run = Bun.spawn(
      [
        PSQL ?? "",
        "-X",
        "-A",
        "-h",
        host,
        "-p",
        String(port),
        "-U",
        String(user),
        "-d",
        String(name),
        "-c",
        command,
      ],
      {
        env: {PGPASSWORD: String(password)},
        stdout: "pipe",
        stderr: "pipe",
      },
    );
    expect(await run.stderr.text()).toBe("");
    return (await run.stdout.text()).trim();
  };

  test.each([
    ["\\d", /^public\|airports\|table\|analytics\npublic\|flights\|table\|analytics$/m],
    ["\\dt+", /^public\|airports\|table\|analytics\|permanent\|heap\|.*\|Airports$/m],
    ["\\dt datasets.*", /^datasets\|top-states\|table\|analytics$/m],
    ["\\d+ flights", /^origin\|text\|.*\|Where it starts$/m],
    ["\\d flights", /FOREIGN KEY \(origin\) REFERENCES airports\(code\)/],
    ["\\d airports", /"airports_pkey" PRIMARY KEY, btree \(code\)/],
    ["\\df", /^\(0 rows\)$/m],
    ["\\dn", /^datasets\|analytics$/m],
    ["\\l", /^My flights\|analytics\|UTF8/m],
    ["\\du", /^ada@example\.com\|/m],
    ["\\di", /airports_pkey/],
    ["\\dT", /^\(0 rows\)$/m],
    ["\\conninfo", /You are connected/],
  ])("%s", async (command, shown) => {
    const output = await psql(command);
    if (typeof shown === "string") expect(output).toBe(shown);
    else expect(output).toMatch(shown);
  });
});

describe("the catalog as pgjdbc queries it has", () => {
  /**
   * `getTables`, `getColumns`, `getPrimaryKeys` and `getImportedKeys` of pgjdbc 42.7, shortened to the columns that they
   * select.
   */
  test("tables", async () => {
    const tables = `SELECT current_database() AS TABLE_CAT, n.nspname AS TABLE_SCHEM, c.relname AS TABLE_NAME,
      CASE n.nspname ~ '^pg_' OR n.nspname = 'information_schema' WHEN false THEN CASE c.relkind WHEN 'r' THEN 'TABLE' END END AS TABLE_TYPE, d.description AS REMARKS
      FROM pg_catalog.pg_namespace n, pg_catalog.pg_class c
      LEFT JOIN pg_catalog.pg_description d ON (c.oid = d.objoid AND d.objsubid = 0 and d.classoid = 'pg_class'::regclass)
      WHERE c.relnamespace = n.oid AND c.relkind = 'r' AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema' ORDER BY 2, 3`;
    expect(await sql.ask(tables, asked())).toEqual([
      ["My flights", "datasets", "top-states", "TABLE", "The ten states"],
      ["My flights", "public", "airports", "TABLE", "Airports"],
      ["My flights", "public", "flights", "TABLE", TABLES[1]?.comment ?? ""],
    ]);
  });

  test("columns", async () => {
    const columns = `SELECT * FROM (SELECT current_database() AS current_database, n.nspname,c.relname,a.attname,a.atttypid,a.attnotnull OR (t.typtype = 'd' AND t.typnotnull) AS attnotnull,a.atttypmod,a.attlen,t.typtypmod,row_number() OVER (PARTITION BY a.attrelid ORDER BY a.attnum) AS attnum, nullif(a.attidentity, '') as attidentity,nullif(a.attgenerated, '') as attgenerated,pg_catalog.pg_get_expr(def.adbin, def.adrelid) AS adsrc,dsc.description,t.typbasetype,t.typtype
      FROM pg_catalog.pg_namespace n JOIN pg_catalog.pg_class c ON (c.relnamespace = n.oid) JOIN pg_catalog.pg_attribute a ON (a.attrelid=c.oid) JOIN pg_catalog.pg_type t ON (a.atttypid = t.oid) LEFT JOIN pg_catalog.pg_attrdef def ON (a.attrelid=def.adrelid AND a.attnum = def.adnum) LEFT JOIN pg_catalog.pg_description dsc ON (c.oid=dsc.objoid AND a.attnum = dsc.objsubid) LEFT JOIN pg_catalog.pg_class dc ON (dc.oid=dsc.classoid AND dc.relname='pg_class') LEFT JOIN pg_catalog.pg_namespace dn ON (dc.relnamespace=dn.oid AND dn.nspname='pg_catalog')
      WHERE c.relkind in ('r','p','v','f','m') and a.attnum > 0 AND NOT a.attisdropped AND n.nspname LIKE 'public' AND c.relname LIKE 'airports') c WHERE true ORDER BY nspname,c.relname,attnum`;
    expect((await sql.ask(columns, asked())).map(row => [row[0], row[3], row[4], row[5], row[13]])).toEqual([
      ["My flights", "code", "25", "t", "IATA's code"],
      ["My flights", "state", "25", "f", null],
    ]);
  });

  test("keys", async () => {
    const primary = `SELECT result.TABLE_SCHEM, result.TABLE_NAME, result.COLUMN_NAME, result.KEY_SEQ, result.PK_NAME FROM (SELECT n.nspname AS TABLE_SCHEM, ct.relname AS TABLE_NAME, a.attname AS COLUMN_NAME, (information_schema._pg_expandarray(i.indkey)).n AS KEY_SEQ, ci.relname AS PK_NAME, information_schema._pg_expandarray(i.indkey) AS KEYS, a.attnum AS A_ATTNUM
      FROM pg_catalog.pg_class ct JOIN pg_catalog.pg_attribute a ON (ct.oid = a.attrelid) JOIN pg_catalog.pg_namespace n ON (ct.relnamespace = n.oid) JOIN pg_catalog.pg_index i ON ( a.attrelid = i.indrelid) JOIN pg_catalog.pg_class ci ON (ci.oid = i.indexrelid)
      WHERE true AND ct.relname = 'flights' AND i.indisprimary ) result where result.A_ATTNUM = (result.KEYS).x ORDER BY result.table_name, result.pk_name, result.key_seq`;
    expect(await sql.ask(primary, asked())).toEqual([["public", "flights", "id", "1", "flights_pkey"]]);
    const imported = `SELECT pkn.nspname, pkc.relname, pka.attname, fkn.nspname, fkc.relname, fka.attname, pos.n AS KEY_SEQ
      FROM pg_catalog.pg_namespace pkn, pg_catalog.pg_class pkc, pg_catalog.pg_attribute pka, pg_catalog.pg_namespace fkn, pg_catalog.pg_class fkc, pg_catalog.pg_attribute fka, pg_catalog.pg_constraint con, pg_catalog.generate_series(1, 32) pos(n), pg_catalog.pg_class pkic
      WHERE pkn.oid = pkc.relnamespace AND pkc.oid = pka.attrelid AND pka.attnum = con.confkey[pos.n] AND con.confrelid = pkc.oid AND fkn.oid = fkc.relnamespace AND fkc.oid = fka.attrelid AND fka.attnum = con.conkey[pos.n] AND con.conrelid = fkc.oid AND con.contype = 'f' AND (pkic.relkind = 'i' OR pkic.relkind = 'I') AND pkic.oid = con.conindid AND fkc.relname = 'flights'`;
    expect(await sql.ask(imported, asked())).toEqual([
      ["public", "airports", "code", "public", "flights", "origin", "1"],
    ]);
  });
});
