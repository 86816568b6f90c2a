/** A worker without a heartbeat for this long counts as dead. */
export const ALIVE_MS = 6000;
/** A longer pause between two checks means that this process was suspended or the database unreachable. */
const BREAK_MS = 3000;

/** A worker's row, as it is now. */
export interface HeartbeatRow {
  id: string;
  address: string | null;
  heartbeatAt: string;
  /** The age of the heartbeat, by the database's clock. */
  ageMs: number;
}

interface LastHeartbeat {
  address: string;
  heartbeatAt: string;
  /** The time of the heartbeat by this process's clock. */
  atMs: number;
}

/**
 * Detects workers that miss their heartbeat. After a gap in this process's own checks, no worker counts as silent at
 * first: an outage of the database delays all heartbeats, and a crash of the database empties the table of workers.
 */
export class Heartbeats {
  readonly #lastHeartbeats = new Map<string, LastHeartbeat>();
  #lookedAt = Number.NEGATIVE_INFINITY;
  #steadySince = 0;

  /** The addresses of the workers that have gone silent since the last check. */
  look(workers: readonly HeartbeatRow[], now = performance.now()): string[] {
    if (now - this.#lookedAt > BREAK_MS) this.#steadySince = now;
    this.#lookedAt = now;
    for (const {id, address, heartbeatAt, ageMs} of workers) {
      const last = this.#lastHeartbeats.get(id);
      // A worker that shuts down no longer has an address, but finishes the requests at its last address.
      if (last) {
        if (last.heartbeatAt !== heartbeatAt) Object.assign(last, {heartbeatAt, atMs: now - ageMs});
      } else if (address !== null && ageMs <= ALIVE_MS)
        this.#lastHeartbeats.set(id, {address, heartbeatAt, atMs: now - ageMs});
    }
    if (now - this.#steadySince < ALIVE_MS) return [];
    const silent: string[] = [];
    for (const [id, {address, atMs}] of this.#lastHeartbeats) {
      if (now - atMs <= ALIVE_MS) continue;
      this.#lastHeartbeats.delete(id);
      silent.push(address);
    }
    // Another worker may have taken over the address of a worker that has ended.
    const taken = new Set([...this.#lastHeartbeats.values()].map(({address}) => address));
    return silent.filter(address => !taken.has(address));
  }
}
