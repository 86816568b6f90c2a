import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {mkdtemp, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {DuckDBInstance} from "@duckdb/node-api";
import pg from "pg";
import {makeLogger} from "../../../shared/core/log.ts";
import type {SqlType} from "../../../shared/core/wire/sql-tables.ts";
import {dataRowsStream} from "../../../worker/formats/data-rows.ts";
import {openDuckDb} from "../../../worker/warehouses/duckdb/warehouse.ts";
import {openMysql} from "../../../worker/warehouses/mysql/warehouse.ts";
import {openPostgres} from "../../../worker/warehouses/postgres/warehouse.ts";
import type {Warehouse, WarehouseLimits} from "../../../worker/warehouses/warehouse.ts";
import {readDataRows} from "../../support/data-rows.ts";
import {mysqlUrl} from "../../support/engines/mysql-url.ts";
import {testServerUrl} from "../../support/postgres.ts";

let dir: string;
let duckdb: Warehouse;
let postgres: Warehouse;
let mysql: Warehouse | undefined;
let oracle: pg.Client;
const log = makeLogger("test", "silent");
const signal = new AbortController().signal;

const LIMITS: WarehouseLimits = {
  concurrency: 2,
  statementTimeoutMs: 60_000,
  connectTimeoutMs: 3000,
  duckdbMemoryLimit: "500MB",
  duckdbThreads: 2,
  tempDir: "",
};

function targetOf(url: string, database: string) {
  const {hostname, port, username, password} = new URL(url);
  return {
    host: hostname,
    port: Number(port || 5432),
    database,
    user: username,
    password: decodeURIComponent(password),
    ssl: "disable" as const,
  };
}

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "data-rows-"));
  const path = join(dir, "types.duckdb");
  (await DuckDBInstance.create(path)).closeSync();
  duckdb = await openDuckDb(path, {...LIMITS, tempDir: join(dir, "tmp")});
  const url = testServerUrl();
  postgres = openPostgres(targetOf(url, new URL(url).pathname.slice(1)), LIMITS, log);
  const mysqlServer = mysqlUrl();
  if (mysqlServer !== undefined) mysql = openMysql(targetOf(mysqlServer, "mysql"), LIMITS, log);
  oracle = new pg.Client({connectionString: url});
  await oracle.connect();
});
afterAll(async () => {
  await Promise.all([duckdb.close(), postgres.close(), mysql?.close(), oracle.end()]);
  await rm(dir, {recursive: true, force: true});
});

async function rowsOf(
  warehouse: Warehouse,
  sql: string,
  types: readonly SqlType[],
  timezone = "UTC",
): Promise<(string | null)[][]> {
  const values = await readRows(warehouse, sql, types, timezone, false);
  expect(await readRows(warehouse, sql, types, timezone, true)).toEqual(values);
  return values;
}

async function readRows(
  warehouse: Warehouse,
  sql: string,
  types: readonly SqlType[],
  timezone: string,
  asMessages: boolean,
): Promise<(string | null)[][]> {
  const parts: Uint8Array[] = [];
  const batches = warehouse.batches({sql, parameters: []}, {limit: undefined, signal, asMessages});
  let counted = 0;
  for await (const {bytes, rowCount} of dataRowsStream(batches, types, timezone)) {
    parts.push(bytes);
    counted += rowCount;
  }
  const rows = readDataRows(Buffer.concat(parts));
  expect(rows.length).toBe(counted);
  return rows;
}

/** The texts that Postgres writes for values of the type in a session of that timezone. */
async function expected(literals: readonly string[], type: SqlType, timezone = "UTC") {
  await oracle.query(`set timezone = '${timezone}'`);
  const {rows} = await oracle.query({
    text: `select ${literals.map(literal => `(${literal})::${type}`).join(", ")}`,
    rowMode: "array",
    types: {getTypeParser: () => (text: string) => text},
  });
  return rows;
}

