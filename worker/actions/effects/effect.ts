import type {EffectResult} from "../../../shared/actions/run-schemas.ts";
import type {Actor} from "../../../shared/actor.ts";
import type {Tx} from "../../../shared/db.ts";
import type {Found} from "../../../shared/deliveries/found.ts";
import type {Runner} from "../../../shared/queries/runner.ts";

/** A run whose effects are carried out, under the rights that its principal has now. */
export interface EffectContext {
  runner: Runner;
  actor: Actor;
  signal: AbortSignal;
  runId: string;
  actionId: string;
  name: string;
  /** Of the cadence; UTC without one. */
  timezone: string;
  measure: string;
  event: string;
  resourceId: string;
  found: Found | null;
  now: Date;
}

/**
 * An effect that is ready: what takes long is done, and nothing of it is seen yet. `commit` writes only through the
 * transaction that marks the effect as done, so that it is done once; `abandon` is called where that did not come about.
 */
export interface ReadyEffect {
  commit(tx: Tx): Promise<EffectResult>;
  abandon?(): Promise<void>;
}

/** One kind of effect. Both reject with a `ServiceError` for what the principal may not do. */
export interface EffectKind<E> {
  prepare(context: EffectContext, effect: E): Promise<ReadyEffect>;
  /** What it would do, in words. Nothing is done. */
  rehearse(context: EffectContext, effect: E): Promise<string>;
}
