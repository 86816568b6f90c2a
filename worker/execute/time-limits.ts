import {ServiceError} from "../../shared/core/errors.ts";

/** What a statement is doing. It rests while no reader wants more rows. */
export type StatementPhase = "waiting" | "running" | "resting";

/**
 * How long a statement may run in the warehouse, from its beginning: as long as the largest limit of all readers that
 * have joined it. Readers who keep joining therefore do not prolong the statement for ever.
 */
export class StatementLimit {
  #limitMs = 0;
  #ranMs = 0;
  #runningSince: number | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** `onOver` is called when the statement has run that long. */
  constructor(private readonly onOver: (error: ServiceError) => void) {}

  /** Raises the limit to that of a reader who joins. */
  raise(timeoutMs: number): void {
    if (timeoutMs <= this.#limitMs) return;
    this.#limitMs = timeoutMs;
    this.#setTimer();
  }

  /** Counts the time while the statement is running. */
  enter(phase: StatementPhase): void {
    const now = performance.now();
    if (this.#runningSince !== undefined) this.#ranMs += now - this.#runningSince;
    this.#runningSince = phase === "running" ? now : undefined;
    this.#setTimer();
  }

  #setTimer(): void {
    clearTimeout(this.#timer);
    if (this.#runningSince === undefined || this.#limitMs === Number.POSITIVE_INFINITY) return;
    const leftMs = this.#limitMs - this.#ranMs - (performance.now() - this.#runningSince);
    this.#timer = setTimeout(() => this.onOver(ranTooLong(this.#limitMs)), Math.max(1, leftMs));
  }
}

/**
 * The time limits of one reader of a statement: how long the statement may run in the warehouse while the reader is
 * there, and how long it may wait for permits and threads. Both are `timeoutMs`.
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
    const fault = phase === "running" ? ranTooLong : waitedTooLong;
    this.#timer = setTimeout(() => this.onOver(fault(this.timeoutMs)), Math.max(1, this.#leftMs[phase]));
  }
}

function ranTooLong(timeoutMs: number): ServiceError {
  return new ServiceError(
    "query_timeout",
    `The statement ran past its limit of ${timeoutMs} ms and was cancelled.`,
  );
}

function waitedTooLong(timeoutMs: number): ServiceError {
  return new ServiceError(
    "worker_unavailable",
    `The statement waited ${timeoutMs} ms for its turn, because other statements kept the connection or the worker busy, and was ended. Try again in a moment.`,
    // 57P03, the usual SQLSTATE of this code, would make pools of SQL clients drop the connection, although the
    // connection still works.
    {headers: {"retry-after": "5"}, sqlState: "53300"},
  );
}
