import {ServiceError} from "../../shared/errors.ts";

interface Waiting {
  dueAt: number;
  reject: (error: ServiceError) => void;
}

/** Ends the wait for small bodies after `waitMs`, with one timer for all of them: a timer each costs more. */
export class BodyDeadline {
  /** In the order in which they are due. */
  readonly #waiting = new Set<Waiting>();
  #timer: NodeJS.Timeout | undefined;

  constructor(readonly waitMs: number) {}

  /** The body, or `request_timeout`. */
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

/** The connection of a body that does not come is closed. */
export function tooSlow(): ServiceError {
  return new ServiceError("request_timeout", "The body did not arrive in time.", {
    headers: {connection: "close"},
  });
}
