import type {Actor} from "../actor.ts";
import {knownOf} from "../authors/known.ts";
import {deleteCadence, saveCadence} from "../cadence/cadences.ts";
import {requireResumer} from "../cadence/resume.ts";
import {deleteContent, insertContent, lockContent, updateContent} from "../content/content.ts";
import {holdDatasets} from "../datasets/uses.ts";
import {type Db, sql, type Tx} from "../db.ts";
import {ServiceError} from "../errors.ts";
import {isId, newId} from "../ids.ts";
import type {Runner} from "../queries/runner.ts";
import {recallStops} from "../recipients/erased.ts";
import {forgetStops, stoppedAddresses} from "../recipients/stops.ts";
import type {ScheduleResource} from "../resources/schemas.ts";
import {requireSchedule, type ScheduleRow, viewSchedule} from "./find.ts";
import {type ReadSchedule, readSchedule} from "./read-schedule.ts";
import {type NamedResource, nameResources, resourcesOf} from "./resources.ts";
import type {ScheduleInput, ScheduleView} from "./schemas.ts";
import {warningsOf} from "./warnings.ts";

/**
 * Rejects with `invalid_request` for a cadence, an address or a resource that is none, and with the errors of a query
 * for the condition's.
 */
export async function createSchedule(
  runner: Runner,
  actor: Actor,
  input: ScheduleInput,
): Promise<ScheduleView> {
  const read = await readSchedule(runner, actor, input);
  const resources = await nameResources(runner.db, actor, resourcesOf(input));
  const warnings = await warningsOf(runner, actor, resources, read);
  const accepted = await knownOf(runner.db, actor, resources);
  const id = newId("sched");
  const name = input.name ?? resources[0]!.name;
  return runner.db.transaction().execute(async tx => {
    await holdDatasets(tx, actor, datasetsIn(resources, read));
    await insertContent(tx, actor, "schedule", {id, name, teamId: input.teamId});
    await sql`
      insert into schedules (id, org_id, resources, recipients, formats, filters, condition, subject, message, run_as,
        accepted)
      values (${id}, ${actor.orgId}, ${valuesOf(resources, read)}, ${actor.id}, ${JSON.stringify(accepted)})`.execute(
      tx,
    );
    await saveCadence(tx, {id, orgId: actor.orgId, kind: "schedule"}, {...read.cadence, active: true});
    return withWarnings(viewSchedule(await requireSchedule(tx, actor, id, "view")), warnings);
  });
}

/**
 * Replaces everything but `active`; a name and a team that are left out stay. Who changes what decides rows or
 * recipients becomes the one whose rows are sent. `checkCurrent` gets the locked schedule as it is now, and may refuse
 * the change.
 */
export async function replaceSchedule(
  runner: Runner,
  actor: Actor,
  id: string,
  readBody: () => Promise<ScheduleInput>,
  checkCurrent: (current: ScheduleView) => void,
): Promise<ScheduleView> {
  const seen = await requireSchedule(runner.db, actor, id, "edit");
  const input = await readBody();
  const read = await readSchedule(runner, actor, input);
  const asked = resourcesOf(input);
  const isTaken = seen.run_as !== actor.id && decidesRows(seen, asked, read);
  const kept = isTaken ? seen.resources.map(withoutName) : seen.resources;
  const resources = await nameResources(runner.db, actor, asked, kept);
  const isOwnRows = isTaken || seen.run_as === actor.id;
  const warnings = isOwnRows ? await warningsOf(runner, actor, resources, read) : [];
  const accepted = isOwnRows ? await knownOf(runner.db, actor, resources) : undefined;
  return runner.db.transaction().execute(async tx => {
    const row = await lockSchedule(tx, actor, id, "edit");
    checkCurrent(viewSchedule(row));
    const {name, teamId} = input;
    if (teamId !== undefined && teamId !== row.team_id) await requireSchedule(tx, actor, id, "own");
    await holdDatasets(tx, actor, datasetsIn(resources, read));
    const decides = decidesRows(row, resources, read);
    const content = await updateContent(tx, actor, "schedule", row, {name, teamId}, Object.keys(input));
    await sql`
      update schedules set (resources, recipients, formats, filters, condition, subject, message, run_as, paused_because)
        = (${valuesOf(resources, read)}, ${decides ? actor.id : row.run_as},
          ${decides ? null : row.paused_because}::text)
      where org_id = ${actor.orgId} and id = ${id}`.execute(tx);
    if (accepted && (decides || row.run_as === actor.id)) {
      await sql`
        update schedules set accepted = ${JSON.stringify(accepted)}::json
        where org_id = ${actor.orgId} and id = ${id}`.execute(tx);
    }
    await recallStops(tx, runner.config.encryptionKeys, {id, orgId: actor.orgId}, read.recipients);
    const stopped = await stoppedAddresses(tx, actor.orgId, id);
    const isSameCadence = read.cadence.cron === row.cron && read.cadence.timezone === row.timezone;
    const due = isSameCadence
      ? {}
      : await saveCadence(
          tx,
          {id, orgId: actor.orgId, kind: "schedule"},
          {...read.cadence, active: row.active},
        );
    // After the schedule is given away the caller may not see it any more: this response still shows it.
    const {cadence: _, ...next} = read;
    const runAs = decides ? actor.id : row.run_as;
    const pausedBecause = decides ? null : row.paused_because;
    const view = {
      ...row,
      ...content,
      ...due,
      ...next,
      resources,
      stopped,
      run_as: runAs,
      paused_because: pausedBecause,
    };
    return withWarnings(viewSchedule(view), warnings);
  });
}

