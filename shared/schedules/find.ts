import {Type} from "@sinclair/typebox";
import type {Actor} from "../actor.ts";
import {type CadenceRow, cadenceColumns} from "../cadence/cadences.ts";
import {describeCadence} from "../cadence/cron.ts";
import {type ContentRow, contentColumns, contentOf, listedColumns, viewContent} from "../content/content.ts";
import {type ContentPage, readablePage} from "../content/listing.ts";
import {levelSql, type Right, requireRight} from "../content/rights.ts";
import {type StandingRow, viewStanding} from "../content/standing.ts";
import {prepared} from "../database/prepared.ts";
import {type Db, sql, type Tx} from "../db.ts";
import {Filter} from "../semantic/query.ts";
import {rowReaderOf} from "../validate.ts";
import {NamedResource} from "./resources.ts";
import {Condition, DeliveryFormat, type ScheduleView} from "./schemas.ts";

const asked = Type.Object({
  resources: Type.Array(NamedResource),
  recipients: Type.Array(Type.String()),
  formats: Type.Array(DeliveryFormat),
  filters: Type.Array(Filter),
  condition: Type.Union([Condition, Type.Null()]),
});

interface LastDelivery {
  id: string;
  status: string;
  finishedAt: string | null;
}

export interface ScheduleRow extends ContentRow, CadenceRow {
  resources: NamedResource[];
  recipients: string[];
  formats: DeliveryFormat[];
  filters: Filter[];
  condition: Condition | null;
  subject: string | null;
  message: string | null;
  run_as: string;
  paused_because: string | null;
  rows_hash: string | null;
  last_delivery: LastDelivery | null;
  stopped: string[];
}

/** A row as the database returns it; `readScheduleRow` parses its JSON columns. */
export type StoredSchedule = Omit<ScheduleRow, keyof typeof asked.properties> &
  Record<keyof typeof asked.properties, unknown>;

const readScheduleRow = rowReaderOf(asked, "the schedule");

/** Columns of the row `s` of `schedules`. */
const scheduleColumns = sql.raw(
  "s.resources, s.recipients, s.formats, s.filters, s.condition, s.subject, s.message, s.run_as, s.paused_because, s.rows_hash",
);

/** The last run that was no test, and who has stopped it, of the row `s`. */
const standing = sql`
  (select json_build_object('id', d.id, 'status', d.status, 'finishedAt', to_char(
      d.finished_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    from deliveries d
    where d.source_id = s.id and d.org_id = s.org_id and d.trigger <> 'test' and d.notice_of is null
    order by d.id desc limit 1) as last_delivery,
  array(select m.email from mail_stops m
    where m.source_id = s.id and m.org_id = s.org_id order by m.email) as stopped`;

export function viewSchedule(row: ScheduleRow): ScheduleView {
  const {id, name, ...rest} = viewContent(row);
  const resources = row.resources.map(({resourceType, resourceId}) => ({resourceType, resourceId}));
  const {cron, timezone} = row;
  return {
    id,
    name,
    ...resources[0]!,
    resources,
    cron,
    timezone,
    recipients: row.recipients,
    formats: row.formats,
    filters: row.filters,
    condition: row.condition,
    subject: row.subject,
    message: row.message,
    active: row.active,
    channel: "email",
    cadence: {cron, timezone, description: describeCadence({cron, timezone})},
    nextRun: row.next_at?.toISOString() ?? null,
    lastDelivery: row.last_delivery,
    ...(row.paused_because === null ? {} : {pausedBecause: row.paused_because}),
    runAs: row.run_as,
    stopped: row.stopped,
    ...rest,
  };
}

/** What the caller can read, newest first; one more than the page holds, where there are more. */
export async function listSchedules(db: Db, actor: Actor, page: ContentPage): Promise<ScheduleView[]> {
  const {rows} = await sql<StoredSchedule & StandingRow>`
    ${prepared} select ${listedColumns}, ${scheduleColumns}, ${cadenceColumns}, ${standing}
    from ${readablePage(actor, "schedule", page)} readable
      cross join lateral (${contentOf(actor)}) c
      join schedules s on s.org_id = ${actor.orgId} and s.id = readable.id
      join cadences k on k.org_id = ${actor.orgId} and k.id = readable.id
    order by readable.place`.execute(db);
  return rows.map(row => ({...viewSchedule(readScheduleRow(row)), ...viewStanding(row)}));
}

export async function getSchedule(db: Db, actor: Actor, id: string): Promise<ScheduleView> {
  return viewSchedule(await requireSchedule(db, actor, id, "view"));
}

/** The schedule, if the caller has this right on it: `not_found` or `missing_privilege` otherwise. */
export async function requireSchedule(
  db: Db | Tx,
  actor: Actor,
  id: string,
  right: Right,
): Promise<ScheduleRow & {level: number}> {
  const {rows} = await sql<StoredSchedule & {level: number}>`
    ${prepared} select ${contentColumns}, ${scheduleColumns}, ${cadenceColumns}, ${standing}, ${levelSql(actor)} as level
    from content c
      join schedules s on s.org_id = c.org_id and s.id = c.id
      join cadences k on k.org_id = c.org_id and k.id = c.id
    where c.org_id = ${actor.orgId} and c.id = ${id}`.execute(db);
  const row = rows[0];
  requireRight(row?.level, right, "schedule", id);
  return readScheduleRow(row!);
}
