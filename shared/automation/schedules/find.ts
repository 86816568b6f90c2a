import {type Static, Type} from "@sinclair/typebox";
import type {CadenceRow} from "../../core/cadence/cadences.ts";
import {describeCadence} from "../../core/cadence/cron.ts";
import {sql} from "../../core/db.ts";
import {rowReaderOf, type Stored} from "../../core/validate.ts";
import {Filter} from "../../semantic/documents.ts";
import {type ContentRow, viewContent} from "../../tenancy/content-kinds/content.ts";
import {type ContentKind, requirerOf} from "../../tenancy/content-kinds/kind.ts";
import {deleteCadenceAndStops, lastOf, lastSchema} from "../../tenancy/content-kinds/recurring.ts";
import {NamedResource} from "./resources.ts";
import {Condition, DeliveryFormat, type ScheduleView} from "./schemas.ts";

const jsonColumns = Type.Object({
  resources: Type.Array(NamedResource),
  recipients: Type.Array(Type.String()),
  formats: Type.Array(DeliveryFormat),
  filters: Type.Array(Filter),
  condition: Type.Union([Condition, Type.Null()]),
  last_delivery: lastSchema(Type.String()),
});

type LastDelivery = Static<typeof jsonColumns>["last_delivery"];

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
  last_delivery: LastDelivery;
  stopped: string[];
}

/**
 * Columns of a schedule `k`, with its cadence, its next slot, its last delivery except tests, and the recipients who
 * have unsubscribed.
 */
const columns = sql`
  k.resources, k.recipients, k.formats, k.filters, k.condition, k.subject, k.message, k.run_as, k.paused_because,
  k.rows_hash, due.cron, due.timezone, due.active, due.next_at,
  ${lastOf(sql`deliveries r
    where r.source_id = k.id and r.org_id = k.org_id and r.trigger <> 'test' and r.notice_of is null`)} as last_delivery,
  array(select m.email from mail_stops m
    where m.source_id = k.id and m.org_id = k.org_id order by m.email) as stopped`;

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

/** Deleting a schedule also deletes its deliveries. A delivery under way ends before its next recipient. */
export const SCHEDULE: ContentKind<
  Stored<ScheduleRow, keyof typeof jsonColumns.properties>,
  ScheduleRow,
  ScheduleView
> = {
  type: "schedule",
  columns: () => columns,
  joins: sql`join cadences due on due.org_id = k.org_id and due.id = k.id`,
  read: rowReaderOf(jsonColumns, "the schedule"),
  view: viewSchedule,
  beforeDelete: deleteCadenceAndStops,
};

/** The schedule, if the caller has this right on it. Otherwise rejects with `not_found` or `missing_privilege`. */
export const requireSchedule = requirerOf(SCHEDULE);
