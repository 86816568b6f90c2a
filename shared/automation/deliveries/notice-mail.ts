import {sql, type Tx} from "../../core/db.ts";
import {newId} from "../../core/ids.ts";
import {addJob} from "./create.ts";

/** A mail that informs people about a schedule, an action or an agent. It has no rows. */
export interface Notice {
  orgId: string;
  /** The schedule, action or agent. */
  sourceId: string;
  /** The delivery whose failure the notice reports. */
  noticeOf?: string;
  title: string;
  /** Plain text. */
  message: string;
  people: readonly string[];
}

/** Inserts the mail as a delivery of the schedule, action or agent, together with its job. */
export async function createNotice(
  tx: Tx,
  {orgId, sourceId, noticeOf = sourceId, title, message, people}: Notice,
): Promise<void> {
  await sql`
    with m as (
      insert into deliveries (id, org_id, source_type, source_id, schedule_id, action_id, agent_id, trigger, notice_of,
        name, run_as, definition)
      select ${newId("dlv")}, c.org_id, c.type, c.id, s.id, a.id, g.id, c.type, ${noticeOf}, ${title},
        coalesce(s.run_as, a.run_as, g.run_as),
        json_build_object('resources', '[]'::json, 'formats', '[]'::json, 'filters', '[]'::json, 'condition', null,
          'subject', null, 'message', ${message}::text, 'cron', coalesce(k.cron, ''), 'timezone', coalesce(k.timezone, 'UTC'))
      from content c
        left join schedules s on s.org_id = c.org_id and s.id = c.id
        left join actions a on a.org_id = c.org_id and a.id = c.id
        left join agents g on g.org_id = c.org_id and g.id = c.id
        left join cadences k on k.org_id = c.org_id and k.id = c.id
      where c.org_id = ${orgId} and c.id = ${sourceId} and c.type in ('schedule', 'action', 'agent')
      returning id, org_id
    ), people as (
      insert into delivery_recipients (org_id, delivery_id, position, email)
      select m.org_id, m.id, p.position, p.email
      from m, unnest(${people}::text[]) with ordinality as p (email, position)
    )
    select ${addJob()} from m`.execute(tx);
}
