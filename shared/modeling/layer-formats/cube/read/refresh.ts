import type {Rollup} from "../../../../semantic/documents.ts";
import {canonicalTimezone} from "../../../../semantic/layers.ts";
import type {Entry} from "../../common/entry.ts";
import {MemberFault, ownSql} from "./member.ts";

type Refresh = NonNullable<Rollup["refresh"]>;
type Every = Extract<Refresh, {every: unknown}>["every"];

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const SECONDS: Readonly<Record<string, number>> = {
  second: 1,
  minute: MINUTE,
  hour: HOUR,
  day: DAY,
  week: 7 * DAY,
};

/** The supported intervals, from the longest to the shortest. */
const LENGTHS: readonly (readonly [seconds: number, refresh: Refresh, label: string])[] = [
  [7 * DAY, {cron: "0 0 * * 1"}, "week"],
  ...(
    [
      [DAY, "1d"],
      [12 * HOUR, "12h"],
      [8 * HOUR, "8h"],
      [6 * HOUR, "6h"],
      [4 * HOUR, "4h"],
      [3 * HOUR, "3h"],
      [2 * HOUR, "2h"],
      [HOUR, "1h"],
      [30 * MINUTE, "30m"],
      [20 * MINUTE, "20m"],
      [15 * MINUTE, "15m"],
      [10 * MINUTE, "10m"],
      [5 * MINUTE, "5m"],
    ] as const satisfies readonly (readonly [number, Every])[]
  ).map(([seconds, every]) => [seconds, {every}, every] as const),
];

/** Cube's default refresh, if neither the pre-aggregation nor its cube has one. */
const HOURLY: Refresh = {every: "1h"};

/** When a roll-up is built; `undefined` for a roll-up of rows that never change. */
export function refreshOf(key: Entry | undefined): Refresh | undefined {
  if (key === undefined) return HOURLY;
  const declaredCadence = key.text("every");
  const given = key.text("sql");
  if (key.flag("immutable")) return undefined;
  if (given !== undefined) {
    key.unused("a statement has no time of its own", "timezone");
    key.unused("a roll-up asks its statement every five minutes", "every");
    return statementOf(key, given);
  }
  if (declaredCadence === undefined) return HOURLY;
  const timezone = key.text("timezone");
  const [, count, unit = ""] = /^(\d+)\s+(second|minute|hour|day|week)s?$/.exec(declaredCadence.trim()) ?? [];
  if (count !== undefined) return lengthOf(key, declaredCadence, Number(count) * (SECONDS[unit] ?? DAY));
  const cron = declaredCadence.trim().split(/\s+/).join(" ");
  const zone = timezone === undefined ? undefined : canonicalTimezone(timezone);
  if (!isCron(cron) || (timezone !== undefined && zone === undefined)) {
    const at = timezone === undefined ? "" : ` in "${timezone}"`;
    key.note(
      "not_supported",
      `It is refreshed every hour: "${declaredCadence}"${at} is not a supported cron expression of five fields.`,
      "every",
    );
    return HOURLY;
  }
  return {cron, ...(zone === undefined ? {} : {timezone: zone})};
}

function statementOf(key: Entry, given: string): Refresh {
  try {
    const sql = ownSql(given, "");
    if (/\$\{/.test(sql)) throw new MemberFault("it refers to members of the cube");
    if (sql.length > 10_000) throw new MemberFault("it is longer than 10,000 characters");
    return {when: sql.trim().replace(/;\s*$/, "")};
  } catch (fault) {
    if (!(fault instanceof MemberFault)) throw fault;
    key.note(
      "not_supported",
      `The statement of the refresh key is left out, and the roll-up refreshed every hour: ${fault.message}.`,
      "sql",
    );
    return HOURLY;
  }
}

/** The longest supported interval up to the requested one, so that data never gets older than requested. */
function lengthOf(key: Entry, declaredCadence: string, seconds: number): Refresh {
  const shortest = LENGTHS.at(-1);
  const found = LENGTHS.find(([length]) => length <= seconds) ?? shortest;
  if (found === undefined) return HOURLY;
  const [length, refresh, name] = found;
  if (length !== seconds)
    key.note("not_supported", `It is refreshed every ${name} in place of every ${declaredCadence}.`, "every");
  return refresh;
}

const LIMITS = [
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [0, 7],
] as const;

/** Whether a cron expression is certain to come due, and not more often than every five minutes. */
function isCron(text: string): boolean {
  const fields = text.split(" ");
  if (fields.length !== LIMITS.length) return false;
  const [minute = "", , day = "", month = ""] = fields;
  if (!/^(\d+|\*\/(5|10|15|20|30))$/.test(minute)) return false;
  if (month !== "*" && day !== "*" && !day.split(/[,-]/).every(one => Number(one) <= 28)) return false;
  return fields.every((field, i) => {
    const [least, most] = LIMITS[i] ?? [0, 0];
    return field.split(",").every(part => {
      if (/^\*(\/[1-9]\d?)?$/.test(part)) return true;
      const [, from, to] = /^(\d{1,2})(?:-(\d{1,2}))?$/.exec(part) ?? [];
      if (from === undefined || Number(from) < least) return false;
      return to === undefined ? Number(from) <= most : Number(from) < Number(to) && Number(to) <= most;
    });
  });
}

/** A duration in the form of the roll-up's window, rounded up to hours. */
export function windowOf(text: string): string | undefined {
  const [, count, unit = ""] =
    /^(\d+)\s+(second|minute|hour|day|week|month|quarter|year)s?$/.exec(text.trim()) ?? [];
  if (count === undefined || Number(count) === 0) return undefined;
  const longer: Readonly<Record<string, number>> = {month: 31 * DAY, quarter: 92 * DAY, year: 366 * DAY};
  const hours = Math.ceil((Number(count) * (SECONDS[unit] ?? longer[unit] ?? DAY)) / HOUR);
  const window = hours % 24 === 0 ? `${hours / 24}d` : `${hours}h`;
  return /^[1-9]\d{0,3}[dh]$/.test(window) ? window : undefined;
}
