import {sql} from "../db.ts";

const ATTEMPTS = 25;

/** A condition: an active action of the organization waits for events of this type. */
export function waitsFor(orgId: ReturnType<typeof sql>, type: string) {
  return sql`exists (select from actions a where a.org_id = ${orgId} and a.event = ${type} and a.active)`;
}

/**
 * Adds the job of the event `e`. The events of an organization are processed one after another, in the order in which
 * they happened.
 */
export const jobOfEvent = sql`(graphile_worker.add_job('take_event',
  json_build_object('orgId', e.org_id, 'eventId', e.id), job_key => e.id, max_attempts => ${sql.lit(ATTEMPTS)},
  queue_name => 'events ' || e.org_id)).id`;

/** The columns of `ended` that `eventsOfFailedRuns` reads. */
export const endedColumns = sql.raw(
  "id, org_id, project_id, connection_id, principal_id, trigger, request_id, status",
);

/**
 * Common table expressions that follow one named `ended`, which has query runs that have just ended. `e` inserts an
 * event for each failed run. `jobs` adds their jobs, and the statement must select from it. A query run is visible to
 * its principal only, and so is its event.
 */
export const eventsOfFailedRuns = sql`
  e as (
    insert into events (id, org_id, type, resources, principal_id, caused_by)
    select 'evt_' || split_part(r.id, '_', 2), r.org_id, 'query.failed',
      json_build_array(r.id, r.project_id, r.connection_id), r.principal_id,
      case r.trigger when 'action' then r.request_id
        when 'agent' then (
          select a.cause ->> 'runId' from agent_runs a where a.org_id = r.org_id and a.id = r.request_id)
        when 'schedule' then (
          select d.caused_by from deliveries d where d.org_id = r.org_id and d.id = r.request_id) end
    from ended r
    where r.status = 'failed' and ${waitsFor(sql`r.org_id`, "query.failed")}
    returning id, org_id
  ), jobs as (select ${jobOfEvent} as id from e)`;
