/**
 * Work that several callers wait for. A signal of its own aborts it when the last caller has left, so that a caller who
 * leaves does not end it for the others.
 */
export class SharedWork<T> {
  readonly #abandoned = new AbortController();
  readonly #result: Promise<T>;
  #waiting = 0;
  #isOver = false;

  constructor(work: (signal: AbortSignal) => Promise<T>) {
    this.#result = work(this.#abandoned.signal).finally(() => {
      this.#isOver = true;
    });
    // Every waiting caller gets the error.
    this.#result.catch(() => undefined);
  }

  /** Whether all callers left before the work was done: later callers get no result from it. */
  get isAbandoned(): boolean {
    return this.#abandoned.signal.aborted;
  }

  /** The result. Rejects with the reason of `signal` as soon as it aborts. */
  async wait(signal: AbortSignal): Promise<T> {
    signal.throwIfAborted();
    this.#waiting++;
    const {promise, reject} = Promise.withResolvers<never>();
    const leave = () => reject(signal.reason);
    signal.addEventListener("abort", leave, {once: true});
    try {
      return await Promise.race([this.#result, promise]);
    } finally {
      signal.removeEventListener("abort", leave);
      this.#waiting--;
      if (this.#waiting === 0 && !this.#isOver) this.#abandoned.abort(new Error("nobody waits any more"));
    }
  }
}
