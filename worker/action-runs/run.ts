import {Type} from "@sinclair/typebox";
import {addRunJob, effectsEnded} from "../../shared/automation/actions/create-runs.ts";
import {Checked, EffectRun, Link} from "../../shared/automation/actions/run-schemas.ts";
import {ActionTrigger} from "../../shared/automation/actions/schemas.ts";
import {unflushed} from "../../shared/core/database/unflushed.ts";
import {type Db, sql, type Tx} from "../../shared/core/db.ts";
import type {EventName} from "../../shared/core/events/types.ts";
import {isPausedSince, RunPaused} from "../../shared/core/paused-runs.ts";
import {rowReaderOf} from "../../shared/core/validate.ts";

/** The pause before another attempt to begin a run that waits for another run of its action. */
const LOOK_AGAIN_SECONDS = 15;
const OUTDATED = "A later check was evaluated before this check.";
const CHANGED =
  "The trigger, or the account whose rights the run has, was changed before the run was evaluated.";

const effects = Type.Object({effects: Type.Array(EffectRun)});
const asked = Type.Object({
  trigger: ActionTrigger,
  ...effects.properties,
  found: Type.Union([Checked, Type.Null()]),
  chain: Type.Array(Link),
});

/** A run as its worker has loaded it. */
export interface ActionRun {
  id: string;
  orgId: string;
  actionId: string;
  name: string;
  runAs: string;
  dryRun: boolean;
  createdAt: Date;
  /** The run's slot, or when it was created. */
  now: Date;
  isJudged: boolean;
  event: EventName | null;
  resourceId: string | null;
  trigger: ActionTrigger;
  effects: EffectRun[];
  found: Checked | null;
  chain: Link[];
}

export type StoredRun = Omit<ActionRun, keyof typeof asked.properties> &
  Record<keyof typeof asked.properties, unknown>;

export const readRun = rowReaderOf(asked, "the run");
export const readEffects = rowReaderOf(effects, "the effects of a run");

/** Columns of the row `r` of `action_runs`. */
export const runColumns =
  sql.raw(`r.id, r.org_id as "orgId", r.action_id as "actionId", r.name, r.run_as as "runAs",
  r.dry_run as "dryRun", r.created_at as "createdAt", coalesce(r.slot, r.created_at) as now, r.judged_at is not null as "isJudged",
  r.cause ->> 'event' as event, r.cause ->> 'resourceId' as "resourceId", r.trigger, r.effects, r.found, r.chain`);

/**
 * Marks the run as running. `undefined` for a run that has ended, and for one whose action has another run under way,
 * which may be waiting for a retry: the job is then postponed. Dry runs wait for no other run, and none waits for them.
 * A run that was made by an event waits for the runs of earlier events, and has no job until it is the next. The commit
 * does not wait for the disk: if a crash of the database loses the mark, it also loses everything that the job did
 * afterwards, and the job runs again.
 */
export async function beginRun(db: Db, orgId: string, runId: string): Promise<ActionRun | undefined> {
  const {rows} = await sql<StoredRun>`
    update action_runs r set status = 'running', started_at = coalesce(r.started_at, now())
    where r.org_id = ${orgId} and r.id = ${runId} and (r.status = 'running' or r.status = 'queued'
      and (r.dry_run or not exists (
        select from action_runs o
        where o.action_id = r.action_id and o.org_id = r.org_id and o.status = 'running' and not o.dry_run)
        and ${isNextEvent(sql`r`)}))
    returning ${runColumns}, ${unflushed}`.execute(db);
  if (rows[0]) return readRun(rows[0]);
  await sql`
    select ${addRunJob(sql`now() + ${LOOK_AGAIN_SECONDS} * interval '1 second'`)}
    from action_runs m
    where m.org_id = ${orgId} and m.id = ${runId} and m.status = 'queued' and ${isNextEvent(sql`m`)}`.execute(
    db,
  );
  return undefined;
}

/** SQL condition: no run of the same action waits for an earlier event. */
function isNextEvent(run: ReturnType<typeof sql>) {
  return sql`(${run}.event_id is null or not exists (
    select from action_runs w
    where w.action_id = ${run}.action_id and w.org_id = ${run}.org_id and w.status = 'queued'
      and w.event_id is not null and w.id < ${run}.id))`;
}

/** Postpones the job of a run with a failed effect until the effect is due for its retry. */
export async function tryLater(tx: Tx, {id, orgId}: ActionRun, minutes: number): Promise<void> {
  await sql`
    select ${addRunJob(sql`now() + ${minutes} * interval '1 minute'`)}
    from action_runs m where m.org_id = ${orgId} and m.id = ${id}`.execute(tx);
}

