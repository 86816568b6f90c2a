import {addRunJob} from "../../shared/agents/run-job.ts";
import {type Db, sql} from "../../shared/db.ts";

/** One place of so many is for other organizations than the one that has all others. */
const KEPT_OF = 8;

/** The places of this worker's runs of agents: no organization has them all, since a run may take minutes. */
export class AgentPlaces {
  readonly #held = new Map<string, number>();
  readonly #most: number;

  constructor(places: number) {
    this.#most = Math.max(1, places - Math.ceil(places / KEPT_OF));
  }

  /** Organizations that have as many as they may: the flags of jobs that stay in the queue. */
  full(): string[] {
    return [...this.#held].filter(([, count]) => count >= this.#most).map(([orgId]) => orgId);
  }

  /**
   * Does the work of a run, or puts its job back: several that are taken in the same moment know nothing of each other.
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
