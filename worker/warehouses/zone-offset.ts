import {epochMsOf} from "./calendar-day.ts";

const QUARTER_MS = 900_000;
/** The last that a `Date` holds, in the year 275760; a day before it, for what an offset adds. */
const LAST_INSTANT = 8.64e15 - 86_400_000;
const MOST_KNOWN = 100_000;

/** Per zone: quarter of an hour since 1970 → the offset that its civil time has, such as `+01:00`. */
const known = new Map<
  string,
  {format: Intl.DateTimeFormat; offsets: Map<number, {minutes: number; text: string}>}
>();

const TIMESTAMP = /^(\d{4,6})(-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(\.\d+)?(Z|[+-]\d\d(?::?\d\d)?)?$/;

/**
 * A warehouse's timestamp in UTC (`2001-01-31 23:00:00.5+00`; without a zone it is UTC) as ISO 8601 in the
 * civil time of `timezone` with its offset; fractions of a second keep all their digits. What is no such text
 * (`infinity`, years BC) comes back as it is.
 */
export function offsetTimestamp(text: string, timezone: string): string {
  const parts = TIMESTAMP.exec(text);
  if (!parts) return text;
  const [, year = "", day, time, fraction = "", zone = "Z"] = parts;
  const utc = zone === "Z" || /^[+-]00(:?00)?$/.test(zone);
  if (timezone === "UTC" && utc) return `${year}${day}T${time}${fraction}Z`;
  const instant = epochMsOf(Number(year), `${day}T${time}${utc ? "Z" : fullZone(zone)}`);
  if (!(instant <= LAST_INSTANT)) return text;
  const {minutes, text: suffix} = offsetAt(instant, timezone);
  const local = new Date(instant + minutes * 60_000).toISOString().slice(0, -5).replace(/^\+0*/, "");
  return local + fraction + suffix;
}

/** The instant that such a text names, with the microseconds that a millisecond cannot hold; `undefined` for others. */
export function instantOf(text: string): {epochMs: number; micros: number} | undefined {
  const [, year, day, time, fraction = "", zone = "Z"] = TIMESTAMP.exec(text) ?? [];
  if (year === undefined) return undefined;
  const epochMs = epochMsOf(Number(year), `${day}T${time}${zone === "Z" ? "Z" : fullZone(zone)}`);
  if (Number.isNaN(epochMs)) return undefined;
  return {epochMs, micros: Number(fraction.slice(1, 7).padEnd(6, "0"))};
}

function fullZone(zone: string): string {
  return zone.length === 3 ? `${zone}:00` : zone;
}

/** Offsets change on quarters of an hour only, so one look-up serves all timestamps of a quarter. */
function offsetAt(instant: number, timezone: string): {minutes: number; text: string} {
  let zone = known.get(timezone);
  if (!zone) {
    zone = {
      format: new Intl.DateTimeFormat("en-US", {timeZone: timezone, timeZoneName: "longOffset"}),
      offsets: new Map(),
    };
    known.set(timezone, zone);
  }
  const quarter = Math.floor(instant / QUARTER_MS);
  const held = zone.offsets.get(quarter);
  if (held) return held;
  const name = zone.format.formatToParts(instant).find(part => part.type === "timeZoneName")?.value ?? "GMT";
  const parts = /^GMT([+-])(\d\d):(\d\d)/.exec(name);
  const minutes = parts ? (parts[1] === "-" ? -1 : 1) * (Number(parts[2]) * 60 + Number(parts[3])) : 0;
  const offset = {
    minutes,
    text: parts ? `${parts[1]}${parts[2]}:${parts[3]}` : timezone === "UTC" ? "Z" : "+00:00",
  };
  if (zone.offsets.size >= MOST_KNOWN) zone.offsets.clear();
  zone.offsets.set(quarter, offset);
  return offset;
}
