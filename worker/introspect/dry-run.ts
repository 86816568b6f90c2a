import {type Warehouse, WarehouseError, type WarehouseStatement} from "../warehouses/warehouse.ts";

const BUDGET_MS = 30_000;
/**
 * The most characters of a statement. Fields that refer to one another several times can double the length with each
 * step, and a warehouse takes seconds and gigabytes to read some millions of characters.
 */
const MAX_CHARACTERS = 200_000;

/**
 * Has a warehouse prepare statements without computing them. Each statement becomes a subquery under `where false`, so
 * that no row is computed and a second statement after a semicolon is a syntax error. There is one time limit for all.
 */
export class Trial {
  /** How many statements were skipped because the time had run out, or because they are too long. */
  skipped = 0;
  readonly #until: number;

  constructor(
    readonly warehouse: Warehouse,
    private readonly signal: AbortSignal,
    budgetMs = BUDGET_MS,
  ) {
    this.#until = performance.now() + budgetMs;
  }

  /** The warehouse's message where it refuses the statement. */
  refusal({sql, parameters}: WarehouseStatement): Promise<string | undefined> {
    return this.#refusal({sql: triedOf(sql), parameters}, 1);
  }

  /**
   * Whether the warehouse refuses one of the statements. They are tried as a single statement; `true` also if that
   * statement is too long. The statements have no parameters, and quoted names are their only text from a user, so none
   * of them can end another.
   */
  async refusesOneOf(statements: readonly string[]): Promise<boolean> {
    const sql = statements.map(triedOf).join("\nunion all ");
    if (!canTry(sql)) return true;
    return (await this.#refusal({sql, parameters: []}, statements.length)) !== undefined;
  }

  async #refusal(statement: WarehouseStatement, count: number): Promise<string | undefined> {
    this.signal.throwIfAborted();
    if (performance.now() > this.#until || !canTry(statement.sql)) {
      this.skipped += count;
      return undefined;
    }
    try {
      await this.warehouse.rows(statement, this.signal);
      return undefined;
    } catch (error) {
      if (!(error instanceof WarehouseError)) throw error;
      const {kind} = error.details;
      if (kind !== "refused" && kind !== "denied") throw error;
      return firstLine(error.message);
    }
  }
}

/** Whether a statement is short enough to be tried. */
export function canTry(sql: string): boolean {
  return sql.length <= MAX_CHARACTERS;
}

function triedOf(sql: string): string {
  return `select 1 from (\n${sql}\n) as tried where false`;
}

function firstLine(message: string): string {
  const [line = ""] = message.trim().split("\n");
  return line.endsWith(".") ? line : `${line}.`;
}
