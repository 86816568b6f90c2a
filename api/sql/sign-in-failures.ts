const WINDOW_MS = 60_000;
const MAX_ADDRESSES = 20_000;

/**
 * Counts the failed passwords of each address. As in `RateLimiter`, the stored value is the time at which the address's
 * allowance is full again.
 */
export class SignInFailures {
  readonly #fullAt = new Map<string, number>();
  readonly #costMs: number;

  constructor(perMinute: number) {
    this.#costMs = WINDOW_MS / perMinute;
  }

  /** Whether the address has too many recent failures to try again now. */
  isBlocked(address: string, now = performance.now()): boolean {
    return (this.#fullAt.get(address) ?? 0) - now + this.#costMs > WINDOW_MS;
  }

  add(address: string, now = performance.now()): void {
    if (this.#fullAt.size >= MAX_ADDRESSES) this.#dropFull(now);
    this.#fullAt.set(address, Math.max(now, this.#fullAt.get(address) ?? 0) + this.#costMs);
  }

  #dropFull(now: number): void {
    for (const [address, fullAt] of this.#fullAt) if (fullAt <= now) this.#fullAt.delete(address);
  }
}
