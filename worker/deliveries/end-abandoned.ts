import {sql} from "../../shared/db.ts";
import type {Worker} from "../worker.ts";
import {failDelivery} from "./finish.ts";
import type {SentDelivery} from "./send.ts";

/** Until then its job may not be written yet. */
const MINUTES = 10;
const BATCH = 100;
const BROKEN_OFF = "It was begun several times, and each time what ran it broke off.";

/** Fails deliveries whose job is gone or has used up its attempts, so that none stays under way for ever. */
export async function endAbandonedDeliveries({db, config}: Worker): Promise<void> {
  await sql`
    select graphile_worker.complete_jobs(array(
      select id from graphile_worker.jobs
      where task_identifier = 'run_delivery' and attempts >= max_attempts and locked_at is null))`.execute(
    db,
  );
  const {rows} = await sql<SentDelivery>`
    select d.id, d.org_id as "orgId", d.source_type as "sourceType", d.source_id as "sourceId"
    from deliveries d
    where d.status in ('queued', 'running') and d.created_at < now() - ${MINUTES} * interval '1 minute'
      and not exists (select from graphile_worker.jobs j where j.key = d.id)
    order by d.id limit ${BATCH}`.execute(db);
  for (const delivery of rows) await failDelivery(db, delivery, BROKEN_OFF, config.mail);
}
