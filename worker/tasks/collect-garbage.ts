import type {RawBuilder} from "kysely";
import {addRunJob, effectsEnded} from "../../shared/automation/actions/create-runs.ts";
import {deleteInBatches} from "../../shared/core/database/delete-in-batches.ts";
import {type Db, sql} from "../../shared/core/db.ts";
import {endedColumns, eventsOfFailedRuns} from "../../shared/core/events/sql.ts";
import type {WireError} from "../../shared/core/wire-error.ts";
import {
  collectExpiredAccounts,
  collectTokenlessAccounts,
} from "../../shared/identity/organization/expired-accounts.ts";
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
import {collectEmbedTokens} from "../../shared/surfaces/embed/collect.ts";
import {collectAgentRuns} from "../agent-runs/collect-garbage.ts";
import {auditFailedJobs} from "../billing/audit-failed-jobs.ts";
import {endAbandonedDeliveries} from "../delivery-runs/end-abandoned.ts";
import {resumeSyncs} from "../github/sync-run.ts";
import {collectWriteBacks, resumeWriteBacks} from "../github/write-back-run.ts";
import {collectBuilds, resumeBuilds} from "../rollup-builds/build-run.ts";
import {collectTables} from "../rollup-builds/collect-tables.ts";
import {removeDeadSpillFolders, spillDir} from "../storage/duckdb-spill-folders.ts";
import {BROKEN_OFF, isAbandoned} from "../takeover/abandoned-runs.ts";
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

/** Rows of results and of requests hold up to megabytes each. */
const LARGE_BATCH = 500;
/** How many owners of chunks are read at once. */
const OWNERS_READ = 10_000;
/** How many deliveries one statement deletes, each with its recipients. */
const DELIVERIES_BATCH = 1000;

/**
 * Deletes what has expired: old results, runs, deliveries, write-backs, idempotency keys, sessions, OAuth tokens and
 * clients, and what killed workers spilled; and packs old versions of layers. Can run twice without harm. A step that
 * fails is logged, and the others are carried out all the same; then the first error is thrown.
 */
export async function collectGarbage(
  worker: Pick<Worker, "config" | "db" | "log" | "threads">,
): Promise<void> {
  const errors: unknown[] = [];
  for (const [step, collect] of Object.entries(stepsOf(worker))) {
    try {
      await collect();
    } catch (err) {
      errors.push(err);
      worker.log.error({err, step}, "a step of the garbage collection failed; the others are carried out");
    }
  }
  if (errors.length > 0) throw errors[0];
}

/** The steps in their order, by name. */
function stepsOf(
  worker: Pick<Worker, "config" | "db" | "log" | "threads">,
): Record<string, () => Promise<void>> {
  const {db, config, log} = worker;
  const days = config.historyRetentionDays;
  return {
    results: () => collectResults(db, config.resultRetentionMs),
    nextRunDays: () => makeNextRunDays(db),
    // Days are dropped only once their runs are summed.
    runDays: async () => {
      await sumRuns(db, days);
      await dropRunDays(db, log, days);
    },
    deliveries: () => collectDeliveries(db, days),
    mailDays: () =>
      deleteInBatches(db, "mail_days", sql`day < (now() at time zone 'UTC')::date - ${days}::int`),
    idempotencyKeys: () =>
      deleteInBatches(
        db,
        "idempotency_keys",
        sql`created_at < now() - ${IDEMPOTENCY_HOURS} * interval '1 hour'`,
      ),
    exhaustedJobs: () => completeExhaustedJobs(db),
    abandonedRuns: () => endAbandonedRuns(db),
    snapshotChunks: () => collectSnapshotChunks(db),
    workerCalls: () =>
      deleteInBatches(db, "worker_calls", sql`created_at < now() - interval '1 hour'`, LARGE_BATCH),
    abandonedDeliveries: () => endAbandonedDeliveries(worker),
    failedBillingJobs: async () => {
      if (config.billing) await auditFailedJobs(worker);
    },
    abandonedActionRuns: () => endAbandonedActionRuns(db),
    eventRuns: () => resumeEventRuns(db),
    events: () => deleteInBatches(db, "events", isAbandoned("events")),
    actionRuns: () => deleteInBatches(db, "action_runs", isEndedFor(days)),
    agentRuns: () => collectAgentRuns(worker),
    evaluations: () => collectEvaluations(db, days),
    oldSyncs: () => deleteInBatches(db, "project_syncs", isEndedFor(days)),
    syncs: () => resumeSyncs(db),
    oldWriteBacks: () => collectWriteBacks(db, days),
    writeBacks: () => resumeWriteBacks(db),
    oldBuilds: () => collectBuilds(db, days),
    builds: () => resumeBuilds(db),
    tables: () => collectTables(worker),
    connects: () => collectConnects(db),
    githubDeliveries: () => collectGithubDeliveries(db, days),
    crashes: () => collectCrashes(db),
    shapes: () => collectShapes(db, days),
    expiredAccounts: () => collectExpiredAccounts(worker, days),
    tokenlessAccounts: () => collectTokenlessAccounts(worker, days),
    embedTokens: () => collectEmbedTokens(db, days),
    grants: () => collectGrants(db),
    signIns: () => collectSignIns(db),
    flows: () => collectFlows(db),
    logOuts: () => collectLogOuts(db),
    spillFolders: async () => {
      await removeDeadSpillFolders(spillDir(config));
    },
    layerVersions: async () => {
      await packVersions(db);
    },
  };
}

