import {sql} from "../../core/db.ts";

const ATTEMPTS = 25;
/**
 * The lowest priority of a job. If an organization has more runs than this number, its further runs all have this
 * priority.
 */
const LAST = 10_000;

/**
 * Adds the job that carries out the run `m`, or queues the job again. Organizations take turns when workers are busy:
 * the more earlier runs of the same kind an organization has under way, the lower is a run's priority. The job's flag
 * keeps the job in the queue while its organization occupies as many of a worker's slots as it may.
 */
export const addRunJob = sql`(graphile_worker.add_job(
  case when m.agent_id is null then 'answer_question' else 'run_agent' end,
  json_build_object('orgId', m.org_id, 'runId', m.id), job_key => m.id, max_attempts => ${sql.lit(ATTEMPTS)},
  flags => array[m.org_id], priority => (
    select least(count(*), ${sql.lit(LAST)})::int from agent_runs u
    where u.org_id = m.org_id and (u.agent_id is null) = (m.agent_id is null)
      and u.status in ('queued', 'running') and u.id < m.id))).id`;
