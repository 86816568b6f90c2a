import type {SqlType} from "../../../core/wire/sql-tables.ts";
import type {Constant} from "./constant.ts";

const MOST = {integer: 9223372036854775807n};
const DATE = /^\s*(\d{4})-(\d\d)-(\d\d)\s*$/;
const MOMENT =
  /^\s*(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(\.\d{1,6})?)?\s*(Z|[+-]\d\d(?::?\d\d)?)?)?\s*$/i;

/**
 * Reads a text as a value of a type, in the form of a filter's value: whole numbers and decimals as their digits, days as
 * `2024-03-15`, moments as instants in UTC. `undefined` if the text may not be such a value.
 */
export function readsAs(
  text: string,
  type: Constant["type"] | SqlType,
  timezone: string,
): string | undefined {
  switch (type) {
    case "unknown":
    case "text":
      return text;
    case "integer":
    case "bigint": {
      const trimmed = text.trim();
      if (!/^[+-]?\d{1,19}$/.test(trimmed)) return undefined;
      const value = BigInt(trimmed.replace(/^\+/, ""));
      return value <= MOST.integer && value >= -MOST.integer ? value.toString() : undefined;
    }
    case "numeric":
      return /^\s*[+-]?(?:\d{1,200}(?:\.\d{0,200})?|\.\d{1,200})\s*$/.test(text) ? text.trim() : undefined;
    case "double precision": {
      const trimmed = text.trim();
      // These numbers are exact in a double, and so the same in every engine.
      return /^[+-]?\d{1,15}(?:\.(?:0|5|25|75|125|375|625|875))?$/.test(trimmed) ? trimmed : undefined;
    }
    case "boolean": {
      const word = text.trim().toLowerCase();
      if (["t", "true"].includes(word)) return "true";
      return ["f", "false"].includes(word) ? "false" : undefined;
    }
    case "date":
      return dayOf(text);
    case "timestamp":
      return /(?:Z|[+-]\d\d(?::?\d\d)?)\s*$/i.test(text.slice(11)) ? undefined : instantOf(text, "UTC");
    case "timestamp with time zone":
      return instantOf(text, timezone);
    default:
      return undefined;
  }
}

function dayOf(text: string): string | undefined {
  const parts = DATE.exec(text);
  if (parts === null || parts[1] === "0000") return undefined;
  try {
    return Temporal.PlainDate.from(text.trim(), {overflow: "reject"}).toString();
  } catch {
    return undefined;
  }
}

/**
 * Reads a text as an instant in UTC; `undefined` for a local time that the clocks skip or repeat, which is left to
 * Postgres.
 */
export function instantOf(text: string, timezone: string): string | undefined {
  const parts = MOMENT.exec(text);
  if (parts === null || parts[1] === "0000") return undefined;
  const [, year, month, day, hour = "00", minute = "00", second = "00", fraction = "", zone] = parts;
  if (hour > "23" || second > "59") return undefined;
  const local = `${year}-${month}-${day}T${hour}:${minute}:${second}${fraction}`;
  try {
    if (zone !== undefined) return Temporal.Instant.from(local + offsetOf(zone)).toString();
    const plain = Temporal.PlainDateTime.from(local, {overflow: "reject"});
    return plain.toZonedDateTime(timezone, {disambiguation: "reject"}).toInstant().toString();
  } catch {
    return undefined;
  }
}

function offsetOf(zone: string): string {
  return /^z$/i.test(zone) ? "Z" : zone.length === 3 ? `${zone}:00` : zone;
}
