/**
 * The work on the answer to one message, which can be aborted. An `AbortSignal` is created only on demand, because
 * creating a signal with its listeners takes longer than answering most messages.
 */
export class Run {
  #controller: AbortController | undefined;
  #ended: {reason: unknown} | undefined;
  /** Called when the run must end. */
  onAbort: ((reason: unknown) => void) | undefined;

  /** Ends the run; does nothing if the run has already ended. */
  abort(reason: unknown): void {
    if (this.#ended) return;
    this.#ended = {reason};
    this.#controller?.abort(reason);
    this.onAbort?.(reason);
  }

  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController();
      if (this.#ended) this.#controller.abort(this.#ended.reason);
    }
    return this.#controller.signal;
  }

  throwIfAborted(): void {
    if (this.#ended) throw this.#ended.reason;
  }

  /**
   * The result of `work`, usually without a promise. Rejects as soon as the run is aborted, even if the work itself
   * continues.
   */
  until<T>(work: T | Promise<T>): T | Promise<T> {
    return work instanceof Promise ? this.#until(work) : work;
  }

  async #until<T>(work: Promise<T>): Promise<T> {
    // Nothing awaits this work any more, so its rejection is ignored.
    if (this.#ended) work.catch(() => undefined);
    this.throwIfAborted();
    const {promise, reject} = Promise.withResolvers<never>();
    const before = this.onAbort;
    this.onAbort = reason => {
      before?.(reason);
      reject(reason);
    };
    try {
      return await Promise.race([work, promise]);
    } finally {
      this.onAbort = before;
    }
  }
}
