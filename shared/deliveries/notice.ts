import {sql, type Tx} from "../db.ts";
import {newId} from "../ids.ts";
import {addJob} from "./create.ts";

/** A mail that tells people about a schedule; it has no rows. */
export interface Notice {
  orgId: string;
  scheduleId: string;
  /** The delivery whose failure it tells of. */
  noticeOf?: string;
  title: string;
  /** Plain text. */
  message: string;
  people: readonly string[];
}

/** Writes the mail as a delivery of the schedule, with its job. */
export async function createNotice(
  tx: Tx,
  {orgId, scheduleId, noticeOf = scheduleId, title, message, people}: Notice,
): Promise<void> {
  await sql`
    with m as (
      insert into deliveries (id, org_id, source_type, source_id, schedule_id, trigger, notice_of, name, run_as, definition)
      select ${newId("dlv")}, s.org_id, 'schedule', s.id, s.id, 'schedule', ${noticeOf}, ${title}, s.run_as,
        json_build_object('resources', '[]'::json, 'formats', '[]'::json, 'filters', '[]'::json, 'condition', null,
          'subject', null, 'message', ${message}::text, 'cron', k.cron, 'timezone', k.timezone)
      from schedules s join cadences k on k.org_id = s.org_id and k.id = s.id
      where s.org_id = ${orgId} and s.id = ${scheduleId}
      returning id, org_id
    ), people as (
      insert into delivery_recipients (org_id, delivery_id, position, email)
      select m.org_id, m.id, p.position, p.email
      from m, unnest(${people}::text[]) with ordinality as p (email, position)
    )
    select ${addJob()} from m`.execute(tx);
}
