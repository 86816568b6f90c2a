import {lockDatasets} from "../../content/datasets/uses.ts";
import type {ScheduleResource} from "../../content/resources/schemas.ts";
import {acceptedOf} from "../../content/run-as/accepted-changes.ts";
import type {Actor} from "../../core/actor.ts";
import {saveCadence} from "../../core/cadence/cadences.ts";
import {sql} from "../../core/db.ts";
import {ServiceError} from "../../core/errors.ts";
import {isId, newId} from "../../core/ids.ts";
import {restoreStops} from "../../core/recipients/erased.ts";
import {stoppedAddresses} from "../../core/recipients/unsubscribes.ts";
import type {QueryRunner} from "../../querying/queries/query-runner.ts";
import {anyVersion, insertContent, updateContent} from "../../tenancy/content-kinds/content.ts";
import {lockResource} from "../../tenancy/content-kinds/kind.ts";
import {setActiveOf} from "../../tenancy/content-kinds/recurring.ts";
import {requireSchedule, SCHEDULE, type ScheduleRow, viewSchedule} from "./find.ts";
import {type ReadSchedule, readSchedule} from "./read-schedule.ts";
import {type NamedResource, nameResources, resourcesOf} from "./resources.ts";
import type {DeliveryFormat, ScheduleInput, ScheduleView} from "./schemas.ts";
import {warningsOf} from "./warnings.ts";

/**
 * Creates a schedule. Rejects with `invalid_request` for an invalid cadence, address or resource, and with the error
 * codes of a query for the query of the condition.
 */
