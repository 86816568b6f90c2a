import {SqlError} from "../../../shared/interfaces/sql/sql-error.ts";

/** Messages up to this size are not counted. */
const FREE_BYTES = 64 * 1024;

/** What of the memory for large messages one client has taken. */
export interface MessageShare {
  /** For a message of that length, in place of what was taken before. Throws 53200 where that is too much. */
  take(bytes: number): void;
  release(): void;
}

/** The memory that the large messages of all clients may take, until they are answered: in all, and of one organization. */
export class MessageMemory {
  #bytes = 0;
  readonly #byOrg = new Map<string, number>();

  constructor(
    private readonly most: number,
    private readonly mostOfOrg: number,
  ) {}

  shareOf(orgId: string): MessageShare {
    let taken = 0;
    const add = (bytes: number) => {
      taken += bytes;
      this.#bytes += bytes;
      const ofOrg = (this.#byOrg.get(orgId) ?? 0) + bytes;
      if (ofOrg > 0) this.#byOrg.set(orgId, ofOrg);
      else this.#byOrg.delete(orgId);
    };
    return {
      take: length => {
        add(-taken);
        if (length <= FREE_BYTES) return;
        const ofOrg = this.#byOrg.get(orgId) ?? 0;
        if (this.#bytes + length > this.most || ofOrg + length > this.mostOfOrg)
          throw new SqlError("53200", `there is no memory for a message of ${length} bytes now`, {
            hint: "Send smaller statements and parameters, or wait until those of other clients are answered.",
          });
        add(length);
      },
      release: () => add(-taken),
    };
  }
}
