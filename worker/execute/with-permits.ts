import type {Claim, FairSemaphore} from "../concurrency/fair-semaphore.ts";
import type {Warehouse} from "../warehouses/warehouse.ts";

/** The warehouse for one claim: each statement waits for a permit, and releases it when it ends. */
export function withPermits(warehouse: Warehouse, permits: FairSemaphore, claim: Claim): Warehouse {
  const vectors = warehouse.vectors?.bind(warehouse);
  const store = warehouse.store?.bind(warehouse);
  const declare = warehouse.declare?.bind(warehouse);
  return {
    ...warehouse,
    ...(vectors && {
      async *vectors(statement, columns, options) {
        const permit = await permits.acquire(claim, options.signal);
        try {
          yield* vectors(statement, columns, options);
        } finally {
          permit.release();
        }
      },
    }),
    ...(store && {
      async store(statement, signal) {
        const permit = await permits.acquire(claim, signal);
        try {
          return await store(statement, signal);
        } finally {
          permit.release();
        }
      },
    }),
    ...(declare && {
      async declare(statement, signal) {
        const permit = await permits.acquire(claim, signal);
        try {
          return await declare(statement, signal);
        } finally {
          permit.release();
        }
      },
    }),
    async *stream(statement, options) {
      const permit = await permits.acquire(claim, options.signal);
      try {
        yield* warehouse.stream(statement, options);
      } finally {
        permit.release();
      }
    },
    async *batches(statement, options) {
      const permit = await permits.acquire(claim, options.signal);
      try {
        yield* warehouse.batches(statement, options);
      } finally {
        permit.release();
      }
    },
    async rows(statement, signal = new AbortController().signal) {
      const permit = await permits.acquire(claim, signal);
      try {
        return await warehouse.rows(statement, signal);
      } finally {
        permit.release();
      }
    },
  };
}
