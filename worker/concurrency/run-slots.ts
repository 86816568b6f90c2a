/** One slot in eight is reserved: an organization that occupies all other slots cannot take a reserved slot. */
const SLOTS_PER_RESERVED = 8;

/** The organization occupies as many slots as it may: its job goes back into the queue, where it waits for one. */
export class NoSlotLeft extends Error {
  override readonly name = "NoSlotLeft";

  constructor(readonly orgId: string) {
    super("the organization occupies as many slots of this worker as it may");
  }
}

/**
 * The slots of this worker for one kind of runs: of agents, of questions, of queued queries, or of background work. No
 * organization can take all slots, because a run may take minutes.
 */
export class RunSlots {
  readonly #held = new Map<string, number>();
  readonly #most: number;

  constructor(places: number) {
    this.#most = Math.max(1, places - Math.ceil(places / SLOTS_PER_RESERVED));
  }

  /** Organizations that have reached their limit. Jobs with these flags stay in the queue. */
  full(): string[] {
    return [...this.#held].filter(([, count]) => count >= this.#most).map(([orgId]) => orgId);
  }

  /**
   * Does the work of a run, or puts its job back into the queue if the organization has reached its limit, by `putBack` or
   * else by `NoSlotLeft`. The limit is checked here too, because jobs that are taken from the queue at the same moment do
   * not know about each other.
   */
  async during(
    orgId: string,
    work: () => Promise<void>,
    putBack = (): Promise<void> => Promise.reject(new NoSlotLeft(orgId)),
  ): Promise<void> {
    const held = this.#held.get(orgId) ?? 0;
    if (held >= this.#most) return putBack();
    this.#held.set(orgId, held + 1);
    try {
      await work();
    } finally {
      const left = (this.#held.get(orgId) ?? 1) - 1;
      if (left > 0) this.#held.set(orgId, left);
      else this.#held.delete(orgId);
    }
  }
}
