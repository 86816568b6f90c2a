import type {Actor} from "../actor.ts";
import {deleteCadence, saveCadence} from "../cadence/cadences.ts";
import type {Cadence} from "../cadence/cron.ts";
import {requireResumer} from "../cadence/resume.ts";
import {deleteContent, insertContent, lockContent, updateContent} from "../content/content.ts";
import {holdDatasets} from "../datasets/uses.ts";
import {type Db, sql, type Tx} from "../db.ts";
import {isId, newId} from "../ids.ts";
import type {Runner} from "../queries/runner.ts";
import {effectsEnded} from "./create-runs.ts";
import {type ActionRow, requireAction, viewAction} from "./find.ts";
import {readAction} from "./read-action.ts";
import type {ActionInput, ActionTrigger, ActionView, Effect} from "./schemas.ts";

const PAUSED = "The action was paused before it began.";

/** Rejects with `invalid_request` for what its runs could not do, and with the errors of a query for a threshold's. */
export async function createAction(runner: Runner, actor: Actor, input: ActionInput): Promise<ActionView> {
  const {trigger, effects, cadence, accepted} = await readAction(runner, actor, input);
  const id = newId("act");
  return runner.db.transaction().execute(async tx => {
    await holdDatasets(tx, actor, datasetsIn(trigger, effects));
    await insertContent(tx, actor, "action", {id, name: input.name, teamId: input.teamId});
    await sql`
      insert into actions (id, org_id, trigger, effects, run_as, accepted)
      values (${id}, ${actor.orgId}, ${JSON.stringify(trigger)}, ${JSON.stringify(effects)}, ${actor.id},
        ${JSON.stringify(accepted)})`.execute(tx);
    await saveDue(tx, actor, id, cadence, true);
    return viewAction(await requireAction(tx, actor, id, "view"));
  });
}

/**
 * Replaces everything but `active`; a team that is left out stays. Who changes trigger or effects becomes the one whose
 * rights its runs have, and a changed trigger forgets what it has seen. `checkCurrent` gets the locked action as it is
 * now, and may refuse the change.
 */
export async function replaceAction(
  runner: Runner,
  actor: Actor,
  id: string,
  readBody: () => Promise<ActionInput>,
  checkCurrent: (current: ActionView) => void,
): Promise<ActionView> {
  await requireAction(runner.db, actor, id, "edit");
  const input = await readBody();
  const {trigger, effects, cadence, accepted} = await readAction(runner, actor, input, id);
  return runner.db.transaction().execute(async tx => {
    const row = await lockAction(tx, actor, id, "edit");
    checkCurrent(viewAction(row));
    const {name, teamId} = input;
    if (teamId !== undefined && teamId !== row.team_id) await requireAction(tx, actor, id, "own");
    const isSameTrigger = Bun.deepEquals(row.trigger, trigger);
    await holdDatasets(tx, actor, datasetsIn(trigger, effects));
    const decides = !isSameTrigger || !Bun.deepEquals(row.effects, effects);
    const content = await updateContent(tx, actor, "action", row, {name, teamId}, Object.keys(input));
    const runAs = decides ? actor.id : row.run_as;
    const pausedBecause = decides ? null : row.paused_because;
    await sql`
      update actions set trigger = ${JSON.stringify(trigger)}::json, effects = ${JSON.stringify(effects)}::json,
        run_as = ${runAs}, paused_because = ${pausedBecause}
      where org_id = ${actor.orgId} and id = ${id}`.execute(tx);
    if (runAs === actor.id) {
      await sql`
        update actions set accepted = ${JSON.stringify(accepted)}::json
        where org_id = ${actor.orgId} and id = ${id}`.execute(tx);
    }
    let next = row.next_at;
    if (!isSameTrigger) {
      await sql`delete from action_states where org_id = ${actor.orgId} and action_id = ${id}`.execute(tx);
      next = await saveDue(tx, actor, id, cadence, row.active);
    }
    // After it is given away the caller may not see it any more: this response still shows it.
    const changed = {trigger, effects, run_as: runAs, paused_because: pausedBecause, next_at: next};
    return viewAction({...row, ...content, ...changed});
  });
}

