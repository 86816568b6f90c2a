/** The fault of a span of days, each `YYYY-MM-DD` or empty. Such texts sort in the order of their days. */
export function faultOfDays({from, to}: {from: string; to: string}): string | undefined {
  return from !== "" && to !== "" && to < from ? "This day is before the one in “From”." : undefined;
}
