import {type Cell, canonical, ELSEWHERE, type Engine, type TestData} from "./engines.ts";

/**
 * How the test data's columns are declared: as ClickHouse declares them by default, or nullable, as imported data often are.
 */
export type Nulls = "plain where nothing is null" | "nullable";

/** Opens a database of its own over HTTP, with the settings of the executor. */
export async function openClickhouse(url: string, nulls: Nulls): Promise<Engine & {database: string}> {
  const {origin, username, password} = new URL(url);
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
  const database = `semantic_${crypto.randomUUID().replaceAll("-", "")}`;
  const ask = async (sql: string, settings: Record<string, string>, values: readonly string[] = []) => {
    const query = new URLSearchParams(settings);
    for (const [i, value] of values.entries()) query.set(`param_p${i + 1}`, escapeTab(value));
    const answer = await fetch(`${origin}/?${query}`, {method: "POST", headers: {authorization}, body: sql});
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(text);
    return text;
  };
  await ask(`create database ${database}`, {});
  const run = async (sql: string, values: readonly string[], more: Record<string, string>) => {
    const settings = {database, default_format: FORMAT, date_time_output_format: "iso", ...more};
    const text = await ask(sql, settings, values);
    const [, types = [], ...rows] = text
      .split("\n")
      .slice(0, -1)
      .map(line => line.split("\t"));
    return rows.map(row => row.map((field, i) => cellOf(field, unescaped(types[i] ?? ""))));
  };
  return {
    name: "clickhouse",
    database,
    load: async data => {
      for (const [table, {columns, rows}] of Object.entries(data)) {
        await ask(`drop table if exists ${quoted(table)} sync`, {database});
        await ask(createTable(table, columns, rows, nulls), {database});
        if (rows.length > 0) await ask(insertRows(table, columns, rows), {database});
      }
    },
    run: (sql, parameters = []) => run(sql, parameters.map(String), {readonly: "2"}),
    paste: sql => run(sql, [], {readonly: "2", session_timezone: ELSEWHERE}),
    close: async () => {
      await ask(`drop database ${database} sync`, {});
    },
  };
}

const FORMAT = "TabSeparatedWithNamesAndTypes";

const TYPES: Record<string, string> = {
  text: "String",
  integer: "Int32",
  bigint: "Int64",
  boolean: "Bool",
  date: "Date32",
  timestamp: "DateTime64(6, 'UTC')",
  timestamptz: "DateTime64(6, 'UTC')",
  "double precision": "Float64",
  uuid: "UUID",
  json: "String",
  "text[]": "Array(Nullable(String))",
  "integer[]": "Array(Nullable(Int32))",
  "boolean[]": "Array(Nullable(Bool))",
};

function createTable(
  table: string,
  columns: Record<string, string>,
  rows: TestData[string]["rows"],
  nulls: Nulls,
): string {
  const list = Object.entries(columns).map(([name, written], i) => {
    const type = TYPES[written] ?? written;
    // ClickHouse has no nullable arrays.
    const isPlain = written.endsWith("[]") || (nulls !== "nullable" && rows.every(row => row[i] !== null));
    return `${quoted(name)} ${isPlain ? type : `Nullable(${type})`}`;
  });
  return `create table ${quoted(table)} (${list.join(", ")}) engine = MergeTree order by tuple()`;
}

function insertRows(table: string, columns: Record<string, string>, rows: TestData[string]["rows"]): string {
  const types = Object.values(columns);
  const written = (value: TestData[string]["rows"][number][number], i: number) => {
    if (types[i]?.endsWith("[]")) return arrayOf(String(value ?? "[]"));
    return value === null ? "null" : text(String(value));
  };
  const values = rows.map(row => `(${row.map(written).join(", ")})`);
  return `insert into ${quoted(table)} values ${values.join(", ")}`;
}

/** An array as ClickHouse writes it; the test data have arrays as JSON. */
function arrayOf(json: string): string {
  const items: unknown[] = JSON.parse(json);
  return `[${items.map(item => (typeof item === "string" ? text(item) : String(item))).join(", ")}]`;
}

function text(value: string): string {
  return `'${value.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}

function cellOf(field: string, type: string): Cell {
  if (field === "\\N") return null;
  const text = unescaped(field);
  const inner = /^(?:Nullable|LowCardinality)\((.*)\)$/.exec(type)?.[1] ?? type;
  if (inner === "Bool") return canonical(text, "boolean");
  if (/^(U?Int|Decimal|B?Float)/.test(inner)) return canonical(text, "number");
  if (!inner.startsWith("DateTime")) return text;
  const moment = text.replace("T", " ").replace("Z", "");
  return moment.includes(".") ? moment.replace(/\.?0+$/, "") : moment;
}

/** https://clickhouse.com/docs/interfaces/formats/TabSeparated */
function unescaped(field: string): string {
  const marks: Record<string, string> = {t: "\t", n: "\n", r: "\r", b: "\b", f: "\f", "0": "\0"};
  return field.replace(/\\(.)/gs, (_, mark: string) => marks[mark] ?? mark);
}

function escapeTab(text: string): string {
  return text.replace(/[\\\t\n\r]/g, mark => `\\${{"\t": "t", "\n": "n", "\r": "r"}[mark] ?? mark}`);
}

function quoted(name: string): string {
  return `\`${name.replaceAll("\\", "\\\\").replaceAll("`", "\\`")}\``;
}
