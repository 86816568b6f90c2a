import {ServiceError} from "../../shared/core/errors.ts";

const WINDOW_MS = 60_000;
const MAX_TOKENS = 20_000;

/**
 * A rate limit per token and process. The limiter stores one number for each token: the time at which the token's
 * allowance is full again (GCRA: a token bucket of a minute's quota that refills evenly). Headers as in
 * draft-ietf-httpapi-ratelimit-headers-10.
 */
export class RateLimiter {
  readonly policy: string;
  readonly #costMs: number;
  readonly #buckets = new Map<string, {fullAt: number}>();

  constructor(private readonly perMinute: number) {
    this.policy = `"default";q=${perMinute};w=${WINDOW_MS / 1000}`;
    this.#costMs = WINDOW_MS / perMinute;
  }

  /**
   * Takes one call from the allowance and returns the `RateLimit` header; throws `rate_limited` when nothing is left.
   */
  take(token: string, now = performance.now()): string {
    let bucket = this.#buckets.get(token);
    if (!bucket) {
      if (this.#buckets.size >= MAX_TOKENS) this.#dropFull(now);
      bucket = {fullAt: now};
      this.#buckets.set(token, bucket);
    }
    const owedMs = Math.max(0, bucket.fullAt - now) + this.#costMs;
    if (owedMs > WINDOW_MS) throw this.#refusal(owedMs - WINDOW_MS);
    bucket.fullAt = now + owedMs;
    return `"default";r=${Math.floor((WINDOW_MS - owedMs) / this.#costMs)};t=${Math.ceil(owedMs / 1000)}`;
  }

  #refusal(waitMs: number): ServiceError {
    const seconds = Math.max(1, Math.ceil(waitMs / 1000));
    return new ServiceError(
      "rate_limited",
      `This token has used up its ${this.perMinute} calls a minute. Try again in ${seconds} s.`,
      {
        headers: {
          "retry-after": String(seconds),
          ratelimit: `"default";r=0;t=${seconds}`,
          "ratelimit-policy": this.policy,
        },
      },
    );
  }

  /** Removes the full buckets. A token without a bucket has its full allowance. */
  #dropFull(now: number): void {
    for (const [token, {fullAt}] of this.#buckets) if (fullAt <= now) this.#buckets.delete(token);
  }
}
