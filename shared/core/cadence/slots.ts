import {type Cadence, nextRun, previousRuns} from "./cron.ts";

/** How many missed slots are listed one by one. */
const LISTED_MISSED = 10;

export interface Slots {
  /** The newest slots missed before the slot to run now, oldest first. */
  missed: Date[];
  /** The first of the missed slots that are older than those in `missed`; `undefined` where there are none. */
  unlistedSince?: Date;
  /** The slot to run now. */
  slot: Date;
  /** The first slot in the future; `null` where there is none. */
  following: Date | null;
}

/**
 * Slots due at `now`. The last slot up to `now` is less than one interval of the cadence late and is still run; the
 * slots before it are missed. The time that this takes does not grow with their number.
 */
export function slotsDue(cadence: Cadence, first: Date, now: Date): Slots {
  const slots = [first];
  let following = nextRun(cadence, first);
  while (following && following <= now) {
    if (slots.length > LISTED_MISSED) return newestOf(cadence, first, now);
    slots.push(following);
    following = nextRun(cadence, following);
  }
  return {slot: slots.pop() ?? first, missed: slots, following};
}

function newestOf(cadence: Cadence, first: Date, now: Date): Slots {
  const slots = previousRuns(cadence, LISTED_MISSED + 1, now);
  return {slot: slots.pop() ?? first, missed: slots, unlistedSince: first, following: nextRun(cadence, now)};
}
