import "../../../support/sql-parser.ts";
import {Readable} from "node:stream";
import {pipeline} from "node:stream/promises";
import pg from "pg";
import {from as copyFrom} from "pg-copy-streams";
import type {Graph} from "../../../../shared/semantic/documents.ts";
import {type CompiledQuery, compile, type DialectName} from "../../../../shared/semantic/index.ts";
import {buildLayer, checkGraph, type Layer} from "../../../../shared/semantic/layers.ts";
import type {SqlInput, SqlPlan} from "../../../../shared/surfaces/sql/plan.ts";
import {planSql} from "../../../../shared/surfaces/sql/plan-sql.ts";
import type {PlanOptions} from "../../../../shared/surfaces/sql/planner.ts";
import {SqlError} from "../../../../shared/surfaces/sql/sql-error.ts";
import {dataRowsStream} from "../../../../worker/formats/data-rows.ts";
import {copyText} from "../../../../worker/private-postgres/copy-text.ts";
import {Chance} from "../../../semantic/differential/random-layer.ts";
import {createTable, insertRows, type TestData} from "../../../semantic/engines.ts";
import {emptyDatabase, type TestDatabase} from "../../../support/postgres.ts";
import {catalog, graph, referenceTables, sampleRows} from "./sample.ts";
import type {OpenedWarehouse, OtherWarehouse} from "./warehouses.ts";

/** The result of a statement: its columns and rows in text form, or the SQLSTATE of its error. */
export type Answer =
  | {columns: {name: string; type: number}[]; rows: (string | null)[][]}
  | {sqlState: string; message: string};

export const OPTIONS: PlanOptions = {
  timezone: "UTC",
  weekStart: "monday",
  user: "ann",
  database: "main",
  now: new Date("2024-03-10T07:30:00Z"),
};

/** What a caller may see: as rules of the layer, and as SQL conditions by hand. */
export interface Access {
  rules: Record<string, NonNullable<Graph["models"][number]["rowAccess"]>>;
  attributes: Record<string, string[]>;
  byHand: {flights?: string; airports?: string};
}

const OPEN: Access = {rules: {}, attributes: {}, byHand: {}};

const text = {getTypeParser: () => (value: string) => value};

/**
 * Answers statements in two ways over the same random rows. `actual` runs a plan: a warehouse has the rows as the layer
 * reads them, and what the plan leaves of the statement runs in a Postgres, which is also the warehouse unless another
 * engine is. `expected` runs the statement in a second Postgres, on plain tables as the SQL interface shows them.
 */
export class Oracle {
  private constructor(
    readonly databases: readonly TestDatabase[],
    readonly rest: pg.Client,
    readonly reference: pg.Client,
    readonly other: OpenedWarehouse | undefined,
    /** Writes SQL that compares a text as the warehouse's own collation does. */
    readonly collated: (text: string) => string,
    readonly access: Access,
    readonly layer: Layer,
  ) {}

  static async open(
    seed: number,
    {rows = 40, other, access = OPEN}: {rows?: number; other?: OtherWarehouse; access?: Access} = {},
  ): Promise<Oracle> {
    const models = graph.models.map(model => {
      const rowAccess = access.rules[model.name];
      return rowAccess === undefined ? model : {...model, rowAccess};
    });
    const guarded = {...graph, models};
    const faults = checkGraph(guarded);
    if (faults.length > 0) throw new Error(JSON.stringify(faults));
    const databases = await Promise.all([emptyDatabase(), emptyDatabase()]);
    const clients = databases.map(({url}) => new pg.Client({connectionString: url, types: text}));
    const [rest, reference] = clients;
    if (rest === undefined || reference === undefined) throw new Error("no databases");
    await Promise.all(clients.map(client => client.connect()));
    const data = sampleRows(new Chance(seed), rows, other?.edges);
    await load(reference, data);
    await reference.query(referenceTables(access.byHand));
    await reference.query("set search_path to public, datasets");
    const opened = await other?.open?.(data);
    if (opened === undefined) await load(rest, data);
    for (const client of clients) await client.query("set statement_timeout to '20s'");
    const collated = other?.collated ?? (text => text);
    return new Oracle(databases, rest, reference, opened, collated, access, buildLayer(guarded));
  }

