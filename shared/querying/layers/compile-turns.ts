/** The time for compiling within one turn of the event loop. */
const MAX_MS = 20;

/** A caller that waits for a compilation, such as a request. `signal` aborts when the caller has left. */
export interface Waiter {
  readonly signal: AbortSignal;
}

/**
 * Shares the event loop between compilations and everything else in the process, and the compilations between
 * organizations: the queries of a batch and the charts of a dashboard become ready at the same moment, and one after
 * another they would hold up all other callers.
 */
export class CompileTurns {
  /** The time that this turn of the event loop has spent on compiling. */
  #usedMs = 0;
  /** Waiting compilations by organization, in the order of their turns; empty while this turn has time left. */
  readonly #waiting = new Map<string, (() => void)[]>();
  #isScheduled = false;

  /**
   * Runs `compile` at once if this turn of the event loop has time left, otherwise in a later one. Organizations with
   * waiting compilations take turns. Rejects with the error of `compile`, and with the signal's reason where the waiter has
   * left before the turn came. `signal` is read only for a compilation that waits, because creating a signal has a cost.
   */
  async run<T>(orgId: string, compile: () => T, waiter?: Waiter): Promise<T> {
    if (this.#usedMs < MAX_MS) return this.#timed(compile);
    const signal = waiter?.signal;
    const {promise, resolve} = Promise.withResolvers<T>();
    const own = this.#waiting.get(orgId) ?? [];
    own.push(() =>
      resolve(
        Promise.try(() => {
          signal?.throwIfAborted();
          return this.#timed(compile);
        }),
      ),
    );
    this.#waiting.set(orgId, own);
    return promise;
  }

  #timed<T>(compile: () => T): T {
    this.#schedule();
    const before = performance.now();
    try {
      return compile();
    } finally {
      this.#usedMs += performance.now() - before;
    }
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#usedMs = 0;
      while (this.#usedMs < MAX_MS && this.#waiting.size > 0) this.#runNext();
    });
  }

  /** Runs the first compilation of the first organization, which goes to the end of the line. */
  #runNext(): void {
    for (const [orgId, [compile, ...rest]] of this.#waiting) {
      this.#waiting.delete(orgId);
      if (rest.length > 0) this.#waiting.set(orgId, rest);
      compile?.();
      return;
    }
  }
}
