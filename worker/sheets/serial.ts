import {serialOfMs} from "../formats/day-serial.ts";

/**
 * The day number of a date, or of a timestamp's own civil time, of which a time of day is a fraction; `undefined`
 * for what a spreadsheet has no day for.
 */
export function serialOf(text: string): number | undefined {
  const [, day, time = "00:00:00"] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d:\d\d(?:\.\d{1,3})?))?(?!.*BC)/.exec(text) ?? [];
  if (day === undefined) return undefined;
  return serialOfMs(Date.parse(`${day}T${time}Z`));
}
