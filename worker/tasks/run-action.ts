import {Type} from "@sinclair/typebox";
import {ActionTrigger, EffectRun, Found} from "../../shared/actions/schemas.ts";
import type {Actor} from "../../shared/actor.ts";
import {type Db, sql, type Tx} from "../../shared/db.ts";
import {ServiceError} from "../../shared/errors.ts";
import type {JobPayload} from "../../shared/jobs.ts";
import {isToldToLog, problemOf} from "../../shared/problem.ts";
import type {Asking, Runner} from "../../shared/queries/runner.ts";
import {loadRunAs} from "../../shared/run-as.ts";
import {rowReaderOf} from "../../shared/validate.ts";
import {carryOut, type EffectContext} from "../actions/effects.ts";
import {check, judgeCheck, rehearseCheck} from "../actions/judge-run.ts";
import {tellFailures} from "../actions/tell-failures.ts";
import type {Worker} from "../worker.ts";

const asked = Type.Object({
  trigger: ActionTrigger,
  effects: Type.Array(EffectRun),
  found: Type.Union([Found, Type.Null()]),
});

export interface ActionRun {
  id: string;
  orgId: string;
  actionId: string;
  name: string;
  runAs: string;
  dryRun: boolean;
  now: Date;
  isJudged: boolean;
  trigger: ActionTrigger;
  effects: EffectRun[];
  found: Found | null;
}

type StoredRun = Omit<ActionRun, keyof typeof asked.properties> &
  Record<keyof typeof asked.properties, unknown>;

const read = rowReaderOf(asked, "the run");

/**
 * Judges the trigger once, and carries out each effect once, in order. It can run twice: what was judged or done is
 * marked in the transaction that did it, so a run whose worker died is taken up where it was. One that has ended or was
 * cancelled is left alone.
 */
export async function runAction(
  worker: Worker,
  runner: Runner,
  {orgId, runId}: JobPayload<"run_action">,
  signal: AbortSignal,
): Promise<void> {
  const {db, log, config} = worker;
  const run = await beginRun(db, orgId, runId);
  if (!run) return;
  try {
    const actor = await loadRunAs(db, orgId, run.runAs);
    const asking = {actor, requestId: run.id, signal, trigger: "action"} as const;
    const judged = run.isJudged || (await judgeRun(runner, asking, run));
    if (judged) await carryOutAll(db, actor, run);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ServiceError && error.code === "database_unavailable") throw error;
    if (isToldToLog(error)) log.error({err: error, runId: run.id}, "a run of an action failed");
    await endRun(db, run, "failed", problemOf(error, run.id).detail);
  }
  if (config.mail.tellsFailures) await tellFailures(db, run);
}

/** Marks it as running; `undefined` for one that has ended. */
async function beginRun(db: Db, orgId: string, runId: string): Promise<ActionRun | undefined> {
  const {rows} = await sql<StoredRun>`
    update action_runs r set status = 'running', started_at = coalesce(r.started_at, now())
    where r.org_id = ${orgId} and r.id = ${runId} and r.status in ('queued', 'running')
    returning r.id, r.org_id as "orgId", r.action_id as "actionId", r.name, r.run_as as "runAs",
      r.dry_run as "dryRun", coalesce(r.slot, r.created_at) as now, r.judged_at is not null as "isJudged", r.trigger,
      r.effects, r.found`.execute(db);
  return rows[0] && read(rows[0]);
}

/** Judges the trigger; false where nothing fired, or somebody else has judged it, so that nothing is left to be done. */
async function judgeRun(runner: Runner, asking: Asking, run: ActionRun): Promise<boolean> {
  const {trigger, now, dryRun} = run;
  const seen = trigger.type === "threshold" ? await check(runner, asking, trigger, now) : undefined;
  if (dryRun) {
    run.found =
      seen && trigger.type === "threshold" ? await rehearseCheck(runner.db, run, trigger, seen, now) : null;
    const fires = run.found === null || run.found.count > 0;
    run.effects = run.effects.map(one => ({...one, status: fires ? "queued" : "skipped"}));
    await keepJudged(runner.db, run, seen?.statement);
    await endRun(runner.db, run, "succeeded");
    return false;
  }
  return runner.db.transaction().execute(async tx => {
    await sql`
      select from actions where org_id = ${run.orgId} and id = ${run.actionId} for no key update`.execute(tx);
    const {rows} = await sql`
      select from action_runs
      where org_id = ${run.orgId} and id = ${run.id} and status = 'running' and judged_at is null
      for update`.execute(tx);
    if (rows.length === 0) return false;
    if (seen && trigger.type === "threshold") run.found = await judgeCheck(tx, run, trigger, seen, now);
    const fires = run.found === null || run.found.count > 0;
    if (!fires) run.effects = run.effects.map(one => ({...one, status: "skipped"}));
    await keepJudged(tx, run, seen?.statement);
    if (!fires) await endRun(tx, run, "succeeded");
    return fires;
  });
}

