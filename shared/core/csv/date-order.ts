import type {Delimiter} from "./delimiter.ts";
import type {ColumnProfile} from "./infer-column-type.ts";

/**
 * The part that comes first in a file's dates such as `01/02/2026`: `both` where columns differ, `undefined` if no
 * column shows it.
 */
export type DateOrder = "day" | "month" | "both" | undefined;

/**
 * The order of a file's dates, from the columns that are unambiguous because one of their numbers is not a month. A
 * file with semicolons is not American, so its dates begin with the day.
 */
export function dateOrderOf(profiles: readonly ColumnProfile[], delimiter: Delimiter): DateOrder {
  const orders = new Set(profiles.filter(isLocal).flatMap(profile => ownOrder(profile) ?? []));
  if (orders.size === 2) return "both";
  return [...orders][0] ?? (delimiter === ";" ? "day" : undefined);
}

function isLocal({kind}: ColumnProfile): boolean {
  return kind === "localDate" || kind === "localTimestamp";
}

function ownOrder({isDayFirst, isMonthFirst}: ColumnProfile): "day" | "month" | undefined {
  if (isDayFirst === isMonthFirst) return undefined;
  return isDayFirst ? "day" : "month";
}

/** How the dates of a column are read. `mixed` and `ambiguous` dates stay text. */
export type DateReading = "day" | "month" | "mixed" | "ambiguous";

/** How the dates of a column of a local kind are read, in a file with this order. Dates with points begin with the day. */
export function dateReadingOf(profile: ColumnProfile, delimiter: Delimiter, file: DateOrder): DateReading {
  const {isDayFirst, isMonthFirst, hasPointDates, hasSlashDates} = profile;
  if ((hasPointDates && hasSlashDates) || (isDayFirst && isMonthFirst)) return "mixed";
  const own = ownOrder(profile);
  if (own) return own;
  if (hasPointDates) return delimiter === ";" || file === "day" ? "day" : "ambiguous";
  return file === "day" || file === "month" ? file : "ambiguous";
}
