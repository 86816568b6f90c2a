/**
 * The proleptic Gregorian date of a day counted from 1970. Year 0 is the year before year 1. The algorithm counts years
 * that begin in March.
 */
export function calendarOf(days: number): {year: number; month: number; day: number} {
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const ofEra = (shifted - era * 146_097) | 0;
  const leaps = ((ofEra / 1460) | 0) - ((ofEra / 36_524) | 0) + ((ofEra / 146_096) | 0);
  const yearOfEra = ((ofEra - leaps) / 365) | 0;
  const ofYear = ofEra - (365 * yearOfEra + ((yearOfEra / 4) | 0) - ((yearOfEra / 100) | 0));
  const marchMonth = ((5 * ofYear + 2) / 153) | 0;
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: ofYear - (((153 * marchMonth + 2) / 5) | 0) + 1,
  };
}