interface Case {
  type: SqlType;
  /** The values as literals of Postgres, DuckDB and MariaDB; absent if the engine has no such value. */
  values: [postgres: string, duckdb?: string, mysql?: string][];
}

const same = (value: string): [string, string, string] => [value, value, value];

const CASES: Case[] = [
  {type: "boolean", values: [same("true"), same("false"), ["null", "null::boolean", "null"]]},
  {
    type: "bigint",
    values: [
      same("0"),
      same("-1"),
      same("9223372036854775807"),
      ["'-9223372036854775808'::bigint", "'-9223372036854775808'::bigint", "-9223372036854775807 - 1"],
      ["7", "7.00::decimal(9, 2)", "cast(7 as decimal(9, 2))"],
      ["null", "null::bigint", "null"],
    ],
  },
  {
    type: "numeric",
    values: [
      same("10.50"),
      same("-0.10"),
      [
        "'99999999999999999999999999999999.999999'",
        "'99999999999999999999999999999999.999999'::decimal(38, 6)",
        "cast('99999999999999999999999999999999.999999' as decimal(38, 6))",
      ],
      ["170141183460469231731687303715884105727", "170141183460469231731687303715884105727::hugeint"],
      ["340282366920938463463374607431768211455", "340282366920938463463374607431768211455::uhugeint"],
      ["18446744073709551615", "18446744073709551615::ubigint", "18446744073709551615"],
      ["'NaN'", "'nan'::double"],
      ["'Infinity'", "'inf'::double"],
      ["'-Infinity'", "'-inf'::double"],
      ["1e-7", "1e-7::double"],
      ["-1.5e20", "-1.5e20::double"],
      ["1.5e2"],
      ["'1' || repeat('0', 400)"],
    ],
  },
  {
    type: "double precision",
    values: [
      ["0.1", "0.1::double", "0.1e0"],
      ["1", "1.0::double", "1e0"],
      ["-0.0::float8", "-0.0::double"],
      ["100000", "100000::double", "100000e0"],
      ["1e14", "1e14::double", "1e14"],
      ["1e15", "1e15::double", "1e15"],
      ["1234567890123456", "1234567890123456::double"],
      ["123456789012345.6", "123456789012345.6::double"],
      ["0.0001", "0.0001::double", "0.0001e0"],
      ["0.00001", "0.00001::double", "0.00001e0"],
      ["-1.7976931348623157e308", "-1.7976931348623157e308::double", "-1.7976931348623157e308"],
      ["5e-324", "5e-324::double"],
      ["0.1::float4::text", "0.1::float"],
      ["'NaN'", "'nan'::double"],
      ["'Infinity'", "'inf'::double"],
      ["'-Infinity'", "'-inf'::double"],
    ],
  },
  {
    type: "text",
    values: [
      same("''"),
      same("'plain'"),
      same("'Grüße, 東京 🙂 \"quoted\"'"),
      ["E'a\\tb\\nc\\\\d'", "'a' || chr(9) || 'b' || chr(10) || 'c' || chr(92) || 'd'"],
      ["repeat('x', 100000)", "repeat('x', 100000)", "repeat('x', 100000)"],
      ["repeat('é🙂', 40)", "repeat('é🙂', 40)", "repeat('é🙂', 40)"],
      [
        "(select string_agg(chr(i), '') from generate_series(1, 127) as i)",
        "(select string_agg(chr(i::integer), '' order by i) from generate_series(1, 127) as s(i))",
      ],
      ["null", "null::varchar", "null"],
    ],
  },
  {
    type: "date",
    values: [
      ["'2024-02-29'", "date '2024-02-29'", "date '2024-02-29'"],
      ["'0044-03-15 BC'", "date '0044-03-15 (BC)'"],
      ["'0001-12-31 BC'", "date '0001-12-31 (BC)'"],
      ["'0001-01-01'", "date '0001-01-01'"],
      ["'12345-06-07'", "date '12345-06-07'"],
      ["'infinity'", "'infinity'::date"],
      ["'-infinity'", "'-infinity'::date"],
      ["'2024-05-06'", "timestamp '2024-05-06 07:08:09.5'", "timestamp '2024-05-06 07:08:09.5'"],
    ],
  },
  {
    type: "timestamp with time zone",
    values: [
      [
        "'2024-03-01 10:00:00.25Z'",
        "timestamp '2024-03-01 10:00:00.25'",
        "timestamp '2024-03-01 10:00:00.25'",
      ],
      ["'2024-03-31 00:59:59.999999Z'", "timestamptz '2024-03-31 00:59:59.999999+00'"],
      ["'2024-03-31 01:00:00Z'", "timestamptz '2024-03-31 01:00:00+00'"],
      ["'2024-10-27 00:30:00+00'", "timestamptz '2024-10-27 00:30:00+00'"],
      ["'1893-03-31 23:06:31Z'", "timestamp '1893-03-31 23:06:31'"],
      ["'1893-03-31 23:06:32Z'", "timestamp '1893-03-31 23:06:32'"],
      ["'1850-01-01 00:00:00Z'", "timestamp '1850-01-01 00:00:00'"],
      ["'0044-03-15 12:00:00Z BC'", "timestamp '0044-03-15 (BC) 12:00:00'"],
      ["'0001-01-01 00:00:00Z'", "timestamp '0001-01-01 00:00:00'"],
      ["'0001-12-31 23:30:00Z BC'", "timestamp '0001-12-31 (BC) 23:30:00'"],
      ["'12345-06-07 08:09:10.000001Z'", "timestamp '12345-06-07 08:09:10.000001'"],
      ["'2024-12-31 23:59:59.999999Z'", "timestamp_ns '2024-12-31 23:59:59.999999400'"],
      ["'2025-01-01 00:00:00Z'", "timestamp_ns '2024-12-31 23:59:59.999999600'"],
      ["'infinity'", "'infinity'::timestamp"],
      ["'-infinity'", "'-infinity'::timestamptz"],
      ["'2024-05-06'", "date '2024-05-06'", "date '2024-05-06'"],
    ],
  },
  {
    type: "jsonb",
    values: [
      [`'{"a": [1, 2.50, null, "é"]}'`, `'{"a": [1, 2.50, null, "é"]}'::json`],
      ["'null'", "'null'::json"],
      [`to_jsonb('no json'::text)`, "'no json'"],
      ["'12.0'", "12.0"],
      ["null", "null::json"],
    ],
  },
];

