import {ServiceError} from "../../shared/core/errors.ts";

/** What a statement is doing. It rests while no reader wants more rows. */
export type StatementPhase = "waiting" | "running" | "resting";

/**
 * The time limits of one reader of a statement: how long the statement may run in the warehouse while the reader is
 * there, and how long it may wait for its permits. Both are `timeoutMs`.
 */
export class ReaderLimits {
  readonly #leftMs: Record<StatementPhase, number>;
  #phase: StatementPhase = "resting";
  #since = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly timeoutMs: number,
    /** Called when one of the limits is exceeded. */
    private readonly onOver: (error: ServiceError) => void,
  ) {
    this.#leftMs = {waiting: timeoutMs, running: timeoutMs, resting: Number.POSITIVE_INFINITY};
  }

  /** Continues the limit of the phase, and stops that of the phase before. */
  enter(phase: StatementPhase): void {
    clearTimeout(this.#timer);
    const now = performance.now();
    this.#leftMs[this.#phase] -= now - this.#since;
    this.#phase = phase;
    this.#since = now;
    if (phase === "resting") return;
    this.#timer = setTimeout(() => this.onOver(this.#fault(phase)), Math.max(1, this.#leftMs[phase]));
  }

  #fault(phase: "waiting" | "running"): ServiceError {
    if (phase === "running")
      return new ServiceError(
        "query_timeout",
        `The statement ran past its limit of ${this.timeoutMs} ms and was cancelled.`,
      );
    return new ServiceError(
      "worker_unavailable",
      `The statement waited ${this.timeoutMs} ms for its turn, because other statements kept the connection busy, and was not run. Try again in a moment.`,
      {headers: {"retry-after": "5"}},
    );
  }
}
