/** Seconds between two reloads of the data, unless the address says `?refresh=<seconds>`. */
const DEFAULT_SECONDS = 300;
const MIN_SECONDS = 5;
/** One day; a timer past 24 days would fire at once. */
const MAX_SECONDS = 86_400;

/** Seconds between two reloads of the data, from the address's parameter; 0 for never. */
export function refreshSeconds(asked: string | null): number {
  const seconds = asked === null ? Number.NaN : Number(asked);
  if (Number.isNaN(seconds)) return DEFAULT_SECONDS;
  return seconds <= 0 ? 0 : Math.min(Math.max(seconds, MIN_SECONDS), MAX_SECONDS);
}
