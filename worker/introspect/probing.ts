import type {GraphNote} from "../../shared/core/wire/catalog.ts";
import type {TableSource} from "../../shared/semantic/documents.ts";
import {ADAPTERS} from "../warehouses/adapters.ts";
import type {Warehouse} from "../warehouses/warehouse.ts";
import {quote, sourceOf} from "./source.ts";

/** How many statements of one introspection run at once. */
export const CONCURRENCY = 4;
/** The most models or joins that are tried in one statement. */
const AT_ONCE = 20;

/** Groups of plain candidates, which can be tried in one statement. Every other candidate is a group of its own. */
export function inGroups<T extends {isPlain: boolean}>(candidates: readonly T[]): T[][] {
  const plain = candidates.filter(({isPlain}) => isPlain);
  const groups = candidates.filter(({isPlain}) => !isPlain).map(one => [one]);
  for (let i = 0; i < plain.length; i += AT_ONCE) groups.push(plain.slice(i, i + AT_ONCE));
  return groups;
}

const STATEMENT_MS = 3000;

/** Runs statements that read a warehouse's data, with a time limit for each and for all together. */
export class Probing {
  readonly #until: number;

  constructor(
    readonly warehouse: Warehouse,
    private readonly signal: AbortSignal,
    budgetMs: number,
  ) {
    this.#until = performance.now() + budgetMs;
  }

  /** The rows of a statement; `undefined` where its own or the common time limit ran out, or the engine refused it. */
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

  /**
   * Checks with one statement whether each set of columns is unique and without nulls, and whether the table is empty.
   */
  async uniqueness(
    table: TableSource,
    keys: readonly (readonly string[])[],
  ): Promise<{isEmpty: boolean; isUnique: boolean[]} | undefined> {
    const {dialect} = this.warehouse;
    const {expressions} = ADAPTERS[dialect];
    const tests = keys.map(columns => {
      const list = columns.map(column => quote(dialect, column)).join(", ");
      const value = columns.length === 1 ? list : expressions.row(list);
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

  /**
   * The number of rows that are still valid when the next version of the same key begins. `from` and `to` are the
   * columns with the start and end of a version's validity.
   */
  async overlaps(
    table: TableSource,
    keys: readonly string[],
    validity: {from: string; to: string},
  ): Promise<number | undefined> {
    const {dialect} = this.warehouse;
    const columns = keys.map(column => quote(dialect, column));
    const [from, to] = [quote(dialect, validity.from), quote(dialect, validity.to)];
    const known = [...columns, from].map(column => `${column} is not null`).join(" and ");
    const next = `over (partition by ${columns.join(", ")} order by ${from} rows between 1 following and 1 following)`;
    const versions =
      `select ${to} as ends_at, count(*) ${next} as more, min(${from}) ${next} as next_at ` +
      `from ${sourceOf(dialect, table)} as t where ${known} and (${to} is null or ${to} > ${from})`;
    const rows = await this.ask(
      `select count(*) from (${versions}) as v where more > 0 and (ends_at is null or next_at < ends_at)`,
    );
    const count = rows?.[0]?.[0];
    return count === undefined || count === null ? undefined : Number(count);
  }
}

export function notCheckedNote(message: string, model = ""): GraphNote {
  return {model, code: "not_checked", message};
}