const ZONES = [
  "UTC",
  "Europe/Berlin",
  "Asia/Kolkata",
  "America/St_Johns",
  "Asia/Kathmandu",
  "Africa/Monrovia",
];

for (const {type, values} of CASES) {
  const zones = type === "timestamp with time zone" ? ZONES : ["UTC"];
  test.each(zones)(`${type} is written as Postgres writes it, in the zone %s`, async zone => {
    // The service reads a day without a zone as a day in UTC, like a timestamp without a zone.
    const literals = values.map(([literal]) =>
      literal === "'2024-05-06'" ? "'2024-05-06 00:00Z'" : literal,
    );
    const told = await expected(type === "date" ? values.map(([literal]) => literal) : literals, type, zone);
    const types = values.map(() => type);
    const ownSql = `select ${literals.map(literal => `(${literal})::${type}`).join(", ")}`;
    expect(await rowsOf(postgres, ownSql, types, zone)).toEqual(told);
    for (const [engine, at] of [[duckdb, 1] as const, [mysql, 2] as const]) {
      if (!engine) continue;
      const [given, wanted]: [string[], (string | null)[]] = [[], []];
      for (const [index, value] of values.entries()) {
        const written = value[at];
        if (written === undefined) continue;
        given.push(written);
        wanted.push(told[0]?.[index] ?? null);
      }
      if (given.length === 0) continue;
      const sql = `select ${given.map((value, c) => `${value} as c${c}`).join(", ")}`;
      expect(await rowsOf(engine, sql, types.slice(0, given.length), zone)).toEqual([wanted]);
    }
  });
}

