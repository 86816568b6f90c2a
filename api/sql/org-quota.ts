/** Limits in bytes: for all organizations together, and for each organization. */
export interface QuotaLimits {
  readonly all: number;
  readonly org: number;
}

/** Counts bytes of one kind that the sessions of a process take, so that no organization takes all of them. */
export class OrgQuota {
  #bytes = 0;
  readonly #byOrg = new Map<string, number>();

  constructor(private readonly limits: QuotaLimits) {}

  /** Takes the bytes if both limits allow it. Returns whether the bytes were taken. */
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
