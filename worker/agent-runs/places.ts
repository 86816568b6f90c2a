import {addRunJob} from "../../shared/automation/agents/run-job.ts";
import {type Db, sql} from "../../shared/ground/db.ts";

/** One place in eight is reserved: an organization that fills all other places cannot take a reserved one. */
const PLACES_PER_RESERVED = 8;

/**
 * The places for runs of agents, or of questions, of this worker. No organization can take all of them, because a run
 * may take minutes.
 */
export class RunPlaces {
  readonly #held = new Map<string, number>();
  readonly #most: number;

  constructor(places: number) {
    this.#most = Math.max(1, places - Math.ceil(places / PLACES_PER_RESERVED));
  }

  /** Organizations that have reached their limit. Jobs with these flags stay in the queue. */
  full(): string[] {
    return [...this.#held].filter(([, count]) => count >= this.#most).map(([orgId]) => orgId);
  }

  /**
   * Does the work of a run, or puts its job back if the organization has reached its limit: jobs that are taken from
   * the queue at the same moment do not know of each other.
   */
  async during(
    db: Db,
    {orgId, runId}: {orgId: string; runId: string},
    work: () => Promise<void>,
  ): Promise<void> {
    const held = this.#held.get(orgId) ?? 0;
    if (held >= this.#most) {
      await sql`select ${addRunJob} from agent_runs m where m.org_id = ${orgId} and m.id = ${runId}`.execute(
        db,
      );
      return;
    }
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
