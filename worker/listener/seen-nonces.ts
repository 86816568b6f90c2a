import {WINDOW_MS} from "../../shared/workers/protocol.ts";

/**
 * How many later requests of a sender may arrive before one that is still under way: more than come within a minute.
 */
const OVERTAKING = 2 ** 20;
const MOST_SENDERS = 1000;

/** The nonces seen of one sender: the greatest number, and a bit for each of those just below. */
interface Sender {
  greatest: number;
  bits: Uint32Array;
  usedAt: number;
}

/**
 * Remembers the nonces that were seen while their signatures are valid, as RFC 4303 §3.4.3 does with sequence numbers:
 * a nonce is a sender and an increasing number. Takes 128 KB for each web process of the last two minutes.
 */
export class SeenNonces {
  readonly #senders = new Map<string, Sender>();

  /** Whether a nonce with a valid signature is seen for the first time. One that is too old to tell is refused. */
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
    if (this.#senders.size >= MOST_SENDERS) return undefined;
    const sender = {greatest: 0, bits: new Uint32Array(OVERTAKING / 32), usedAt: now};
    this.#senders.set(name, sender);
    return sender;
  }
}

function take(sender: Sender, number: number): boolean {
  const {bits, greatest} = sender;
  if (number <= greatest - OVERTAKING) return false;
  if (number > greatest) {
    // The bits of old numbers are reused for new ones.
    if (number - greatest >= OVERTAKING) bits.fill(0);
    else for (let next = greatest + 1; next <= number; next++) set(bits, next, false);
    sender.greatest = number;
  } else if (isSet(bits, number)) return false;
  set(bits, number, true);
  return true;
}

const wordOf = (number: number) => (number % OVERTAKING) >>> 5;
const bitOf = (number: number) => 1 << (number & 31);

function isSet(bits: Uint32Array, number: number): boolean {
  return ((bits[wordOf(number)] ?? 0) & bitOf(number)) !== 0;
}

function set(bits: Uint32Array, number: number, value: boolean): void {
  const word = wordOf(number);
  const others = (bits[word] ?? 0) & ~bitOf(number);
  bits[word] = value ? others | bitOf(number) : others;
}
