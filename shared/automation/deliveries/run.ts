import type {Actor} from "../../core/actor.ts";
import {audit} from "../../core/audit.ts";
import {presentTime} from "../../core/cadence/cadences.ts";
import {requireResumer} from "../../core/cadence/require-resumer.ts";
import {type Db, sql, type Tx} from "../../core/db.ts";
import {ServiceError} from "../../core/errors.ts";
import {newId} from "../../core/ids.ts";
import {isPausedSince, PAUSED_SINCE} from "../../core/paused-runs.ts";
import type {MailConfig} from "../../core/process/mail-config.ts";
import {restoreStops} from "../../core/recipients/erased.ts";
import {requireDeliveryLeft} from "../../tenancy/billing/delivery-limit.ts";
import type {Mode} from "../../tenancy/billing/limits.ts";
import {lockContent} from "../../tenancy/content-kinds/content.ts";
import {requireSchedule, type ScheduleRow} from "../schedules/find.ts";
import {readRecipients} from "../schedules/read-schedule.ts";
import {addJob, createDeliveries} from "./create.ts";
import {requireDelivery} from "./deliveries.ts";
import type {DeliveryStarted, TestSend} from "./schemas.ts";

/**
 * The access level of org-admins and of the lead of a schedule's team, who may send the schedule. The schedule's owner
 * may always send it.
 */
const SEND_LEVEL = 4;
/** How long the rendered mail of a delivery is stored. */
const RETENTION_DAYS = 7;

/**
 * Sends the schedule at once to its recipients. Only the principal whose rows are sent may name other recipients. The
 * condition is not evaluated, and cadence and next run do not change.
 */
export async function runSchedule(
  {db, mail, keys, billing}: {db: Db; mail: MailConfig; keys: readonly Buffer[]; billing: Mode},
  actor: Actor,
  id: string,
  {recipients}: TestSend,
): Promise<DeliveryStarted> {
  requireRecipients(actor, await requireSender(db, actor, id), recipients);
  const read = recipients && readRecipients(recipients, mail.allowedDomains);
  const deliveryId = newId("dlv");
  await db.transaction().execute(async tx => {
    // The lock prevents changes of the schedule, and of whose rows it sends, until the delivery is created.
    await lockContent(tx, actor, "schedule", id);
    requireRecipients(actor, await requireSender(tx, actor, id), recipients);
    const slot = await presentTime(tx);
    await audit(tx, actor, "schedule.run", {type: "schedule", id}, {deliveryId, recipients: read ?? null});
    await requireDeliveryLeft(tx, billing, actor.orgId);
    if (read) await restoreStops(tx, keys, {id, orgId: actor.orgId}, read);
    await createDeliveries(tx, [
      {
        id: deliveryId,
        orgId: actor.orgId,
        scheduleId: id,
        trigger: "test",
        slot,
        sentBy: actor.id,
        ...(read ? {recipients: read} : {}),
      },
    ]);
  });
  return {deliveryId, status: "queued"};
}

function requireRecipients(actor: Actor, schedule: ScheduleRow, others: TestSend["recipients"]): void {
  if (others && schedule.run_as !== actor.id) {
    throw new ServiceError(
      "missing_privilege",
      "The schedule sends the rows of another principal, and only that principal can send them to other recipients.",
    );
  }
  if (!others && schedule.recipients.length === 0) {
    throw new ServiceError("conflict", "The schedule has no recipients any more. Add recipients with PUT.");
  }
}

/**
 * Sends a delivery again to the recipients whose mail failed, with the same bytes and message ids. Rejects with
 * `conflict` while the delivery is under way, or if no mail failed. Also rejects with `conflict` for a mail that is not
 * rendered yet, if the service has paused its source or the source has changed. Rejects with `gone` if the mail is no
 * longer stored. If the delivery was not counted as usage yet, the organization's plan must have one left.
 */
