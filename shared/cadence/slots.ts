import {type Cadence, nextRun} from "./cron.ts";

/** Slots that were missed further back are not told one by one. */
const TOLD_MS = 7 * 24 * 3_600_000;

export interface Slots {
  /** Those that were missed before it, oldest first. */
  missed: Date[];
  /** The one to run now. */
  slot: Date;
  /** The first one to come; `null` where there is none. */
  following: Date | null;
}

/**
 * What is due at a time. The last slot before it is less than its cadence late, and is made up; those before that are
 * missed.
 */
export function slotsDue(cadence: Cadence, first: Date, now: Date): Slots {
  const slots = [first];
  const told = new Date(now.getTime() - TOLD_MS);
  let following = nextRun(cadence, first < told ? told : first);
  while (following && following <= now) {
    slots.push(following);
    following = nextRun(cadence, following);
  }
  return {slot: slots.pop() ?? first, missed: slots, following};
}
