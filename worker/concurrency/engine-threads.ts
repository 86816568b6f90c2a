import {FairSemaphore, PermitRequest, shareOf} from "./fair-semaphore.ts";

/** One thread in eight is reserved for reading and writing files. */
const ONE_FOR_FILES = 8;

/** Runs a call of DuckDB as soon as a thread is free. Rejects with the signal's reason if it aborts before that. */
export type InThread = <T>(call: () => Promise<T>, signal: AbortSignal) => Promise<T>;

/**
 * The threads that DuckDB's calls block while they run. One pool serves all DuckDB files and snapshots of the process,
 * and organizations share it fairly.
 */
export class EngineThreads {
  readonly #permits: FairSemaphore;

  constructor(poolSize: number) {
    this.#permits = new FairSemaphore(poolSize - Math.floor(poolSize / ONE_FOR_FILES));
  }

  of(orgId: string): InThread {
    const permitRequest = new PermitRequest(shareOf(orgId, "interactive"));
    return async (call, signal) => {
      const permit = await this.#permits.acquire(permitRequest, signal);
      try {
        return await call();
      } finally {
        permit.release();
      }
    };
  }
}
