import {ServiceError} from "../../shared/core/errors.ts";

/** The share of the memory that one network may hold. */
const SHARE = 1 / 2;
const RETRY_AFTER_SECONDS = 5;

/** The memory that one request holds for the body of an unauthenticated caller. */
export interface Holding {
  /** Aborts when the body is evicted in favour of others. The reason is the error to answer with. */
  readonly dropped: AbortSignal;
  /** Reserves more memory. Throws `overloaded` where this body itself is to be evicted. */
  reserve(sizeBytes: number): void;
  /** Marks the body as complete: from now on it is not evicted. */
  complete(): void;
  /** Releases all of the memory. */
  release(): void;
}

interface Held {
  network: string;
  sizeBytes: number;
  /** The sum, over all blocks, of the block's size times the time when it was taken. */
  sizeTimesMs: number;
  drop: AbortController;
}

/**
 * Bounds the memory for bodies of unauthenticated callers in one process, in total and for one network. When the memory
 * is full, the body whose bytes have the greatest mean age is evicted: usually that of a slow or silent sender, and
 * hardly ever a delivery of GitHub, whose bytes all arrive within a second.
 */
export class UnverifiedBodies {
  readonly #ofNetwork = new Map<string, number>();
  readonly #open = new Set<Held>();
  #heldBytes = 0;

  constructor(private readonly maxBytes: number) {}

  get heldBytes(): number {
    return this.#heldBytes;
  }

  hold(network: string): Holding {
    const held: Held = {network, sizeBytes: 0, sizeTimesMs: 0, drop: new AbortController()};
    this.#open.add(held);
    return {
      dropped: held.drop.signal,
      reserve: sizeBytes => this.#reserve(held, sizeBytes),
      complete: () => this.#open.delete(held),
      release: () => this.#release(held),
    };
  }

  #reserve(held: Held, sizeBytes: number): void {
    const {network, drop} = held;
    const now = performance.now();
    while ((this.#ofNetwork.get(network) ?? 0) + sizeBytes > this.maxBytes * SHARE)
      this.#dropOldest(held, now, other => other.network === network);
    while (this.#heldBytes + sizeBytes > this.maxBytes) this.#dropOldest(held, now, () => true);
    drop.signal.throwIfAborted();
    held.sizeBytes += sizeBytes;
    held.sizeTimesMs += sizeBytes * now;
    this.#heldBytes += sizeBytes;
    this.#ofNetwork.set(network, (this.#ofNetwork.get(network) ?? 0) + sizeBytes);
  }

  /** Evicts one body that holds memory. Throws if the requesting body is the oldest, or if no body can be evicted. */
  #dropOldest(asking: Held, now: number, matches: (held: Held) => boolean): void {
    let oldest: Held = asking;
    let oldestAgeMs = asking.sizeBytes === 0 ? -1 : meanAgeMs(asking, now);
    for (const held of this.#open) {
      if (held === asking || held.sizeBytes === 0 || !matches(held)) continue;
      const ageMs = meanAgeMs(held, now);
      if (ageMs <= oldestAgeMs) continue;
      oldest = held;
      oldestAgeMs = ageMs;
    }
    this.#release(oldest);
    oldest.drop.abort(overloaded());
    asking.drop.signal.throwIfAborted();
  }

  #release(held: Held): void {
    this.#open.delete(held);
    this.#heldBytes -= held.sizeBytes;
    const left = (this.#ofNetwork.get(held.network) ?? 0) - held.sizeBytes;
    if (left > 0) this.#ofNetwork.set(held.network, left);
    else this.#ofNetwork.delete(held.network);
    held.sizeBytes = 0;
    held.sizeTimesMs = 0;
  }
}

function meanAgeMs({sizeBytes, sizeTimesMs}: Held, now: number): number {
  return now - sizeTimesMs / sizeBytes;
}

function overloaded(): ServiceError {
  return new ServiceError(
    "overloaded",
    "The service receives too many requests at once, and this request arrived too slowly. Try again in a moment.",
    {headers: {"retry-after": String(RETRY_AFTER_SECONDS), connection: "close"}},
  );
}
