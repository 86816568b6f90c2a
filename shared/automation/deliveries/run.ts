import type {Actor} from "../../ground/actor.ts";
import {audit} from "../../ground/audit.ts";
import {presentTime} from "../../ground/cadence/cadences.ts";
import {requireResumer} from "../../ground/cadence/require-resumer.ts";
import {type Db, sql, type Tx} from "../../ground/db.ts";
import {ServiceError} from "../../ground/errors.ts";
import {newId} from "../../ground/ids.ts";
import {isPausedSince, PAUSED_SINCE} from "../../ground/paused-runs.ts";
import type {MailConfig} from "../../ground/process/mail-config.ts";
import {recallStops} from "../../ground/recipients/erased.ts";
import {requireDeliveryLeft} from "../../tenancy/billing/delivery-limit.ts";
import type {Mode} from "../../tenancy/billing/limits.ts";
import {requireSchedule, type ScheduleRow} from "../schedules/find.ts";
import {readRecipients} from "../schedules/read-schedule.ts";
import {addJob, createDeliveries} from "./create.ts";
import {requireDelivery} from "./deliveries.ts";
import type {DeliveryStarted, TestSend} from "./schemas.ts";

/**
 * The access level of a schedule's team lead and of org-admins, who may send the schedule. Its owner may always send
 * it.
 */
const SEND_LEVEL = 4;
/** How long the rendered mail of a delivery is stored. */
const KEPT_DAYS = 7;

/**
 * Sends the schedule at once to its recipients. Only the principal whose rows it sends may name other recipients. The
 * condition is not evaluated, and cadence and next run stay as they are.
 */
export async function runSchedule(
  {db, mail, keys, billing}: {db: Db; mail: MailConfig; keys: readonly Buffer[]; billing: Mode},
  actor: Actor,
  id: string,
  {recipients}: TestSend,
): Promise<DeliveryStarted> {
  const schedule = await requireSender(db, actor, id);
  if (recipients && schedule.run_as !== actor.id) {
    throw new ServiceError(
      "missing_privilege",
      "It sends somebody else's rows, so only they can send it to other recipients.",
    );
  }
  if (!recipients && schedule.recipients.length === 0) {
    throw new ServiceError("conflict", "It has no recipient any more: PUT names some.");
  }
  const read = recipients && readRecipients(recipients, mail.allowedDomains);
  const deliveryId = newId("dlv");
  await db.transaction().execute(async tx => {
    const slot = await presentTime(tx);
    await audit(tx, actor, "schedule.run", {type: "schedule", id}, {deliveryId, recipients: read ?? null});
    await requireDeliveryLeft(tx, billing, actor.orgId);
    if (read) await recallStops(tx, keys, {id, orgId: actor.orgId}, read);
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

/**
 * Sends a delivery again to the recipients whose mail failed, with the same bytes and message ids. `conflict` while the
 * delivery is under way, if no mail failed, or if the service has paused what runs as the delivery's principal before
 * the mail was rendered; `gone` if its mail is no longer stored. A delivery that was not counted
 * as usage yet needs one left in the organization's plan.
 */
export async function retryDelivery(
  {db, billing}: {db: Db; billing: Mode},
  actor: Actor,
  id: string,
): Promise<DeliveryStarted> {
  await requireDeliverySender(db, actor, id);
  return db.transaction().execute(async tx => {
    const locked = await sql<{counts: boolean; is_paused: boolean}>`
      select not d.usage_counted and d.notice_of is null as counts, d.rendered_at is null and d.notice_of is null
        and ${isPausedSince(sql`d.org_id`, sql`d.run_as`, sql`d.created_at`)} as is_paused
      from deliveries d where d.org_id = ${actor.orgId} and d.id = ${id} for update`.execute(tx);
    const {status, rendered_at, recipients} = await requireDelivery(tx, actor, id);
    if (status === "queued" || status === "running") {
      throw new ServiceError("conflict", "It is under way: what fails for now is tried again by itself.");
    }
    if (!recipients.some(one => one.status === "failed")) {
      throw new ServiceError("conflict", "There is nobody whose mail failed: a delivery is not sent twice.");
    }
    const oldest = (await presentTime(tx)).getTime() - KEPT_DAYS * 24 * 3_600_000;
    if (rendered_at && rendered_at.getTime() < oldest) {
      throw new ServiceError("gone", `Its mail was kept for ${KEPT_DAYS} days. Run the schedule instead.`);
    }
    if (locked.rows[0]?.is_paused) {
      throw new ServiceError("conflict", `${PAUSED_SINCE} It would send others: run the schedule instead.`);
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
 * The schedule, for callers who may send it: `not_found` or `missing_privilege` otherwise. While the service has paused
 * the schedule, only the principal whose rows it sends may send it.
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
    "This needs the owner of what sends it, the lead of its team or an org-admin.",
  );
}