/** A condition: the run is older than that, and has ended. */
const isEndedFor = (days: number) =>
  sql`created_at < now() - ${days} * interval '1 day' and status not in ('queued', 'running')`;

/**
 * Jobs that have used up their attempts: those whose callers no longer wait, and those that another job replaced
 * while they ran. The latter have lost their key, and the queue does not retry them if they fail or their worker is
 * killed.
 */
async function completeExhaustedJobs(db: Db): Promise<void> {
  await sql`
    select graphile_worker.complete_jobs(array(
      select id from graphile_worker.jobs
      where (key is null and task_identifier in ('delete_snapshot', 'erase_recipient', 'build_rollup', 'sync_project')
        or key is null and task_identifier ~ '^write_back(_v[0-9]+)?$'
        or task_identifier ~ '^(run_query|answer_call)(_v[0-9]+)?$'
        or task_identifier in ('take_due', 'run_action', 'run_agent', 'answer_question', 'step_evaluation', 'repeat_evaluation', 'take_event', 'plan_checks',
        'check_group', 'check_rollup_tables', 'check_rollup_files', 'take_github_delivery', 'preview_pull', 'compare_heads', 'redeliver_github'))
        and attempts >= max_attempts and locked_at is null))`.execute(db);
}

/** Fails the runs whose job no longer exists. */
async function endAbandonedRuns(db: Db): Promise<void> {
  await sql`
    with ended as (
      update query_runs r set status = 'failed', finished_at = now(), error = ${JSON.stringify(NEVER_ENDED)}::jsonb
      where r.status in ('queued', 'running') and r.request is not null
        and r.created_at < now() - ${ABANDONED_SECONDS} * interval '1 second'
        and not exists (select from graphile_worker.jobs j where j.key = r.id)
      returning ${endedColumns}
    ), ${eventsOfFailedRuns} select id from jobs`.execute(db);
}

/** A run that waits forever would block all later runs of its action. */
async function endAbandonedActionRuns(db: Db): Promise<void> {
  await sql`
    update action_runs r set status = 'failed', finished_at = now(), error = ${BROKEN_OFF}, effects = ${effectsEnded}
    where r.status in ('queued', 'running') and not (r.status = 'queued' and r.event_id is not null)
      and ${isAbandoned("r", "r.job_key")}`.execute(db);
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
 * Deletes old results. `limit 1` keeps the planner from reading the whole history, because a run is found by its id in
 * one partition. The ids can be read before the deletion, because an old result never becomes a new one.
 */
async function collectResults(db: Db, retentionMs: number): Promise<void> {
  const readOld = async () => {
    const {rows} = await sql<{id: string}>`
      select c.run_id as id from (select distinct run_id from query_result_chunks) c
      left join lateral (select r.status, r.created_at from query_runs r where r.id = c.run_id limit 1) r on true
      where r.status is null or r.status in ('failed', 'cancelled')
        or r.created_at <= now() - ${retentionMs} * interval '1 millisecond'
      limit ${OWNERS_READ}`.execute(db);
    return rows;
  };
  await deleteChunks(db, "query_result_chunks", readOld, ids => sql`run_id = any (${ids}::text[])`);
}

/** Deletes the chunks of CSVs whose senders have left: a sender adds chunks all the time. */
async function collectSnapshotChunks(db: Db): Promise<void> {
  const age = sql`now() - ${UNFETCHED_MINUTES} * interval '1 minute'`;
  const readOld = async () => {
    const {rows} = await sql<{id: string}>`
      select c.upload_id as id from snapshot_chunks c
      group by c.upload_id having max(c.created_at) < ${age} limit ${OWNERS_READ}`.execute(db);
    return rows;
  };
  const isOld = (ids: readonly string[]) => sql`upload_id = any (${ids}::text[]) and not exists (
    select from snapshot_chunks n where n.upload_id = snapshot_chunks.upload_id and n.created_at >= ${age})`;
  await deleteChunks(db, "snapshot_chunks", readOld, isOld);
}

/** Deletes chunks by the ids of their owners, because finding the owners reads the whole table. */
async function deleteChunks(
  db: Db,
  table: string,
  readOwners: () => Promise<{id: string}[]>,
  areOf: (ids: readonly string[]) => RawBuilder<unknown>,
): Promise<void> {
  for (;;) {
    const ids = (await readOwners()).map(({id}) => id);
    for (let i = 0; i < ids.length; i += LARGE_BATCH)
      await deleteInBatches(db, table, areOf(ids.slice(i, i + LARGE_BATCH)), LARGE_BATCH);
    if (ids.length < OWNERS_READ) return;
  }
}

/** Deletes old deliveries, and their recipients with them; `collect_delivery_files` removes the files. */
async function collectDeliveries(db: Db, days: number): Promise<void> {
  const isOld = sql`${isEndedFor(days)}
      and coalesce(finished_at, created_at) < now() - ${days} * interval '1 day'`;
  await deleteInBatches(db, "deliveries", isOld, DELIVERIES_BATCH);
}