describe("an array, which the layer reads as JSON, is written as Postgres writes it", () => {
  /** JSON of a warehouse, and the array in the text form of Postgres. */
  const ARRAYS: [type: SqlType, json: string, array: string | null][] = [
    ["text[]", "[]", "{}"],
    ["text[]", ' [ "a" , "b" ] ', "{a,b}"],
    ["text[]", '["", null, "null", "NULL", "nulls"]', '{"",NULL,"null","NULL",nulls}'],
    ["text[]", '["a,b", "{x}", "a b", "tab\\t", "new\\nline"]', '{"a,b","{x}","a b","tab\t","new\nline"}'],
    ["text[]", '["say \\"x\\"", "back\\\\slash", "a/b", "a\\/b"]', '{"say \\"x\\"","back\\\\slash",a/b,a/b}'],
    ["text[]", '["\\u00e9", "東京", "🙂", "\\ud83d\\ude42", "\u00a0"]', "{é,東京,🙂,🙂,\u00a0}"],
    ["text[]", "[1.50, true, 12345678901234567890]", "{1.50,true,12345678901234567890}"],
    ["text[]", '[["a", "b"], ["c", null]]', "{{a,b},{c,NULL}}"],
    ["text[]", '[["a", "b"], ["c"]]', '{"[\\"a\\", \\"b\\"]","[\\"c\\"]"}'],
    ["text[]", '["a", ["b"], {"k": [1, "]"]}, []]', '{a,"[\\"b\\"]","{\\"k\\": [1, \\"]\\"]}",[]}'],
    ["text[]", '"a, b"', '{"a, b"}'],
    ["text[]", '{"a": 1}', '{"{\\"a\\": 1}"}'],
    ["text[]", "a, [b", '{"a, [b"}'],
    ["text[]", "[".repeat(9000), `{"${"[".repeat(9000)}"}`.replaceAll('"', "")],
    ["text[]", "null", null],
    [
      "numeric[]",
      "[1, -2.50, 12345678901234567890.123456789012345678, 1e3, 1.5E-3, null]",
      "{1,-2.50,12345678901234567890.123456789012345678,1000,0.0015,NULL}",
    ],
    [
      "numeric[]",
      '[NaN, Infinity, -Infinity, "NaN", "18446744073709551615", -0.0]',
      "{NaN,Infinity,-Infinity,NaN,18446744073709551615,0.0}",
    ],
    ["numeric[]", '["a", true, "", {"a": 1}, [1], "1e999999999", 7]', "{NULL,NULL,NULL,NULL,NULL,NULL,7}"],
    ["numeric[]", "[[1, 2], [3, 4]]", "{{1,2},{3,4}}"],
    ["numeric[]", "[7, -1.50,12345678901234567890.10]", "{7,-1.50,12345678901234567890.10}"],
    ["numeric[]", "[0, 0.5, -0.5, 10]", "{0,0.5,-0.5,10}"],
    ["numeric[]", "[1,,2]", "{NULL}"],
    ["numeric[]", "5", "{5}"],
    ["boolean[]", "[true, false, null, 1, 0]", "{t,f,NULL,t,f}"],
    ["boolean[]", '["yes", 2, [true]]', "{NULL,NULL,NULL}"],
  ];

  test("for elements of every kind", async () => {
    for (const [type, json, array] of ARRAYS) {
      const literal = `'${json.replaceAll("'", "''")}'`;
      for (const engine of [duckdb, postgres])
        expect([type, json, await rowsOf(engine, `select ${literal}`, [type])]).toEqual([
          type,
          json,
          [[array]],
        ]);
      if (array === null) continue;
      const {rows} = await oracle.query({
        text: `select $1::${type}::text as same`,
        values: [array],
        rowMode: "array",
      });
      expect(rows[0]?.[0]).toBe(array);
    }
  });

  test("for the arrays of DuckDB and the JSON of MySQL", async () => {
    const own: [string, SqlType, string | null][] = [
      ["to_json(['a', null, '\"', 'é'])::text", "text[]", '{a,NULL,"\\"",é}'],
      ["to_json(null::varchar[])::text", "text[]", null],
      [
        "to_json([12345678901234567890.1234567890::decimal(38, 10), 1.5])::text",
        "numeric[]",
        "{12345678901234567890.1234567890,1.5000000000}",
      ],
      ["to_json(['0.1', 'nan', '-inf']::double[])::text", "numeric[]", "{0.1,NaN,-Infinity}"],
      ["to_json([true, null])::text", "boolean[]", "{t,NULL}"],
    ];
    const sql = `select ${own.map(([value], c) => `${value} as c${c}`).join(", ")}`;
    const types = own.map(([, type]) => type);
    expect(await rowsOf(duckdb, sql, types)).toEqual([own.map(([, , array]) => array)]);
    if (mysql === undefined) return;
    const documents = "select json_array('a', 1.50, null, json_array('b')), null";
    expect(await rowsOf(mysql, documents, ["text[]", "text[]"])).toEqual([
      ['{a,1.50,NULL,"[\\"b\\"]"}', null],
    ]);
  });
});

