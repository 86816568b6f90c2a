import {serialOfMs} from "../formats/day-serial.ts";

/**
 * A spreadsheet's serial number for a date, or for a timestamp's own civil time, of which the time of day is the
 * fraction; `undefined` for what spreadsheets cannot represent.
 */
export function serialOf(text: string): number | undefined {
  const [, day, time = "00:00:00"] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d:\d\d(?:\.\d{1,3})?))?(?!.*BC)/.exec(text) ?? [];
  if (day === undefined) return undefined;
  return serialOfMs(Date.parse(`${day}T${time}Z`));
}
