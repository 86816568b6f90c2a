import {addJob} from "../../shared/automation/deliveries/create.ts";
import {sql} from "../../shared/core/db.ts";
import {BROKEN_OFF, isAbandoned} from "../takeover/abandoned-runs.ts";
import type {Worker} from "../worker.ts";
import {failDelivery} from "./finish.ts";
import type {SentDelivery} from "./mark-sent-or-retry.ts";

const BATCH = 100;
/** After this many attempts for a recipient, sending to this recipient is taken for the cause of the crashes. */
const MAX_ATTEMPTS = 25;

interface Abandoned extends SentDelivery {
  mayBeSent: boolean;
}

/**
 * Recovers deliveries whose job is gone or has used up its attempts, because each of its workers was killed. A rendered
 * delivery gets a new job, so that no recipient is lost; any other delivery fails, so that none stays under way
 * forever.
 */
export async function endAbandonedDeliveries({db, config}: Pick<Worker, "config" | "db">): Promise<void> {
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
          and r.attempts < ${MAX_ATTEMPTS}) as "mayBeSent"
    from deliveries d
    where d.status in ('queued', 'running') and ${isAbandoned("d")}
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
