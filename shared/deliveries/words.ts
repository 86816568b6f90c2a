import {describeCadence} from "../cadence/cron.ts";
import type {Filter} from "../semantic/query.ts";

/** A moment in a timezone, such as "Monday, 22 June 2026, 08:00 (Europe/Berlin)". */
export function momentIn(timezone: string, moment: Date): string {
  const format = new Intl.DateTimeFormat("en-GB", {
    timeZone: timezone,
    weekday: "long",
    day: "numeric",
    month: "long",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
  });
  return `${format.format(moment).replace(" at ", ", ")} (${timezone})`;
}

/** A filter in words, such as "origin.state = CA, NY". */
export function filterInWords(filter: Filter): string {
  if ("field" in filter) {
    const {field, op, value} = filter;
    return value === undefined
      ? `${field} ${op.replaceAll("_", " ")}`
      : `${field} ${op.replaceAll("_", " ")} ${valueInWords(value)}`;
  }
  const [word, parts] = "or" in filter ? (["or", filter.or] as const) : (["and", filter.and] as const);
  const joined = parts.map(filterInWords).join(` ${word} `);
  return parts.length > 1 ? `(${joined})` : joined;
}

function valueInWords(value: unknown): string {
  if (Array.isArray(value)) return value.map(valueInWords).join(", ");
  if (typeof value !== "object" || value === null) return String(value);
  return Object.values(value).map(valueInWords).join(" ");
}

/** Why somebody gets the mail. */
export function reasonOf(
  trigger: string,
  name: string,
  owner: string,
  cadence: {cron: string; timezone: string},
): string {
  if (trigger === "test") return `${owner} has sent you "${name}" as a test.`;
  return `${owner} sends you "${name}": ${describeCadence(cadence)}.`;
}

/** Bytes as people say them. */
export function inMegabytes(sizeBytes: number): string {
  return `${(sizeBytes / 1_000_000).toFixed(1)} MB`;
}
