import {addRunJob, effectsEnded} from "../../shared/automation/actions/create-runs.ts";
import {type Db, sql} from "../../shared/core/db.ts";
import {endedColumns, eventsOfFailedRuns} from "../../shared/core/events/sql.ts";
import type {WireError} from "../../shared/core/wire-error.ts";
import {collectExpiredAccounts} from "../../shared/identity/organization/expired-accounts.ts";
import {collectGrants} from "../../shared/identity/sign-in/grants.ts";
import {collectLogOuts} from "../../shared/identity/sign-in/log-outs.ts";
import {collectSignIns} from "../../shared/identity/sign-in/sessions.ts";
import {collectFlows} from "../../shared/identity/single-sign-on/flows.ts";
import {collectConnects} from "../../shared/modeling/github/connect.ts";
import {collectDeliveries as collectGithubDeliveries} from "../../shared/modeling/github/receive-webhook.ts";
import {packVersions} from "../../shared/modeling/layer-versions/pack-versions.ts";
import {collectShapes} from "../../shared/querying/layers/query-shapes.ts";
import {collectCrashes} from "../../shared/querying/queries/crashing-statements.ts";
import {dropRunDays, makeNextRunDays} from "../../shared/querying/queries/run-days.ts";
import {sumRuns} from "../../shared/querying/queries/run-sums.ts";
import {BROKEN_OFF, isAbandoned} from "../abandoned-runs.ts";
import {collectAgentRuns} from "../agent-runs/collect.ts";
import {auditFailedJobs} from "../billing/audit-failed-jobs.ts";
import {endAbandonedDeliveries} from "../delivery-runs/end-abandoned.ts";
import {resumeSyncs} from "../github/sync-run.ts";
import {resumeWriteBacks} from "../github/write-back-run.ts";
import {collectBuilds, resumeBuilds} from "../rollup-builds/build-run.ts";
import {collectTables} from "../rollup-builds/collect-tables.ts";
import {removeDeadSpillFolders, spillDir} from "../storage/spill-folders.ts";
import type {Worker} from "../worker.ts";
import {collectEvaluations} from "./evaluations/collect.ts";

const IDEMPOTENCY_HOURS = 24;
/** A query run without a job counts as abandoned after this time, which is short because somebody waits for the run. */
const ABANDONED_SECONDS = 10;
const UNFETCHED_MINUTES = 5;
const NEVER_ENDED: WireError = {
  code: "worker_unavailable",
  message:
    "The query was started several times, but each time its worker ended before the answer. Run it again.",
};

/**
 * Deletes what has expired: old results, runs, deliveries, idempotency keys, sessions, OAuth tokens and clients, and
 * what killed workers spilled; and packs old versions of layers. Can run twice without harm.
 */
