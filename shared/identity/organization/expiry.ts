import {invalidAt} from "../../core/errors.ts";

/** When an account expires; `undefined`: never. Throws `invalid_request` for a time that is past, or that is none. */
export function futureOf(expiresAt: string | null | undefined): Date | undefined {
  if (expiresAt == null) return undefined;
  const date = new Date(expiresAt);
  if (date.getTime() > Date.now() && isOnCalendar(expiresAt)) return date;
  throw invalidAt("/expiresAt", `"${expiresAt}" is not a time in the future.`);
}

/** Whether the calendar has the day of this time: the runtime reads the 30th of February as a day in March. */
export function isOnCalendar(time: string): boolean {
  const day = time.slice(0, 10);
  const date = new Date(day);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}
