import type {Notice, Notices} from "../shared/ground/notices.ts";

/** How many runs are remembered; of more, those that were queued first are forgotten. */
const MOST = 10_000;

/**
 * Runs that this process has queued and of whose end it has not heard, with the person of each. A request for the result
 * of one waits before it reads, and not after a statement that would find the run unfinished.
 */
export class QueuedRuns {
  readonly #askers = new Map<string, string>();

  constructor(notices: Notices) {
    notices.on("notice", (notice: Notice) => {
      if (notice.kind === "run") this.#askers.delete(notice.id);
    });
    // The end of a run may be among the notices that were missed.
    notices.on("reset", () => this.#askers.clear());
  }

  /** Remembers a run that is about to be queued: before it is, so that its end cannot be missed. */
  expect(runId: string, principalId: string): void {
    this.#askers.set(runId, principalId);
    if (this.#askers.size > MOST) this.#askers.delete(this.#askers.keys().next().value ?? runId);
  }

  /** Whether this process knows that the run of that person has not ended. */
  isUnfinished(runId: string, principalId: string): boolean {
    return this.#askers.get(runId) === principalId;
  }
}
