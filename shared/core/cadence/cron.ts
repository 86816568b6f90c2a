import {Cron} from "croner";
import cronstrue from "cronstrue";
import {canonicalTimezone} from "../../semantic/layers.ts";
import {invalidAt, type ServiceError} from "../errors.ts";

/** The times at which a resource runs: five cron fields, read in an IANA timezone. */
export interface Cadence {
  cron: string;
  timezone: string;
}

const MIN_MINUTES = 5;
/** More runs than an allowed cadence has on its busiest day, so that the gap across midnight is checked too. */
const CHECKED_RUNS = 300;

const MONTHS = "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec";
const DAYS = "sun|mon|tue|wed|thu|fri|sat";
/** The accepted syntax of each field. croner also takes seconds, years, `L`, `W`, `#`, `?`, `@daily` and dates. */
const FIELDS = [
  fieldOf("minute", "\\d{1,2}"),
  fieldOf("hour", "\\d{1,2}"),
  fieldOf("day of month", "\\d{1,2}"),
  fieldOf("month", `\\d{1,2}|${MONTHS}`),
  fieldOf("day of week", `[0-7]|${DAYS}`),
];

function fieldOf(name: string, value: string) {
  const range = `(?:${value})(?:-(?:${value})(?:/\\d{1,2})?)?`;
  const part = `(?:\\*(?:/\\d{1,2})?|${range})`;
  return {name, pattern: new RegExp(`^${part}(?:,${part})*$`, "i")};
}

/**
 * The cadence, normalized: one space between fields, and the canonical name of the timezone. Throws `invalid_request` at
 * `/cron` or `/timezone` for a cadence that cannot be read, never comes due, or comes due more often than every five
 * minutes.
 */
export function readCadence({cron, timezone}: Cadence): Cadence {
  const zone = canonicalTimezone(timezone);
  if (zone === undefined) {
    throw invalidAt("/timezone", `"${timezone}" is not an IANA timezone, such as "Europe/Berlin" or "UTC".`);
  }
  const fields = cron.trim().split(/\s+/);
  if (fields.length !== FIELDS.length) {
    throw invalidAt(
      "/cron",
      `"${cron}" has ${fields.length} field${fields.length === 1 ? "" : "s"} and needs five: minute, hour, ` +
        `day of month, month and day of week, such as "0 8 * * 1" for Mondays at 8.`,
    );
  }
  FIELDS.forEach(({name, pattern}, i) => {
    const field = fields[i] ?? "";
    if (!pattern.test(field)) {
      throw invalidAt(
        "/cron",
        `"${field}" is not a valid ${name}: write *, numbers, a-b, lists by comma, or */n.`,
      );
    }
  });
  const cadence = {cron: fields.join(" "), timezone: zone};
  const parsed = parse(cadence);
  if (parsed.nextRun() === null) {
    throw invalidAt("/cron", `"${cron}" never comes due: there is no such date.`);
  }
  requireGap(cadence.cron);
  return cadence;
}

/** Refuses a cron that comes due too often. Gaps are measured in UTC, because a clock change brings runs closer together. */
function requireGap(cron: string): void {
  const minutes = minutesOf(cron.split(" ")[0] ?? "");
  const isClose = (one: number, next: number) => next - one < MIN_MINUTES;
  if (minutes.some((minute, i) => i > 0 && isClose(minutes[i - 1] ?? 0, minute))) throw tooOften(cron);
  // The gap from the last minute of one hour to the first minute of the next counts only if the cron has both hours.
  if (!isClose(minutes.at(-1) ?? 0, (minutes[0] ?? 0) + 60)) return;
  const runs = new Cron(cron, {timezone: "UTC", mode: "5-part", paused: true}).nextRuns(CHECKED_RUNS);
  for (const [i, run] of runs.entries()) {
    const before = runs[i - 1];
    if (before && run.getTime() - before.getTime() < MIN_MINUTES * 60_000) throw tooOften(cron);
  }
}

function minutesOf(field: string): number[] {
  const found = field.split(",").flatMap(part => {
    const [range = "", step = "1"] = part.split("/");
    const [first, last = first] = range === "*" ? [0, 59] : range.split("-").map(Number);
    return Array.from({length: 60}, (_, minute) => minute).filter(
      minute =>
        minute >= (first ?? 0) && minute <= (last ?? 0) && (minute - (first ?? 0)) % Number(step) === 0,
    );
  });
  return [...new Set(found)].sort((one, other) => one - other);
}

function tooOften(cron: string): ServiceError {
  return invalidAt("/cron", `"${cron}" comes due more often than every ${MIN_MINUTES} minutes.`);
}

function parse({cron, timezone}: Cadence): Cron {
  try {
    return new Cron(cron, {timezone, mode: "5-part", paused: true});
  } catch (error) {
    throw invalidAt("/cron", `"${cron}" cannot be read: ${error instanceof Error ? error.message : error}`);
  }
}

/**
 * The first moment after `after` at which the cadence comes due; `null` where there is none. A moment that a clock
 * change skips comes due right after the change; one that a clock change repeats comes due once.
 */
export function nextRun(cadence: Cadence, after: Date): Date | null {
  return parse(cadence).nextRun(after);
}

/** The last `count` moments up to `until` at which the cadence came due, oldest first. */
export function previousRuns(cadence: Cadence, count: number, until: Date): Date[] {
  // croner leaves the reference itself out.
  return parse(cadence)
    .previousRuns(count, new Date(until.getTime() + 1))
    .reverse();
}

/** The cadence in words, such as "At 08:00, only on Monday (Europe/Berlin)". */
export function describeCadence({cron, timezone}: Cadence): string {
  return `${cronstrue.toString(cron, {use24HourTimeFormat: true})} (${timezone})`;
}
