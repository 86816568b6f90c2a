import {effectsEnded} from "../../shared/automation/actions/create-runs.ts";
import {type Db, sql, type Tx} from "../../shared/core/db.ts";
import {oneLine} from "../../shared/core/one-line.ts";
import {createFailureNotice} from "./notice-failures.ts";
import type {ActionRun} from "./run.ts";

type Ended = Pick<ActionRun, "id" | "orgId" | "actionId">;

/** Ends the run, unless it has ended. Its effects that were not begun are skipped. */
export async function endRun(
  db: Db | Tx,
  {id, orgId}: Ended,
  status: "succeeded" | "failed" | "skipped",
  error?: string,
) {
  await sql`
    update action_runs r set status = ${status}, finished_at = clock_timestamp(), error = ${error === undefined ? null : oneLine(error)},
      effects = ${effectsEnded}
    where r.org_id = ${orgId} and r.id = ${id} and r.status in ('queued', 'running')`.execute(db);
}

/**
 * Ends the run as failed. With `notifies`, a notice of the failure is created in the same transaction, which changes the
 * action. So the action is locked before the run, in the same order as when an action is deleted.
 */
export async function failRun(db: Db, run: Ended, notifies: boolean, error?: string): Promise<void> {
  await db.transaction().execute(async tx => {
    await sql`
      select from actions where org_id = ${run.orgId} and id = ${run.actionId} for no key update`.execute(tx);
    await endRun(tx, run, "failed", error);
    if (notifies) await createFailureNotice(tx, run);
  });
}
