import {type Db, sql, type Tx} from "../../core/db.ts";
import {laneOf} from "../../core/jobs.ts";
import type {Cause, Link} from "./run-schemas.ts";

const ATTEMPTS = 25;
const WAITING = "Another run of this action was already waiting.";
/** The most queued runs of one action that events created. */
export const MAX_WAITING_EVENTS = 1000;

/** A run to be created, of an action in its current state. */
export interface NewActionRun {
  id: string;
  orgId: string;
  actionId: string;
  cause: Cause;
  /** The slot of the cadence. A slot creates at most one run. */
  slot?: Date;
  /** The event. An event creates at most one run of an action. */
  eventId?: string;
  /** The runs of actions that led to this run, oldest first. */
  chain?: readonly Link[];
  /** The reason to skip the run. A skipped run is recorded too. */
  skipped?: string;
  dryRun?: boolean;
}

/**
 * Inserts runs together with their jobs. While a run of an action is under way, at most one more run waits, and further
 * runs are recorded as skipped. Runs that events created all wait, in the order of the events. A slot or an event that
 * already has a run gets no other run. Threshold checks that are due are planned together, so that equal checks run
 * once.
 */
export async function createActionRuns(tx: Tx, runs: readonly NewActionRun[]): Promise<void> {
  if (runs.length === 0) return;
  const toInsert = runs.map(({id, orgId, actionId, slot, eventId, chain = [], dryRun = false, ...run}) => ({
    id,
    org_id: orgId,
    action_id: actionId,
    cause: run.cause,
    slot: slot?.toISOString() ?? null,
    event_id: eventId ?? null,
    chain,
    dry_run: dryRun,
    skipped: run.skipped ?? null,
  }));
  const made = await insertRuns(tx, toInsert);
  const waiting = toInsert.filter(({id, skipped}) => skipped === null && !made.has(id));
  if (waiting.length > 0)
    await insertRuns(
      tx,
      waiting.map(run => ({...run, skipped: WAITING})),
    );
}

async function insertRuns(
  tx: Tx,
  runs: readonly {id: string; skipped: string | null}[],
): Promise<ReadonlySet<string>> {
  const {rows} = await sql<{id: string}>`
    with asked as (
      select * from json_to_recordset(${JSON.stringify(runs)}::json) as r
        (id text, org_id text, action_id text, cause json, slot timestamptz, event_id text, chain json, dry_run boolean,
          skipped text)
    ), m as (
      insert into action_runs (id, org_id, action_id, status, cause, slot, event_id, chain, dry_run, name, trigger,
        run_as, job_key, effects, finished_at, error)
      select r.id, a.org_id, a.id, case when r.skipped is null then 'queued' else 'skipped' end,
        case when r.slot is null then r.cause else json_build_object('type', a.trigger ->> 'type') end, r.slot,
        r.event_id, r.chain, r.dry_run, c.name, a.trigger, a.run_as,
        case when r.slot is not null and a.trigger ->> 'type' = 'threshold' then 'checks ' || a.org_id else r.id end, (
          select json_agg(json_build_object('effect', e.value,
            'status', case when r.skipped is null then 'queued' else 'skipped' end) order by e.ordinality)
          from json_array_elements(a.effects) with ordinality e),
        case when r.skipped is not null then now() end, r.skipped
      from asked r
        join actions a on a.org_id = r.org_id and a.id = r.action_id
        join content c on c.org_id = a.org_id and c.id = a.id
      order by r.id
      on conflict do nothing
      returning id, org_id, action_id, status, job_key, dry_run
    ), plans as (
      select (graphile_worker.add_job('plan_checks', json_build_object('orgId', p.org_id),
        job_key => 'checks ' || p.org_id, max_attempts => ${sql.lit(ATTEMPTS)})).id
      from (select distinct m.org_id from m where m.status = 'queued' and m.job_key <> m.id) p
    )
    select m.id, case when m.status = 'queued' and m.job_key = m.id then ${addRunJob()} end as job,
      (select count(*) from plans) as plans
    from m`.execute(tx);
  return new Set(rows.map(({id}) => id));
}

/**
 * Adds the job that carries out the run `m`. Runs of one action are carried out one after another. A dry run has
 * priority over queued runs, because somebody is waiting for its result.
 */
export function addRunJob(runAt = sql`now()`, keyMode: "replace" | "preserve_run_at" = "replace") {
  return sql`(graphile_worker.add_job('run_action',
    json_build_object('orgId', m.org_id, 'runId', m.id), job_key => m.id,
    job_key_mode => ${sql.lit(keyMode)}, max_attempts => ${sql.lit(ATTEMPTS)}, run_at => ${runAt}, priority => case when m.dry_run then -1 else 0 end,
    queue_name => ${actionLaneOf(sql`m.org_id`, sql`m.action_id`)})).id`;
}

/** The job queue for an action, or for a group of checks. */
export function actionLaneOf(orgId: ReturnType<typeof sql>, key: ReturnType<typeof sql>) {
  return laneOf("actions", orgId, key);
}

/** The given actions whose queue of runs of events is full. */
export async function actionsWithFullQueue(
  tx: Tx,
  orgId: string,
  actionIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const {rows} = await sql<{id: string}>`
    select r.action_id as id from action_runs r
    where r.org_id = ${orgId} and r.action_id = any (${[...actionIds]}::text[]) and r.status = 'queued'
      and r.event_id is not null
    group by r.action_id having count(*) >= ${MAX_WAITING_EVENTS}`.execute(tx);
  return new Set(rows.map(({id}) => id));
}

/**
 * Adds the job of the action's next run that an event created, if the given run has ended and the next run has no job.
 * A run loses its job when a worker starts the job while an earlier run still waits.
 */
export async function enqueueNextEvent(db: Db | Tx, orgId: string, runId: string): Promise<void> {
  await sql`
    select ${addRunJob(sql`now()`, "preserve_run_at")} from action_runs m
    where m.org_id = ${orgId} and m.id = (
      select w.id from action_runs w
      where w.org_id = ${orgId} and w.status = 'queued' and w.event_id is not null
        and w.action_id = (
          select r.action_id from action_runs r
          where r.org_id = ${orgId} and r.id = ${runId} and r.status not in ('queued', 'running'))
      order by w.id limit 1)`.execute(db);
}

/**
 * The effects of the run `r` when it ends. Effects that have not begun become skipped. A dry run keeps its effects,
 * which describe what they would do.
 */
export const effectsEnded = sql`case when r.dry_run then r.effects else (
  select json_agg(case when e.value ->> 'status' = 'queued' then e.value::jsonb || '{"status": "skipped"}'
    else e.value::jsonb end order by e.ordinality)
  from json_array_elements(r.effects) with ordinality e) end`;
