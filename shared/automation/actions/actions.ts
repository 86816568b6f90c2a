import {lockDatasets} from "../../content/datasets/uses.ts";
import type {Actor} from "../../core/actor.ts";
import {replaceCadence} from "../../core/cadence/cadences.ts";
import type {Cadence} from "../../core/cadence/cron.ts";
import {sql, type Tx} from "../../core/db.ts";
import {isId, newId} from "../../core/ids.ts";
import {restoreStops} from "../../core/recipients/erased.ts";
import type {QueryRunner} from "../../querying/queries/query-runner.ts";
import {anyVersion, insertContent, updateContent} from "../../tenancy/content-kinds/content.ts";
import {lockResource} from "../../tenancy/content-kinds/kind.ts";
import {setActiveOf} from "../../tenancy/content-kinds/recurring.ts";
import {effectsEnded} from "./create-runs.ts";
import {ACTION, type ActionRow, requireAction, viewAction} from "./find.ts";
import {readAction} from "./read-action.ts";
import type {ActionInput, ActionTrigger, ActionView, Effect} from "./schemas.ts";
import {warningsOf, withWarnings} from "./warnings.ts";

const PAUSED = "The action was paused before the run began.";

/**
 * Creates an action. Rejects with `invalid_request` if the action's runs could not carry out the trigger or an effect,
 * and with the error codes of a query for the query of a threshold.
 */
export async function createAction(
  runner: QueryRunner,
  actor: Actor,
  input: ActionInput,
): Promise<ActionView> {
  const read = await readAction(runner, actor, input);
  const {trigger, effects, cadence, accepted} = read;
  const warnings = await warningsOf(runner, actor, read);
  const id = newId("act");
  return runner.db.transaction().execute(async tx => {
    await lockDatasets(tx, actor, datasetsIn(trigger, effects));
    await insertContent(tx, actor, "action", {id, name: input.name, teamId: input.teamId});
    await sql`
      insert into actions (id, org_id, trigger, effects, run_as, accepted)
      values (${id}, ${actor.orgId}, ${JSON.stringify(trigger)}, ${JSON.stringify(effects)}, ${actor.id},
        ${JSON.stringify(accepted)})`.execute(tx);
    await replaceCadence(tx, {id, orgId: actor.orgId, kind: "action"}, cadence, true);
    return withWarnings(viewAction(await requireAction(tx, actor, id, "view")), warnings);
  });
}

/**
 * Replaces every field except `active`. An omitted team is unchanged. A caller who changes the trigger, the effects or
 * the team that gets their datasets becomes the action's `runAs`: the action's runs then have the caller's rights. A
 * changed trigger discards the stored states of its keys. `checkCurrent` gets the locked action as it is before the
 * change, and may refuse the change.
 */
export async function replaceAction(
  runner: QueryRunner,
  actor: Actor,
  id: string,
  readBody: () => Promise<ActionInput>,
  checkCurrent: (current: ActionView) => void = anyVersion,
): Promise<ActionView> {
  await requireAction(runner.db, actor, id, "edit");
  const input = await readBody();
  const read = await readAction(runner, actor, input, id);
  const {trigger, effects, cadence, accepted} = read;
  const warnings = await warningsOf(runner, actor, read);
  return runner.db.transaction().execute(async tx => {
    const row = await lockResource(tx, actor, ACTION, id, "edit");
    checkCurrent(viewAction(row));
    const {name, teamId} = input;
    const isSameTrigger = Bun.deepEquals(row.trigger, trigger);
    await lockDatasets(tx, actor, datasetsIn(trigger, effects));
    const decides =
      !isSameTrigger || !Bun.deepEquals(row.effects, effects) || givesRowsTo(input.teamId, row, effects);
    const content = await updateContent(tx, actor, "action", row, {name, teamId}, Object.keys(input));
    const runAs = decides ? actor.id : row.run_as;
    const pausedBecause = decides ? null : row.paused_because;
    await sql`
      update actions set trigger = ${JSON.stringify(trigger)}::json, effects = ${JSON.stringify(effects)}::json,
        run_as = ${runAs}, paused_because = ${pausedBecause},
        accepted = coalesce(${runAs === actor.id ? JSON.stringify(accepted) : null}::json, accepted)
      where org_id = ${actor.orgId} and id = ${id}`.execute(tx);
    await restoreStops(tx, runner.config.encryptionKeys, {id, orgId: actor.orgId}, recipientsOf(effects));
    let next = row.next_at;
    // The stored states reveal rows of the former `runAs`.
    if (!isSameTrigger || runAs !== row.run_as)
      await sql`delete from action_states where org_id = ${actor.orgId} and action_id = ${id}`.execute(tx);
    if (!isSameTrigger) {
      next = await replaceCadence(tx, {id, orgId: actor.orgId, kind: "action"}, cadence, row.active);
    }
    // The caller may no longer see the action after moving it to another team. This response still shows it.
    const changed = {trigger, effects, run_as: runAs, paused_because: pausedBecause, next_at: next};
    const view = viewAction({...row, ...content, ...changed});
    return runAs === actor.id ? withWarnings(view, warnings) : view;
  });
}

/**
 * Whether the change gives the rows of the action's snapshots to another team. The action's team owns the snapshots.
 */
function givesRowsTo(teamId: string | null | undefined, row: ActionRow, effects: readonly Effect[]): boolean {
  if (teamId === undefined || teamId === row.team_id) return false;
  return effects.some(({type}) => type === "snapshot_dataset");
}

/** Slots and events during a pause are lost. A paused action can still be run by hand. */
export const setActionActive = setActiveOf(ACTION, {
  delegated: "rights it has",
  async write(tx, row, active, actor) {
    const {orgId} = actor;
    await sql`
      update actions set active = ${active}, paused_because = null
      where org_id = ${orgId} and id = ${row.id}`.execute(tx);
    await replaceCadence(tx, {id: row.id, orgId, kind: "action"}, cadenceOf(row), active);
    if (!active) await skipWaiting(tx, actor, row.id);
  },
});

/** Skips queued runs that a slot or an event created, but not runs that a person started. */
async function skipWaiting(tx: Tx, {orgId}: Actor, id: string): Promise<void> {
  await sql`
    update action_runs r set status = 'skipped', finished_at = now(), error = ${PAUSED}, effects = ${effectsEnded}
    where r.org_id = ${orgId} and r.action_id = ${id} and r.status = 'queued' and not r.dry_run
      and r.cause ->> 'type' <> 'manual'`.execute(tx);
}

/** The datasets that the queries of the trigger and the effects are pinned to. */
function datasetsIn(trigger: ActionTrigger, effects: readonly Effect[]): string[] {
  return [trigger, ...effects].flatMap(one =>
    "query" in one && isId("ds", one.query.model) ? [one.query.model] : [],
  );
}

function recipientsOf(effects: readonly Effect[]): string[] {
  return effects.flatMap(effect => (effect.type === "email" ? effect.recipients : []));
}

function cadenceOf({trigger}: ActionRow): Cadence | null {
  return "cron" in trigger ? {cron: trigger.cron, timezone: trigger.timezone ?? "UTC"} : null;
}