describe("the messages of rows", () => {
  test.skipIf(mysqlUrl() === undefined)(
    "have null for a day of MySQL without a month or without a day of the month",
    async () => {
      if (mysql === undefined) throw new Error("there is no MySQL");
      const days = ["0000-00-00", "2026-00-00", "2026-05-00", "2026-05-01"];
      const [dates, moments] = (["date", "datetime"] as const).map(type =>
        days.map(day => `cast('${day}' as ${type})`).join(", "),
      );
      const types = days.map((): SqlType => "date");
      const zoned = days.map((): SqlType => "timestamp with time zone");
      expect(await rowsOf(mysql, `select ${dates}`, types)).toEqual([[null, null, null, "2026-05-01"]]);
      for (const zone of ["UTC", "America/New_York"]) {
        const [row = []] = await rowsOf(mysql, `select ${moments}`, zoned, zone);
        expect(row.map(text => text?.slice(0, 7) ?? null)).toEqual([
          null,
          null,
          null,
          zone === "UTC" ? "2026-05" : "2026-04",
        ]);
      }
    },
  );

  test("have a replacement character for the zero character, which Postgres cannot store in a text", async () => {
    expect(
      await rowsOf(duckdb, "select 'a' || chr(0) || 'b', repeat('x', 60) || chr(0)", ["text", "text"]),
    ).toEqual([["a\ufffdb", `${"x".repeat(60)}\ufffd`]]);
  });

  test("have no columns for a row without columns, and there is no message for a result without rows", async () => {
    expect(await rowsOf(duckdb, "select 1 where false", ["bigint"])).toEqual([]);
    expect(await rowsOf(postgres, "select from generate_series(1, 2)", [])).toEqual([[], []]);
  });

  test("are whole in each part, however many rows there are", async () => {
    const sql = "select i, repeat('é', (i % 50)::integer) from range(200000) as s(i)";
    const batches = duckdb.batches({sql, parameters: []}, {limit: 150_000, signal});
    let count = 0;
    let parts = 0;
    for await (const {bytes, rowCount} of dataRowsStream(batches, ["bigint", "text"], "UTC")) {
      const rows = readDataRows(bytes);
      expect(rows.length).toBe(rowCount);
      expect(rows[0]).toEqual([String(count), "é".repeat(count % 50)]);
      count += rowCount;
      parts++;
    }
    expect(count).toBe(150_000);
    expect(parts).toBeGreaterThan(10);
  });
});
