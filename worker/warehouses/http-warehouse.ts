import type {DialectName} from "../../shared/semantic/compile.ts";
import {type Batch, type EngineKind, limited} from "./batch.ts";
import {encodedRows} from "./encode-rows.ts";
import {asHttpFault} from "./http.ts";
import {Places} from "./places.ts";
import {type Warehouse, WarehouseError, type WarehouseLimits, type WarehouseStatement} from "./warehouse.ts";

export interface RunOptions {
  /** Aborting ends the run, which cancels the statement in the warehouse before it ends. */
  signal: AbortSignal;
  /** How many rows are wanted at most, where that is known. */
  maxRows: number | undefined;
  /** The result is known to be a small one. */
  small: boolean;
}

/** One statement; the first batch also where it is empty. A reader that leaves early is as one that aborts. */
export type Run = (statement: WarehouseStatement, options: RunOptions) => AsyncIterable<Batch>;

/** A warehouse that has no sessions: each statement is a few requests, and only so many run at once. */
export function httpWarehouse(dialect: DialectName, limits: WarehouseLimits, run: Run): Warehouse {
  const places = new Places(limits.concurrency, async () => ({}));
  const closing = new AbortController();

  async function* batches(
    statement: WarehouseStatement,
    maxRows: number | undefined,
    signal: AbortSignal,
    small = false,
  ): AsyncIterableIterator<Batch> {
    const place = await places.take(AbortSignal.any([signal, closing.signal]));
    const late = new AbortController();
    const options = {signal: AbortSignal.any([signal, late.signal, closing.signal]), maxRows, small};
    const rows = run(statement, options)[Symbol.asyncIterator]();
    try {
      for (;;) {
        // Time runs while the warehouse works, not while the reader reads.
        const timer = setTimeout(() => late.abort(), limits.statementTimeoutMs);
        const next = await rows.next().finally(() => clearTimeout(timer));
        options.signal.throwIfAborted();
        if (next.done) return;
        yield next.value;
      }
    } catch (error) {
      signal.throwIfAborted();
      if (closing.signal.aborted) throw gone();
      if (late.signal.aborted) throw tooLate(limits.statementTimeoutMs);
      throw asHttpFault(error);
    } finally {
      // Also where it gave rows in the moment of the abort: what has ended takes no notice.
      await rows.return?.();
      places.give(place);
    }
  }

  return {
    dialect,
    stream(statement, options) {
      return encodedRows(this.batches(statement, options), options);
    },
    batches: (statement, {limit, signal}) =>
      limited(batches(statement, limit === undefined ? undefined : limit + 1, signal), limit),
    async rows(statement, signal = new AbortController().signal) {
      const rows: (string | null)[][] = [];
      for await (const batch of batches(statement, undefined, signal, true)) {
        for (let r = 0; r < batch.rowCount; r++) rows.push(batch.columns.map(column => column[r] ?? null));
      }
      return rows;
    },
    async close() {
      closing.abort(gone());
      await places.drain();
    },
  };
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

/** A request to cancel what was left, which nobody waits for long. */
export async function cancelling(ask: (signal: AbortSignal) => Promise<unknown>): Promise<void> {
  try {
    await ask(AbortSignal.timeout(CANCEL_MS));
  } catch {
    // The statement ends with its own limit of time; who asked has gone.
  }
}

/** Rows of an answer that comes row by row, as columns. */
export function toBatch(rows: readonly (readonly (string | null)[])[], kinds: readonly EngineKind[]): Batch {
  return {rowCount: rows.length, columns: kinds.map((_, c) => rows.map(row => row[c] ?? null)), kinds};
}
