import {addJob} from "../../shared/automation/deliveries/create.ts";
import {prepared} from "../../shared/core/database/prepared.ts";
import {unflushed} from "../../shared/core/database/unflushed.ts";
import {type Db, sql, type Tx} from "../../shared/core/db.ts";
import {recordEvent} from "../../shared/core/events/record.ts";
import {oneLine} from "../../shared/core/one-line.ts";
import type {Mode} from "../../shared/tenancy/billing/limits.ts";
import {countUsageSql} from "../../shared/tenancy/billing/usage.ts";
import type {SentDelivery} from "./mark-sent-or-retry.ts";
import {createSenderNotice, mailFailure} from "./notice-failure.ts";

/** The pause before a job looks again at recipients to whom another worker may still be sending. */
const LOOK_AGAIN_SECONDS = 5;

/**
 * Ends a delivery without remaining recipients, or postpones its job to the next retry of a recipient. The status is
 * `failed` if any resource or recipient failed for good; then the failure is announced. If a crash of the database
 * loses these writes, it also loses the end of the job, which is written later, so the job runs again.
 */
export async function finishDelivery(
  db: Db,
  delivery: SentDelivery,
  {mailsFailures, billing}: {mailsFailures: boolean; billing: Mode},
): Promise<void> {
  if (!billing && (await endWithoutFailures(db, delivery))) return;
  await db.transaction().execute(async tx => {
    await lockSource(tx, delivery);
    if (await putOff(tx, delivery)) return;
    const {id, orgId} = delivery;
    const {rows} = await sql<Ended & {status: string}>`${prepared}
      with ended as (
        update deliveries d set finished_at = now(), status = case
          when exists (select from json_array_elements(d.resources) r where r.value ->> 'status' = 'failed')
            or exists (select from ${recipients} and r.status = 'failed') then 'failed'
          when exists (select from ${recipients} and r.status = 'sent') then 'succeeded'
          else 'skipped' end
        where d.org_id = ${orgId} and d.id = ${id} and d.status in ('queued', 'running')
        returning d.id, d.org_id, d.schedule_id, d.run_as, d.status, d.trigger, d.notice_of, d.caused_by, d.sent_by,
          d.rows_hash
      ), hashed as (${storeHash})
      select d.status, d.trigger, d.notice_of, d.caused_by, d.sent_by, ${unflushed} from ended d`.execute(tx);
    const ended = rows[0];
    if (billing) await countSent(tx, billing, delivery);
    if (ended?.status === "failed") await announceFailure(tx, delivery, ended, mailsFailures);
  });
}

/**
 * Ends a delivery that has no recipients left and no failures. Nearly every delivery is like this, and as nothing has to
 * be announced, one statement is enough. Returns false, and changes nothing, for any other delivery.
 */
async function endWithoutFailures(db: Db, {id, orgId}: SentDelivery): Promise<boolean> {
  const {rows} = await sql`${prepared}
    with schedule as materialized (
      select s.id from schedules s join deliveries d on d.org_id = s.org_id and d.schedule_id = s.id
      where d.org_id = ${orgId} and d.id = ${id} and d.trigger in ('schedule', 'action') and d.rows_hash is not null
      for no key update of s
    ), ended as (
      update deliveries d set finished_at = now(), status =
        case when exists (select from ${recipients} and r.status = 'sent') then 'succeeded' else 'skipped' end
      where d.org_id = ${orgId} and d.id = ${id} and d.status in ('queued', 'running')
        and not exists (select from json_array_elements(d.resources) r where r.value ->> 'status' = 'failed')
        and not exists (select from ${recipients} and r.status in ('queued', 'sending', 'failed'))
        -- The schedule whose hash is stored is locked before the delivery, as by lockSource.
        and (select count(*) from schedule) >= 0
      returning d.id, d.org_id, d.schedule_id, d.run_as, d.trigger, d.rows_hash
    ), hashed as (${storeHash})
    select ${unflushed} from ended`.execute(db);
  return rows.length > 0;
}

/**
 * Locks the schedule, action or agent of a delivery, before the delivery is changed. The transaction may change the
 * source later, and its deletion locks the source before the deliveries.
 */
async function lockSource(tx: Tx, {orgId, sourceId}: SentDelivery): Promise<void> {
  await sql`
    with schedule as materialized (
      select id from schedules where org_id = ${orgId} and id = ${sourceId} for no key update
    ), action as materialized (
      select id from actions where org_id = ${orgId} and id = ${sourceId} for no key update
    ), agent as materialized (
      select id from agents where org_id = ${orgId} and id = ${sourceId} for no key update
    )
    select id from schedule union all select id from action union all select id from agent`.execute(tx);
}

