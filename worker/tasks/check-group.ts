import {addRunJob} from "../../shared/automation/actions/create-runs.ts";
import type {Threshold} from "../../shared/automation/actions/schemas.ts";
import type {Actor} from "../../shared/core/actor.ts";
import {isDatabaseUnavailable} from "../../shared/core/database/watch.ts";
import {type Db, sql, type Tx} from "../../shared/core/db.ts";
import {recordEvent} from "../../shared/core/events/record.ts";
import type {JobPayload} from "../../shared/core/jobs.ts";
import {loadRunAs} from "../../shared/core/load-run-as.ts";
import {RunPaused} from "../../shared/core/paused-runs.ts";
import {mustBeLogged, problemOf} from "../../shared/core/problem.ts";
import type {LayerDeps} from "../../shared/querying/layers/query-caches.ts";
import type {QueryRunner} from "../../shared/querying/queries/query-runner.ts";
import {
  askPlan,
  type Check,
  keyOfPlan,
  observe,
  type Plan,
  planCheck,
  type Rows,
} from "../action-runs/check.ts";
import {endRun, failRun} from "../action-runs/end.ts";
import {
  type ActionRun,
  readEffects,
  readRun,
  runColumns,
  type StoredRun,
  skipChanged,
  skipOutdated,
} from "../action-runs/run.ts";
import {
  type Judged,
  judgeCheck,
  loadStates,
  type States,
  saveStates,
} from "../action-runs/threshold-states.ts";
import type {Worker} from "../worker.ts";

/**
 * The most actions that are judged in one transaction, and the most rows that all of them may have together, because
 * they are in memory at once.
 */
const BATCH = 50;
const MAX_ROWS = 20_000;

/** A run whose statements are prepared with its principal's present rights. */
interface Planned {
  run: ActionRun;
  threshold: Threshold;
  plan: Plan;
}

/**
 * Runs the statements that the checks of a group share, once, and judges each check. A check that fires gets the job
 * that carries out its effects, and every other one ends. It can run twice: a check is judged in the transaction that
 * marks its run.
 */
export async function checkGroup(
  worker: Pick<Worker, "config" | "db" | "log">,
  runner: QueryRunner,
  {orgId, runIds}: JobPayload<"check_group">,
  signal: AbortSignal,
): Promise<void> {
  const {db, config} = worker;
  const fail = async (run: ActionRun, error: unknown) => {
    signal.throwIfAborted();
    if (isDatabaseUnavailable(error)) throw error;
    if (error instanceof RunPaused) return await endRun(db, run, "skipped", error.message);
    if (mustBeLogged(error)) worker.log.error({err: error, runId: run.id}, "a check of an action failed");
    await failRun(db, run, config.mail.mailsFailures, problemOf(error, run.id).detail);
  };
  const groups = await planAll(runner, await waitingRuns(db, orgId, runIds), fail);
  for (const {actor, members} of groups) {
    const [first] = members;
    if (!first) continue;
    const queryContext = {actor, requestId: first.run.id, signal, trigger: "action"} as const;
    let rows: Rows;
    try {
      rows = await askPlan(runner, queryContext, first.plan);
    } catch (error) {
      await recordForOthers(db, members);
      for (const {run} of members) await fail(run, error);
      continue;
    }
    const batch = Math.max(1, Math.min(BATCH, Math.floor(MAX_ROWS / rows.rows.length)));
    for (let i = 0; i < members.length; i += batch) {
      await judgeBatch(db, orgId, members.slice(i, i + batch), rows, fail);
    }
  }
}

/**
 * Records the failed query for all principals of the group but the first. The statement ran as the first principal's,
 * for whom the runner has recorded it, but it would have failed for each of the others.
 */
async function recordForOthers(db: Db, members: readonly Planned[]): Promise<void> {
  const recorded = new Set([members[0]?.run.runAs]);
  for (const {run, plan} of members) {
    if (recorded.has(run.runAs)) continue;
    recorded.add(run.runAs);
    const {project} = plan.asked[0]?.prepared ?? {};
    if (!project) continue;
    const resources = [run.id, project.id, project.source.id];
    await db.transaction().execute(tx =>
      recordEvent(tx, {
        orgId: run.orgId,
        type: "query.failed",
        resources,
        principalId: run.runAs,
        causedBy: run.id,
      }),
    );
  }
}

async function waitingRuns(db: Db, orgId: string, runIds: readonly string[]): Promise<ActionRun[]> {
  const {rows} = await sql<StoredRun>`
    select ${runColumns} from action_runs r
    where r.org_id = ${orgId} and r.id = any (${[...runIds]}::text[]) and r.status = 'queued' and r.judged_at is null
    order by r.action_id`.execute(db);
  return rows.map(row => readRun(row));
}

