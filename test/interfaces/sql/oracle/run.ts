import "../../../support/sql-parser.ts";
import pg from "pg";
import type {SqlInput, SqlPlan} from "../../../../shared/interfaces/sql/plan.ts";
import {planSql} from "../../../../shared/interfaces/sql/plan-sql.ts";
import type {PlanOptions} from "../../../../shared/interfaces/sql/planner.ts";
import {SqlError} from "../../../../shared/interfaces/sql/sql-error.ts";
import {compile} from "../../../../shared/semantic/index.ts";
import {buildLayer, checkGraph} from "../../../../shared/semantic/layers.ts";
import {Chance} from "../../../semantic/differential/random-layer.ts";
import {emptyDatabase, type TestDatabase} from "../../../support/postgres.ts";
import {catalog, graph, REFERENCE_DDL, REFERENCE_TABLES, randomRows, WAREHOUSE_DDL} from "./sample.ts";

/** What a statement gives: its columns and rows in text form, or the SQLSTATE of its error. */
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

const text = {getTypeParser: () => (value: string) => value};

/** Two databases with the same rows: as the layer reads them, and as tables that SQL shows. */
export class Oracle {
  private constructor(
    readonly databases: readonly TestDatabase[],
    readonly warehouse: pg.Client,
    readonly reference: pg.Client,
  ) {}

  static async open(seed: number, rows = 40): Promise<Oracle> {
    const faults = checkGraph(graph);
    if (faults.length > 0) throw new Error(JSON.stringify(faults));
    const databases = await Promise.all([emptyDatabase(), emptyDatabase()]);
    const clients = databases.map(({url}) => new pg.Client({connectionString: url, types: text}));
    const [warehouse, reference] = clients;
    if (warehouse === undefined || reference === undefined) throw new Error("no databases");
    await Promise.all(clients.map(client => client.connect()));
    const insert = randomRows(new Chance(seed), rows);
    await warehouse.query(`${WAREHOUSE_DDL} ${insert}`);
    await reference.query(`${REFERENCE_DDL} ${insert} ${REFERENCE_TABLES}`);
    await reference.query("set search_path to public, datasets");
    for (const client of clients) await client.query("set statement_timeout to '20s'");
    return new Oracle(databases, warehouse, reference);
  }

  async close(): Promise<void> {
    await Promise.all([this.warehouse.end(), this.reference.end()]);
    await Promise.all(this.databases.map(database => database.drop()));
  }

  /** The statement on the real tables. */
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
      return planSql(sql, catalog, {...OPTIONS, ...options});
    } catch (error) {
      if (error instanceof SqlError) return {sqlState: error.sqlState, message: error.message};
      throw error;
    }
  }

  /** The statement by its plan. */
  async actual(
    plan: SqlPlan,
    timezone = OPTIONS.timezone,
    parameters: (string | null)[] = [],
  ): Promise<Answer> {
    await this.warehouse.query("begin");
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
        await this.warehouse.query(`set local timezone to '${timezone}'`);
        const list = columns.map(({name}, at) => `c${at} as "${name.replaceAll('"', '""')}"`);
        return await answerOf(() =>
          this.warehouse.query({text: `select ${list.join(", ")} from pg_temp.whole`, rowMode: "array"}),
        );
      }
      for (const input of plan.inputs) await this.#load(input, timezone);
      await this.warehouse.query(`set local timezone to '${timezone}'`);
      return await answerOf(() =>
        this.warehouse.query({text: plan.sql, rowMode: "array", values: parameters}),
      );
    } finally {
      await this.warehouse.query("rollback");
    }
  }

  async #load({name, query, columns}: SqlInput, timezone: string): Promise<void> {
    const compiled = compile(buildLayer(graph), query, {
      dialect: "postgres",
      timezone,
      weekStart: "monday",
      attributes: {},
      now: new Date(),
    });
    await this.warehouse.query("set local timezone to 'UTC'");
    const list = columns.map(column => `"${column.name.replaceAll('"', '""')}" ${column.type}`);
    await this.warehouse.query(`create temp table "${name}" (${list.join(", ")})`);
    const limited = compiled.limit === undefined ? "" : ` limit ${compiled.limit}`;
    const values = compiled.parameters;
    await this.warehouse.query(
      `insert into pg_temp."${name}" select * from (${compiled.sql}) as q${limited}`,
      values,
    );
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
  areDigitsEqual = false,
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
      JSON.stringify(row.map((value, at) => normal(value, columns[at]?.type ?? 0, areDigitsEqual))),
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

/** Sums of doubles depend on their order; of quotients the layer has other digits than Postgres. */
function normal(value: string | null, type: number, isRounded: boolean): string | null {
  const isNumber = type === FLOAT8 || (isRounded && (type === NUMERIC || type === TEXT));
  if (value === null || value.trim() === "" || !isNumber) return value;
  const number = Number(value);
  return Number.isFinite(number) ? String(Number(number.toPrecision(12)) + 0) : value;
}

function describe(answer: Answer): string {
  return "sqlState" in answer ? `${answer.sqlState} ${answer.message}` : `${answer.rows.length} rows`;
}
