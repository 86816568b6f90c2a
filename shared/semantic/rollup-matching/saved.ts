/** Row counts of a roll-up that is not built yet and of its model; `null` where unknown. */
export interface RollupCounts {
  rows: number | null;
  of: number | null;
  /** Estimated time of one build. */
  buildMs: number | null;
}

/** A roll-up with more rows than this share of its model's rows is not worth building. */
const MAX_OF_ROWS = 0.5;

/**
 * The time in milliseconds that a roll-up would have saved its queries, assuming that a query's time is proportional to
 * the rows that it reads. A text is the reason why the roll-up is not worth building.
 */
export function estimateSavedMs(
  counted: RollupCounts | undefined,
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

/** Sums of several counts; `null` where one of them is unknown. */
export function sumCounts(counted: readonly (RollupCounts | undefined)[]): RollupCounts {
  const sumOf = (of: keyof RollupCounts) =>
    counted.reduce<number | null>((sum, one) => {
      const value = one?.[of] ?? null;
      return sum === null || value === null ? null : sum + value;
    }, 0);
  return {rows: sumOf("rows"), of: sumOf("of"), buildMs: sumOf("buildMs")};
}

/** The reason why a roll-up has too many rows to be worth building. */
export function tooLarge(
  {rows, of}: RollupCounts = {rows: null, of: null, buildMs: null},
): string | undefined {
  if (rows === null || of === null || rows <= of * MAX_OF_ROWS) return undefined;
  return `a roll-up of it would have ${rows} rows, and its source has ${of}`;
}
