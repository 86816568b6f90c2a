import type {Notice, Notices} from "../shared/core/change-notices.ts";

/** How many runs are remembered. When there are more, the runs that were queued first are forgotten. */
const MOST = 10_000;

/**
 * The runs that this process has queued and whose end it has not been notified of, each with the id of the person who
 * queued it. A request for the result of such a run waits before it reads the result, which saves a statement that
 * would find the run unfinished.
 */
export class QueuedRuns {
  readonly #askers = new Map<string, string>();

  constructor(notices: Notices) {
    notices.on("notice", (notice: Notice) => {
      if (notice.kind === "run") this.#askers.delete(notice.id);
    });
    // The missed notices may include the end of a run.
    notices.on("reset", () => this.#askers.clear());
  }

  /** Remembers a run. Call this before the run is queued, so that the notice of its end cannot be missed. */
  expect(runId: string, principalId: string): void {
    this.#askers.set(runId, principalId);
    if (this.#askers.size > MOST) this.#askers.delete(this.#askers.keys().next().value ?? runId);
  }

  /** Whether this process has queued the run for this person, and has not been notified of its end. */
  isUnfinished(runId: string, principalId: string): boolean {
    return this.#askers.get(runId) === principalId;
  }
}
