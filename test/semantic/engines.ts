import {DuckDBInstance} from "@duckdb/node-api";
import pg from "pg";
import type {DialectName, Parameter} from "../../shared/semantic/dialects/dialect.ts";
import {testServerUrl} from "../support/postgres.ts";

/** A table of test data: columns with types that both engines understand, and rows. */
interface TestTable {
  columns: Record<string, string>;
  rows: (string | number | boolean | null)[][];
}

/** A timezone half an hour off UTC, so that hours begin at other instants, too. */
export const ELSEWHERE = "Asia/Kolkata";

export type TestData = Record<string, TestTable>;

/** A value of a result: text, with numbers in one canonical spelling. */
export type Cell = string | null;

export interface Engine {
  name: DialectName;
  /** Creates the tables. Tables that were loaded before are dropped. */
  load(data: TestData): Promise<void>;
  run(sql: string, parameters?: readonly Parameter[]): Promise<Cell[][]>;
  /** Runs a statement as if it were pasted into a client: in a session with default settings and the timezone `ELSEWHERE`. */
  paste(sql: string): Promise<Cell[][]>;
  close(): Promise<void>;
}

/** The engines that need no installation. */
export async function openEngines(): Promise<Engine[]> {
  return [await openPostgres(), await openDuckdb()];
}

/** Opens a schema of its own on the test server, with the session settings of the executor. */
export async function openPostgres(): Promise<Engine> {
  const schema = `semantic_${crypto.randomUUID().replaceAll("-", "")}`;
  const client = new pg.Client({connectionString: testServerUrl()});
  await client.connect();
  await client.query(`create schema ${schema}`);
  await client.query(`set search_path to ${schema}`);
  await client.query("set timezone to 'UTC'");
  let loaded: string[] = [];
  const types = {getTypeParser: (oid: number) => (text: string) => canonical(text, POSTGRES_KINDS[oid])};
  const run: Engine["run"] = async (sql, parameters = []) => {
    const values = parameters.map(value => String(value));
    const config = {text: sql, values, rowMode: "array" as const, queryMode: "extended", types};
    const result = await client.query<Cell[], string[]>(config);
    return result.rows;
  };
  return {
    name: "postgres",
    load: async data => {
      for (const table of loaded) await client.query(`drop table if exists ${quoteName(table)} cascade`);
      loaded = Object.keys(data);
      for (const [table, {columns, rows}] of Object.entries(data)) {
        await client.query(createTable(table, columns));
        if (rows.length > 0) await client.query(insertRows(table, rows, columns));
      }
    },
    run,
    paste: async sql => {
      await client.query(`set timezone to '${ELSEWHERE}'`);
      try {
        return await run(sql);
      } finally {
        await client.query("set timezone to 'UTC'");
      }
    },
    close: async () => {
      await client.query(`drop schema ${schema} cascade`);
      await client.end();
    },
  };
}

const POSTGRES_KINDS: Record<number, "boolean" | "number"> = {
  16: "boolean",
  20: "number",
  21: "number",
  23: "number",
  700: "number",
  701: "number",
  1700: "number",
};

export async function openDuckdb(): Promise<Engine> {
  // One thread reads some tens of rows faster than several.
  const instance = await DuckDBInstance.create(":memory:", {threads: "1"});
  const connection = await instance.connect();
  await connection.run("set TimeZone = 'UTC'");
  let loaded: string[] = [];
  const run: Engine["run"] = async (sql, parameters = []) => {
    const prepared = await connection.prepare(sql);
    for (const [i, value] of parameters.entries()) prepared.bindVarchar(i + 1, String(value));
    const reader = await prepared.runAndReadAll();
    const types = reader.columnTypes().map(type => String(type));
    return reader.getRowsJson().map(row =>
      row.map((value, i) => {
        if (value === null) return null;
        return canonical(
          typeof value === "object" ? JSON.stringify(value) : String(value),
          kindOf(types[i]!),
        );
      }),
    );
  };
  return {
    name: "duckdb",
    load: async data => {
      for (const table of loaded) await connection.run(`drop table if exists ${quoteName(table)}`);
      loaded = Object.keys(data);
      for (const [table, {columns, rows}] of Object.entries(data)) {
        await connection.run(createTable(table, columns));
        if (rows.length > 0) await connection.run(insertRows(table, rows, columns));
      }
    },
    run,
    paste: async sql => {
      await connection.run(`set TimeZone = '${ELSEWHERE}'`);
      try {
        return await run(sql);
      } finally {
        await connection.run("set TimeZone = 'UTC'");
      }
    },
    close: async () => {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

function kindOf(type: string): "boolean" | "number" | undefined {
  if (type === "BOOLEAN") return "boolean";
  return /INT|DECIMAL|DOUBLE|FLOAT/.test(type) ? "number" : undefined;
}

/** Numbers without zeros at the end; doubles and long fractions to 12 digits, so that engines compare. */
export function canonical(text: string, kind: "boolean" | "number" | undefined): string {
  if (kind === "boolean") return text === "t" || text === "true" ? "true" : "false";
  if (kind === undefined) return text;
  if (/^-?inf$/.test(text)) return `${text}inity`.replace("i", "I");
  if (/^-?\d+$/.test(text)) return text === "-0" ? "0" : text;
  const short = text.replace(/(\.\d*?)0+$/, "$1").replace(/\.$/, "");
  if (/^-?\d+(?:\.\d{1,6})?$/.test(short)) return short === "-0" ? "0" : short;
  const rounded = String(Number(Number(text).toPrecision(12)));
  return /^-?\d+\.\d{7,}$/.test(rounded) ? String(Number(Number(text).toFixed(7))) : rounded;
}

/** A quoted name that Postgres, DuckDB and MySQL (with the session's mode) understand. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

export function createTable(table: string, columns: Record<string, string>): string {
  const list = Object.entries(columns).map(([name, type]) => `${quoteName(name)} ${type}`);
  return `create table ${quoteName(table)} (${list.join(", ")})`;
}

/** Inserts rows. Arrays in the data are JSON; with `columns` they are converted to the engine's arrays. */
export function insertRows(
  table: string,
  rows: TestTable["rows"],
  columns: Record<string, string> = {},
): string {
  const types = Object.values(columns);
  const written = (value: TestTable["rows"][number][number], i: number) => {
    if (value === null) return "null";
    const type = types[i] ?? "";
    return type.endsWith("[]") ? arrayOf(String(value), type) : quoteText(String(value));
  };
  const values = rows.map(row => `(${row.map(written).join(", ")})`);
  return `insert into ${quoteName(table)} values ${values.join(", ")}`;
}

/** An array that Postgres and DuckDB both understand. */
function arrayOf(json: string, type: string): string {
  const items: unknown[] = JSON.parse(json);
  const written = items.map(item => (typeof item === "string" ? quoteText(item) : String(item)));
  return `array[${written.join(", ")}]::${type}`;
}

function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
