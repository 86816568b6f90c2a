import type {Effect} from "../../../shared/automation/actions/schemas.ts";
import type {EffectContext, EffectKind, ReadyEffect} from "./effect.ts";
import {emailEffect} from "./email.ts";
import {runAgentEffect} from "./run-agent.ts";
import {runDeliveryEffect} from "./run-delivery.ts";
import {snapshotEffect} from "./snapshot.ts";
import {syncProjectEffect} from "./sync-project.ts";

type EffectOf = {[T in Effect["type"]]: Extract<Effect, {type: T}>};

/** Every kind of effect; `shared/automation/actions/read-effect.ts` checks what can be saved of each. */
const KINDS: {[T in keyof EffectOf]: EffectKind<EffectOf[T]>} = {
  email: emailEffect,
  run_agent: runAgentEffect,
  run_delivery: runDeliveryEffect,
  snapshot_dataset: snapshotEffect,
  sync_project: syncProjectEffect,
};

export function prepareEffect<T extends keyof EffectOf>(
  context: EffectContext,
  effect: EffectOf[T] & {type: T},
): Promise<ReadyEffect> {
  return KINDS[effect.type].prepare(context, effect);
}

export function rehearseEffect<T extends keyof EffectOf>(
  context: EffectContext,
  effect: EffectOf[T] & {type: T},
): Promise<string> {
  return KINDS[effect.type].rehearse(context, effect);
}
