import {mkdir} from "node:fs/promises";
import {join} from "node:path";
import {DuckDBInstance} from "@duckdb/node-api";
import type {Graph, Query} from "../../../shared/semantic/documents.ts";

/** A question, the query that answers it, and handwritten SQL over the tables that returns the same rows. */
interface PublicCase {
  question: string;
  query: Query;
  sql: string;
}

/** A published question set, written anew: its own tables, layer and questions. */
export interface PublicSet {
  name: string;
  statements: readonly string[];
  graph: Graph;
  cases: readonly PublicCase[];
  /** Questions of our own that the tables cannot answer. */
  unanswerable: readonly string[];
}

/** Returns a generator of numbers from 0 to below `below`, which depend only on the seed. */
export function numbersOf(seed: number): (below: number) => number {
  let state = seed;
  return below => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** An `insert` of these rows. */
export function insert(table: string, rows: readonly (readonly (string | number | null)[])[]): string {
  const literal = (cell: string | number | null) =>
    typeof cell === "string" ? `'${cell.replaceAll("'", "''")}'` : String(cell);
  return `insert into ${table} values ${rows.map(row => `(${row.map(literal).join(", ")})`).join(", ")}`;
}

/** Writes the tables as `<warehouseDir>/<orgId>/<name>.duckdb`. */
export async function writeTables(warehouseDir: string, orgId: string, set: PublicSet): Promise<void> {
  const folder = join(warehouseDir, orgId);
  await mkdir(folder, {recursive: true});
  await onTables(join(folder, `${set.name}.duckdb`), async run => {
    for (const statement of set.statements) await run(statement);
  });
}

/** The rows of the handwritten SQL for each question, over tables in memory. */
export async function rowsByHand(set: PublicSet): Promise<Map<string, unknown[][]>> {
  const rows = new Map<string, unknown[][]>();
  await onTables(":memory:", async run => {
    for (const statement of set.statements) await run(statement);
    for (const {question, sql} of set.cases) rows.set(question, await run(sql));
  });
  return rows;
}

async function onTables(
  path: string,
  use: (run: (sql: string) => Promise<unknown[][]>) => Promise<void>,
): Promise<void> {
  const instance = await DuckDBInstance.create(path);
  const connection = await instance.connect();
  try {
    await use(async sql => (await connection.runAndReadAll(sql)).getRowsJson());
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}
