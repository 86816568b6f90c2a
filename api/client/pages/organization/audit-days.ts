/** What is wrong with the days of a span, both `YYYY-MM-DD` or empty. Texts of a date are in the order of their days. */
export function faultOfDays({from, to}: {from: string; to: string}): string | undefined {
  return from !== "" && to !== "" && to < from ? "This day is before the one in “From”." : undefined;
}