/** Stores the rows that fired and the run's effects, carried out or not. */
export async function storeJudgement(
  db: Db | Tx,
  {id, orgId, found, effects}: ActionRun,
  statements: readonly object[] = [],
): Promise<void> {
  await sql`
    update action_runs set judged_at = now(), found = ${found === null ? null : JSON.stringify(found)}::json,
      statements = ${JSON.stringify(statements)}::json, effects = ${JSON.stringify(effects)}::json
    where org_id = ${orgId} and id = ${id} and status = 'running'`.execute(db);
}

/**
 * Skips unjudged runs whose trigger or principal has been changed since, because their states would be mistaken for
 * states of the new trigger, or would reveal the old principal's rows to the new one. The actions are locked.
 */
export async function skipChanged(tx: Tx, orgId: string, runIds: readonly string[]): Promise<void> {
  await sql`
    update action_runs r set status = 'skipped', finished_at = clock_timestamp(), error = ${CHANGED},
      effects = ${effectsEnded}
    from actions a
    where r.org_id = ${orgId} and r.id = any (${[...runIds]}::text[]) and r.status in ('queued', 'running')
      and r.judged_at is null and r.trigger ->> 'type' = 'threshold'
      and a.org_id = r.org_id and a.id = r.action_id
      and (a.trigger::jsonb <> r.trigger::jsonb or a.run_as <> r.run_as)`.execute(tx);
}

/**
 * Skips unjudged runs of actions that have judged later rows meanwhile. For the remaining runs, records in their
 * actions when the rows were read, so that states never go back in time. The actions are locked.
 */
export async function skipOutdated(
  tx: Tx,
  orgId: string,
  runIds: readonly string[],
  askedAt: Date,
): Promise<void> {
  const at = askedAt.toISOString();
  await sql`
    update action_runs r set status = 'skipped', finished_at = clock_timestamp(), error = ${OUTDATED},
      effects = ${effectsEnded}
    from actions a
    where r.org_id = ${orgId} and r.id = any (${[...runIds]}::text[]) and r.status in ('queued', 'running')
      and r.judged_at is null and a.org_id = r.org_id and a.id = r.action_id and a.seen_at > ${at}::timestamptz`.execute(
    tx,
  );
  await sql`
    update actions a set seen_at = ${at}::timestamptz
    from action_runs r
    where r.org_id = ${orgId} and r.id = any (${[...runIds]}::text[]) and r.status in ('queued', 'running')
      and r.judged_at is null and a.org_id = r.org_id and a.id = r.action_id`.execute(tx);
}

/**
 * Locks a run that has not ended, and loads its effects again, in which an address may have been erased. Returns false
 * if the run was cancelled or deleted meanwhile. Rejects with `RunPaused` if the service has paused everything that
 * runs as the run's principal. The action is locked before the run, in the same order as when an action is deleted,
 * because what an effect creates refers to the action.
 */
export async function lockRunning(
  tx: Tx,
  run: Pick<ActionRun, "id" | "orgId" | "actionId" | "effects">,
): Promise<boolean> {
  const {id, orgId, actionId} = run;
  const {rows} = await sql<{id: string; is_paused: boolean; effects: unknown}>`
    with action as materialized (
      select id from actions where org_id = ${orgId} and id = ${actionId} for key share)
    select r.id, ${isPausedSince(sql`r.org_id`, sql`r.run_as`, sql`r.created_at`)} as is_paused, r.effects
    from action_runs r join action a on a.id = r.action_id
    where r.org_id = ${orgId} and r.id = ${id} and r.status = 'running' for update of r`.execute(tx);
  const row = rows[0];
  if (row?.is_paused) throw new RunPaused();
  if (row) run.effects = readEffects(row).effects;
  return row !== undefined;
}

/** Answers as `lockRunning` does, but takes no lock: for the time before an effect is prepared. */
export async function isRunning(db: Db, {id, orgId}: Pick<ActionRun, "id" | "orgId">): Promise<boolean> {
  const {rows} = await sql<{is_paused: boolean}>`
    select ${isPausedSince(sql`r.org_id`, sql`r.run_as`, sql`r.created_at`)} as is_paused
    from action_runs r where r.org_id = ${orgId} and r.id = ${id} and r.status = 'running'`.execute(db);
  if (rows[0]?.is_paused) throw new RunPaused();
  return rows.length > 0;
}

export async function saveEffects(tx: Tx, {id, orgId, effects}: ActionRun): Promise<void> {
  await sql`
    update action_runs set effects = ${JSON.stringify(effects)}::json
    where org_id = ${orgId} and id = ${id}`.execute(tx);
}
