const MS_PER_DAY = 86_400_000;
/** Day 0 of a spreadsheet's calendar, as it counts from March 1900 on. */
const EPOCH_MS = Date.UTC(1899, 11, 30);
/** Before this day spreadsheets do not agree on the count: they hold a leap day that never was. */
const FIRST_SERIAL = 61;

/**
 * The day number of a date, or of a timestamp's own civil time, of which a time of day is a fraction; `undefined`
 * for what a spreadsheet has no day for.
 */
export function serialOf(text: string): number | undefined {
  const [, day, time = "00:00:00"] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d:\d\d(?:\.\d{1,3})?))?(?!.*BC)/.exec(text) ?? [];
  if (day === undefined) return undefined;
  const serial = (Date.parse(`${day}T${time}Z`) - EPOCH_MS) / MS_PER_DAY;
  return serial >= FIRST_SERIAL ? serial : undefined;
}
