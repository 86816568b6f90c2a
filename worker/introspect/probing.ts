import type {GraphNote} from "../../shared/calls.ts";
import type {DialectName} from "../../shared/semantic/compile.ts";
import type {TableSource} from "../../shared/semantic/graph.ts";
import type {Warehouse} from "../warehouses/warehouse.ts";
import {quote, sourceOf} from "./source.ts";

const STATEMENT_MS = 3000;
/** Where a row is nothing that can be counted. */
const ROWS_AS_TEXT: Partial<Record<DialectName, (list: string) => string>> = {
  bigquery: list => `to_json_string(struct(${list}))`,
  redshift: list => `json_serialize(array(${list}))`,
};
const COUNTS_ROWS = new Set<DialectName>(["mysql", "snowflake", "databricks"]);

/** Statements over a warehouse's data, whose time is bounded one by one and all together. */
export class Probing {
  readonly #until: number;

  constructor(
    readonly warehouse: Warehouse,
    private readonly signal: AbortSignal,
    budgetMs: number,
  ) {
    this.#until = performance.now() + budgetMs;
  }

  /** `undefined` where the statement's time or everybody's ran out, or the engine refused it. */
  async ask(sql: string): Promise<(string | null)[][] | undefined> {
    this.signal.throwIfAborted();
    const leftMs = this.#until - performance.now();
    if (leftMs <= 0) return undefined;
    const limited = AbortSignal.any([this.signal, AbortSignal.timeout(Math.min(STATEMENT_MS, leftMs))]);
    try {
      return await this.warehouse.rows({sql, parameters: []}, limited);
    } catch (error) {
      if (this.signal.aborted) throw error;
      return undefined;
    }
  }

  /** For each set of columns, whether it is unique and without nulls, and whether there are rows at all; one statement. */
  async uniqueness(
    table: TableSource,
    keys: readonly (readonly string[])[],
  ): Promise<{isEmpty: boolean; isUnique: boolean[]} | undefined> {
    const {dialect} = this.warehouse;
    const tests = keys.map(columns => {
      const [only] = columns;
      const list = columns.map(column => quote(dialect, column)).join(", ");
      // Some count rows of several columns as they are, the others as one value.
      const isPlain = (columns.length === 1 && only) || COUNTS_ROWS.has(dialect);
      const value = isPlain ? list : (ROWS_AS_TEXT[dialect]?.(list) ?? `(${list})`);
      const nulls = columns.map(column => `${quote(dialect, column)} is null`).join(" or ");
      return `count(*) = count(distinct ${value}) and count(case when ${nulls} then 1 end) = 0`;
    });
    const rows = await this.ask(
      `select count(*) = 0, ${tests.join(", ")} from ${sourceOf(dialect, table)} as t`,
    );
    if (!rows?.[0]) return undefined;
    const [isEmpty = false, ...isUnique] = rows[0].map(
      value => value === "t" || value === "true" || value === "1",
    );
    return {isEmpty, isUnique};
  }
}

export function notLookedAt(message: string, model = ""): GraphNote {
  return {model, code: "not_checked", message};
}
