import type {Drawing} from "../../core/wire/drawing.ts";
import {isPeriod} from "../../semantic/vocabulary.ts";
import {wallClock} from "./vega/time.ts";

type Data = Pick<Drawing, "columns" | "rows">;

/**
 * Blanks the measures of periods that have not begun by `now`. A comparison or `fillGaps` can add such periods. In
 * these periods a count is 0, although nothing could be counted yet. The change of a blanked measure is blanked, too. A
 * measure keeps its values if any such period has a value other than 0: its rows are dated ahead, as those of bookings
 * are. `now` is a wall clock, as in `wallClock`; `parts` comes from `futureParts`.
 */
export function blankFuturePeriods(
  {columns, rows}: Data,
  now: number,
  parts: ReadonlyMap<number, ReadonlySet<number>> = new Map(),
): Drawing["rows"] {
  const times = columns.flatMap(({type, grain}, index) =>
    (type === "date" || type === "timestamp") && grain !== undefined && isPeriod(grain) ? [index] : [],
  );
  const isFuture = (row: readonly unknown[]) =>
    times.some(index => (wallClock(row[index]) ?? now) > now) ||
    [...parts].some(([index, toCome]) => toCome.has(Number(row[index])));
  const future = new Set(rows.filter(isFuture));
  if (future.size === 0) return rows;
  const blank = new Set<number>();
  for (const [index, {name, role, type}] of columns.entries()) {
    if (role !== "measure" || type !== "number" || name.includes("@")) continue;
    if ([...future].some(row => !isNothing(row[index]))) continue;
    blank.add(index);
    const change = columns.findIndex(column => column.name === `${name}@change`);
    if (change >= 0) blank.add(change);
  }
  return rows.map(row =>
    future.has(row) ? row.map((value, index) => (blank.has(index) ? null : value)) : row,
  );
}

function isNothing(value: unknown): boolean {
  return value === null || value === undefined || Number(value) === 0;
}