  get #dialect(): DialectName {
    return this.other?.warehouse.dialect ?? "postgres";
  }

  async close(): Promise<void> {
    await Promise.all([this.rest.end(), this.reference.end(), this.other?.close()]);
    await Promise.all(this.databases.map(database => database.drop()));
  }

  /** Runs the statement on the plain tables. */
  async expected(
    sql: string,
    timezone = OPTIONS.timezone,
    parameters: (string | null)[] = [],
  ): Promise<Answer> {
    await this.reference.query(`set timezone to '${timezone}'`);
    return answerOf(() => this.reference.query({text: sql, rowMode: "array", values: parameters}));
  }

  plan(sql: string, options: Partial<PlanOptions> = {}): SqlPlan | {sqlState: string; message: string} {
    try {
      return planSql(sql, {...catalog, dialect: this.#dialect}, {...OPTIONS, ...options});
    } catch (error) {
      if (error instanceof SqlError) return {sqlState: error.sqlState, message: error.message};
      throw error;
    }
  }

  /** Runs the plan of a statement. */
  async actual(
    plan: SqlPlan,
    timezone = OPTIONS.timezone,
    parameters: (string | null)[] = [],
  ): Promise<Answer> {
    await this.rest.query("begin");
    try {
      if (plan.kind === "query") {
        const columns = plan.columns.map(({name, type}) => ({name, type}));
        await this.#load(
          {
            name: "whole",
            query: plan.query,
            columns: columns.map((column, at) => ({...column, name: `c${at}`})),
          },
          timezone,
        );
        await this.rest.query(`set local timezone to '${timezone}'`);
        const list = columns.map(({name}, at) => `c${at} as "${name.replaceAll('"', '""')}"`);
        return await answerOf(() =>
          this.rest.query({text: `select ${list.join(", ")} from pg_temp.whole`, rowMode: "array"}),
        );
      }
      for (const input of plan.inputs) await this.#load(input, timezone);
      await this.rest.query(`set local timezone to '${timezone}'`);
      return await answerOf(() => this.rest.query({text: plan.sql, rowMode: "array", values: parameters}));
    } finally {
      await this.rest.query("rollback");
    }
  }

  async #load({name, query, columns}: SqlInput, timezone: string): Promise<void> {
    const compiled = compile(this.layer, query, {
      dialect: this.#dialect,
      timezone,
      weekStart: "monday",
      attributes: this.access.attributes,
      now: new Date(),
      exactTexts: true,
    });
    await this.rest.query("set local timezone to 'UTC'");
    const list = columns.map(column => `"${column.name.replaceAll('"', '""')}" ${column.type}`);
    await this.rest.query(`create temp table "${name}" (${list.join(", ")})`);
    if (this.other !== undefined) {
      await this.#copy(this.other, name, compiled, columns, timezone);
      return;
    }
    const limited = compiled.limit === undefined ? "" : ` limit ${compiled.limit}`;
    const values = compiled.parameters;
    await this.rest.query(
      `insert into pg_temp."${name}" select * from (${compiled.sql}) as q${limited}`,
      values,
    );
  }

  /** Copies rows from another engine as a worker does. */
  async #copy(
    {warehouse}: OpenedWarehouse,
    name: string,
    {sql, parameters, limit}: CompiledQuery,
    columns: SqlInput["columns"],
    timezone: string,
  ): Promise<void> {
    const signal = new AbortController().signal;
    const types = columns.map(({type}) => type);
    const batches = warehouse.batches({sql, parameters}, {limit, signal});
    const texts: Uint8Array[] = [];
    for await (const {bytes} of dataRowsStream(batches, types, timezone)) texts.push(copyText(bytes).text);
    if (texts.length === 0) return;
    await pipeline(Readable.from(texts), this.rest.query(copyFrom(`copy pg_temp."${name}" from stdin`)));
  }
}

async function load(client: pg.Client, data: TestData): Promise<void> {
  for (const [table, {columns, rows}] of Object.entries(data)) {
    await client.query(createTable(table, columns));
    await client.query(insertRows(table, rows, columns));
  }
}

async function answerOf(run: () => Promise<pg.QueryArrayResult<(string | null)[]>>): Promise<Answer> {
  try {
    const {fields, rows} = await run();
    return {columns: fields.map(({name, dataTypeID}) => ({name, type: dataTypeID})), rows};
  } catch (error) {
    if (error instanceof pg.DatabaseError) return {sqlState: error.code ?? "", message: error.message};
    throw error;
  }
}

/** How two answers differ, `undefined` if they do not. Without an order, rows are compared as a bag. */
export function differenceOf(
  expected: Answer,
  actual: Answer,
  isOrdered: boolean,
  isRounded = false,
): string | undefined {
  if ("sqlState" in expected || "sqlState" in actual) {
    if ("sqlState" in expected && "sqlState" in actual && expected.sqlState === actual.sqlState)
      return undefined;
    return `${describe(expected)}\n  but ${describe(actual)}`;
  }
  const heads = [expected, actual].map(({columns}) => JSON.stringify(columns));
  if (heads[0] !== heads[1]) return `columns ${heads[0]}\n  but ${heads[1]}`;
  const [a, b] = [expected, actual].map(({rows, columns}) => {
    const lines = rows.map(row =>
      JSON.stringify(row.map((value, at) => normal(value, columns[at]?.type ?? 0, isRounded))),
    );
    return isOrdered ? lines : lines.sort();
  });
  const at = (a ?? []).findIndex((line, index) => line !== b?.[index]);
  if (at === -1 && a?.length === b?.length) return undefined;
  return `${a?.length} rows, ${b?.length} rows; at ${at}: ${a?.[at]}\n  but ${b?.[at === -1 ? (a?.length ?? 0) : at]}`;
}

const FLOAT8 = 701;
const NUMERIC = 1700;
const TEXT = 25;

/**
 * Rounds numbers: sums of doubles depend on the order of the rows, and quotients of the layer have other last digits.
 */
function normal(value: string | null, type: number, isRounded: boolean): string | null {
  const isNumber = type === FLOAT8 || (isRounded && (type === NUMERIC || type === TEXT));
  if (value === null || value.trim() === "" || !isNumber) return value;
  const number = Number(value);
  return Number.isFinite(number) ? String(Number(number.toPrecision(12)) + 0) : value;
}

function describe(answer: Answer): string {
  return "sqlState" in answer ? `${answer.sqlState} ${answer.message}` : `${answer.rows.length} rows`;
}
