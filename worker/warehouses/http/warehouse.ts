import type {DialectName} from "../../../shared/semantic/index.ts";
import type {Batch, EngineKind} from "../batch.ts";
import {fromBatches, type ReadOptions} from "../from-batches.ts";
import {type Lexis, requireOneSelect} from "../one-select.ts";
import {Pool} from "../pool.ts";
import {type Warehouse, WarehouseError, type WarehouseLimits, type WarehouseStatement} from "../warehouse.ts";
import {asHttpFault, unreadable} from "./http.ts";

export interface RunOptions extends ReadOptions {
  /** Aborting cancels the statement in the warehouse, and then ends the run. */
  signal: AbortSignal;
}

/**
 * Runs one statement. There is always a first batch, even if it is empty. A reader that leaves early has the effect of
 * an abort.
 */
export type Run = (statement: WarehouseStatement, options: RunOptions) => AsyncIterable<Batch>;

/**
 * Throws where the number of rows received differs from the total that the warehouse announced, if it announced one.
 * Without this check a missing page would look like the end of the result.
 */
export function requireRows(given: number, total: number | undefined): void {
  if (total === undefined || total === given) return;
  throw new WarehouseError(`The warehouse announced a result of ${total} rows, and returned ${given}.`, {
    errorClass: "protocol",
    kind: "unreachable",
  });
}

/**
 * A warehouse without sessions: each statement is a few requests, and a limited number of statements run at once. For
 * engines whose requests could write, `lexis` makes sure that only a single `select` is sent.
 */
export function httpWarehouse(
  dialect: DialectName,
  limits: WarehouseLimits,
  run: Run,
  lexis?: Lexis,
): Warehouse {
  const pool = new Pool(limits.concurrency, async () => ({}));
  const closing = new AbortController();

  async function* batches(
    statement: WarehouseStatement,
    signal: AbortSignal,
    read: ReadOptions,
  ): AsyncIterableIterator<Batch> {
    if (lexis) requireOneSelect(lexis, statement.sql);
    const place = await pool.take(AbortSignal.any([signal, closing.signal]));
    const late = new AbortController();
    const options = {...read, signal: AbortSignal.any([signal, late.signal, closing.signal])};
    const rows = run(statement, options)[Symbol.asyncIterator]();
    try {
      for (;;) {
        // The time limit counts while the warehouse works, not while the reader processes rows.
        const timer = setTimeout(() => late.abort(), limits.statementTimeoutMs);
        const next = await rows.next().finally(() => clearTimeout(timer));
        options.signal.throwIfAborted();
        if (next.done) return;
        // A result always has columns. An answer without any is not a result, though it looks like an empty one.
        if (next.value.kinds.length === 0) throw unreadable();
        yield next.value;
      }
    } catch (error) {
      signal.throwIfAborted();
      if (closing.signal.aborted) throw gone();
      if (late.signal.aborted) throw tooLate(limits.statementTimeoutMs);
      throw asHttpFault(error);
    } finally {
      // Needed even if rows arrived at the moment of the abort; it has no effect on a run that has ended.
      await rows.return?.();
      pool.give(place);
    }
  }

  return fromBatches(dialect, batches, async () => {
    closing.abort(gone());
    await pool.drain();
  });
}

function gone(): WarehouseError {
  return new WarehouseError("The connection is closed.", {errorClass: "connection", kind: "unreachable"});
}

function tooLate(timeoutMs: number): WarehouseError {
  return new WarehouseError(`The statement took longer than ${timeoutMs} ms.`, {
    errorClass: "timeout",
    kind: "cancelled",
  });
}

const CANCEL_MS = 2000;

/** Sends a request to cancel a statement, with a short timeout. */
export async function cancelling(ask: (signal: AbortSignal) => Promise<unknown>): Promise<void> {
  try {
    await ask(AbortSignal.timeout(CANCEL_MS));
  } catch {
    // The caller has left, and the statement ends by its own time limit.
  }
}

/** Converts rows into columns, and the values of a column by its function among `texts`, if it has one. */
export function toBatch(
  rows: readonly (readonly (string | null)[])[],
  kinds: readonly EngineKind[],
  texts: readonly (((value: string) => string) | undefined)[] = [],
): Batch {
  const columns = kinds.map((_, c) => {
    const textOf = texts[c];
    return rows.map(row => {
      const value = row[c] ?? null;
      return value !== null && textOf ? textOf(value) : value;
    });
  });
  return {rowCount: rows.length, columns, kinds};
}
