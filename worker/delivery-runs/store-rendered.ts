import {prepared} from "../../shared/core/database/prepared.ts";
import {unflushed} from "../../shared/core/database/unflushed.ts";
import {type Db, sql} from "../../shared/core/db.ts";
import {ServiceError} from "../../shared/core/errors.ts";
import {pauseRecurring} from "../../shared/tenancy/content-kinds/recurring.ts";
import type {SentDelivery} from "./mark-sent-or-retry.ts";
import type {Rendered} from "./render.ts";
import {RenderedElsewhere} from "./rendered-once.ts";

/**
 * Records that the mail is stored, with the outcome of each resource. A schedule without remaining resources is paused.
 * Throws `rate_limited` where the organization would mail to more recipients today than it may, and `RenderedElsewhere`
 * where another attempt has stored the mail. Everything that a crash of the database could still lose is flushed to disk
 * before the first recipient is claimed.
 */
export async function storeRendered(
  db: Db,
  delivery: SentDelivery,
  {ran, files, statements, hash}: Omit<Rendered, "hash"> & {hash: string | null},
  dailyLimit: number,
): Promise<void> {
  const {id, orgId, sourceId, sourceType} = delivery;
  const resources = ran.map(({outcome}) => outcome);
  const ids = resources.map(({resourceId}) => resourceId);
  const {rows} = await sql<{
    fits: boolean;
    is_stored: boolean;
    is_rendered: boolean;
    is_left: boolean;
  }>`${prepared}
    with counted as (${countMessages(delivery, dailyLimit)}), stored as (
      update deliveries set rendered_at = now(), rows_hash = ${hash}, resources = ${JSON.stringify(resources)}::json,
        files = ${JSON.stringify(files)}::json, statements = ${JSON.stringify(statements)}::json
      where org_id = ${orgId} and id = ${id} and rendered_at is null and exists (select from counted) returning id)
    select exists (select from counted) as fits, exists (select from stored) as is_stored,
      exists (select from deliveries where org_id = ${orgId} and id = ${id} and rendered_at is not null) as is_rendered,
      exists (select from content where org_id = ${orgId} and id = any (${ids}::text[])) as is_left,
      ${unflushed}`.execute(db);
  const [row] = rows;
  if (row?.is_rendered || (row?.fits && !row.is_stored)) throw new RenderedElsewhere();
  if (!row?.fits) {
    throw new ServiceError(
      "rate_limited",
      `The organization may mail to ${dailyLimit} recipients a day (MAIL_DAILY_LIMIT), and this delivery would exceed the limit.`,
    );
  }
  if (ids.length === 0 || sourceType !== "schedule" || row.is_left) return;
  // If the worker dies before this transaction, the next delivery pauses the schedule.
  await db
    .transaction()
    .execute(tx =>
      pauseRecurring(tx, "schedule", orgId, sourceId, "Everything that the schedule sends was deleted."),
    );
}

/** Adds the recipients to today's count (UTC) and returns a row, but only if the limit allows that many messages. */
function countMessages({id, orgId}: SentDelivery, dailyLimit: number) {
  return sql`
    insert into mail_days as m (org_id, day, messages)
    select ${orgId}, (now() at time zone 'UTC')::date, a.messages
    from (
      select count(*)::int as messages from delivery_recipients r
      where r.org_id = ${orgId} and r.delivery_id = ${id} and r.status = 'queued') a
    where a.messages <= ${dailyLimit} and exists (
      select from deliveries d where d.org_id = ${orgId} and d.id = ${id} and d.rendered_at is null)
    on conflict (org_id, day) do update set messages = m.messages + excluded.messages
      where m.messages + excluded.messages <= ${dailyLimit}
    returning m.messages`;
}
