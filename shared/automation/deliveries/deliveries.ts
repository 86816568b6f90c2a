import {Type} from "@sinclair/typebox";
import {mayKnowErrors, notFound} from "../../core/access.ts";
import type {Actor} from "../../core/actor.ts";
import {prepared} from "../../core/database/prepared.ts";
import {type Db, sql, type Tx} from "../../core/db.ts";
import {newestPage, type Page} from "../../core/paging.ts";
import {rowReaderOf, type Stored} from "../../core/validate.ts";
import type {LayerDeps} from "../../querying/layers/query-caches.ts";
import {levelSql} from "../../tenancy/content-rights/rights.ts";
import {requireSchedule} from "../schedules/find.ts";
import {DeliveryFile, type DeliveryView, RecipientStatus, ResourceOutcome} from "./schemas.ts";
import {mayReadRows, StoredStatement} from "./statements.ts";

/**
 * The most statements that are checked for one page. Deliveries beyond this limit are redacted, and `getDelivery`
 * checks them.
 */
const MAX_JUDGED = 500;
const MAX_STATEMENT_BYTES = 65_536;

const Recipients = Type.Array(
  Type.Object({
    email: Type.String(),
    status: RecipientStatus,
    attempts: Type.Integer(),
    message_id: Type.Union([Type.String(), Type.Null()]),
    sent_at: Type.Union([Type.String(), Type.Null()]),
    answer: Type.Union([Type.String(), Type.Null()]),
  }),
);

const jsonColumns = Type.Object({
  resources: Type.Array(ResourceOutcome),
  files: Type.Array(DeliveryFile),
  statements: Type.Array(StoredStatement),
  recipients: Recipients,
});

export interface DeliveryRow {
  id: string;
  source_type: DeliveryView["source"]["type"];
  source_id: string;
  schedule_id: string | null;
  trigger: DeliveryView["trigger"];
  notice_of: string | null;
  status: DeliveryView["status"];
  slot: Date | null;
  run_as: string;
  created_at: Date;
  started_at: Date | null;
  rendered_at: Date | null;
  finished_at: Date | null;
  /** Whether the delivery's condition has a query. */
  has_query: boolean;
  error: string | null;
  resources: ResourceOutcome[];
  files: DeliveryFile[];
  statements: StoredStatement[];
  recipients: (typeof jsonColumns)["static"]["recipients"];
}

type StoredDelivery = Stored<DeliveryRow, keyof typeof jsonColumns.properties>;

const read = rowReaderOf(jsonColumns, "the delivery");

/** Columns of the row `d` of `deliveries`, with its recipients. */
const deliveryColumns = sql`
  d.id, d.source_type, d.source_id, d.schedule_id, d.trigger, d.notice_of, d.status, d.slot, d.run_as, d.created_at,
  d.started_at, d.rendered_at, d.finished_at, d.error,
  coalesce(d.definition -> 'condition' ->> 'type' = 'threshold', false) as has_query, d.resources, d.files,
  (select coalesce(json_agg(json_build_object('email', r.email, 'status', r.status, 'attempts', r.attempts,
      'message_id', r.message_id, 'answer', r.answer, 'sent_at', to_char(
        r.sent_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by r.position), '[]')
    from delivery_recipients r where r.org_id = d.org_id and r.delivery_id = d.id) as recipients`;

/** The deliveries of a schedule that the caller can see, newest first, and one more if the next page is not empty. */
export async function listDeliveries(
  deps: LayerDeps,
  actor: Actor,
  scheduleId: string,
  pageOf: () => Page,
): Promise<DeliveryView[]> {
  await requireSchedule(deps.db, actor, scheduleId, "view");
  const {rows} = await sql<StoredDelivery>`
    ${prepared} select ${deliveryColumns}, ${shortStatements} as statements from deliveries d
    where d.org_id = ${actor.orgId} and d.source_id = ${scheduleId} and d.notice_of is null
      ${newestPage(pageOf(), "d.id")}`.execute(deps.db);
  const deliveries = rows.map(row => read(row));
  const seen = await seenResources(deps.db, actor, deliveries);
  const views: DeliveryView[] = [];
  let left = MAX_JUDGED;
  for (const delivery of deliveries) {
    left -= delivery.statements.length;
    const judged = left < 0 ? {...delivery, statements: []} : delivery;
    views.push(await viewDelivery(deps, actor, judged, seen));
  }
  return views;
}

export async function getDelivery(deps: LayerDeps, actor: Actor, id: string): Promise<DeliveryView> {
  const delivery = await requireDelivery(deps.db, actor, id);
  return viewDelivery(deps, actor, delivery, await seenResources(deps.db, actor, [delivery]));
}

/** The outcome of a delivery, with what the caller may see of it. */
export type DeliveryOutcome = Pick<DeliveryView, "resources" | "recipients" | "error">;

export async function getOutcome(db: Db | Tx, actor: Actor, id: string): Promise<DeliveryOutcome> {
  const delivery = await requireDelivery(db, actor, id);
  return outcomeFor(actor, delivery, await seenResources(db, actor, [delivery]));
}

