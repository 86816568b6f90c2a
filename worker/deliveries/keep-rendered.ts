import {type Db, sql, type Tx} from "../../shared/db.ts";
import {ServiceError} from "../../shared/errors.ts";
import {pauseSchedule} from "../../shared/schedules/schedules.ts";
import type {Rendered} from "./render.ts";
import type {SentDelivery} from "./send.ts";

/**
 * Writes down that the mail is stored, with what became of each resource. A schedule of which nothing is left is
 * paused. Throws `rate_limited` where the organization would mail to more recipients today than it may.
 */
export async function keepRendered(
  db: Db,
  delivery: SentDelivery,
  {ran, files, statements, hash}: Omit<Rendered, "hash"> & {hash: string | null},
  dailyLimit: number,
): Promise<void> {
  const {id, orgId, sourceId, sourceType} = delivery;
  const resources = ran.map(({outcome}) => outcome);
  await db.transaction().execute(async tx => {
    await countMessages(tx, delivery, dailyLimit);
    await sql`
      update deliveries set rendered_at = now(), rows_hash = ${hash}, resources = ${JSON.stringify(resources)}::json,
        files = ${JSON.stringify(files)}::json, statements = ${JSON.stringify(statements)}::json
      where org_id = ${orgId} and id = ${id}`.execute(tx);
    const ids = resources.map(({resourceId}) => resourceId);
    if (ids.length === 0 || sourceType !== "schedule") return;
    const {rows} = await sql`
      select from content where org_id = ${orgId} and id = any (${ids}::text[]) limit 1`.execute(tx);
    if (rows.length === 0) await pauseSchedule(tx, orgId, sourceId, "Everything that it sends was deleted.");
  });
}

/** Counts the recipients for today (UTC). */
async function countMessages(tx: Tx, {id, orgId}: SentDelivery, dailyLimit: number): Promise<void> {
  const {rows} = await sql`
    with asked as (
      select count(*)::int as messages from delivery_recipients r
      where r.org_id = ${orgId} and r.delivery_id = ${id} and r.status = 'queued'
    )
    insert into mail_days as m (org_id, day, messages)
    select ${orgId}, (now() at time zone 'UTC')::date, a.messages from asked a where a.messages <= ${dailyLimit}
    on conflict (org_id, day) do update set messages = m.messages + excluded.messages
      where m.messages + excluded.messages <= ${dailyLimit}
    returning m.messages`.execute(tx);
  if (rows.length > 0) return;
  throw new ServiceError(
    "rate_limited",
    `The organization may mail to ${dailyLimit} recipients a day (MAIL_DAILY_LIMIT), and these would be more.`,
  );
}
