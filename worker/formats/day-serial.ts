const MS_PER_DAY = 86_400_000;
/** Day 0 of a spreadsheet's calendar, as it counts from March 1900 on. */
const EPOCH_MS = Date.UTC(1899, 11, 30);
/** Before this day spreadsheets do not agree on the count: they hold a leap day that never was. */
const FIRST_SERIAL = 61;
/** 10000-01-01, which they have no day for. */
const END_SERIAL = 2_958_466;

/** The day number that a spreadsheet holds for civil time, a time of day its fraction; `undefined` where it has none. */
export function serialOfMs(civilMs: number): number | undefined {
  const serial = (civilMs - EPOCH_MS) / MS_PER_DAY;
  return serial >= FIRST_SERIAL && serial < END_SERIAL ? serial : undefined;
}

/** The same of days since 1970-01-01. */
export function serialOfDay(epochDay: number): number | undefined {
  return serialOfMs(epochDay * MS_PER_DAY);
}
