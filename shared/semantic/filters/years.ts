/**
 * The year at the start of a filter's date or moment, as results spell it: four digits, a fifth and a sixth only after
 * 9999, and a minus before the year 0. Temporal follows ISO 8601: years of other than four digits have a sign and six
 * digits.
 */
const FAR_YEAR = /^(-)?(\d{4,6})(?=-)/;

/** Converts a date or moment to the form that Temporal reads. */
export function isoOf(text: string): string {
  const iso = text.replace(" ", "T");
  return iso.replace(FAR_YEAR, (year, minus?: string, digits = "") =>
    minus === undefined && year.length === 4 ? year : `${minus ?? "+"}${digits.padStart(6, "0")}`,
  );
}

/** Converts Temporal's text of a date or moment to the form that results have. */
export function plainYear(iso: string): string {
  return iso.replace(/^[+-]\d{6}/, year => {
    const digits = String(Math.abs(Number(year))).padStart(4, "0");
    return year.startsWith("-") ? `-${digits}` : digits;
  });
}

/** Compares two dates, or two moments, by their text. */
export function compareTimes(one: unknown, other: unknown): number {
  const [[year, rest], [otherYear, otherRest]] = [split(String(one)), split(String(other))];
  if (year !== otherYear) return year - otherYear;
  return rest < otherRest ? -1 : rest > otherRest ? 1 : 0;
}

function split(text: string): [year: number, rest: string] {
  const end = text.indexOf("-", 1);
  return [Number(text.slice(0, end)), text.slice(end)];
}

/** The year BC as people and Postgres count it, and the rest of the text; `undefined` for other years. */
export function beforeChrist(text: string): {year: string; rest: string} | undefined {
  const [year, rest] = split(text);
  return year > 0 ? undefined : {year: String(1 - year).padStart(4, "0"), rest};
}
