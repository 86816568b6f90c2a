import {randomBytes} from "node:crypto";
import {ServiceError} from "../../core/errors.ts";

/** Argon2id with 19 MiB and two passes, which makes guessing expensive. */
const ARGON2_OPTIONS = {algorithm: "argon2id", memoryCost: 19_456, timeCost: 2} as const;
/** Limit of the hashes computed at once, so that a flood of attempts leaves cores and memory for other work. */
const MAX_CONCURRENT = Math.max(1, Math.floor(navigator.hardwareConcurrency / 2));
/**
 * Limit of the queue for unknown browsers: about two seconds of work. Known browsers have a queue of their own, which
 * goes first and never refuses.
 */
const MAX_QUEUED = 64;

/** Hashes passwords, only a few at a time in each process. */
export class PasswordHashing {
  #busy = 0;
  readonly #known: (() => void)[] = [];
  readonly #unknown: (() => void)[] = [];
  #dummyHash: Promise<string> | undefined;

  /** The hash of a password, to be stored. Waits in the queue of known callers. */
  hash(password: string): Promise<string> {
    return this.#inTurn(true, () => Bun.password.hash(password.normalize("NFC"), ARGON2_OPTIONS));
  }

  /**
   * Whether the password matches the hash. Without a hash the result is `false` after the same time. Only a few
   * passwords are compared at once; `rate_limited` if too many wait, except for known browsers.
   */
  async verify(password: string, hash: string | undefined, isKnown: boolean): Promise<boolean> {
    const comparedHash = hash ?? (await this.#hashOfNoPassword());
    const matches = await this.#inTurn(isKnown, () => Bun.password.verify(password, comparedHash));
    return matches && hash !== undefined;
  }

  #hashOfNoPassword(): Promise<string> {
    this.#dummyHash ??= this.hash(randomBytes(32).toString("base64"));
    return this.#dummyHash;
  }

  async #inTurn<T>(isKnown: boolean, work: () => Promise<T>): Promise<T> {
    if (this.#busy < MAX_CONCURRENT) this.#busy++;
    else {
      if (!isKnown && this.#unknown.length >= MAX_QUEUED) {
        throw new ServiceError("rate_limited", "Too many sign-ins at once. Try again in a moment.", {
          headers: {"retry-after": "3"},
        });
      }
      // The call that ends passes its slot to the next one, so the number of busy slots stays the same.
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
