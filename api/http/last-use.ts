import {type Db, sql} from "../../shared/core/db.ts";
import type {Logger} from "../../shared/core/log.ts";

const FLUSH_AFTER_MS = 1000;
const MINUTE_MS = 60_000;

/** When this process last saw a token; part of the token cache's entry. */
export interface Seen {
  seenAt: number;
}

/** The token's principal and, for a token of an OAuth grant, the grant. */
interface Used {
  readonly actor: {readonly id: string; readonly orgId: string};
  readonly grantId?: string;
}

/**
 * Records when each principal last called and through which grant: at most once a minute, in batches, after the answers
 * have been sent. A batch that cannot be written is retried with the next batch.
 */
export class LastUse {
  /** The latest uses by the id of a principal or a grant. */
  #pending = new Map<string, {orgId: string; at: Date}>();
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly db: Db,
    private readonly log: Logger,
  ) {}

  note({actor: {id, orgId}, grantId}: Used, token: Seen, now: number): void {
    if (now - token.seenAt < MINUTE_MS) return;
    token.seenAt = now;
    const use = {orgId, at: new Date(now)};
    this.#pending.set(id, use);
    if (grantId !== undefined) this.#pending.set(grantId, use);
    this.#timer ??= setTimeout(() => void this.#flush(), FLUSH_AFTER_MS);
  }

  async #flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const batch = this.#pending;
    if (batch.size === 0) return;
    this.#pending = new Map();
    // Always in the same order, so that two processes never deadlock on each other's rows.
    const uses = [...batch].sort(([a], [b]) => (a < b ? -1 : 1));
    try {
      const hasGrants = uses.some(([id]) => id.startsWith("oauth_"));
      for (const table of hasGrants ? ["principals", "oauth_grants"] : ["principals"]) {
        await sql`
          update ${sql.table(table)} p set last_used_at = u.at
          from unnest(
            ${uses.map(([id]) => id)}::text[],
            ${uses.map(([, use]) => use.orgId)}::text[],
            ${uses.map(([, use]) => use.at)}::timestamptz[]) as u(id, org_id, at)
          where p.id = u.id and p.org_id = u.org_id
            and (p.last_used_at is null or p.last_used_at < u.at - interval '1 minute')`.execute(this.db);
      }
    } catch (error) {
      this.log.warn({err: error}, "the last use of tokens could not be written yet");
      for (const [id, use] of batch) if (!this.#pending.has(id)) this.#pending.set(id, use);
    }
  }

  /** Flushes the pending uses. */
  stop(): Promise<void> {
    return this.#flush();
  }
}
