const MS_PER_DAY = 86_400_000;
/** Day 0 of the spreadsheet calendar, for days from March 1900 on. */
const EPOCH_MS = Date.UTC(1899, 11, 30);
/** 1900-03-01. Before it spreadsheets disagree, because some count a leap day in 1900 that did not exist. */
const FIRST_SERIAL = 61;
/** 10000-01-01, the first day that spreadsheets cannot represent. */
const END_SERIAL = 2_958_466;

/**
 * The serial number by which spreadsheets represent a civil time, with the time of day as its fraction; `undefined` for
 * times that they cannot represent.
 */
export function serialOfMs(civilMs: number): number | undefined {
  const serial = (civilMs - EPOCH_MS) / MS_PER_DAY;
  return serial >= FIRST_SERIAL && serial < END_SERIAL ? serial : undefined;
}

/** The serial number of a day, given as days since 1970-01-01. */
export function serialOfDay(epochDay: number): number | undefined {
  return serialOfMs(epochDay * MS_PER_DAY);
}

/** The civil time of a serial number, in milliseconds since 1970; `undefined` where spreadsheets disagree on it. */
export function civilMsOf(serial: number): number | undefined {
  return serial >= FIRST_SERIAL && serial < END_SERIAL ? EPOCH_MS + serial * MS_PER_DAY : undefined;
}