export async function collectGarbage(
  worker: Pick<Worker, "config" | "db" | "log" | "threads">,
): Promise<void> {
  const {db, config} = worker;
  await collectResults(db, config.resultRetentionMs);
  await makeNextRunDays(db);
  await sumRuns(db, config.historyRetentionDays);
  await dropRunDays(db, worker.log, config.historyRetentionDays);
  await collectDeliveries(db, config.historyRetentionDays);
  await sql`delete from idempotency_keys where created_at < now() - ${IDEMPOTENCY_HOURS} * interval '1 hour'`.execute(
    db,
  );
  // Jobs that have used up their attempts: those whose callers no longer wait, and those that another job replaced
  // while they ran. The latter have lost their key, and the queue does not retry them if they fail or their worker is
  // killed.
  await sql`
    select graphile_worker.complete_jobs(array(
      select id from graphile_worker.jobs
      where (key is null and task_identifier in ('delete_snapshot', 'erase_recipient', 'build_rollup', 'sync_project')
        or key is null and task_identifier ~ '^write_back(_v[0-9]+)?$'
        or task_identifier ~ '^(run_query|answer_call)(_v[0-9]+)?$'
        or task_identifier in ('take_due', 'run_action', 'run_agent', 'answer_question', 'step_evaluation', 'repeat_evaluation', 'take_event', 'plan_checks',
        'check_group', 'check_rollup_tables', 'check_rollup_files', 'take_github_delivery', 'preview_pull', 'compare_heads', 'redeliver_github'))
        and attempts >= max_attempts and locked_at is null))`.execute(db);
  await sql`
    with ended as (
      update query_runs r set status = 'failed', finished_at = now(), error = ${JSON.stringify(NEVER_ENDED)}::jsonb
      where r.status in ('queued', 'running') and r.request is not null
        and r.created_at < now() - ${ABANDONED_SECONDS} * interval '1 second'
        and not exists (select from graphile_worker.jobs j where j.key = r.id)
      returning ${endedColumns}
    ), ${eventsOfFailedRuns} select id from jobs`.execute(db);
  // The sender of a CSV adds chunks all the time, so the sender of these has left.
  await sql`
    delete from snapshot_chunks where upload_id in (
      select upload_id from snapshot_chunks
      group by upload_id having max(created_at) < now() - ${UNFETCHED_MINUTES} * interval '1 minute')`.execute(
    db,
  );
  await sql`delete from worker_calls where created_at < now() - interval '1 hour'`.execute(db);
  await endAbandonedDeliveries(worker);
  if (config.billing) await auditFailedJobs(worker);
  // A run that waits forever would block all later runs of its action.
  await sql`
    update action_runs r set status = 'failed', finished_at = now(), error = ${BROKEN_OFF}, effects = ${effectsEnded}
    where r.status in ('queued', 'running') and not (r.status = 'queued' and r.event_id is not null)
      and ${isAbandoned("r", "r.job_key")}`.execute(db);
  await resumeEventRuns(db);
  await sql`
    delete from events e where ${isAbandoned("e")}`.execute(db);
  await sql`
    delete from action_runs
    where created_at < now() - ${config.historyRetentionDays} * interval '1 day'
      and status not in ('queued', 'running')`.execute(db);
  await collectAgentRuns(worker);
  await collectEvaluations(db, config.historyRetentionDays);
  await sql`
    delete from project_syncs
    where created_at < now() - ${config.historyRetentionDays} * interval '1 day'
      and status not in ('queued', 'running')`.execute(db);
  await resumeSyncs(db);
  await resumeWriteBacks(db);
  await collectBuilds(db, config.historyRetentionDays);
  await resumeBuilds(db);
  await collectTables(worker);
  await collectConnects(db);
  await collectGithubDeliveries(db, config.historyRetentionDays);
  await collectCrashes(db);
  await collectShapes(db, config.historyRetentionDays);
  await collectExpiredAccounts(worker, config.historyRetentionDays);
  await collectGrants(db);
  await collectSignIns(db);
  await collectFlows(db);
  await collectLogOuts(db);
  await removeDeadSpillFolders(spillDir(config));
  await packVersions(db);
}

/**
 * Adds a job for the next run of each action among the runs that events have made: only the next one needs a job, and
 * it may have lost its own.
 */
async function resumeEventRuns(db: Db): Promise<void> {
  await sql`
    select ${addRunJob()} from action_runs m
    where ${isAbandoned("m")} and m.id in (
      select min(r.id) from action_runs r
      where r.status = 'queued' and r.event_id is not null
      group by r.action_id)`.execute(db);
}

/**
 * Deletes old results. `limit` keeps the planner from reading the whole history, because a run is found by its id in
 * one partition.
 */
async function collectResults(db: Db, retentionMs: number): Promise<void> {
  await sql`
    delete from query_result_chunks
    where run_id in (
      select c.run_id from (select distinct run_id from query_result_chunks) c
      left join lateral (select r.status, r.created_at from query_runs r where r.id = c.run_id limit 1) r on true
      where r.status is null or r.status in ('failed', 'cancelled')
        or r.created_at <= now() - ${retentionMs} * interval '1 millisecond')`.execute(db);
}

/** Deletes old deliveries, and their recipients with them; `collect_delivery_files` removes the files. */
async function collectDeliveries(db: Db, days: number): Promise<void> {
  await sql`
    delete from deliveries
    where created_at < now() - ${days} * interval '1 day' and status not in ('queued', 'running')
      and coalesce(finished_at, created_at) < now() - ${days} * interval '1 day'`.execute(db);
  await sql`delete from mail_days where day < (now() at time zone 'UTC')::date - ${days}::int`.execute(db);
}
