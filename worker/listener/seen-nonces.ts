import {WINDOW_MS} from "../../shared/core/workers/protocol.ts";

/**
 * The size of the window: how many later requests of a sender may overtake a request. A sender sends fewer in a minute.
 */
const WINDOW_SIZE = 2 ** 20;
const MAX_SENDERS = 1000;

/** The nonces seen of one sender: the greatest number, and a bit for each number within the window below it. */
interface Sender {
  greatest: number;
  bits: Uint32Array;
  usedAt: number;
}

/**
 * Replay protection: remembers nonces as long as their signatures are valid, with the sliding window of RFC 4303
 * §3.4.3. A nonce is a sender and an increasing number. Takes 128 KB for each web process of the last two minutes.
 */
export class SeenNonces {
  readonly #senders = new Map<string, Sender>();

  /** Whether a nonce with a valid signature is seen for the first time. A nonce below the window counts as seen. */
  isNew(nonce: string, now = performance.now()): boolean {
    const [, name, digits] = /^([0-9a-f]{32})\.(\d{1,15})$/.exec(nonce) ?? [];
    if (name === undefined || digits === undefined) return false;
    const sender = this.#senders.get(name) ?? this.#add(name, now);
    if (!sender) return false;
    sender.usedAt = now;
    return take(sender, Number(digits));
  }

  #add(name: string, now: number): Sender | undefined {
    for (const [other, {usedAt}] of this.#senders) {
      if (usedAt < now - 2 * WINDOW_MS) this.#senders.delete(other);
    }
    if (this.#senders.size >= MAX_SENDERS) return undefined;
    const sender = {greatest: 0, bits: new Uint32Array(WINDOW_SIZE / 32), usedAt: now};
    this.#senders.set(name, sender);
    return sender;
  }
}

function take(sender: Sender, number: number): boolean {
  const {bits, greatest} = sender;
  if (number <= greatest - WINDOW_SIZE) return false;
  if (number > greatest) {
    // The bits of old numbers are reused for new ones.
    if (number - greatest >= WINDOW_SIZE) bits.fill(0);
    else for (let next = greatest + 1; next <= number; next++) set(bits, next, false);
    sender.greatest = number;
  } else if (isSet(bits, number)) return false;
  set(bits, number, true);
  return true;
}

const wordOf = (number: number) => (number % WINDOW_SIZE) >>> 5;
const bitOf = (number: number) => 1 << (number & 31);

function isSet(bits: Uint32Array, number: number): boolean {
  return ((bits[wordOf(number)] ?? 0) & bitOf(number)) !== 0;
}

function set(bits: Uint32Array, number: number, value: boolean): void {
  const word = wordOf(number);
  const others = (bits[word] ?? 0) & ~bitOf(number);
  bits[word] = value ? others | bitOf(number) : others;
}
