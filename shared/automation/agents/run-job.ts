import {sql} from "../../ground/db.ts";

const ATTEMPTS = 25;
/** The lowest priority of a job. An organization with more runs than this has all further runs at this priority. */
const LAST = 10_000;

/**
 * Adds the job that carries out the run `m`, or queues it again. Organizations take turns when workers are busy: a run
 * has lower priority the more earlier runs of its kind its organization has under way. The job's flag keeps it in the queue while
 * its organization occupies as many of a worker's slots as it may.
 */
export const addRunJob = sql`(graphile_worker.add_job(
  case when m.agent_id is null then 'answer_question' else 'run_agent' end,
  json_build_object('orgId', m.org_id, 'runId', m.id), job_key => m.id, max_attempts => ${sql.lit(ATTEMPTS)},
  flags => array[m.org_id], priority => (
    select least(count(*), ${sql.lit(LAST)})::int from agent_runs u
    where u.org_id = m.org_id and (u.agent_id is null) = (m.agent_id is null)
      and u.status in ('queued', 'running') and u.id < m.id))).id`;