export async function createSchedule(
  runner: QueryRunner,
  actor: Actor,
  input: ScheduleInput,
): Promise<ScheduleView> {
  const read = await readSchedule(runner, actor, input);
  const resources = await nameResources(runner.db, actor, resourcesOf(input));
  const warnings = await warningsOf(runner, actor, resources, read);
  const accepted = await acceptedOf(runner.db, actor, resources);
  const id = newId("sched");
  const name = input.name ?? resources[0]!.name;
  return runner.db.transaction().execute(async tx => {
    await lockDatasets(tx, actor, datasetsIn(resources, read));
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
 * Replaces every field except `active`. An omitted name or team is unchanged. A caller who changes which rows are sent,
 * or to whom, becomes the schedule's `runAs`: the schedule then sends the caller's rows. `checkCurrent` gets the locked
 * schedule as it is before the change, and may refuse the change.
 */
export async function replaceSchedule(
  runner: QueryRunner,
  actor: Actor,
  id: string,
  readBody: () => Promise<ScheduleInput>,
  checkCurrent: (current: ScheduleView) => void = anyVersion,
): Promise<ScheduleView> {
  const seen = await requireSchedule(runner.db, actor, id, "edit");
  const input = await readBody();
  const read = await readSchedule(runner, actor, input);
  const requestedResources = resourcesOf(input);
  const isTaken = seen.run_as !== actor.id && decidesRows(seen, requestedResources, read);
  const storedResources = isTaken ? seen.resources.map(withoutName) : seen.resources;
  const resources = await nameResources(runner.db, actor, requestedResources, storedResources);
  const isOwnRows = isTaken || seen.run_as === actor.id;
  const warnings = isOwnRows ? await warningsOf(runner, actor, resources, read) : [];
  const accepted = isOwnRows ? await acceptedOf(runner.db, actor, resources) : undefined;
  return runner.db.transaction().execute(async tx => {
    const row = await lockResource(tx, actor, SCHEDULE, id, "edit");
    checkCurrent(viewSchedule(row));
    const {name, teamId} = input;
    await lockDatasets(tx, actor, datasetsIn(resources, read));
    const decides = decidesRows(row, resources, read);
    const runAs = decides ? actor.id : row.run_as;
    const pausedBecause = decides ? null : row.paused_because;
    const acceptedNow = accepted && runAs === actor.id ? JSON.stringify(accepted) : null;
    const content = await updateContent(tx, actor, "schedule", row, {name, teamId}, Object.keys(input));
    // A comparison of the new rows with `rows_hash` would reveal information about the rows of the former `runAs`.
    await sql`
      update schedules set
        (resources, recipients, formats, filters, condition, subject, message, run_as, paused_because, rows_hash,
          accepted)
        = (${valuesOf(resources, read)}, ${runAs}, ${pausedBecause}::text,
          case when ${runAs !== row.run_as} then null else rows_hash end, coalesce(${acceptedNow}::json, accepted))
      where org_id = ${actor.orgId} and id = ${id}`.execute(tx);
    await restoreStops(tx, runner.config.encryptionKeys, {id, orgId: actor.orgId}, read.recipients);
    const stopped = await stoppedAddresses(tx, actor.orgId, id);
    const isSameCadence = read.cadence.cron === row.cron && read.cadence.timezone === row.timezone;
    const due = isSameCadence
      ? {}
      : await saveCadence(
          tx,
          {id, orgId: actor.orgId, kind: "schedule"},
          {...read.cadence, active: row.active},
        );
    // The caller may no longer see the schedule after moving it to another team. This response still shows it.
    const {cadence: _, ...next} = read;
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

/** Slots during a pause are lost. */
export const setScheduleActive = setActiveOf(SCHEDULE, {
  delegated: "rows it sends",
  async write(tx, {id, recipients, cron, timezone}, active, {orgId}) {
    if (active && recipients.length === 0) {
      throw new ServiceError("conflict", "The schedule has no recipients any more. Add recipients with PUT.");
    }
    await saveCadence(tx, {id, orgId, kind: "schedule"}, {cron, timezone, active});
    await sql`
      update schedules set paused_because = null
      where org_id = ${orgId} and id = ${id}`.execute(tx);
  },
});

function valuesOf(resources: readonly NamedResource[], read: ReadSchedule) {
  const {recipients, formats, filters, condition, subject, message} = read;
  const json = (value: unknown) => sql`${JSON.stringify(value)}::json`;
  return sql`${json(resources)}, ${json(recipients)}, ${json(formats)}, ${json(filters)},
    ${condition === null ? sql`null` : json(condition)}, ${subject}::text, ${message}::text`;
}

/** The datasets that the schedule sends, and the dataset to which its condition's query is pinned. */
function datasetsIn(resources: readonly ScheduleResource[], {condition}: ReadSchedule): string[] {
  const conditionModels = condition && "query" in condition ? [condition.query.model] : [];
  return [...resources.map(({resourceId}) => resourceId), ...conditionModels].filter(id => isId("ds", id));
}

/**
 * Formats that contain all rows, up to a million of a dataset. The other formats show a part of the rows, and request
 * no more rows than a chart does.
 */
const WHOLE: ReadonlySet<DeliveryFormat> = new Set(["csv", "xlsx"]);

/** Whether the change affects which rows are sent, or to whom. The caller then becomes `runAs`. */
function decidesRows(row: ScheduleRow, resources: readonly ScheduleResource[], read: ReadSchedule): boolean {
  const ids = (list: readonly ScheduleResource[]) => list.map(({resourceId}) => resourceId);
  const isWhole = ({formats}: {formats: readonly DeliveryFormat[]}) =>
    formats.some(format => WHOLE.has(format));
  if (isWhole(read) && !isWhole(row)) return true;
  return !(
    Bun.deepEquals(ids(row.resources), ids(resources)) &&
    Bun.deepEquals(row.filters, read.filters) &&
    Bun.deepEquals(row.condition, read.condition) &&
    Bun.deepEquals(row.recipients, read.recipients)
  );
}

/**
 * Hides the name of a resource that the caller cannot see. Otherwise a caller who becomes `runAs` would learn the name
 * from the schedule's mails.
 */
function withoutName({resourceType, resourceId}: NamedResource): NamedResource {
  return {resourceType, resourceId, name: `A ${resourceType} that you cannot see`};
}

function withWarnings(view: ScheduleView, warnings: readonly string[]): ScheduleView {
  return warnings.length > 0 ? {...view, warnings: [...warnings]} : view;
}
