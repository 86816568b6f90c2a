import {type Warehouse, WarehouseError, type WarehouseStatement} from "../warehouses/warehouse.ts";

const BUDGET_MS = 30_000;

/**
 * Has a warehouse prepare statements without running them: each stands in a subquery of which no row is wanted, so
 * that a second statement has no place and nothing is computed. All of them together have a bounded time.
 */
export class Trial {
  /** Statements that found no time. */
  skipped = 0;
  readonly #until = performance.now() + BUDGET_MS;

  constructor(
    readonly warehouse: Warehouse,
    private readonly signal: AbortSignal,
  ) {}

  /** The warehouse's own words where it refuses the statement. */
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
