import {SqlError} from "../../../shared/surfaces/sql/sql-error.ts";
import {OrgQuota, type QuotaLimits} from "../org-quota.ts";

/** Messages up to this size are not counted. */
const FREE_BYTES = 64 * 1024;

/** One client's share of the memory for large messages. */
export interface MessageShare {
  /**
   * Takes memory for a message of that length, in place of the memory that was taken before. Throws 53200 if there is
   * not enough memory.
   */
  take(bytes: number): void;
  release(): void;
}

/**
 * The memory that the large messages of all clients may take until they are answered: in total, and for one
 * organization.
 */
export class MessageMemory {
  readonly #quota: OrgQuota;

  constructor(limits: QuotaLimits) {
    this.#quota = new OrgQuota(limits);
  }

  shareOf(orgId: string): MessageShare {
    let taken = 0;
    const release = () => {
      this.#quota.giveBack(orgId, taken);
      taken = 0;
    };
    return {
      take: length => {
        release();
        if (length <= FREE_BYTES) return;
        if (!this.#quota.take(orgId, length))
          throw new SqlError("53200", `there is no memory for a message of ${length} bytes now`, {
            hint: "Send smaller statements and parameters, or wait until the statements of other clients are answered.",
          });
        taken = length;
      },
      release,
    };
  }
}