/** Pauses or resumes it. A slot that passed while it was paused is not made up. */
export async function setScheduleActive(
  db: Db,
  actor: Actor,
  id: string,
  readBody: () => Promise<{active: boolean}>,
  checkCurrent: (current: ScheduleView) => void,
): Promise<ScheduleView> {
  await requireSchedule(db, actor, id, "edit");
  const {active} = await readBody();
  return db.transaction().execute(async tx => {
    const row = await lockSchedule(tx, actor, id, "edit");
    checkCurrent(viewSchedule(row));
    if (row.active === active) return viewSchedule(row);
    if (active) requireResumer(actor, row, "rows it sends");
    if (active && row.recipients.length === 0) {
      throw new ServiceError("conflict", "It has no recipient any more: PUT names some.");
    }
    const {cron, timezone} = row;
    await saveCadence(tx, {id, orgId: actor.orgId, kind: "schedule"}, {cron, timezone, active});
    await updateContent(tx, actor, "schedule", row, {}, ["active"]);
    await sql`
      update schedules set paused_because = null
      where org_id = ${actor.orgId} and id = ${id}`.execute(tx);
    return viewSchedule(await requireSchedule(tx, actor, id, "view"));
  });
}

/** Its deliveries go with it; one under way ends before its next recipient. */
export async function deleteSchedule(
  db: Db,
  actor: Actor,
  id: string,
  checkCurrent: (current: ScheduleView) => void,
): Promise<void> {
  await db.transaction().execute(async tx => {
    const row = await lockSchedule(tx, actor, id, "own");
    checkCurrent(viewSchedule(row));
    await deleteCadence(tx, actor.orgId, id);
    await forgetStops(tx, actor.orgId, id);
    await sql`delete from mail_stops where org_id = ${actor.orgId} and source_id = ${id}`.execute(tx);
    await deleteContent(tx, actor, "schedule", row);
  });
}

/** Pauses what can no longer be sent as it was meant, and says why. */
export async function pauseSchedule(tx: Tx, orgId: string, id: string, because: string): Promise<void> {
  await sql`
    update cadences set active = false, next_at = null where org_id = ${orgId} and id = ${id}`.execute(tx);
  await sql`
    update schedules set paused_because = ${because} where org_id = ${orgId} and id = ${id}`.execute(tx);
}

async function lockSchedule(tx: Tx, actor: Actor, id: string, right: "edit" | "own") {
  await lockContent(tx, actor, "schedule", id);
  return requireSchedule(tx, actor, id, right);
}

function valuesOf(resources: readonly NamedResource[], read: ReadSchedule) {
  const {recipients, formats, filters, condition, subject, message} = read;
  const json = (value: unknown) => sql`${JSON.stringify(value)}::json`;
  return sql`${json(resources)}, ${json(recipients)}, ${json(formats)}, ${json(filters)},
    ${condition === null ? sql`null` : json(condition)}, ${subject}::text, ${message}::text`;
}

/** The datasets that it sends, and that its condition is pinned to. */
function datasetsIn(resources: readonly ScheduleResource[], {condition}: ReadSchedule): string[] {
  const asked = condition && "query" in condition ? [condition.query.model] : [];
  return [...resources.map(({resourceId}) => resourceId), ...asked].filter(id => isId("ds", id));
}

/** Whether the change decides what is sent to whom: then the rows are those of who makes it. */
function decidesRows(row: ScheduleRow, resources: readonly ScheduleResource[], read: ReadSchedule): boolean {
  const ids = (list: readonly ScheduleResource[]) => list.map(({resourceId}) => resourceId);
  return !(
    Bun.deepEquals(ids(row.resources), ids(resources)) &&
    Bun.deepEquals(row.filters, read.filters) &&
    Bun.deepEquals(row.condition, read.condition) &&
    Bun.deepEquals(row.recipients, read.recipients)
  );
}

/** Whoever takes a schedule over need not know what is called what they cannot see; their mails would tell it. */
function withoutName({resourceType, resourceId}: NamedResource): NamedResource {
  return {resourceType, resourceId, name: `A ${resourceType} that cannot be seen`};
}

function withWarnings(view: ScheduleView, warnings: readonly string[]): ScheduleView {
  return warnings.length > 0 ? {...view, warnings: [...warnings]} : view;
}
