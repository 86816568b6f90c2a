import {ServiceError} from "../../shared/ground/errors.ts";

interface Waiting {
  dueAt: number;
  reject: (error: ServiceError) => void;
}

/** The timeout of small bodies, with one timer for all of them, which costs less than a timer for each. */
export class BodyDeadline {
  /** In the order of their deadlines. */
  readonly #waiting = new Set<Waiting>();
  #timer: NodeJS.Timeout | undefined;

  constructor(readonly waitMs: number) {}

  /** Resolves with the body; rejects with `request_timeout` after the deadline. */
  async within<T>(body: Promise<T>): Promise<T> {
    const {promise, resolve, reject} = Promise.withResolvers<T>();
    const waiting = {dueAt: performance.now() + this.waitMs, reject};
    this.#waiting.add(waiting);
    this.#timer ??= setTimeout(this.#endOverdue, this.waitMs).unref();
    body.then(resolve, reject);
    try {
      return await promise;
    } finally {
      this.#waiting.delete(waiting);
    }
  }

  readonly #endOverdue = (): void => {
    this.#timer = undefined;
    const now = performance.now();
    for (const waiting of this.#waiting) {
      if (waiting.dueAt > now) {
        this.#timer = setTimeout(this.#endOverdue, Math.ceil(waiting.dueAt - now)).unref();
        return;
      }
      this.#waiting.delete(waiting);
      waiting.reject(tooSlow());
    }
  };
}

/** The error for a body that does not arrive in time; its connection is closed. */
export function tooSlow(): ServiceError {
  return new ServiceError("request_timeout", "The body did not arrive in time.", {
    headers: {connection: "close"},
  });
}
