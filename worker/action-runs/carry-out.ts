import type {Checked, EffectRun} from "../../shared/automation/actions/run-schemas.ts";
import type {Found} from "../../shared/automation/deliveries/triggering-rows.ts";
import type {Actor} from "../../shared/core/actor.ts";
import type {Db} from "../../shared/core/db.ts";
import {ServiceError} from "../../shared/core/errors.ts";
import {oneLine} from "../../shared/core/one-line.ts";
import {mustBeLogged} from "../../shared/core/problem.ts";
import type {Runner} from "../../shared/surfaces/tools/tool.ts";
import {WarehouseError} from "../warehouses/warehouse.ts";
import type {EffectContext, ReadyEffect} from "./effects/effect.ts";
import {prepareEffect} from "./effects/effects.ts";
import {endRun, failRun} from "./end.ts";
import {type ActionRun, isRunning, lockRunning, saveEffects, tryLater} from "./run.ts";

/** The context in which a run's effects are carried out. */
export function contextOf(runner: Runner, actor: Actor, run: ActionRun, signal: AbortSignal): EffectContext {
  const {trigger, found} = run;
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
    found: found && foundOf(found),
    now: run.now,
  };
}

/** Only the rows that fired: no effect uses the other measurements. */
function foundOf({columns, rows, count}: Checked): Found {
  return {columns, rows, count};
}

/** Carries out the remaining effects in order, and ends the run. */
export async function carryOutAll(
  runner: Runner,
  actor: Actor,
  run: ActionRun,
  {signal, notifies}: {signal: AbortSignal; notifies: boolean},
): Promise<void> {
  const {db} = runner;
  const context = contextOf(runner, actor, run, signal);
  for (const index of run.effects.keys()) {
    const outcome = await carryOutOne(db, context, run, index);
    if (outcome === "gone" || outcome === "later") return;
    if (outcome === "stop") break;
  }
  if (run.effects.some(({status}) => status === "failed")) await failRun(db, run, notifies);
  else await endRun(db, run, "succeeded");
}

/** `gone`: the run was cancelled or deleted meanwhile. `later`: the effect is retried after a pause. */
type Outcome = "next" | "stop" | "gone" | "later";

/**
 * Carries out one effect, and marks it in the transaction that commits it. An effect that another attempt at the run has
 * carried out meanwhile is not repeated.
 */
async function carryOutOne(db: Db, context: EffectContext, run: ActionRun, index: number): Promise<Outcome> {
  const one = run.effects[index];
  if (one?.status !== "queued") return one?.status === "failed" && stops(one) ? "stop" : "next";
  let ready: ReadyEffect | undefined;
  try {
    if (!(await isRunning(db, run))) return "gone";
    const effect = await prepareEffect(context, one.effect);
    ready = effect;
    const done = await db.transaction().execute(async tx => {
      if (!(await lockRunning(tx, run))) return "gone";
      const present = run.effects[index];
      if (present?.status !== "queued") return "elsewhere";
      // Only the recipients of a mail can have changed, by an erasure. Preparing a mail does nothing.
      const isSame = Bun.deepEquals(present.effect, one.effect);
      const toCommit = isSame ? effect : await prepareEffect(context, present.effect);
      const {error: _, ...done} = present;
      run.effects[index] = {...done, status: "succeeded", result: await toCommit.commit(tx)};
      await saveEffects(tx, run);
      return "here";
    });
    if (done !== "here") await effect.abandon?.();
    return done === "gone" ? "gone" : "next";
  } catch (error) {
    await ready?.abandon?.();
    context.signal.throwIfAborted();
    if (!(error instanceof ServiceError) || error.code === "database_unavailable") throw error;
    if (mustBeLogged(error)) context.runner.log.error({err: error, runId: run.id}, "an effect failed");
    return failOne(db, run, index, error);
  }
}

async function failOne(db: Db, run: ActionRun, index: number, error: ServiceError): Promise<Outcome> {
  return db.transaction().execute(async tx => {
    if (!(await lockRunning(tx, run))) return "gone";
    const one = run.effects[index];
    if (one?.status !== "queued") return "next";
    const {attempts = 0} = one;
    const minutes = mayPass(error) ? PAUSES[attempts] : undefined;
    if (minutes !== undefined) {
      run.effects[index] = {...one, attempts: attempts + 1, error: oneLine(error.message)};
      await saveEffects(tx, run);
      await tryLater(tx, run, minutes);
      return "later";
    }
    run.effects[index] = {...one, status: "failed", error: oneLine(error.message)};
    if (stops(one)) {
      for (const [i, later] of run.effects.entries()) {
        if (i > index) run.effects[i] = {...later, status: "skipped"};
      }
    }
    await saveEffects(tx, run);
    return stops(one) ? "stop" : "next";
  });
}

/** Minutes before each retry of an effect whose target could not be reached or had no room. */
const PAUSES = [1, 5, 15];

function mayPass({code, details: {cause}}: ServiceError): boolean {
  if (code === "worker_unavailable" || code === "storage_full") return true;
  return cause instanceof WarehouseError && cause.details.kind === "unreachable";
}

function stops({effect}: EffectRun): boolean {
  return effect.onFailure !== "continue";
}
