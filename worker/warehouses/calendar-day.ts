const MS_PER_DAY = 86_400_000;
/** The calendar repeats itself after so many years, and days. */
const CYCLE_YEARS = 400;
const CYCLE_DAYS = 146_097;
/** Of the cycle that days are counted in: all its years have four digits. */
const BASE_YEAR = 2000;

/** A date, or what a timestamp begins with; Postgres and DuckDB each write years BC in their own way. */
const DATE = /^(\d{4,7})(-\d\d-\d\d).*?( BC| \(BC\))?$/s;

/** The date alone of a warehouse's date or timestamp, `BC` included; what is neither comes back as it is. */
export function dateOf(text: string): string {
  if (text.length <= 10) return text;
  const [, year, day, era = ""] = DATE.exec(text) ?? [];
  return year === undefined ? text : `${year}${day}${era}`;
}

/** Days from 1970-01-01 to that date, in the Gregorian calendar that warehouses reckon in, whatever the year. */
export function epochDayOf(text: string): number | undefined {
  const [, year, day, era] = DATE.exec(text) ?? [];
  if (year === undefined) return undefined;
  const date = epochMsOf(era ? 1 - Number(year) : Number(year), `${day}T00:00:00Z`) / MS_PER_DAY;
  return Number.isNaN(date) ? undefined : date;
}

/** Milliseconds since 1970, as `Date.parse` gives them, also of years that it does not read. */
export function epochMsOf(year: number, rest: string): number {
  const cycles = Math.floor((year - BASE_YEAR) / CYCLE_YEARS);
  return Date.parse(`${year - cycles * CYCLE_YEARS}${rest}`) + cycles * CYCLE_DAYS * MS_PER_DAY;
}
