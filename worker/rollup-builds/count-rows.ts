import type {Calls} from "../../shared/core/workers/calls.ts";
import type {Statement} from "../../shared/semantic/index.ts";
import {type Warehouse, WarehouseError} from "../warehouses/warehouse.ts";

const STATEMENT_MS = 10_000;
const ALL_MS = 30_000;

/** The count that each statement returns; `null` where it, or all statements together, takes too long or is refused. */
export async function countRows(
  warehouse: Warehouse,
  statements: readonly Statement[],
  signal: AbortSignal,
): Promise<Calls["count_rows"]["answer"]> {
  const until = performance.now() + ALL_MS;
  const counted: Calls["count_rows"]["answer"] = [];
  for (const statement of statements) {
    const startedAt = performance.now();
    const leftMs = Math.min(STATEMENT_MS, until - startedAt);
    const limited = AbortSignal.any([signal, AbortSignal.timeout(Math.max(0, leftMs))]);
    const rows = leftMs > 0 ? await countOne(warehouse, statement, limited) : null;
    signal.throwIfAborted();
    counted.push({rows, ms: performance.now() - startedAt});
  }
  return counted;
}

async function countOne(
  warehouse: Warehouse,
  statement: Statement,
  limited: AbortSignal,
): Promise<number | null> {
  try {
    const [row] = await warehouse.rows(statement, limited);
    return row?.[0] == null ? null : Number(row[0]);
  } catch (error) {
    if (limited.aborted) return null;
    if (error instanceof WarehouseError && error.details.kind === "refused") return null;
    throw error;
  }
}
