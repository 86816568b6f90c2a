import {randomBytes} from "node:crypto";
import {ServiceError} from "../errors.ts";

/** 19 MiB and two passes, which makes guessing expensive. */
const COSTS = {algorithm: "argon2id", memoryCost: 19_456, timeCost: 2} as const;
/** Hashes computed at once, so that a flood of attempts leaves cores and memory to others. */
const AT_ONCE = Math.max(1, Math.floor(navigator.hardwareConcurrency / 2));
/** Work of about two seconds. Known browsers go ahead of this queue and are never refused. */
const MOST_WAITING = 64;

/** Hashes passwords, a few at a time for the whole service. */
export class PasswordHashing {
  #busy = 0;
  readonly #known: (() => void)[] = [];
  readonly #unknown: (() => void)[] = [];
  #nobodys: Promise<string> | undefined;

  /** The hash of a password, to be stored. Waits in the queue of known callers. */
  hash(password: string): Promise<string> {
    return this.#inTurn(true, () => Bun.password.hash(password.normalize("NFC"), COSTS));
  }

  /**
   * Whether the password matches the hash. Without a hash it never does, and takes as long to say so. Few are compared
   * at once; `rate_limited` when too many wait, except for known browsers.
   */
  async verify(password: string, hash: string | undefined, isKnown: boolean): Promise<boolean> {
    const compared = hash ?? (await this.#nobodysHash());
    const isRight = await this.#inTurn(isKnown, () => Bun.password.verify(password, compared));
    return isRight && hash !== undefined;
  }

  #nobodysHash(): Promise<string> {
    this.#nobodys ??= this.hash(randomBytes(32).toString("base64"));
    return this.#nobodys;
  }

  async #inTurn<T>(isKnown: boolean, work: () => Promise<T>): Promise<T> {
    if (this.#busy < AT_ONCE) this.#busy++;
    else {
      if (!isKnown && this.#unknown.length >= MOST_WAITING) {
        throw new ServiceError("rate_limited", "Too many sign-ins at once. Try again in a moment.", {
          headers: {"retry-after": "3"},
        });
      }
      // The call that ends passes its slot on.
      await new Promise<void>(resolve => (isKnown ? this.#known : this.#unknown).push(resolve));
    }
    try {
      return await work();
    } finally {
      const next = this.#known.shift() ?? this.#unknown.shift();
      if (next) next();
      else this.#busy--;
    }
  }
}
