import {
  meetsThreshold,
  type ThresholdOperator,
} from "../../shared/automation/schedules/threshold-operators.ts";
import {ServiceError} from "../../shared/core/errors.ts";

/**
 * When a threshold fires for a key: each time that it begins to hold, each time that it begins or ceases to hold, or at
 * each check while it holds.
 */
export type ThresholdMode = "became_true" | "changed" | "while_true";

export interface ThresholdRule {
  op: ThresholdOperator;
  mode: ThresholdMode;
  /**
   * Hysteresis: once the threshold holds, it ceases to hold only when the comparison with this value fails as well. A
   * value that moves around the threshold then fires once.
   */
  resetAt?: number;
  /** With `while_true`: the earliest time at which a key that fired at this time fires again. */
  remindAt?: (firedAt: number) => number;
}

/** One row of the check's result. */
export interface Observation {
  /** The values of the query's dimensions, joined to one text. */
  key: string;
  /** Null means unknown. */
  value: number | null;
  against: number | null;
}

/** The last known state of a key. Unknown values do not change it. */
export interface KeyState {
  holds: boolean;
  /** When the key last fired, in milliseconds since 1970. */
  firedAt: number | null;
}

export interface Judgement {
  /** The keys that fire, in the order of the rows. */
  fired: string[];
  /**
   * The states of the keys for which the threshold holds. A key that has left the result keeps its state, so that its
   * return does not count as crossing the threshold. A key without a state is treated like one that was never seen.
   */
  states: Map<string, KeyState>;
}

/** Limit of the keys that one threshold can watch. */
export const MAX_KEYS = 10_000;

/**
 * Decides for each row of a check, by the stored state of its key, whether the threshold fires. This function writes
 * nothing: the caller stores the new states in the same transaction as the firings, so that an overlapping or repeated
 * check of the same rows fires nothing more. Throws `invalid_request` for more than `MAX_KEYS` keys, or for two rows
 * with the same key.
 */
export function judge(
  rows: readonly Observation[],
  before: ReadonlyMap<string, KeyState>,
  rule: ThresholdRule,
  now: number,
): Judgement {
  const states = new Map(before);
  const fired: string[] = [];
  const seen = new Set<string>();
  for (const {key, value, against} of rows) {
    if (seen.has(key))
      throw refused(
        `The query returns two rows for "${key}", but each combination can only be watched once.`,
      );
    seen.add(key);
    if (value === null || against === null) continue;
    const known = states.get(key);
    const holds = holdsNow(value, against, rule, known?.holds ?? false);
    const fires = firesNow(holds, known, rule, now);
    if (fires) fired.push(key);
    if (holds) states.set(key, {holds, firedAt: fires ? now : (known?.firedAt ?? null)});
    else states.delete(key);
  }
  const count = Math.max(seen.size, states.size);
  if (count > MAX_KEYS) {
    throw refused(
      `The query returns ${count} combinations of its dimensions, but at most ${MAX_KEYS} can be watched. Use a filter or another dimension.`,
    );
  }
  return {fired, states};
}

function holdsNow(value: number, against: number, {op, resetAt}: ThresholdRule, held: boolean): boolean {
  if (meetsThreshold(value, op, against)) return true;
  return held && resetAt !== undefined && meetsThreshold(value, op, resetAt);
}

function firesNow(
  holds: boolean,
  known: KeyState | undefined,
  {mode, remindAt = at => at}: ThresholdRule,
  now: number,
): boolean {
  const held = known?.holds ?? false;
  if (mode === "became_true") return holds && !held;
  if (mode === "changed") return holds !== held;
  const lastAt = known?.firedAt ?? null;
  // A clock that was set back must not suppress reminders.
  const isDue = lastAt === null || now >= remindAt(lastAt) || now < lastAt;
  return holds && (!held || isDue);
}

function refused(message: string): ServiceError {
  return new ServiceError("invalid_request", message);
}
