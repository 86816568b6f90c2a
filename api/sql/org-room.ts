/** Bytes that organizations share: so many in all, and so many of one of them. */
export interface RoomLimits {
  readonly all: number;
  readonly org: number;
}

/** Counts bytes of one kind that the sessions of a process take, so that no organization takes all of them. */
export class OrgRoom {
  #bytes = 0;
  readonly #byOrg = new Map<string, number>();

  constructor(private readonly limits: RoomLimits) {}

  /** Whether there is room for so many bytes, which are then taken. */
  take(orgId: string, bytes: number): boolean {
    const ofOrg = (this.#byOrg.get(orgId) ?? 0) + bytes;
    if (ofOrg > this.limits.org || this.#bytes + bytes > this.limits.all) return false;
    this.#bytes += bytes;
    this.#byOrg.set(orgId, ofOrg);
    return true;
  }

  giveBack(orgId: string, bytes: number): void {
    this.#bytes -= bytes;
    const left = (this.#byOrg.get(orgId) ?? 0) - bytes;
    if (left > 0) this.#byOrg.set(orgId, left);
    else this.#byOrg.delete(orgId);
  }
}
