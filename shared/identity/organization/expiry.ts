import {invalidAt} from "../../core/errors.ts";

/** When an account expires; `undefined`: never. Throws `invalid_request` for a time that is past, or that is none. */
export function futureOf(expiresAt: string | null | undefined): Date | undefined {
  if (expiresAt == null) return undefined;
  const date = new Date(expiresAt);
  if (date.getTime() > Date.now() && isDay(expiresAt.slice(0, 10))) return date;
  throw invalidAt("/expiresAt", `"${expiresAt}" is not a time in the future.`);
}

/** Whether the calendar has this day: the runtime reads the 30th of February as a day in March. */
function isDay(day: string): boolean {
  const date = new Date(day);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}
