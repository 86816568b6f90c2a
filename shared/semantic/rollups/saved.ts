/** What is known of the rows of a roll-up that there is not yet, and of the model that it is made of. */
export interface Counted {
  rows: number | null;
  of: number | null;
  /** About what one build of it takes. */
  buildMs: number | null;
}

/** A roll-up of a larger part of its model's rows is not worth its builds. */
const MOST_OF_ROWS = 0.5;

/**
 * How much sooner queries would have been answered: those over a roll-up of half as many rows still take half of the
 * time. A text says why it is not worth to be built.
 */
export function savedBy(
  counted: Counted | undefined,
  {runs, warehouseMs}: {runs: number; warehouseMs: number},
  {rollupMs, days}: {rollupMs: number; days: number},
): number | string {
  const large = tooLarge(counted);
  if (large !== undefined) return large;
  const {rows = null, of = null, buildMs = null} = counted ?? {};
  const share = rows === null || of === null ? 0 : rows / Math.max(of, 1);
  const savedMs = warehouseMs * (1 - share) - runs * rollupMs;
  if (savedMs <= (buildMs ?? 0) * days)
    return "a roll-up of it would have saved less than it costs to build it once a day";
  return Math.round(savedMs);
}

/** What is known of several together; nothing of what is not known of one. */
export function together(counted: readonly (Counted | undefined)[]): Counted {
  const sumOf = (of: keyof Counted) =>
    counted.reduce<number | null>((sum, one) => {
      const value = one?.[of] ?? null;
      return sum === null || value === null ? null : sum + value;
    }, 0);
  return {rows: sumOf("rows"), of: sumOf("of"), buildMs: sumOf("buildMs")};
}

/** Why its rows are too many for it to be worth anything. */
export function tooLarge({rows, of}: Counted = {rows: null, of: null, buildMs: null}): string | undefined {
  if (rows === null || of === null || rows <= of * MOST_OF_ROWS) return undefined;
  return `a roll-up of it would have ${rows} rows, of ${of} that it is made of`;
}
