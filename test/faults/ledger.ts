/** What clients were told, to be held against what is there in the end. */
export class Ledger {
  requests = 0;
  /** Answers that say that something of ours is away, and connections that broke: what a client tries again. */
  refusals = 0;
  /** Requests that had no answer within their limit. */
  unanswered: string[] = [];
  /** Answers that are not true, and faults of ours. */
  wrong: string[] = [];
  /** By its name, each thing that a client asked for. */
  readonly asked = new Map<string, Asked>();
  /** The longest time in which nothing was served, in milliseconds. */
  longestGapMs = 0;
  #servedAt = performance.now();

  served(): void {
    const now = performance.now();
    this.longestGapMs = Math.max(this.longestGapMs, now - this.#servedAt);
    this.#servedAt = now;
  }
}

export interface Asked {
  name: string;
  path: string;
  body: Record<string, unknown>;
  /** Of its `Idempotency-Key`; without one it is asked for once. */
  key?: string;
  /** As it was answered, whoever heard it. */
  id?: string;
  /** Somebody asked for it to be deleted; whether it was is known where it says so. */
  deleted?: "asked" | "done";
}
