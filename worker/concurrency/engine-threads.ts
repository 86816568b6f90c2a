import {FairSemaphore, PermitRequest, shareOf} from "./fair-semaphore.ts";

/** One thread in eight is reserved for reading and writing files. */
const ONE_FOR_FILES = 8;

/** How a call waits for a thread. */
interface ThreadWait {
  signal: AbortSignal;
  /** Called when the call has to wait for a thread, and when that wait has ended. */
  onWait?: ((isWaiting: boolean) => void) | undefined;
}

/** Runs a call of DuckDB as soon as a thread is free. Rejects with the signal's reason if it aborts before that. */
export type InThread = <T>(call: () => Promise<T>, wait: ThreadWait) => Promise<T>;

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
    const share = shareOf(orgId, "interactive");
    return async (call, {signal, onWait}) => {
      const permitRequest = new PermitRequest(share);
      permitRequest.onWait = onWait;
      const permit = await this.#permits.acquire(permitRequest, signal);
      try {
        return await call();
      } finally {
        permit.release();
      }
    };
  }
}
