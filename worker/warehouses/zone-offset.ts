import {epochMsOf, yearBefore, yearText} from "./calendar-day.ts";

const QUARTER_MS = 900_000;
/** The last instant of a `Date`, in the year 275760, less one day as a reserve for adding an offset. */
const LAST_INSTANT = 8.64e15 - 86_400_000;
/** The most cached offsets, of all zones together. */
const MAX_KNOWN = 100_000;
const MAX_ZONES = 1000;

/** For each zone: quarter of an hour since 1970 → the offset of its civil time, such as `+01:00`. */
const known = new Map<
  string,
  {format: Intl.DateTimeFormat; offsets: Map<number, {minutes: number; text: string}>}
>();
let knownOffsets = 0;

/** Postgres writes `BC` at the end, DuckDB behind the day. */
const TIMESTAMP =
  /^(-?\d{4,6})(-\d\d-\d\d)( \(BC\))?[ T](\d\d:\d\d:\d\d)(\.\d+)?(Z|[+-]\d\d(?::?\d\d)?)?( BC)?$/;

/**
 * Converts a warehouse's timestamp (`2001-01-31 23:00:00.5+00`; without a zone it is UTC) to ISO 8601 in the civil time
 * of `timezone` with its offset. Fractions of a second keep all their digits. Other text (`infinity`) is returned as it
 * is.
 */
export function offsetTimestamp(text: string, timezone: string): string {
  const parts = partsOf(text);
  if (!parts) return text;
  const {year, day, time, fraction, zone} = parts;
  const utc = zone === "Z" || /^[+-]00(:?00)?$/.test(zone);
  if (timezone === "UTC" && utc) return `${year}${day}T${time}${fraction}Z`;
  const instant = epochMsOf(Number(year), `${day}T${time}${utc ? "Z" : fullZone(zone)}`);
  if (!(Math.abs(instant) <= LAST_INSTANT)) return text;
  const {minutes, text: suffix} = offsetAt(instant, timezone);
  const local = new Date(instant + minutes * 60_000);
  const iso = local.toISOString().slice(0, -5);
  const rest = iso.slice(iso.indexOf("-", 1));
  return yearText(local.getUTCFullYear()) + rest + fraction + suffix;
}

/**
 * The instant of a warehouse's timestamp (see `offsetTimestamp`), with the microseconds beyond its milliseconds;
 * `undefined` for other text.
 */
export function instantOf(text: string): {epochMs: number; micros: number} | undefined {
  const parts = partsOf(text);
  if (!parts) return undefined;
  const {year, day, time, fraction, zone} = parts;
  const epochMs = epochMsOf(Number(year), `${day}T${time}${zone === "Z" ? "Z" : fullZone(zone)}`);
  if (Number.isNaN(epochMs)) return undefined;
  return {epochMs, micros: Number(fraction.slice(1, 7).padEnd(6, "0"))};
}

/** The civil time of an instant in the zone, in milliseconds since 1970; `undefined` beyond `LAST_INSTANT`, except in UTC. */
export function localMsOf(epochMs: number, timezone: string): number | undefined {
  if (timezone === "UTC") return epochMs;
  if (!(Math.abs(epochMs) <= LAST_INSTANT)) return undefined;
  return epochMs + offsetAt(epochMs, timezone).minutes * 60_000;
}

function partsOf(text: string) {
  const parts = TIMESTAMP.exec(text);
  if (!parts) return undefined;
  const [, digits = "", day = "", era, time = "", fraction = "", zone = "Z", lastEra] = parts;
  const year = era === undefined && lastEra === undefined ? digits : yearBefore(digits);
  return {year, day, time, fraction, zone};
}

function fullZone(zone: string): string {
  return zone.length === 3 ? `${zone}:00` : zone;
}

function forgetOffsets(): void {
  known.clear();
  knownOffsets = 0;
}

/**
 * The offset in the zone, cached by quarter of an hour: offsets of standard time change only at quarters. In a quarter
 * with a change at another second, as where local mean time ends, an instant may get the offset from before or after the
 * change. Seconds of an offset are left out.
 */
function offsetAt(instant: number, timezone: string): {minutes: number; text: string} {
  let zone = known.get(timezone);
  if (!zone) {
    if (known.size >= MAX_ZONES) forgetOffsets();
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
  if (++knownOffsets > MAX_KNOWN) forgetOffsets();
  zone.offsets.set(quarter, offset);
  return offset;
}
