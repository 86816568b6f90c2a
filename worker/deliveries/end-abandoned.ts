import {sql} from "../../shared/db.ts";
import {addJob} from "../../shared/deliveries/create.ts";
import type {Worker} from "../worker.ts";
import {failDelivery} from "./finish.ts";
import type {SentDelivery} from "./send.ts";

/** Until then its job may not be written yet. */
const MINUTES = 10;
const BATCH = 100;
/** Attempts of a recipient after which sending to them is what breaks off. */
const MOST_ATTEMPTS = 25;
const BROKEN_OFF = "It was begun several times, and each time what ran it broke off.";

interface Abandoned extends SentDelivery {
  mayBeSent: boolean;
}

/**
 * Takes up deliveries whose job is gone or has used up its attempts, because each worker at it was killed. What is
 * rendered gets a new job, so that no recipient is lost; all else has failed, so that none stays under way for ever.
 */
export async function endAbandonedDeliveries({db, config}: Worker): Promise<void> {
  await sql`
    select graphile_worker.complete_jobs(array(
      select id from graphile_worker.jobs
      where task_identifier = 'run_delivery' and attempts >= max_attempts and locked_at is null))`.execute(
    db,
  );
  const {rows} = await sql<Abandoned>`
    select d.id, d.org_id as "orgId", d.source_type as "sourceType", d.source_id as "sourceId",
      d.rendered_at is not null and exists (
        select from delivery_recipients r
        where r.org_id = d.org_id and r.delivery_id = d.id and r.status in ('queued', 'sending')
          and r.attempts < ${MOST_ATTEMPTS}) as "mayBeSent"
    from deliveries d
    where d.status in ('queued', 'running') and d.created_at < now() - ${MINUTES} * interval '1 minute'
      and not exists (select from graphile_worker.jobs j where j.key = d.id)
    order by d.id limit ${BATCH}`.execute(db);
  for (const {mayBeSent, ...delivery} of rows) {
    if (!mayBeSent) await failDelivery(db, delivery, BROKEN_OFF, {...config.mail, billing: config.billing});
    else
      await sql`
        select ${addJob()} from deliveries m
        where m.org_id = ${delivery.orgId} and m.id = ${delivery.id} and m.status in ('queued', 'running')`.execute(
        db,
      );
  }
}
