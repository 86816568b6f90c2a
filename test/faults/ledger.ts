/** The requests and answers of the clients, to compare with what exists in the end. */
export class Ledger {
  requests = 0;
  /** Answers that the database or a worker is unavailable, and broken connections: a client tries these again. */
  refusals = 0;
  /** Requests that had no answer within their limit. */
  unanswered: string[] = [];
  /** Wrong answers, and errors of the service. */
  wrong: string[] = [];
  /** Each creation that a client requested, by the name of the content. */
  readonly creations = new Map<string, Creation>();
  /** The longest time without a successful answer to a probe, in milliseconds. */
  maxGapMs = 0;
  #servedAt = performance.now();

  served(): void {
    const now = performance.now();
    this.maxGapMs = Math.max(this.maxGapMs, now - this.#servedAt);
    this.#servedAt = now;
  }
}

/** A request to create content, and what became of it. */
export interface Creation {
  name: string;
  path: string;
  body: Record<string, unknown>;
  /** The `Idempotency-Key`. A creation without one is requested once. */
  key?: string;
  /** The id in the answer. */
  id?: string;
  /**
   * `requested`: a client requested the deletion, and its outcome is unknown. `done`: the service answered that the
   * content is deleted.
   */
  deleted?: "requested" | "done";
}
