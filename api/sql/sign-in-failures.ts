const WINDOW_MS = 60_000;
const MOST_ADDRESSES = 20_000;

/**
 * Counts failed passwords of each address. As `RateLimiter`, it keeps for each address the time at which its allowance
 * is full again.
 */
export class SignInFailures {
  readonly #wholeAt = new Map<string, number>();
  readonly #costMs: number;

  constructor(perMinute: number) {
    this.#costMs = WINDOW_MS / perMinute;
  }

  /** Whether the address has failed too often to try again now. */
  isBarred(address: string, now = performance.now()): boolean {
    return (this.#wholeAt.get(address) ?? 0) - now + this.#costMs > WINDOW_MS;
  }

  add(address: string, now = performance.now()): void {
    if (this.#wholeAt.size >= MOST_ADDRESSES) this.#forgetWhole(now);
    this.#wholeAt.set(address, Math.max(now, this.#wholeAt.get(address) ?? 0) + this.#costMs);
  }

  #forgetWhole(now: number): void {
    for (const [address, wholeAt] of this.#wholeAt) if (wholeAt <= now) this.#wholeAt.delete(address);
  }
}