async function keepJudged(
  db: Db | Tx,
  {id, orgId, found, effects}: ActionRun,
  statement?: object,
): Promise<void> {
  await sql`
    update action_runs set judged_at = now(), found = ${found === null ? null : JSON.stringify(found)}::json,
      statements = ${JSON.stringify(statement ? [statement] : [])}::json, effects = ${JSON.stringify(effects)}::json
    where org_id = ${orgId} and id = ${id} and status = 'running'`.execute(db);
}

async function carryOutAll(db: Db, actor: Actor, run: ActionRun): Promise<void> {
  const {trigger} = run;
  const context: EffectContext = {
    actor,
    actionId: run.actionId,
    name: run.name,
    timezone: trigger.type === "manual" ? "UTC" : (trigger.timezone ?? "UTC"),
    measure: trigger.type === "threshold" ? trigger.measure : "",
    found: run.found,
    now: run.now,
  };
  for (const index of run.effects.keys()) {
    const outcome = await carryOutOne(db, context, run, index);
    if (outcome === "gone") return;
    if (outcome === "stop") break;
  }
  const failed = run.effects.some(({status}) => status === "failed");
  await endRun(db, run, failed ? "failed" : "succeeded");
}

/** One effect, marked in the same transaction. `gone`: the run was cancelled or deleted meanwhile. */
async function carryOutOne(
  db: Db,
  context: EffectContext,
  run: ActionRun,
  index: number,
): Promise<"next" | "stop" | "gone"> {
  const one = run.effects[index];
  if (one?.status !== "queued") return one?.status === "failed" && stops(one) ? "stop" : "next";
  try {
    return await db.transaction().execute(async tx => {
      if (!(await lockRunning(tx, run))) return "gone";
      const deliveryId = await carryOut(tx, context, one.effect);
      run.effects[index] = {...one, status: "succeeded", deliveryId};
      await saveEffects(tx, run);
      return "next";
    });
  } catch (error) {
    run.effects[index] = one;
    if (!(error instanceof ServiceError) || error.status >= 500) throw error;
    return await db.transaction().execute(async tx => {
      if (!(await lockRunning(tx, run))) return "gone";
      run.effects[index] = {...one, status: "failed", error: error.message};
      if (stops(one)) {
        for (const [i, later] of run.effects.entries()) {
          if (i > index) run.effects[i] = {...later, status: "skipped"};
        }
      }
      await saveEffects(tx, run);
      return stops(one) ? "stop" : "next";
    });
  }
}

function stops({effect}: EffectRun): boolean {
  return effect.onFailure !== "continue";
}

async function lockRunning(tx: Tx, {id, orgId}: ActionRun): Promise<boolean> {
  const {rows} = await sql`
    select from action_runs where org_id = ${orgId} and id = ${id} and status = 'running' for update`.execute(
    tx,
  );
  return rows.length > 0;
}

async function saveEffects(tx: Tx, {id, orgId, effects}: ActionRun): Promise<void> {
  await sql`
    update action_runs set effects = ${JSON.stringify(effects)}::json
    where org_id = ${orgId} and id = ${id}`.execute(tx);
}

async function endRun(
  db: Db | Tx,
  {id, orgId}: ActionRun,
  status: "succeeded" | "failed",
  error?: string,
): Promise<void> {
  await sql`
    update action_runs set status = ${status}, finished_at = now(), error = ${error ?? null}
    where org_id = ${orgId} and id = ${id} and status = 'running'`.execute(db);
}
