import {
  deleteOrphanedCadence,
  endRecurring,
  findRecurring,
  refuseRepeat,
  repeatEvaluation,
} from "../../../shared/automation/evaluations/recurring.ts";
import type {Actor} from "../../../shared/core/actor.ts";
import {ServiceError, statusOf} from "../../../shared/core/errors.ts";
import type {JobPayload} from "../../../shared/core/jobs.ts";
import {loadRunAs} from "../../../shared/core/load-run-as.ts";
import type {Runner} from "../../../shared/surfaces/tools/tool.ts";

/**
 * Begins a recurring evaluation again, for a slot of its cadence. It can run twice: a slot begins one evaluation. While
 * the last evaluation is still under way, the slot passes. An evaluation that may not begin is recorded as failed with
 * the reason, and after three in a row the cadence ends. The cadence also ends where its principal is gone or may not
 * read, unless an heir has taken it over meanwhile: then the slot is the heir's.
 */
export async function repeatDueEvaluation(
  runner: Runner,
  payload: JobPayload<"repeat_evaluation">,
): Promise<void> {
  const {db} = runner;
  const {orgId, evaluationId, slot} = payload;
  const recurring = await findRecurring(db, orgId, evaluationId);
  if (!recurring) {
    await deleteOrphanedCadence(db, orgId, evaluationId);
    return;
  }
  if (recurring.isUnderWay) return;
  const repeat = {of: evaluationId, slot: new Date(slot)};
  let actor: Actor | undefined;
  try {
    actor = await loadRunAs(db, orgId, recurring.runAs);
    await repeatEvaluation(runner, actor, recurring, repeat);
  } catch (error) {
    if (!(error instanceof ServiceError) || statusOf(error) >= 500) throw error;
    if (actor) await refuseRepeat(db, orgId, recurring, repeat, error.message);
    else if (!(await endRecurring(db, orgId, recurring, repeat, error.message)))
      await repeatDueEvaluation(runner, payload);
  }
}
