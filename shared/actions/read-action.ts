import type {Actor} from "../actor.ts";
import {type Known, knownOf} from "../authors/known.ts";
import type {Cadence} from "../cadence/cron.ts";
import type {Runner} from "../queries/runner.ts";
import type {ScheduleResource} from "../resources/schemas.ts";
import {checkLoops} from "./loops.ts";
import {readEffect} from "./read-effect.ts";
import {readTrigger} from "./read-trigger.ts";
import type {ActionInput, ActionTrigger, Effect} from "./schemas.ts";

/** An action's trigger and effects, checked and in one spelling. */
export interface ReadAction {
  trigger: ActionTrigger;
  effects: Effect[];
  /** When it comes due; null where nothing but a person runs it. */
  cadence: Cadence | null;
  /** The charts of its mails, as the caller knows them. */
  accepted: Known;
}

/**
 * Checks everything that a run would need. Throws `invalid_request` with the place of each fault, and the errors of a
 * query for a threshold's. `id` is that of an action that is replaced.
 */
export async function readAction(
  runner: Runner,
  actor: Actor,
  input: ActionInput,
  id?: string,
): Promise<ReadAction> {
  const {trigger, cadence} = await readTrigger(runner, actor, input.trigger);
  const effects: Effect[] = [];
  for (const [index, effect] of input.effects.entries()) {
    effects.push(await readEffect(runner, actor, effect, `/effects/${index}`));
  }
  await checkLoops(runner.db, actor, {id, name: input.name, trigger, effects});
  const accepted = await knownOf(runner.db, actor, chartsOf(effects));
  return {trigger, effects, cadence, accepted};
}

function chartsOf(effects: readonly Effect[]): ScheduleResource[] {
  return effects.flatMap(effect =>
    effect.type === "email" && effect.chartId !== undefined
      ? [{resourceType: "chart", resourceId: effect.chartId}]
      : [],
  );
}
