/** The range of MySQL's own `timestamp`. Before and after it, a zone keeps its first or last offset. */
const FIRST = Temporal.Instant.from("1970-01-01T00:00:00Z");
const LAST = Temporal.Instant.from("2038-01-19T00:00:00Z");
const MAX_ZONES = 1000;

const shifts = new Map<string, (moment: string) => string>();

/**
 * Converts a moment in UTC to a zone's local time. `convert_tz` only knows zone names if the server's time zone tables
 * were filled, and returns null otherwise. So the statement itself lists the times at which the zone's clocks change;
 * `interval(…)` finds by binary search how many of them lie before a moment, which gives its offset.
 */
export function shiftToZone(moment: string, timezone: string): string {
  let shift = shifts.get(timezone);
  if (shift === undefined) {
    if (shifts.size >= MAX_ZONES) shifts.clear();
    shift = makeShift(timezone);
    shifts.set(timezone, shift);
  }
  return shift(moment);
}

/** Whether statements convert the moment with the offset that its timezone really has then. */
export function knowsOffset(moment: Temporal.ZonedDateTime): boolean {
  const [before, after] = [FIRST, LAST].map(end => end.toZonedDateTimeISO(moment.timeZoneId).offset);
  if (Temporal.Instant.compare(moment.toInstant(), FIRST) < 0) return moment.offset === before;
  return Temporal.Instant.compare(moment.toInstant(), LAST) <= 0 || moment.offset === after;
}

interface Change {
  /** Seconds since 1970; not used for the first entry. */
  at: number;
  /** Offset from UTC in seconds, from this moment on. */
  offset: number;
}

function makeShift(timezone: string): (moment: string) => string {
  const [first, ...changes] = changesOf(timezone);
  const [unit, seconds] = first.offset % 60 === 0 ? ["minute", 60] : ["second", 1];
  const offsets = [first, ...changes].map(({offset}) => offset / seconds);
  const standard = offsets[0] ?? 0;
  if (changes.length === 0) {
    return moment => (standard === 0 ? moment : `(${moment} + interval ${standard} ${unit})`);
  }
  const [step, stepSeconds] = changes.every(({at}) => at % 3600 === 0) ? ["hour", 3600] : ["minute", 60];
  const steps = changes.map(({at}) => at / stepSeconds).join(", ");
  const other = offsets[1] ?? 0;
  const alternates = offsets.every((offset, i) => offset === (i % 2 === 0 ? standard : other));
  return moment => {
    const passed = `interval(timestampdiff(${step}, '1970-01-01', ${moment}), ${steps})`;
    const offset = alternates
      ? `${standard} + ${other - standard} * mod(${passed}, 2)`
      : `elt(1 + ${passed}, ${offsets.join(", ")})`;
    return `(${moment} + interval ${offset} ${unit})`;
  };
}

function changesOf(timeZone: string): [Change, ...Change[]] {
  let clock = FIRST.toZonedDateTimeISO(timeZone);
  const changes: [Change, ...Change[]] = [changeAt(clock)];
  for (;;) {
    const next = clock.getTimeZoneTransition("next");
    if (next === null || Temporal.Instant.compare(next.toInstant(), LAST) > 0) return changes;
    clock = next;
    if (clock.offsetNanoseconds / 1e9 !== changes.at(-1)?.offset) changes.push(changeAt(clock));
  }
}

function changeAt(clock: Temporal.ZonedDateTime): Change {
  return {at: clock.epochMilliseconds / 1000, offset: clock.offsetNanoseconds / 1e9};
}
