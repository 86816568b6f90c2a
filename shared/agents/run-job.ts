import {sql} from "../db.ts";

const ATTEMPTS = 25;
/** Of a job; those of an organization with more runs are all last. */
const LAST = 10_000;

/**
 * Adds the job that carries out the run `m`, or puts it back. Where places are short, organizations take turns: a run
 * waits behind those of others that have as many runs under way. Its flag keeps it in the queue while its organization
 * has as many places of a worker as it may have.
 */
export const addRunJob = sql`(graphile_worker.add_job('run_agent',
  json_build_object('orgId', m.org_id, 'runId', m.id), job_key => m.id, max_attempts => ${sql.lit(ATTEMPTS)},
  flags => array[m.org_id], priority => (
    select least(count(*), ${sql.lit(LAST)})::int from agent_runs u
    where u.org_id = m.org_id and u.status in ('queued', 'running') and u.id < m.id))).id`;
