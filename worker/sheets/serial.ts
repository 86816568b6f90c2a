import {serialOfMs} from "../formats/day-serial.ts";

/**
 * The serial number by which spreadsheets represent a date or timestamp, with the time of day as its fraction. A
 * timestamp's offset is ignored. `undefined` for times that spreadsheets cannot represent.
 */
export function serialOf(text: string): number | undefined {
  const [, day, time = "00:00:00"] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d:\d\d(?:\.\d{1,3})?))?/.exec(text) ?? [];
  if (day === undefined) return undefined;
  return serialOfMs(Date.parse(`${day}T${time}Z`));
}
