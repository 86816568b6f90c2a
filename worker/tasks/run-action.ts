import {enqueueNextEvent} from "../../shared/automation/actions/create-runs.ts";
import type {Actor} from "../../shared/core/actor.ts";
import {unflushed} from "../../shared/core/database/unflushed.ts";
import {isDatabaseUnavailable} from "../../shared/core/database/watch.ts";
import {type Db, sql} from "../../shared/core/db.ts";
import {ServiceError, statusOf} from "../../shared/core/errors.ts";
import type {JobPayload} from "../../shared/core/jobs.ts";
import {loadRunAs} from "../../shared/core/load-run-as.ts";
import {RunPaused} from "../../shared/core/paused-runs.ts";
import {mustBeLogged, problemOf} from "../../shared/core/problem.ts";
import type {QueryContext, QueryRunner} from "../../shared/querying/queries/query-runner.ts";
import type {Runner} from "../../shared/surfaces/tools/tool.ts";
import {carryOutAll, contextOf} from "../action-runs/carry-out.ts";
import {askPlan, type Check, observe, planCheck} from "../action-runs/check.ts";
import {rehearseEffect} from "../action-runs/effects/effects.ts";
import {endRun, failRun} from "../action-runs/end.ts";
import {
  type ActionRun,
  beginRun,
  lockRunning,
  skipChanged,
  skipOutdated,
  storeJudgement,
} from "../action-runs/run.ts";
import {judgeCheck, loadStates, saveStates} from "../action-runs/threshold-states.ts";
import type {Worker} from "../worker.ts";

/**
 * Judges the trigger once, and carries out each effect once, in order. It can run twice: each step is marked in the
 * transaction that does it, so a run whose worker died continues where it stopped. A run that has ended or was
 * cancelled is left alone.
 */
export async function runAction(
  worker: Pick<Worker, "config" | "db" | "log">,
  runner: Runner,
  {orgId, runId}: JobPayload<"run_action">,
  signal: AbortSignal,
): Promise<void> {
  const {db} = worker;
  const run = await beginRun(db, orgId, runId);
  if (run) await carryOutRun(worker, runner, run, signal);
  // The next run is queued also after one that was cancelled, or whose worker died before it got here.
  if (!run || run.event !== null) await enqueueNextEvent(db, orgId, runId);
}

async function carryOutRun(
  worker: Pick<Worker, "config" | "db" | "log">,
  runner: Runner,
  run: ActionRun,
  signal: AbortSignal,
): Promise<void> {
  const {db, log, config} = worker;
  const {orgId} = run;
  const notifies = config.mail.mailsFailures;
  try {
    const actor = await loadRunAs(db, orgId, run.runAs, run.createdAt);
    const queryContext = {actor, requestId: run.id, signal, trigger: "action"} as const;
    const seen = run.isJudged ? undefined : await checkOf(runner, queryContext, run);
    if (run.dryRun) await rehearse(runner, queryContext, run, seen);
    else if (run.isJudged || (await judgeRun(db, run, seen)))
      await carryOutAll(runner, actor, run, {signal, notifies});
  } catch (error) {
    signal.throwIfAborted();
    if (isDatabaseUnavailable(error)) throw error;
    if (error instanceof RunPaused) return await endRun(db, run, "skipped", error.message);
    if (mustBeLogged(error)) log.error({err: error, runId: run.id}, "a run of an action failed");
    await failRun(db, run, notifies && !run.dryRun, problemOf(error, run.id).detail);
  }
}

/** The rows that a threshold judges. */
async function checkOf(
  runner: QueryRunner,
  queryContext: QueryContext & {actor: Actor},
  {trigger, now}: ActionRun,
): Promise<Check | undefined> {
  if (trigger.type !== "threshold") return undefined;
  const plan = await planCheck(runner, queryContext.actor, trigger, now);
  return observe(trigger, plan, await askPlan(runner, queryContext, plan));
}

/**
 * Judges the trigger. False where nothing fired, or another worker has judged it, so that nothing is left to do. The
 * commit does not wait for the disk, because the commit of the first effect does, and no effect is done before it.
 */
async function judgeRun(db: Db, run: ActionRun, seen: Check | undefined): Promise<boolean> {
  const {orgId, actionId, trigger, now} = run;
  return db.transaction().execute(async tx => {
    await sql`
      select ${unflushed} from actions where org_id = ${orgId} and id = ${actionId} for no key update`.execute(
      tx,
    );
    await skipChanged(tx, orgId, [run.id]);
    if (seen) await skipOutdated(tx, orgId, [run.id], seen.askedAt);
    if (!(await lockRunning(tx, run)) || (await isJudged(tx, run))) return false;
    if (seen && trigger.type === "threshold") {
      const states = await loadStates(tx, orgId, [actionId]);
      const {found, changed} = judgeCheck(trigger, seen, states.get(actionId) ?? new Map(), now);
      await saveStates(tx, orgId, [{actionId, changed}]);
      run.found = found;
    }
    const fires = run.found === null || run.found.count > 0;
    if (!fires) run.effects = run.effects.map(one => ({...one, status: "skipped"}));
    await storeJudgement(tx, run, seen?.statements);
    if (!fires) await endRun(tx, run, "succeeded");
    return fires;
  });
}

async function isJudged(db: Db, {id, orgId}: ActionRun): Promise<boolean> {
  const {rows} = await sql`
    select from action_runs where org_id = ${orgId} and id = ${id} and judged_at is not null`.execute(db);
  return rows.length > 0;
}

/**
 * Describes the effects in words, and stores the descriptions with the run. No effect is carried out, and the states of
 * the threshold stay as they are.
 */
async function rehearse(
  runner: Runner,
  {actor, signal}: QueryContext & {actor: Actor},
  run: ActionRun,
  seen: Check | undefined,
): Promise<void> {
  const {db} = runner;
  const {orgId, actionId, trigger, now} = run;
  if (seen && trigger.type === "threshold") {
    const states = await loadStates(db, orgId, [actionId]);
    run.found = judgeCheck(trigger, seen, states.get(actionId) ?? new Map(), now).found;
  }
  // The effects are described as they are now: an address may have been erased since the run was loaded.
  if (!(await db.transaction().execute(tx => lockRunning(tx, run)))) return;
  const fires = run.found === null || run.found.count > 0;
  const context = contextOf(runner, actor, run, signal);
  for (const [index, one] of run.effects.entries()) {
    run.effects[index] = await rehearseOne(one);
  }
  await storeJudgement(db, run, seen?.statements);
  await endRun(db, run, "succeeded");

  async function rehearseOne(one: ActionRun["effects"][number]): Promise<typeof one> {
    try {
      const would = await rehearseEffect(context, one.effect);
      return {...one, status: fires ? "queued" : "skipped", result: {would}};
    } catch (error) {
      if (!(error instanceof ServiceError) || statusOf(error) >= 500) throw error;
      return {...one, status: "failed", error: error.message};
    }
  }
}
