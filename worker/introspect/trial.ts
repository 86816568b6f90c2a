import {type Warehouse, WarehouseError, type WarehouseStatement} from "../warehouses/warehouse.ts";

const BUDGET_MS = 30_000;

/**
 * Has a warehouse prepare statements without computing them. Each statement becomes a subquery under `where false`, so
 * that no row is computed and a second statement after a semicolon is a syntax error. There is one time limit for all.
 */
export class Trial {
  /** How many statements were skipped because the time had run out. */
  skipped = 0;
  readonly #until = performance.now() + BUDGET_MS;

  constructor(
    readonly warehouse: Warehouse,
    private readonly signal: AbortSignal,
  ) {}

  /** The warehouse's message where it refuses the statement. */
  async refusal({sql, parameters}: WarehouseStatement): Promise<string | undefined> {
    this.signal.throwIfAborted();
    if (performance.now() > this.#until) {
      this.skipped++;
      return undefined;
    }
    const tried = `select 1 from (\n${sql}\n) as tried where false`;
    try {
      await this.warehouse.rows({sql: tried, parameters}, this.signal);
      return undefined;
    } catch (error) {
      if (!(error instanceof WarehouseError)) throw error;
      const {kind} = error.details;
      if (kind !== "refused" && kind !== "denied") throw error;
      return firstLine(error.message);
    }
  }
}

function firstLine(message: string): string {
  const [line = ""] = message.trim().split("\n");
  return line.endsWith(".") ? line : `${line}.`;
}
