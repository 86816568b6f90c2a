import {Claim, FairSemaphore, shareOf} from "./fair-semaphore.ts";

/** With at least this many threads, one is reserved for files. */
const ONE_FOR_FILES = 8;

/** Runs a call of an engine as soon as a thread is free. Rejects with the signal's reason if it aborts before. */
export type InThread = <T>(call: () => Promise<T>, signal: AbortSignal) => Promise<T>;

/**
 * The threads that DuckDB's calls block while they run: one pool for all files and snapshots of the process, shared
 * fairly among organizations.
 */
export class EngineThreads {
  readonly #permits: FairSemaphore;

  constructor(poolSize: number) {
    this.#permits = new FairSemaphore(poolSize - Math.floor(poolSize / ONE_FOR_FILES));
  }

  of(orgId: string): InThread {
    const claim = new Claim(shareOf(orgId, "interactive"));
    return async (call, signal) => {
      const permit = await this.#permits.acquire(claim, signal);
      try {
        return await call();
      } finally {
        permit.release();
      }
    };
  }
}
