import {SqlError} from "../../../shared/surfaces/sql/sql-error.ts";

/**
 * Reads a value of `DateStyle`. Dates are always written as ISO. The client can choose the order of day, month and year
 * in which ambiguous dates are read.
 */
export function dateStyleOf(raw: string): string {
  let order = "MDY";
  for (const word of raw.split(",").map(one => one.trim().toLowerCase())) {
    if (word === "iso" || word === "default" || word === "") continue;
    if (word === "mdy" || word.startsWith("us") || word.startsWith("noneuro")) order = "MDY";
    else if (word === "dmy" || word.startsWith("euro")) order = "DMY";
    else if (word === "ymd") order = "YMD";
    else if (/^(sql|postgres|german)/.test(word))
      throw new SqlError("0A000", `dates are only written in the style ISO, not ${word}`);
    else
      throw new SqlError("22023", `invalid value for parameter "DateStyle": "${raw}"`, {
        detail: `Unrecognized key word: "${word}".`,
      });
  }
  return `ISO, ${order}`;
}

/** An IANA name. Whole hours from UTC become the zone with that fixed offset. Throws 22023. */
export function timezoneOf(raw: string): string {
  const hours = /^[-+]?\d{1,2}(\.0+)?$/.test(raw.trim()) ? Number(raw) : undefined;
  if (hours !== undefined && hours >= -12 && hours <= 14) {
    if (hours === 0) return "UTC";
    // Names of this form have the sign of POSIX: west of Greenwich is positive.
    return hours > 0 ? `Etc/GMT-${hours}` : `Etc/GMT+${-hours}`;
  }
  // JavaScript accepts offsets as zones, but the engines that compute with the zone do not.
  if (!/^[a-z]/i.test(raw)) throw unknownZone(raw);
  try {
    const zone = new Intl.DateTimeFormat("en", {timeZone: raw}).resolvedOptions().timeZone;
    return NAMES_OF_UTC.has(raw.toLowerCase())
      ? "UTC"
      : zone.toLowerCase() === raw.toLowerCase()
        ? zone
        : raw;
  } catch {
    throw unknownZone(raw);
  }
}

const NAMES_OF_UTC = new Set(["utc", "gmt", "z", "zulu", "etc/utc", "universal"]);

function unknownZone(raw: string): SqlError {
  return new SqlError("22023", `invalid value for parameter "TimeZone": "${raw}"`, {
    hint: "Use a name of the IANA time zone database, such as Europe/Berlin, or whole hours.",
  });
}