/** Pauses or resumes it. What came due while it was paused is not made up; it can be run by hand all the same. */
export async function setActionActive(
  db: Db,
  actor: Actor,
  id: string,
  readBody: () => Promise<{active: boolean}>,
  checkCurrent: (current: ActionView) => void,
): Promise<ActionView> {
  await requireAction(db, actor, id, "edit");
  const {active} = await readBody();
  return db.transaction().execute(async tx => {
    const row = await lockAction(tx, actor, id, "edit");
    checkCurrent(viewAction(row));
    if (row.active === active) return viewAction(row);
    if (active) requireResumer(actor, row, "rights it has");
    await sql`
      update actions set active = ${active}, paused_because = null
      where org_id = ${actor.orgId} and id = ${id}`.execute(tx);
    await saveDue(tx, actor, id, cadenceOf(row), active);
    if (!active) await skipWaiting(tx, actor, id);
    await updateContent(tx, actor, "action", row, {}, ["active"]);
    return viewAction(await requireAction(tx, actor, id, "view"));
  });
}

/** Its runs go with it; one under way ends before its next effect. */
export async function deleteAction(
  db: Db,
  actor: Actor,
  id: string,
  checkCurrent: (current: ActionView) => void,
): Promise<void> {
  await db.transaction().execute(async tx => {
    const row = await lockAction(tx, actor, id, "own");
    checkCurrent(viewAction(row));
    await deleteCadence(tx, actor.orgId, id);
    await sql`delete from mail_stops where org_id = ${actor.orgId} and source_id = ${id}`.execute(tx);
    await deleteContent(tx, actor, "action", row);
    // Behind the action, which a check locks while it writes them.
    await sql`delete from action_states where org_id = ${actor.orgId} and action_id = ${id}`.execute(tx);
  });
}

/** Pauses what can no longer run as it was meant, and says why. */
export async function pauseAction(tx: Tx, orgId: string, id: string, because: string): Promise<void> {
  await sql`
    update cadences set active = false, next_at = null where org_id = ${orgId} and id = ${id}`.execute(tx);
  await sql`
    update actions set active = false, paused_because = ${because}
    where org_id = ${orgId} and id = ${id}`.execute(tx);
}

/** What came due and has not begun is not run while it is paused; what a person asked for is. */
async function skipWaiting(tx: Tx, {orgId}: Actor, id: string): Promise<void> {
  await sql`
    update action_runs r set status = 'skipped', finished_at = now(), error = ${PAUSED}, effects = ${effectsEnded}
    where r.org_id = ${orgId} and r.action_id = ${id} and r.status = 'queued' and not r.dry_run
      and r.cause ->> 'type' <> 'manual'`.execute(tx);
}

async function lockAction(tx: Tx, actor: Actor, id: string, right: "edit" | "own"): Promise<ActionRow> {
  await lockContent(tx, actor, "action", id);
  return requireAction(tx, actor, id, right);
}

/** The datasets that its queries are pinned to. */
function datasetsIn(trigger: ActionTrigger, effects: readonly Effect[]): string[] {
  return [trigger, ...effects].flatMap(one =>
    "query" in one && isId("ds", one.query.model) ? [one.query.model] : [],
  );
}

function cadenceOf({trigger}: ActionRow): Cadence | null {
  return "cron" in trigger ? {cron: trigger.cron, timezone: trigger.timezone ?? "UTC"} : null;
}

async function saveDue(
  tx: Tx,
  {orgId}: Actor,
  id: string,
  cadence: Cadence | null,
  active: boolean,
): Promise<Date | null> {
  if (cadence === null) {
    await deleteCadence(tx, orgId, id);
    return null;
  }
  return (await saveCadence(tx, {id, orgId, kind: "action"}, {...cadence, active})).next_at;
}
