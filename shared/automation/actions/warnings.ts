import {prepareResource} from "../../content/resources/resource-queries.ts";
import {faultOfPinned} from "../../content/run-as/pinned-query.ts";
import type {Actor} from "../../core/actor.ts";
import type {LayerDeps} from "../../querying/layers/query-caches.ts";
import type {ReadAction} from "./read-action.ts";
import type {ActionView, Effect} from "./schemas.ts";

/**
 * Warnings about failures that would occur if the action ran with the caller's rights now, one sentence for each part. An
 * action with warnings can still be saved.
 */
export async function warningsOf(
  deps: LayerDeps,
  actor: Actor,
  {trigger, effects}: Pick<ReadAction, "trigger" | "effects">,
): Promise<string[]> {
  const now = new Date();
  const warnings: string[] = [];
  const fault =
    trigger.type === "threshold" ? await faultOfPinned(deps, actor, trigger.query, now) : undefined;
  if (fault !== undefined) warnings.push(`The trigger: ${fault}`);
  for (const [index, effect] of effects.entries()) {
    const message = await faultOfEffect(deps, actor, effect, now);
    if (message !== undefined) warnings.push(`Effect ${index}: ${message}`);
  }
  return warnings;
}

export function withWarnings(view: ActionView, warnings: readonly string[]): ActionView {
  return warnings.length > 0 ? {...view, warnings: [...warnings]} : view;
}

async function faultOfEffect(
  deps: LayerDeps,
  actor: Actor,
  effect: Effect,
  now: Date,
): Promise<string | undefined> {
  if (effect.type === "snapshot_dataset") {
    const {query, projectId} = effect;
    const placed = projectId === undefined ? query : {...query, projectId};
    return faultOfPinned(deps, actor, placed, now);
  }
  if (effect.type !== "email" || effect.chartId === undefined) return undefined;
  const chart = {resourceType: "chart", resourceId: effect.chartId} as const;
  const {parts} = await prepareResource(deps, actor, chart, [], now);
  return parts.find(({fault}) => fault)?.fault?.message;
}
