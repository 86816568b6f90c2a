const MS_PER_DAY = 86_400_000;
/** The Gregorian calendar repeats itself after this many years, which have this many days. */
const CYCLE_YEARS = 400;
const CYCLE_DAYS = 146_097;
/** The first year of the cycle in which days are counted; all of its years have four digits. */
const BASE_YEAR = 2000;

/** A date, or the date at the beginning of a timestamp. Postgres writes `BC` behind the time, DuckDB before it. */
const DATE = /^(-?\d{4,7})(-\d\d-\d\d).*?( BC| \(BC\).*)?$/s;

/** The date of a warehouse's date or timestamp in ISO 8601; any other text is returned as it is. */
export function dateOf(text: string): string {
  if (text.length <= 10) return text;
  const [, year, day, era] = DATE.exec(text) ?? [];
  return year === undefined ? text : `${era === undefined ? year : yearBefore(year)}${day}`;
}

/** Days from 1970-01-01 to the date in the Gregorian calendar, which warehouses use for all years. */
export function epochDayOf(text: string): number | undefined {
  const [, year, day, era] = DATE.exec(text) ?? [];
  if (year === undefined) return undefined;
  const date = epochMsOf(era ? 1 - Number(year) : Number(year), `${day}T00:00:00Z`) / MS_PER_DAY;
  return Number.isNaN(date) ? undefined : date;
}

/** A year before Christ as ISO 8601 writes it: 1 BC is `0000`, and 44 BC `-0043`. */
export function yearBefore(yearsBc: string): string {
  return yearText(1 - Number(yearsBc));
}

/** A year of ISO 8601, of at least four digits. Results have years after 9999 without a sign. */
export function yearText(year: number): string {
  return `${year < 0 ? "-" : ""}${String(Math.abs(year)).padStart(4, "0")}`;
}

/** Milliseconds since 1970, as `Date.parse` gives them, also for years that it cannot parse. */
export function epochMsOf(year: number, rest: string): number {
  const cycles = Math.floor((year - BASE_YEAR) / CYCLE_YEARS);
  return Date.parse(`${year - cycles * CYCLE_YEARS}${rest}`) + cycles * CYCLE_DAYS * MS_PER_DAY;
}