/** Counts a delivery that has reached somebody as usage, and only once, even if it is sent again to other recipients. */
async function countSent(tx: Tx, billing: NonNullable<Mode>, {id, orgId}: SentDelivery): Promise<void> {
  const sent = sql`(select org_id, 'deliveries' as meter, 1 as amount from sent) r`;
  await sql`${prepared}
    with sent as (
      update deliveries d set usage_counted = true
      where d.org_id = ${orgId} and d.id = ${id} and not d.usage_counted and d.notice_of is null
        and exists (select from ${recipients} and r.status = 'sent')
      returning d.org_id)
    ${countUsageSql(billing, sent)}`.execute(tx);
}

/** Ends a delivery that cannot be sent any further. */
export async function failDelivery(
  db: Db,
  delivery: SentDelivery,
  error: string,
  {mailsFailures, billing}: {mailsFailures: boolean; billing: Mode},
): Promise<void> {
  await db.transaction().execute(async tx => {
    await lockSource(tx, delivery);
    await sql`
      update delivery_recipients r set status = 'failed', answer = ${oneLine(error)}
      where r.org_id = ${delivery.orgId} and r.delivery_id = ${delivery.id} and r.status in ('queued', 'sending')`.execute(
      tx,
    );
    const {rows} = await sql<Ended>`
      update deliveries set status = 'failed', finished_at = now(), error = ${oneLine(error)}
      where org_id = ${delivery.orgId} and id = ${delivery.id} and status in ('queued', 'running')
      returning trigger, notice_of, caused_by, sent_by`.execute(tx);
    // Some recipients may have received the mail before the delivery broke off.
    if (billing) await countSent(tx, billing, delivery);
    if (rows[0]) await announceFailure(tx, delivery, rows[0], mailsFailures);
  });
}

interface Ended {
  trigger: string;
  notice_of: string | null;
  caused_by: string | null;
  sent_by: string | null;
}

/**
 * Announces a failure to people and to actions. The failure of a delivery that a person has requested is announced to
 * that person alone. The failure of a notice is not announced, because that would take another notice.
 */
async function announceFailure(
  tx: Tx,
  delivery: SentDelivery,
  {trigger, notice_of, caused_by, sent_by}: Ended,
  mailsFailures: boolean,
): Promise<void> {
  if (notice_of !== null) return;
  if (trigger === "test") {
    if (mailsFailures && sent_by !== null) await createSenderNotice(tx, delivery, sent_by);
    return;
  }
  const {id, orgId, sourceId} = delivery;
  await recordEvent(tx, {
    orgId,
    type: "delivery.failed",
    resources: [sourceId, id],
    causedBy: caused_by ?? undefined,
  });
  if (mailsFailures) await mailFailure(tx, delivery);
}

/** Records that a delivery is not sent, and why. */
export async function skipDelivery(db: Db, {id, orgId}: SentDelivery, because: string): Promise<void> {
  await sql`
    with ended as (
      update deliveries set status = 'skipped', finished_at = now(), error = ${oneLine(because)}
      where org_id = ${orgId} and id = ${id} and status in ('queued', 'running') returning id)
    update delivery_recipients r set status = 'skipped' from ended
    where r.org_id = ${orgId} and r.delivery_id = ended.id and r.status = 'queued'`.execute(db);
}

/** SQL of the recipients `r` of the delivery `d`; a condition can follow. */
const recipients = sql`delivery_recipients r where r.org_id = d.org_id and r.delivery_id = d.id`;

/**
 * SQL that stores the hash of the rows of the delivery `ended` if it reached anybody. A schedule that sends only
 * changes compares its next delivery with this hash, unless the next delivery sends somebody else's rows. A delivery
 * that has waited for the retry of a recipient while a later one was sent leaves the hash of the later one.
 */
const storeHash = sql`
  update schedules s set rows_hash = d.rows_hash from ended d
  where d.trigger in ('schedule', 'action') and d.rows_hash is not null and s.org_id = d.org_id and s.id = d.schedule_id
    and s.run_as = d.run_as and exists (select from ${recipients} and r.status = 'sent')
    and not exists (
      select from deliveries n
      where n.org_id = d.org_id and n.source_id = d.schedule_id and n.id > d.id and n.run_as = d.run_as
        and n.trigger in ('schedule', 'action') and n.rows_hash is not null and n.status in ('succeeded', 'failed')
        and exists (
          select from delivery_recipients x
          where x.org_id = n.org_id and x.delivery_id = n.id and x.status = 'sent'))`;

/** Whether a recipient is left; then the job is postponed to the first recipient's next attempt. */
async function putOff(tx: Tx, {id, orgId}: SentDelivery): Promise<boolean> {
  const {rows} = await sql<{id: string}>`${prepared}
    with left_over as (
      select min(r.next_attempt_at) as at from delivery_recipients r
      where r.org_id = ${orgId} and r.delivery_id = ${id} and r.status in ('queued', 'sending'))
    select m.id, ${addJob(sql`greatest(now() + ${LOOK_AGAIN_SECONDS} * interval '1 second', l.at)`)} as job
    from deliveries m, left_over l
    where m.org_id = ${orgId} and m.id = ${id} and m.status in ('queued', 'running') and l.at is not null`.execute(
    tx,
  );
  return rows.length > 0;
}
