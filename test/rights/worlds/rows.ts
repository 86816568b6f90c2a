import {mkdir} from "node:fs/promises";
import {join} from "node:path";
import {DuckDBInstance} from "@duckdb/node-api";
import type {Dimension, Graph, Measure} from "../../../shared/semantic/layer/graph.ts";

/** The region of each order's customer, by the order's number. */
export const ORDERS = ["EU", "EU", "US", "US", "AS"] as const;
export const REGIONS = ["EU", "US", "AS"] as const;
export type Region = (typeof REGIONS)[number];
/** A customer without orders, in a region that nobody sees. */
const ALONE = REGIONS.length;

/** The text of a region in rows and attributes. It is recognized in outputs, too. */
export function areaOf(region: Region): string {
  return `area#${REGIONS.indexOf(region)}#`;
}

/** A part of the region's text that distinguishes it from the others, and is not recognized as a row. */
export function patternOf(region: Region): string {
  return areaOf(region).slice(0, -1);
}

/** The customers of some regions: one in each. */
export function customersOf(regions: readonly Region[]): Rows {
  return regions.reduce((rows, region) => rows | (1 << REGIONS.indexOf(region)), 0);
}

/** Employees by their number, in a project of a team. */
const EMPLOYEES = ["ops", "ops", "law", "law"] as const;
export const DEPARTMENTS = ["ops", "law"] as const;
/** How many queries of each model can be told apart. */
export const ASKS = 24;

export type Table = "orders" | "emp";

/** A set of rows of a table, one bit for each. */
export type Rows = number;

export const ALL_EMPLOYEES: Rows = (1 << EMPLOYEES.length) - 1;

/** The orders of some regions. */
export function ordersOf(regions: readonly string[]): Rows {
  return ORDERS.reduce((rows, region, i) => (regions.includes(region) ? rows | (1 << i) : rows), 0);
}

export function employeesOf(department: string): Rows {
  return EMPLOYEES.reduce((rows, one, i) => (one === department ? rows | (1 << i) : rows), 0);
}

/** Rows of a table in an output, and the query that they come from, if that is known. */
export interface Finding {
  table: Table | "cust";
  ask: number | undefined;
  rows: Rows;
  /** The text in the output. */
  text: string;
}

/**
 * A factor so large that no other number of an answer equals one of its multiples by chance, and such that no two sums of two
 * queries are equal.
 */
function factorOf(table: Table, ask: number): number {
  return 1_000_000_000_039 + 7_654_321 * ask + (table === "emp" ? 500_000_000_000 : 0);
}

/** The amount of a row, or of several rows together. No sum is the factor itself, which is in the SQL. */
function amountOf(rows: Rows): number {
  return 2 * rows;
}

/** The value of a query's measure over these rows, whose amounts are powers of two. */
export function sumOf(table: Table, ask: number, rows: Rows): number {
  return factorOf(table, ask) * amountOf(rows);
}

const SUMS = new Map<number, {table: Table; ask: number; rows: Rows}>();
for (const [table, rowCount] of [
  ["orders", ORDERS.length],
  ["emp", EMPLOYEES.length],
] as const) {
  for (let ask = 0; ask < ASKS; ask++) {
    for (let rows = 1; rows < 1 << rowCount; rows++) {
      const sum = sumOf(table, ask, rows);
      if (SUMS.has(sum)) throw new Error(`two queries have the sum ${sum}`);
      SUMS.set(sum, {table, ask, rows});
    }
  }
}

for (let ask = 0; ask < ASKS; ask++) {
  if (SUMS.has(factorOf("orders", ask)) || SUMS.has(factorOf("emp", ask)))
    throw new Error("a factor is a sum");
}

const NUMBERS = /(?<![\w.,])(?:\d{1,3}(?:,\d{3}){4,}|\d{13,16})(?![\w,]\d)/g;
const PLAIN_NUMBERS = /(?<!\w)\d{13,16}(?!\w)/g;
const MARKS = /(order|emp|cust|area)#(\d)#(?:(\d+)#)?/g;