/** The delivery, for callers who can see its source. Rejects with `not_found` for other callers. */
export async function requireDelivery(
  db: Db | Tx,
  actor: Actor,
  id: string,
): Promise<DeliveryRow & {level: number; owner_id: string}> {
  const {rows} = await sql<StoredDelivery & {level: number; owner_id: string}>`
    ${prepared} select ${deliveryColumns}, d.statements, c.owner_id, ${levelSql(actor)} as level
    from deliveries d join content c on c.org_id = d.org_id and c.id = d.source_id
    where d.org_id = ${actor.orgId} and d.id = ${id}`.execute(db);
  const row = rows[0];
  if (!row || row.level === 0) throw notFound("delivery", id);
  return read(row);
}

/** A file of a delivery that the caller may read. Rejects with `not_found` for any other file. */
export async function requireFile(
  deps: LayerDeps,
  actor: Actor,
  deliveryId: string,
  name: string,
): Promise<DeliveryFile> {
  const row = await requireDelivery(deps.db, actor, deliveryId);
  const file = row.files.find(one => one.name === name);
  if (!file || !(await mayReadRows(deps, actor, row))) throw notFound("file", name);
  return file;
}

/** The statements of the row `d`, unless they are too long to be checked in a list. */
const shortStatements = sql`case when octet_length(d.statements::text) > ${sql.lit(MAX_STATEMENT_BYTES)}
  then '[]'::json else d.statements end`;

/** The resources of these deliveries that the caller can see. */
async function seenResources(
  db: Db | Tx,
  actor: Actor,
  deliveries: readonly DeliveryRow[],
): Promise<ReadonlySet<string>> {
  const ids = new Set(deliveries.flatMap(({resources}) => resources.map(({resourceId}) => resourceId)));
  if (ids.size === 0) return ids;
  const {rows} = await sql<{id: string; level: number}>`
    ${prepared} select c.id, ${levelSql(actor)} as level from content c
    where c.org_id = ${actor.orgId} and c.id = any (${[...ids]}::text[])`.execute(db);
  return new Set(rows.flatMap(({id, level}) => (level > 0 ? [id] : [])));
}

const HIDDEN_ERROR = "Only the account that it runs as can see why it failed.";

/** The resource without its name and without its error, which can name charts and fields. */
function withoutName(resource: ResourceOutcome): ResourceOutcome {
  const {resourceType, resourceId, status, error} = resource;
  const name = `A ${resourceType} that you cannot see`;
  const hiddenError = error === undefined ? {} : {error: HIDDEN_ERROR};
  return {resourceType, resourceId, name, status, ...hiddenError};
}

/**
 * The parts of a delivery that a reader without a right to its rows can see. The error of a failed condition can name
 * fields of a project that the reader cannot see. So only org-admins and the principal whose rows are sent see that
 * error.
 */
function outcomeFor(actor: Actor, row: DeliveryRow, seen: ReadonlySet<string>): DeliveryOutcome {
  const {error} = row;
  const isOwn = row.run_as === actor.id;
  const isHidden = row.has_query && row.status !== "skipped" && !mayKnowErrors(actor, row.run_as);
  const visibleError = isHidden ? HIDDEN_ERROR : error;
  return {
    resources: row.resources.map(one => {
      if (!isOwn && !seen.has(one.resourceId)) return withoutName(one);
      // The error of a dashboard names tiles and fields that some readers of the dashboard may not know about.
      const namesTiles = one.resourceType === "dashboard" && one.error !== undefined;
      return namesTiles && !mayKnowErrors(actor, row.run_as) ? {...one, error: HIDDEN_ERROR} : one;
    }),
    // A delivery that failed before it was sent has also stored its error for each recipient.
    recipients: row.recipients.map(one =>
      viewRecipient(error !== null && one.answer === error ? {...one, answer: visibleError} : one),
    ),
    ...(error === null || visibleError === null ? {} : {error: visibleError}),
  };
}

/**
 * The delivery for a caller. A caller who would not get the same rows sees neither the files nor the names of hidden
 * resources.
 */
async function viewDelivery(
  deps: LayerDeps,
  actor: Actor,
  row: DeliveryRow,
  seen: ReadonlySet<string>,
): Promise<DeliveryView> {
  const {files} = row;
  const {resources, recipients, error} = outcomeFor(actor, row, seen);
  const mayRead = await mayReadRows(deps, actor, row);
  return {
    id: row.id,
    source: {type: row.source_type, id: row.source_id},
    scheduleId: row.schedule_id,
    trigger: row.trigger,
    status: row.status,
    slot: row.slot?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    startedAt: row.started_at?.toISOString() ?? null,
    finishedAt: row.finished_at?.toISOString() ?? null,
    ...(row.notice_of === null ? {} : {noticeOf: row.notice_of}),
    resources,
    recipients,
    files: mayRead ? files : [],
    ...(mayRead ? {} : {redacted: true}),
    ...(error === undefined ? {} : {error}),
  };
}

function viewRecipient(one: DeliveryRow["recipients"][number]): DeliveryView["recipients"][number] {
  const {email, status, attempts, message_id, sent_at, answer} = one;
  const serverReply = answer === null ? {} : status === "sent" ? {answer} : {error: answer};
  return {
    email,
    status,
    attempts,
    messageId: message_id,
    ...(sent_at === null ? {} : {sentAt: sent_at}),
    ...serverReply,
  };
}
