/** Without a heartbeat for so long a worker is taken for gone. */
export const ALIVE_MS = 6000;
/** A longer pause between two looks means that this process, or the database, was away. */
const BREAK_MS = 3000;

/** A worker's row, as it is now. */
export interface Beating {
  id: string;
  address: string | null;
  heartbeatAt: string;
  /** The age of the heartbeat, by the database's clock. */
  ageMs: number;
}

interface Heard {
  address: string;
  heartbeatAt: string;
  /** When it was, by this process' clock. */
  atMs: number;
}

/**
 * Notices which workers miss their heartbeat. A worker is not silent where this process could not have heard it: all
 * workers are as old as the last look after an outage of the database, and a crash of it empties their table.
 */
export class Heartbeats {
  readonly #heard = new Map<string, Heard>();
  #lookedAt = Number.NEGATIVE_INFINITY;
  #steadySince = 0;

  /** The addresses of the workers that have gone silent since the last look. */
  look(workers: readonly Beating[], now = performance.now()): string[] {
    if (now - this.#lookedAt > BREAK_MS) this.#steadySince = now;
    this.#lookedAt = now;
    for (const {id, address, heartbeatAt, ageMs} of workers) {
      const heard = this.#heard.get(id);
      // A worker that leaves has no address any more, but goes on with what it has begun at its last one.
      if (heard) {
        if (heard.heartbeatAt !== heartbeatAt) Object.assign(heard, {heartbeatAt, atMs: now - ageMs});
      } else if (address !== null && ageMs <= ALIVE_MS)
        this.#heard.set(id, {address, heartbeatAt, atMs: now - ageMs});
    }
    if (now - this.#steadySince < ALIVE_MS) return [];
    const silent: string[] = [];
    for (const [id, {address, atMs}] of this.#heard) {
      if (now - atMs <= ALIVE_MS) continue;
      this.#heard.delete(id);
      silent.push(address);
    }
    // Another worker may have taken the address of one that has ended.
    const taken = new Set([...this.#heard.values()].map(({address}) => address));
    return silent.filter(address => !taken.has(address));
  }
}
