/** The names of the parts of time in a language. Times are milliseconds as if the wall clock were in UTC. */
export interface TimeNames {
  /** January first. */
  months: readonly string[];
  /** Monday first. */
  days: readonly string[];
  monthOfYear(ms: number): string;
  dayOfMonth(ms: number): string;
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const DAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/** The names in pictures without a known reader, such as the pictures in mails. */
export const ENGLISH: TimeNames = {
  months: MONTHS,
  days: DAYS,
  monthOfYear(ms) {
    const date = new Date(ms);
    return `${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
  },
  dayOfMonth(ms) {
    const date = new Date(ms);
    return `${MONTHS[date.getUTCMonth()]} ${date.getUTCDate()}`;
  },
};

/** A Monday, and the first of January. */
const START_MS = Date.UTC(2001, 0, 1);
const DAY_MS = 86_400_000;
const YEAR_1_MS = new Date(0).setUTCFullYear(1, 0, 1);

/** The names in a language, by default in the machine's language. */
export function timeNames(locale?: string): TimeNames {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, {
      ...options,
      calendar: "gregory",
      timeZone: "UTC",
    });
  const month = format({month: "short"});
  const day = format({weekday: "short"});
  const monthOfYear = format({month: "short", year: "numeric"});
  const dayOfMonth = format({month: "short", day: "numeric"});
  return {
    months: MONTHS.map((_, i) => month.format(new Date(START_MS).setUTCMonth(i))),
    days: DAYS.map((_, i) => day.format(START_MS + i * DAY_MS)),
    // A year before year 1 would be written without its sign.
    monthOfYear: ms => (ms < YEAR_1_MS ? ENGLISH.monthOfYear(ms) : monthOfYear.format(ms)),
    dayOfMonth: ms => dayOfMonth.format(ms),
  };
}
