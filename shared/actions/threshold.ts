import {ServiceError} from "../errors.ts";

export type ThresholdOperator = ">" | ">=" | "<" | "<=" | "=" | "!=";

/**
 * When a threshold fires for a key: once when it begins to hold, whenever it begins or ends to hold, or at each check as
 * long as it holds.
 */
export type ThresholdMode = "became_true" | "changed" | "while_true";

export interface ThresholdRule {
  op: ThresholdOperator;
  mode: ThresholdMode;
  /**
   * Once it holds, it holds until the comparison with this value fails as well: a value that moves around the threshold
   * fires once.
   */
  resetAt?: number;
  /** With `while_true`: the least time between two firings of a key. */
  remindEveryMs?: number;
}

/** One row of the check's result. */
export interface Observation {
  /** The values of the query's dimensions, as one text. */
  key: string;
  /** Null is unknown. */
  value: number | null;
  against: number | null;
}

/** What was seen last of a key; unknown values leave it as it is. */
export interface KeyState {
  holds: boolean;
  /** When it last fired, in milliseconds since 1970. */
  firedAt: number | null;
}

export interface Judgement {
  /** The keys that fire, in the order of the rows. */
  fired: string[];
  /**
   * The keys that hold, also where they have left the result: one that comes back has not crossed anything. One that does
   * not hold is as one that was never seen.
   */
  states: Map<string, KeyState>;
}

/** Keys that one threshold can watch. */
export const MOST_KEYS = 10_000;

/**
 * Judges the rows of a check, each by what was seen of its key before. It changes nothing: the states are to be stored
 * together with what fires, so that an overlapping or repeated check of the same rows fires nothing more. Throws
 * `invalid_request` where there are more keys than are watched, or a key twice.
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
    if (seen.has(key)) throw refused(`The check has two rows for "${key}": each key is watched once.`);
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
  if (count > MOST_KEYS) {
    throw refused(
      `The check has seen ${count} combinations of its dimensions; at most ${MOST_KEYS} are watched. Ask for fewer, with a filter or another dimension.`,
    );
  }
  return {fired, states};
}

function holdsNow(value: number, against: number, {op, resetAt}: ThresholdRule, held: boolean): boolean {
  if (compare(value, op, against)) return true;
  return held && resetAt !== undefined && compare(value, op, resetAt);
}

function firesNow(
  holds: boolean,
  known: KeyState | undefined,
  {mode, remindEveryMs = 0}: ThresholdRule,
  now: number,
): boolean {
  const held = known?.holds ?? false;
  if (mode === "became_true") return holds && !held;
  if (mode === "changed") return holds !== held;
  const lastAt = known?.firedAt ?? null;
  // A clock that was set back does not silence it.
  const isDue = lastAt === null || now - lastAt >= remindEveryMs || now < lastAt;
  return holds && (!held || isDue);
}

function compare(value: number, op: ThresholdOperator, other: number): boolean {
  switch (op) {
    case ">":
      return value > other;
    case ">=":
      return value >= other;
    case "<":
      return value < other;
    case "<=":
      return value <= other;
    case "=":
      return value === other;
    case "!=":
      return value !== other;
  }
}

function refused(message: string): ServiceError {
  return new ServiceError("invalid_request", message);
}
