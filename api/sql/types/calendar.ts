/** Days and times since 2000-01-01, the epoch of Postgres, in the Gregorian calendar for all years. */

export const MICROS_A_DAY = 86_400_000_000;
export const MAX_INT32 = 2_147_483_647;
export const MAX_INT64 = 9_223_372_036_854_775_807n;
/** Days from 0000-03-01 to 2000-01-01. */
const EPOCH_DAYS = 730_425;
const DAYS_OF_400_YEARS = 146_097;

/** https://howardhinnant.github.io/date_algorithms.html#days_from_civil */
export function daysOf(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * DAYS_OF_400_YEARS + dayOfEra - EPOCH_DAYS;
}

/** A day as Postgres writes it with DateStyle ISO: `2024-02-29`, `0044-03-15` with `isBc`. */
export function dateOf(days: number): {date: string; isBc: boolean} {
  const z = days + EPOCH_DAYS;
  const era = Math.floor(z / DAYS_OF_400_YEARS);
  const dayOfEra = z - era * DAYS_OF_400_YEARS;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1;
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  const isBc = year <= 0;
  const shown = String(isBc ? 1 - year : year).padStart(4, "0");
  return {date: `${shown}-${pad(month)}-${pad(day)}`, isBc};
}

/** A time as `04:05:06.7`. The hours may exceed 24. */
export function clockOf(micros: bigint): string {
  const seconds = micros / 1_000_000n;
  const fraction = String(micros % 1_000_000n)
    .padStart(6, "0")
    .replace(/0+$/, "");
  const clock = `${pad(seconds / 3600n)}:${pad((seconds / 60n) % 60n)}:${pad(seconds % 60n)}`;
  return fraction === "" ? clock : `${clock}.${fraction}`;
}

function pad(value: number | bigint): string {
  return String(value).padStart(2, "0");
}
