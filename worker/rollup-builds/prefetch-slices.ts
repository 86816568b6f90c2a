import {rm} from "node:fs/promises";
import type {Statement} from "../../shared/semantic/index.ts";
import type {StoredRows, Warehouse} from "../warehouses/warehouse.ts";
import type {BuildSlice} from "./build-types.ts";

/**
 * Each slice with the file of its rows, or with `undefined` if the warehouse writes no such files. The next slice is read
 * while the caller works on one. A slice that was read and is not needed is cancelled, and its file deleted.
 */
export async function* prefetchSlices(
  warehouse: Pick<Warehouse, "store">,
  slices: readonly BuildSlice[],
  statementOf: (slice: BuildSlice) => Statement,
  signal: AbortSignal,
): AsyncGenerator<readonly [BuildSlice, StoredRows | undefined]> {
  const left = new AbortController();
  const store = (slice: BuildSlice | undefined) => {
    const storing = slice && warehouse.store?.(statementOf(slice), AbortSignal.any([signal, left.signal]));
    // The error is thrown when the rows are awaited.
    storing?.catch(() => undefined);
    return storing;
  };
  let next = store(slices[0]);
  try {
    for (const [i, slice] of slices.entries()) {
      const rows = await next;
      signal.throwIfAborted();
      next = store(slices[i + 1]);
      yield [slice, rows];
    }
  } finally {
    left.abort();
    const untaken = await next?.catch(() => undefined);
    if (untaken) await rm(untaken.path, {force: true});
  }
}
