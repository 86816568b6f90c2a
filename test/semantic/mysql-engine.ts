import {type Connection, createConnection} from "mysql2/promise";
import type {Parameter} from "../../shared/semantic/dialects/dialect.ts";
import {type Cell, canonical, createTable, type Engine, insertRows, quoteName} from "./engines.ts";

const NUMBERS = new Set([0, 1, 2, 3, 4, 5, 8, 9, 13, 246]);

const RAW = {
  dateStrings: true,
  jsonStrings: true,
  supportBigNumbers: true,
  bigNumberStrings: true,
  maxPreparedStatements: 100,
} as const;

/** Opens a database of its own, in a session with the executor's settings. */
export async function openMysql(
  url: string,
  collation = "utf8mb4_bin",
): Promise<Engine & {database: string}> {
  const database = `semantic_${crypto.randomUUID().replaceAll("-", "")}`;
  const connection = await createConnection({
    uri: url,
    charset: "utf8mb4",
    ...RAW,
  });
  await connection.query(`create database ${database} character set utf8mb4 collate ${collation}`);
  await connection.query(`use ${database}`);
  await connection.query(
    "set time_zone = '+00:00', sql_mode = concat(@@sql_mode, ',ANSI_QUOTES,NO_BACKSLASH_ESCAPES')",
  );
  // A pasted statement runs with the server's default settings for quotes, backslashes and divisions.
  const pasting = await createConnection({uri: url, charset: "utf8mb4", ...RAW, database});
  await pasting.query("set time_zone = '+05:30'");
  let loaded: string[] = [];
  return {
    name: "mysql",
    database,
    load: async data => {
      for (const table of loaded) await connection.query(`drop table if exists ${quoteName(table)}`);
      loaded = Object.keys(data);
      for (const [table, {columns, rows}] of Object.entries(data)) {
        const types = Object.entries(columns).map(([name, type]) => [name, TYPES[type] ?? type] as const);
        await connection.query(createTable(table, Object.fromEntries(types)));
        if (rows.length > 0) {
          await connection.query(
            insertRows(
              table,
              rows.map(row => row.map(toMysql)),
            ),
          );
        }
      }
    },
    run: (sql, parameters = []) => runOn(connection, sql, parameters),
    paste: sql => runOn(pasting, sql, []),
    close: async () => {
      await connection.query(`drop database ${database}`);
      await connection.end();
      await pasting.end();
    },
  };
}

async function runOn(session: Connection, sql: string, parameters: readonly Parameter[]): Promise<Cell[][]> {
  const values = parameters.map(value => (typeof value === "boolean" ? (value ? "1" : "0") : String(value)));
  const [rows, fields] = await session.execute<never[][]>({sql, values, rowsAsArray: true});
  return rows.map((row: unknown[]) => row.map((value, i) => cellOf(value, fields[i]?.columnType ?? -1)));
}

const TYPES: Record<string, string> = {
  text: "varchar(200)",
  uuid: "char(36)",
  timestamp: "datetime(6)",
  timestamptz: "timestamp(6) null",
  "double precision": "double",
  "text[]": "json",
  "integer[]": "json",
  "boolean[]": "json",
};

function toMysql(value: string | number | boolean | null): string | number | null {
  if (typeof value === "boolean") return value ? 1 : 0;
  return typeof value === "string" ? value.replace(/\+00$/, "") : value;
}

function cellOf(value: unknown, type: number): Cell {
  if (value === null || value === undefined) return null;
  const text = String(value);
  if (NUMBERS.has(type)) return canonical(text, "number");
  return text.includes(".") && /^\d{4}-\d\d-\d\d /.test(text) ? text.replace(/\.?0+$/, "") : text;
}