/** All rows in a text, whatever its format: by the marks of single rows, and by sums. */
export function findRows(output: string): Finding[] {
  // The text may be JSON in JSON.
  const text = output.replaceAll(/\\+[tnr"]/g, " ");
  const found = new Map<string, Finding>();
  for (const [all, table, row, ask] of text.matchAll(MARKS)) {
    found.set(all, {
      table: table === "order" ? "orders" : table === "emp" ? "emp" : "cust",
      ask: ask === undefined ? undefined : Number(ask),
      rows: 1 << Number(row),
      text: all,
    });
  }
  for (const pattern of [NUMBERS, PLAIN_NUMBERS]) {
    for (const [all] of text.matchAll(pattern)) {
      const sum = SUMS.get(Number(all.replaceAll(",", "")));
      if (sum) found.set(all, {...sum, text: all});
    }
  }
  return [...found.values()];
}

const asks = <T>(make: (ask: number) => T): T[] => Array.from({length: ASKS}, (_, ask) => make(ask));
const measures = (table: Table, column: string): Measure[] =>
  asks(ask => ({name: `m${ask}`, type: "sum", sql: `${column} * ${factorOf(table, ask)}`}));
const marks = (word: string): Dimension[] =>
  asks(ask => ({name: `t${ask}`, type: "string", sql: `'${word}#' || id || '#${ask}#'`}));

/** Orders with row access by the region of their customer. Customers have no rule of their own. */
export const ORDERS_GRAPH: Graph = {
  models: [
    {
      name: "orders",
      table: {schema: "main", name: "orders"},
      primaryKey: ["id"],
      dimensions: [{name: "tag", type: "string", sql: "'order#' || id || '#'"}, ...marks("order")],
      measures: measures("orders", "amount"),
      rowAccess: [{dimension: "cust.region", attribute: "region"}],
    },
    {
      name: "cust",
      table: {schema: "main", name: "cust"},
      primaryKey: ["id"],
      dimensions: [
        {name: "name", type: "string", sql: "'cust#' || id || '#'"},
        {name: "region", type: "string", column: "region"},
      ],
    },
  ],
  joins: [{from: "orders", to: "cust", relationship: "many_to_one", on: [{from: "cust_id", to: "id"}]}],
};

export const EMPLOYEES_GRAPH: Graph = {
  models: [
    {
      name: "emp",
      table: {schema: "main", name: "emp"},
      primaryKey: ["id"],
      dimensions: [
        {name: "name", type: "string", sql: "'emp#' || id || '#'"},
        {name: "department", type: "string", column: "department"},
      ],
      measures: measures("emp", "salary"),
    },
  ],
  joins: [],
};

/** Writes the tables to `<warehouseDir>/<orgId>/rows.duckdb`. */
export async function writeRows(warehouseDir: string, orgId: string): Promise<void> {
  const folder = join(warehouseDir, orgId);
  await mkdir(folder, {recursive: true});
  const instance = await DuckDBInstance.create(join(folder, "rows.duckdb"));
  const connection = await instance.connect();
  const valuesOf = (rows: readonly (readonly (string | number)[])[]) =>
    rows.map(row => `(${row.map(value => (typeof value === "string" ? `'${value}'` : value)).join(", ")})`);
  for (const statement of [
    "create table cust (id integer primary key, region varchar)",
    `insert into cust values ${valuesOf([...REGIONS.map((region, i) => [i, areaOf(region)]), [ALONE, `area#${ALONE}#`]])}`,
    "create table orders (id integer primary key, cust_id integer, amount bigint)",
    `insert into orders values ${valuesOf(ORDERS.map((one, i) => [i, REGIONS.indexOf(one), amountOf(1 << i)]))}`,
    "create table emp (id integer primary key, department varchar, salary bigint)",
    `insert into emp values ${valuesOf(EMPLOYEES.map((one, i) => [i, one, amountOf(1 << i)]))}`,
  ]) {
    await connection.run(statement);
  }
  connection.closeSync();
  instance.closeSync();
}
