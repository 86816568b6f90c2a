import {sql, type Tx} from "../../core/db.ts";
import {laneOf} from "../../core/jobs.ts";
import {hasStopped} from "../../core/recipients/unsubscribes.ts";

/** A delivery to be created, of a schedule in its current state. */
export interface NewDelivery {
  id: string;
  orgId: string;
  scheduleId: string;
  trigger: "schedule" | "test" | "action";
  slot: Date;
  /** The reason to skip the delivery. A skipped delivery is recorded too. */
  skipped?: string;
  /** Recipients that replace the recipients of the schedule. */
  recipients?: readonly string[];
  /** The run of the action that creates the delivery. */
  causedBy?: string;
  /** The id of the principal who requests the delivery. */
  sentBy?: string;
}

const ATTEMPTS = 25;

/**
 * Inserts deliveries, with a row for each recipient and a job for each delivery, in one statement. Recipients who have
 * unsubscribed are `skipped`. A slot that already has a delivery gets no other delivery. Returns the ids of the new
 * deliveries.
 */
export async function createDeliveries(tx: Tx, deliveries: readonly NewDelivery[]): Promise<string[]> {
  const rows = deliveries.map(
    ({id, orgId, scheduleId, trigger, slot, skipped, recipients, causedBy, sentBy}) => ({
      id,
      org_id: orgId,
      schedule_id: scheduleId,
      trigger,
      slot: slot.toISOString(),
      skipped: skipped ?? null,
      recipients: recipients ?? null,
      caused_by: causedBy ?? null,
      sent_by: sentBy ?? null,
    }),
  );
  const {rows: made} = await sql<{id: string}>`
    with asked as (
      select * from json_to_recordset(${JSON.stringify(rows)}::json) as r
        (id text, org_id text, schedule_id text, trigger text, slot timestamptz, skipped text, recipients json,
          caused_by text, sent_by text)
    ), made as (
      insert into deliveries (id, org_id, source_type, source_id, schedule_id, trigger, status, slot, name, run_as,
        definition, finished_at, error, caused_by, sent_by)
      select a.id, s.org_id, 'schedule', s.id, s.id, a.trigger,
        case when a.skipped is null then 'queued' else 'skipped' end, a.slot, c.name, s.run_as, ${definition},
        case when a.skipped is not null then now() end, a.skipped, a.caused_by, a.sent_by
      from asked a
        join schedules s on s.org_id = a.org_id and s.id = a.schedule_id
        join content c on c.org_id = s.org_id and c.id = s.id
        join cadences k on k.org_id = s.org_id and k.id = s.id
      on conflict do nothing
      returning id, org_id, source_id, status
    ), recipients as (
      insert into delivery_recipients (org_id, delivery_id, position, email, status)
      select m.org_id, m.id, r.position, r.email,
        case when m.status = 'skipped' or ${hasStopped(sql`m.org_id`, sql`m.source_id`)} then 'skipped' else 'queued' end
      from made m
        join asked a on a.id = m.id
        join schedules s on s.org_id = m.org_id and s.id = m.source_id
        cross join lateral json_array_elements_text(coalesce(a.recipients, s.recipients))
          with ordinality as r (email, position)
    )
    select m.id, case when m.status = 'queued' then ${addJob()} end as job from made m`.execute(tx);
  return made.map(({id}) => id);
}

/** The `DeliveryDefinition` of the schedule `s`, whose cadence is `k`. */
const definition = sql`json_build_object('resources', s.resources, 'formats', s.formats, 'filters', s.filters,
  'condition', s.condition, 'subject', s.subject, 'message', s.message, 'cron', k.cron, 'timezone', k.timezone,
  'accepted', s.accepted)`;

/** Adds the job of the delivery `m`, to run at `runAt`. */
export function addJob(runAt = sql`now()`) {
  return sql`(graphile_worker.add_job('run_delivery',
    json_build_object('orgId', m.org_id, 'deliveryId', m.id), job_key => m.id, max_attempts => ${sql.lit(ATTEMPTS)},
    run_at => ${runAt},
    queue_name => ${laneOf("deliveries", sql`m.org_id`, sql`m.id`)})).id`;
}
