import type {EffectRun} from "../../shared/actions/run-schemas.ts";
import type {Actor} from "../../shared/actor.ts";
import type {Db} from "../../shared/db.ts";
import {ServiceError} from "../../shared/errors.ts";
import {isToldToLog} from "../../shared/problem.ts";
import type {Runner} from "../../shared/queries/runner.ts";
import type {EffectContext, ReadyEffect} from "./effects/effect.ts";
import {prepareEffect} from "./effects/effects.ts";
import {type ActionRun, endRun, lockRunning, saveEffects} from "./run.ts";

/** What the effects of a run need. */
export function contextOf(runner: Runner, actor: Actor, run: ActionRun, signal: AbortSignal): EffectContext {
  const {trigger} = run;
  return {
    runner,
    actor,
    signal,
    runId: run.id,
    actionId: run.actionId,
    name: run.name,
    timezone: "cron" in trigger ? (trigger.timezone ?? "UTC") : "UTC",
    measure: trigger.type === "threshold" ? trigger.measure : "",
    event: run.event ?? "",
    resourceId: run.resourceId ?? "",
    found: run.found,
    now: run.now,
  };
}

/** Carries out the effects that are left, in order, and ends the run. */
export async function carryOutAll(
  runner: Runner,
  actor: Actor,
  run: ActionRun,
  signal: AbortSignal,
): Promise<void> {
  const {db} = runner;
  const context = contextOf(runner, actor, run, signal);
  for (const index of run.effects.keys()) {
    const outcome = await carryOutOne(db, context, run, index);
    if (outcome === "gone") return;
    if (outcome === "stop") break;
  }
  const failed = run.effects.some(({status}) => status === "failed");
  await endRun(db, run, failed ? "failed" : "succeeded");
}

/** One effect, marked in the transaction that does it. `gone`: the run was cancelled or deleted meanwhile. */
async function carryOutOne(
  db: Db,
  context: EffectContext,
  run: ActionRun,
  index: number,
): Promise<"next" | "stop" | "gone"> {
  const one = run.effects[index];
  if (one?.status !== "queued") return one?.status === "failed" && stops(one) ? "stop" : "next";
  let ready: ReadyEffect | undefined;
  try {
    if (!(await db.transaction().execute(tx => lockRunning(tx, run)))) return "gone";
    const effect = await prepareEffect(context, one.effect);
    ready = effect;
    const done = await db.transaction().execute(async tx => {
      if (!(await lockRunning(tx, run))) return false;
      run.effects[index] = {...one, status: "succeeded", result: await effect.commit(tx)};
      await saveEffects(tx, run);
      return true;
    });
    if (!done) await effect.abandon?.();
    return done ? "next" : "gone";
  } catch (error) {
    run.effects[index] = one;
    await ready?.abandon?.();
    context.signal.throwIfAborted();
    if (!(error instanceof ServiceError) || error.code === "database_unavailable") throw error;
    if (isToldToLog(error)) context.runner.log.error({err: error, runId: run.id}, "an effect failed");
    return failOne(db, run, index, one, error.message);
  }
}

async function failOne(
  db: Db,
  run: ActionRun,
  index: number,
  one: EffectRun,
  error: string,
): Promise<"next" | "stop" | "gone"> {
  return db.transaction().execute(async tx => {
    if (!(await lockRunning(tx, run))) return "gone";
    run.effects[index] = {...one, status: "failed", error};
    if (stops(one)) {
      for (const [i, later] of run.effects.entries()) {
        if (i > index) run.effects[i] = {...later, status: "skipped"};
      }
    }
    await saveEffects(tx, run);
    return stops(one) ? "stop" : "next";
  });
}

function stops({effect}: EffectRun): boolean {
  return effect.onFailure !== "continue";
}
