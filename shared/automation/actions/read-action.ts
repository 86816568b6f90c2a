import type {ScheduleResource} from "../../content/resources/schemas.ts";
import {acceptedOf} from "../../content/run-as/accepted-changes.ts";
import type {Accepted} from "../../content/run-as/schemas.ts";
import type {Actor} from "../../core/actor.ts";
import type {Cadence} from "../../core/cadence/cron.ts";
import type {QueryRunner} from "../../querying/queries/query-runner.ts";
import {checkLoops} from "./loops.ts";
import {readEffect} from "./read-effect.ts";
import {readTrigger} from "./read-trigger.ts";
import type {ActionInput, ActionTrigger, Effect} from "./schemas.ts";

/** An action's trigger and effects, checked and normalized. */
export interface ReadAction {
  trigger: ActionTrigger;
  effects: Effect[];
  /** The action's cadence; null if it runs only on events or by hand. */
  cadence: Cadence | null;
  /** The charts of its mails, in the state that the caller knows. */
  accepted: Accepted;
}

/**
 * Checks everything that a run would need. Throws `invalid_request` with the path of each fault, and the error codes of
 * a query for the query of a threshold. `id` is the id of the action that is replaced.
 */
export async function readAction(
  runner: QueryRunner,
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
  const accepted = await acceptedOf(runner.db, actor, chartsOf(effects));
  return {trigger, effects, cadence, accepted};
}

function chartsOf(effects: readonly Effect[]): ScheduleResource[] {
  return effects.flatMap(effect =>
    effect.type === "email" && effect.chartId !== undefined
      ? [{resourceType: "chart", resourceId: effect.chartId}]
      : [],
  );
}
