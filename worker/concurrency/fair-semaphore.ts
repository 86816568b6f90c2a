import type {Work} from "../../shared/core/wire/run-request.ts";

/**
 * The account that a permit is held for, by holder and kind of work. Permits are shared fairly among these accounts.
 */
export interface Share {
  key: string;
  work: Work;
}

export function shareOf(holder: string, work: Work): Share {
  return {key: `${work} ${holder}`, work};
}

/**
 * A request for permits on behalf of one or more shares. Other shares may join a waiting request, which is then served
 * as soon as any of its shares may have a permit.
 */
export class PermitRequest {
  readonly shares: Share[] = [];
  /** Called when the request, or a statement that it serves, has to wait, and when that wait has ended. */
  onWait: ((isWaiting: boolean) => void) | undefined;
  readonly #listeners = new Set<(share: Share) => void>();

  constructor(...shares: Share[]) {
    for (const share of shares) this.join(share);
  }

  /**
   * A new request on behalf of one holder, such as the organization of all callers whose shares have joined this
   * request. The new request has one share of that holder for each kind of work in this request, also for kinds that
   * join this request later, until the new one is disposed of.
   */
  heldBy(holder: string): {request: PermitRequest} & Disposable {
    const works = this.shares.map(({work}) => shareOf(holder, work));
    const request = new PermitRequest(...works);
    request.onWait = isWaiting => this.onWait?.(isWaiting);
    const stop = this.onJoin(({work}) => request.join(shareOf(holder, work)));
    return {request, [Symbol.dispose]: stop};
  }

  join(share: Share): void {
    if (this.shares.some(({key}) => key === share.key)) return;
    this.shares.push(share);
    for (const listener of this.#listeners) listener(share);
  }

  /** Calls `listener` when a share joins. The returned function removes the listener. */
  onJoin(listener: (share: Share) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

/** A permit that is held until `release`. */
export interface Permit {
  /** Must be called exactly once. */
  release(): void;
}

interface Ticket {
  number: number;
  serve(share: Share): void;
}

/**
 * A counting semaphore with fair queueing. Exports hold at most half of the permits, background work at most a quarter,
 * and both together never all, unless there is only one, so that interactive work always has a permit. The last free
 * permits, in total and of each kind of work, are reserved for shares that hold none. The waiting share that holds the
 * fewest permits is served next; within a share, requests are served in order of arrival.
 */
export class FairSemaphore {
  readonly #most: Record<Work, number>;
  readonly #held = new Map<string, number>();
  readonly #heldFor: Record<Work, number> = {interactive: 0, export: 0, background: 0};
  readonly #waiting = new Map<string, {share: Share; tickets: Ticket[]}>();
  #free: number;
  #tickets = 0;

  constructor(private readonly permits: number) {
    this.#free = permits;
    this.#most = {
      interactive: permits,
      export: Math.max(1, Math.floor(permits / 2)),
      background: Math.max(1, Math.floor(permits / 4)),
    };
  }

  /** Rejects with the signal's reason when it aborts before the request is served. */
  acquire(permitRequest: PermitRequest, signal: AbortSignal): Permit | Promise<Permit> {
    signal.throwIfAborted();
    // No waiting share is overtaken: a share waits only while no free permit is allowed for it.
    for (const share of permitRequest.shares) if (this.#mayHave(share)) return this.#hold(share);
    return new Promise<Permit>((resolve, reject) => {
      const leave = () => {
        permitRequest.onWait?.(false);
        stopListening();
        signal.removeEventListener("abort", onAbort);
        for (const share of permitRequest.shares) this.#dequeue(share, ticket);
      };
      const onAbort = () => {
        leave();
        reject(signal.reason);
      };
      const ticket: Ticket = {
        number: this.#tickets++,
        serve: share => {
          leave();
          resolve(this.#hold(share));
        },
      };
      const stopListening = permitRequest.onJoin(share => {
        this.#enqueue(share, ticket);
        this.#serve();
      });
      signal.addEventListener("abort", onAbort, {once: true});
      for (const share of permitRequest.shares) this.#enqueue(share, ticket);
      permitRequest.onWait?.(true);
    });
  }

  #mayHave({key, work}: Share): boolean {
    const leftOfKind = this.#most[work] - this.#heldFor[work];
    if (this.#free <= 0 || leftOfKind <= 0) return false;
    const heldByOtherWork = this.#heldFor.export + this.#heldFor.background;
    if (work !== "interactive" && heldByOtherWork >= Math.max(1, this.permits - 1)) return false;
    return (
      !this.#held.has(key) ||
      (this.#free > reservedPermits(this.permits) && leftOfKind > reservedPermits(this.#most[work]))
    );
  }

  #hold(share: Share): Permit {
    const {key, work} = share;
    this.#free--;
    this.#heldFor[work]++;
    this.#held.set(key, (this.#held.get(key) ?? 0) + 1);
    return {release: () => this.#release(share)};
  }

  #release({key, work}: Share): void {
    this.#free++;
    this.#heldFor[work]--;
    const held = (this.#held.get(key) ?? 0) - 1;
    if (held > 0) this.#held.set(key, held);
    else this.#held.delete(key);
    this.#serve();
  }

  #serve(): void {
    for (let next = this.#next(); next; next = this.#next()) next.ticket.serve(next.share);
  }

  #next(): {share: Share; ticket: Ticket} | undefined {
    let best: {share: Share; ticket: Ticket; held: number} | undefined;
    for (const {share, tickets} of this.#waiting.values()) {
      const [ticket] = tickets;
      if (!ticket || !this.#mayHave(share)) continue;
      const held = this.#held.get(share.key) ?? 0;
      if (!best || held < best.held || (held === best.held && ticket.number < best.ticket.number)) {
        best = {share, ticket, held};
      }
    }
    return best;
  }

  #enqueue(share: Share, ticket: Ticket): void {
    const queue = this.#waiting.get(share.key);
    if (queue) queue.tickets.push(ticket);
    else this.#waiting.set(share.key, {share, tickets: [ticket]});
  }

  #dequeue(share: Share, ticket: Ticket): void {
    const queue = this.#waiting.get(share.key);
    const index = queue?.tickets.indexOf(ticket) ?? -1;
    if (!queue || index < 0) return;
    queue.tickets.splice(index, 1);
    if (queue.tickets.length === 0) this.#waiting.delete(share.key);
  }
}

/** How many of the permits are reserved for shares that hold none; with fewer than four permits there is no reserve. */
function reservedPermits(permits: number): number {
  return permits < 4 ? 0 : Math.max(1, Math.floor(permits / 8));
}