export async function retryDelivery(
  {db, billing}: {db: Db; billing: Mode},
  actor: Actor,
  id: string,
): Promise<DeliveryStarted> {
  await requireDeliverySender(db, actor, id);
  return db.transaction().execute(async tx => {
    const locked = await sql<{counts: boolean; is_paused: boolean; is_changed: boolean}>`
      select not d.usage_counted and d.notice_of is null as counts, d.rendered_at is null and d.notice_of is null
        and ${isPausedSince(sql`d.org_id`, sql`d.run_as`, sql`d.created_at`)} as is_paused,
        d.rendered_at is null and d.notice_of is null and d.run_as <> ${actor.id} and not ${isStillAsked} as is_changed
      from deliveries d where d.org_id = ${actor.orgId} and d.id = ${id} for update`.execute(tx);
    const {status, rendered_at, recipients} = await requireDelivery(tx, actor, id);
    if (status === "queued" || status === "running") {
      throw new ServiceError(
        "conflict",
        "The delivery is under way. Mail that fails temporarily is retried automatically.",
      );
    }
    if (!recipients.some(one => one.status === "failed")) {
      throw new ServiceError("conflict", "No recipient's mail has failed, and a delivery is not sent twice.");
    }
    const oldest = (await presentTime(tx)).getTime() - RETENTION_DAYS * 24 * 3_600_000;
    if (rendered_at && rendered_at.getTime() < oldest) {
      throw new ServiceError(
        "gone",
        `The delivery's mail is no longer stored after ${RETENTION_DAYS} days. Run the schedule instead.`,
      );
    }
    if (locked.rows[0]?.is_paused) {
      throw new ServiceError(
        "conflict",
        `${PAUSED_SINCE} The mail would now have other rows. Run the schedule instead.`,
      );
    }
    if (locked.rows[0]?.is_changed) {
      const changed =
        "The delivery's source was changed before the mail was rendered. The mail would now have other rows or other recipients.";
      throw new ServiceError("conflict", `${changed} Run the source instead.`);
    }
    if (locked.rows[0]?.counts) await requireDeliveryLeft(tx, billing, actor.orgId);
    await audit(tx, actor, "delivery.retry", {type: "delivery", id});
    await sql`
      update delivery_recipients set status = 'queued', attempts = 0, next_attempt_at = now()
      where org_id = ${actor.orgId} and delivery_id = ${id} and status = 'failed'`.execute(tx);
    await sql`
      with m as (
        update deliveries set status = 'queued', finished_at = null, renderings = 0
        where org_id = ${actor.orgId} and id = ${id} returning org_id, id)
      select ${addJob()} from m`.execute(tx);
    return {deliveryId: id, status: "queued"};
  });
}

/**
 * The schedule, for callers who may send it. Otherwise rejects with `not_found` or `missing_privilege`. While the
 * service has paused the schedule, only the principal whose rows are sent may send it.
 */
export async function requireSender(db: Db | Tx, actor: Actor, id: string): Promise<ScheduleRow> {
  const schedule = await requireSchedule(db, actor, id, "view");
  requireSendRight(actor, schedule);
  requireResumer(actor, schedule, "rows it sends");
  return schedule;
}

/** Requires the right to send the source of the delivery. */
export async function requireDeliverySender(db: Db, actor: Actor, deliveryId: string): Promise<void> {
  requireSendRight(actor, await requireDelivery(db, actor, deliveryId));
}

function requireSendRight(actor: Actor, {owner_id, level}: {owner_id: string; level: number}): void {
  if (owner_id === actor.id || level >= SEND_LEVEL) return;
  throw new ServiceError(
    "missing_privilege",
    "This needs the owner of the delivery's source, the lead of its team, or an org-admin.",
  );
}

/** The types and ids of resources, without their names. */
function idsOf(resources: ReturnType<typeof sql>) {
  return sql`array(select (r.value ->> 'resourceType') || ' ' || (r.value ->> 'resourceId')
    from json_array_elements(${resources}) with ordinality r(value, at) order by r.at)`;
}

/**
 * SQL condition: `named` lists every recipient whose mail failed. Erased recipients need no entry, because they get no
 * mail.
 */
function namesAll(named: ReturnType<typeof sql>) {
  return sql`not exists (select from delivery_recipients r
    where r.org_id = d.org_id and r.delivery_id = d.id and r.status = 'failed' and r.email not like 'erased:%'
      and not exists (select from ${named} n(email) where lower(n.email) = lower(r.email)))`;
}

/**
 * SQL condition on the row `d` of `deliveries`: its source still runs as the same principal, requests the same rows,
 * and names all recipients whose mail failed. Otherwise a mail that is rendered only now would send a principal's rows
 * to people who are no longer recipients.
 */
const isStillAsked = sql`(
  exists (select from schedules s where s.org_id = d.org_id and s.id = d.schedule_id and s.run_as = d.run_as
    and ${idsOf(sql`s.resources`)} = ${idsOf(sql`d.definition -> 'resources'`)}
    and coalesce(s.filters::jsonb, 'null') = coalesce(d.definition::jsonb -> 'filters', 'null')
    and coalesce(s.condition::jsonb, 'null') = coalesce(d.definition::jsonb -> 'condition', 'null')
    and ${namesAll(sql`json_array_elements_text(s.recipients)`)})
  or exists (select from actions a cross join lateral json_array_elements(a.effects) e
    where a.org_id = d.org_id and a.id = d.action_id and a.run_as = d.run_as and e.value ->> 'type' = 'email'
      and e.value ->> 'chartId' is not distinct from d.definition -> 'resources' -> 0 ->> 'resourceId'
      and ${namesAll(sql`json_array_elements_text(e.value -> 'recipients')`)})
  or exists (select from agents a cross join lateral json_array_elements(a.outputs) o
    where a.org_id = d.org_id and a.id = d.agent_id and a.run_as = d.run_as
      and ${namesAll(sql`json_array_elements_text(o.value -> 'recipients')`)}))`;
