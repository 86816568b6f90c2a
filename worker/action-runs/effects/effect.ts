import type {EffectResult} from "../../../shared/automation/actions/run-schemas.ts";
import type {Found} from "../../../shared/automation/deliveries/triggering-rows.ts";
import type {Actor} from "../../../shared/core/actor.ts";
import type {Tx} from "../../../shared/core/db.ts";
import type {Runner} from "../../../shared/surfaces/tools/tool.ts";

/** A run whose effects are carried out, with the rights that its principal has now. */
export interface EffectContext {
  runner: Runner;
  actor: Actor;
  signal: AbortSignal;
  runId: string;
  actionId: string;
  name: string;
  /** The time zone of the cadence; UTC without a cadence. */
  timezone: string;
  measure: string;
  event: string;
  resourceId: string;
  found: Found | null;
  now: Date;
}

/**
 * An effect whose slow part is done, and of which nothing is visible yet. `commit` writes only through the transaction
 * that marks the effect as done, so that it happens once. `abandon` is called where that transaction did not commit.
 */
export interface ReadyEffect {
  commit(tx: Tx): Promise<EffectResult>;
  abandon?(): Promise<void>;
}

/** One kind of effect. Both functions reject with a `ServiceError` if the principal lacks the right. */
export interface EffectKind<E> {
  prepare(context: EffectContext, effect: E): Promise<ReadyEffect>;
  /** A description in words of the effect. Nothing is carried out. */
  rehearse(context: EffectContext, effect: E): Promise<string>;
}
