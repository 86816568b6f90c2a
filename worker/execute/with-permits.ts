import type {FairSemaphore, PermitRequest} from "../concurrency/fair-semaphore.ts";
import type {Warehouse} from "../warehouses/warehouse.ts";

/** The warehouse for one permit request: each statement waits for a permit, and releases it when it ends. */
export function withPermits(
  warehouse: Warehouse,
  permits: FairSemaphore,
  permitRequest: PermitRequest,
): Warehouse {
  const {vectors, store, declare} = warehouse;

  async function once<T>(signal: AbortSignal, run: () => Promise<T>): Promise<T> {
    const permit = await permits.acquire(permitRequest, signal);
    try {
      return await run();
    } finally {
      permit.release();
    }
  }

  async function* throughout<T>(signal: AbortSignal, run: () => AsyncIterable<T>): AsyncGenerator<T> {
    const permit = await permits.acquire(permitRequest, signal);
    try {
      yield* run();
    } finally {
      permit.release();
    }
  }

  return {
    ...warehouse,
    stream: (statement, options) => throughout(options.signal, () => warehouse.stream(statement, options)),
    batches: (statement, options) => throughout(options.signal, () => warehouse.batches(statement, options)),
    rows: (statement, signal = new AbortController().signal) =>
      once(signal, () => warehouse.rows(statement, signal)),
    ...(vectors && {
      vectors: (statement, columns, options) =>
        throughout(options.signal, () => vectors.call(warehouse, statement, columns, options)),
    }),
    ...(store && {
      store: (statement, signal) => once(signal, () => store.call(warehouse, statement, signal)),
    }),
    ...(declare && {
      declare: (statement, signal) => once(signal, () => declare.call(warehouse, statement, signal)),
    }),
  };
}
