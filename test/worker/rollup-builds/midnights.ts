/** A zone and a day at whose beginning the zone's clocks change. */
interface Midnight {
  zone: string;
  day: string;
}

/** Days that are not the time between two midnights, or that begin at another time than midnight. */
export const MIDNIGHTS: readonly Midnight[] = [
  // At 00:01 clocks go back to the day before, which lasts 59 minutes longer.
  {zone: "America/St_Johns", day: "2009-11-01"},
  {zone: "America/Goose_Bay", day: "2010-11-07"},
  // At two o'clock, back to eleven on the day before.
  {zone: "Antarctica/Casey", day: "2010-03-05"},
  // At midnight, back to eleven.
  {zone: "America/Sao_Paulo", day: "2018-02-18"},
  {zone: "Asia/Beirut", day: "2023-10-29"},
  {zone: "Asia/Amman", day: "2021-10-29"},
  // At one o'clock, back to midnight, which comes twice.
  {zone: "America/Havana", day: "2023-11-05"},
  {zone: "Atlantic/Azores", day: "2024-10-27"},
  // Midnight does not exist.
  {zone: "America/Sao_Paulo", day: "2018-11-04"},
  {zone: "America/Havana", day: "2024-03-10"},
  {zone: "Asia/Beirut", day: "2024-03-31"},
  // The day does not exist.
  {zone: "Pacific/Apia", day: "2011-12-30"},
];

/** Days so far away that engines do not know their offsets, or use those of other years. */
export const FAR_DAYS: readonly Midnight[] = [
  {zone: "Europe/Berlin", day: "1945-06-01"},
  {zone: "America/New_York", day: "2040-07-01"},
];

const MINUTES = [-1500, -181, -90, -31, -30, -1, 0, 1, 29, 30, 59, 60, 61, 90, 119, 121, 181, 1500];

/** Moments around the beginning of a local day, as text in UTC. */
export function momentsAround({zone, day}: Midnight): string[] {
  const start = Temporal.PlainDate.from(day).toZonedDateTime(zone).toInstant();
  return MINUTES.map(minutes =>
    start
      .add({seconds: minutes * 60 + 10})
      .toString()
      .replace("T", " ")
      .replace("Z", ""),
  );
}
