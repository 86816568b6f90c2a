import {type Cadence, nextRun} from "./cron.ts";

/** Age up to which missed slots are listed one by one. Of older slots only the first is listed. */
const LISTED_MISSED_MS = 7 * 24 * 3_600_000;

export interface Slots {
  /** Slots missed before the slot to run now, oldest first. */
  missed: Date[];
  /** The slot to run now. */
  slot: Date;
  /** The first slot in the future; `null` where there is none. */
  following: Date | null;
}

/**
 * Slots due at `now`. The last slot up to `now` is less than one interval of the cadence late and is still run; the
 * slots before it are missed.
 */
export function slotsDue(cadence: Cadence, first: Date, now: Date): Slots {
  const slots = [first];
  const oldestListed = new Date(now.getTime() - LISTED_MISSED_MS);
  let following = nextRun(cadence, first < oldestListed ? oldestListed : first);
  while (following && following <= now) {
    slots.push(following);
    following = nextRun(cadence, following);
  }
  return {slot: slots.pop() ?? first, missed: slots, following};
}