/**
 * Prepares every run anew. Rights may have changed since the runs were grouped, so they may form more than one group.
 */
async function planAll(
  deps: LayerDeps,
  runs: readonly ActionRun[],
  fail: (run: ActionRun, error: unknown) => Promise<void>,
): Promise<{actor: Actor; members: Planned[]}[]> {
  const groups = new Map<string, {actor: Actor; members: Planned[]}>();
  const actors = new Map<string, Promise<Actor>>();
  const plans = new Map<string, Promise<Plan>>();
  for (const run of runs) {
    const {trigger: threshold, orgId, runAs, createdAt, now} = run;
    if (threshold.type !== "threshold") continue;
    try {
      const madeFor = `${runAs} ${createdAt.getTime()}`;
      const loading = actors.get(madeFor) ?? loadRunAs(deps.db, orgId, runAs, createdAt);
      actors.set(madeFor, loading);
      const actor = await loading;
      const asked = JSON.stringify([runAs, now, threshold.query, threshold.compare]);
      const planning = plans.get(asked) ?? planCheck(deps, actor, threshold, now);
      plans.set(asked, planning);
      const plan = await planning;
      const group = groups.get(keyOfPlan(plan)) ?? {actor, members: []};
      groups.set(keyOfPlan(plan), group);
      group.members.push({run, threshold, plan});
    } catch (error) {
      await fail(run, error);
    }
  }
  return [...groups.values()];
}

async function judgeBatch(
  db: Db,
  orgId: string,
  members: readonly Planned[],
  rows: Rows,
  fail: (run: ActionRun, error: unknown) => Promise<void>,
): Promise<void> {
  const refused: {run: ActionRun; error: unknown}[] = [];
  await db.transaction().execute(async tx => {
    refused.length = 0;
    const open = await lockOpen(tx, orgId, members, rows);
    const states = await loadStates(
      tx,
      orgId,
      open.map(({run}) => run.actionId),
    );
    const judged: (Judged & {run: ActionRun; check: Check; actionId: string})[] = [];
    for (const {run, threshold, plan} of open) {
      const before: States = states.get(run.actionId) ?? new Map();
      try {
        const check = observe(threshold, plan, rows);
        judged.push({run, check, actionId: run.actionId, ...judgeCheck(threshold, check, before, run.now)});
      } catch (error) {
        refused.push({run, error});
      }
    }
    await saveStates(tx, orgId, judged);
    await keepAllJudged(tx, orgId, judged);
  });
  for (const {run, error} of refused) await fail(run, error);
}

/**
 * Locks the actions and their runs, and loads the effects again, in which an address may have been erased. Runs that
 * were judged, cancelled or deleted meanwhile are left out.
 */
async function lockOpen(
  tx: Tx,
  orgId: string,
  members: readonly Planned[],
  {askedAt}: Rows,
): Promise<Planned[]> {
  await sql`
    select from actions
    where org_id = ${orgId} and id = any (${members.map(({run}) => run.actionId)}::text[])
    order by id for no key update`.execute(tx);
  const runIds = members.map(({run}) => run.id);
  await skipChanged(tx, orgId, runIds);
  await skipOutdated(tx, orgId, runIds, askedAt);
  const {rows} = await sql<{id: string; effects: unknown}>`
    select id, effects from action_runs
    where org_id = ${orgId} and id = any (${runIds}::text[])
      and status = 'queued' and judged_at is null
    order by id for update`.execute(tx);
  const open = new Map(rows.map(row => [row.id, readEffects(row).effects]));
  return members.flatMap(member => {
    const effects = open.get(member.run.id);
    return effects === undefined ? [] : [{...member, run: {...member.run, effects}}];
  });
}

async function keepAllJudged(
  tx: Tx,
  orgId: string,
  judged: readonly (Judged & {run: ActionRun; check: Check})[],
): Promise<void> {
  const rows = judged.map(({run, found, check}) => ({
    id: run.id,
    found,
    statements: check.statements,
    fires: found.count > 0,
    effects: found.count > 0 ? run.effects : run.effects.map(one => ({...one, status: "skipped"})),
  }));
  await sql`
    with j as (
      select * from json_to_recordset(${JSON.stringify(rows)}::json)
        as j (id text, found json, statements json, fires boolean, effects json)
    ), m as (
      update action_runs r set started_at = now(), judged_at = now(), found = j.found, statements = j.statements,
        effects = j.effects, status = case when j.fires then r.status else 'succeeded' end,
        finished_at = case when not j.fires then clock_timestamp() end, job_key = r.id
      from j where r.org_id = ${orgId} and r.id = j.id
      returning r.id, r.org_id, r.action_id, r.dry_run, j.fires
    )
    select case when m.fires then ${addRunJob()} end as job from m`.execute(tx);
}
