import {sql} from "./db.ts";

/** The reason for skipping runs that were made before the service paused everything that runs as their principal. */
export const PAUSED_SINCE =
  "Before the run began, the service paused the schedule, action or agent, because the attributes of the run's account have changed.";

/**
 * Thrown for a run that would read other rows than it was made for: since then, the service has paused everything that
 * runs as its principal, or the run's content has got another principal. The run ends as skipped, with the message as
 * the reason.
 */
export class RunPaused extends Error {
  override readonly name = "RunPaused";

  constructor(reason = PAUSED_SINCE) {
    super(reason);
  }
}

/** SQL condition: a run of this principal that was made at this time would reject with `RunPaused`. */
export function isPausedSince(
  orgId: ReturnType<typeof sql>,
  runAs: ReturnType<typeof sql>,
  madeAt: ReturnType<typeof sql>,
) {
  return sql`exists (select from principals w
    where w.org_id = ${orgId} and w.id = ${runAs} and w.runs_paused_at >= ${madeAt})`;
}
