import type {EngineKind} from "../batch.ts";
import {momentOfMicros} from "../http/json.ts";

interface Column {
  type: string;
  precision?: number | null;
  scale?: number | null;
}

export function kindsOf(columns: readonly Column[]): EngineKind[] {
  return columns.map(({type, precision, scale}): EngineKind => {
    switch (type.toLowerCase()) {
      case "fixed":
        // Up to eighteen digits fit into a 64-bit integer.
        if (scale === 0 && (precision ?? 38) <= 18) return "integer";
        return `decimal(${precision ?? 38},${scale ?? 0})`;
      case "real":
        return "float";
      case "variant":
      case "object":
      case "array":
        return "json";
      default:
        return type.toLowerCase().startsWith("timestamp") ? "timestamp" : "other";
    }
  });
}

/**
 * Functions that turn the values of each column into text; dates, times and timestamps arrive as counts since 1970 or
 * midnight.
 */
export function textsOf(columns: readonly Column[]): (((text: string) => string) | undefined)[] {
  return columns.map(({type}) => {
    switch (type.toLowerCase()) {
      case "date":
        return dayText;
      case "time":
        return timeText;
      case "timestamp_ntz":
      case "timestamp_ltz":
      case "timestamp_tz":
        return momentText;
      default:
        return undefined;
    }
  });
}

function dayText(text: string): string {
  return /^-?\d+$/.test(text) ? new Date(Number(text) * 86_400_000).toISOString().slice(0, 10) : text;
}

function timeText(text: string): string {
  return /^\d+(\.\d+)?$/.test(text) ? momentOfMicros(microsOf(text)).slice(11) : text;
}

/** Seconds with their fraction. A timestamp with a zone also has its offset, which the instant does not need. */
function momentText(text: string): string {
  const [seconds = ""] = text.split(" ");
  return /^-?\d+(\.\d+)?$/.test(seconds) ? momentOfMicros(microsOf(seconds)) : text;
}

function microsOf(seconds: string): bigint {
  const [whole = "0", fraction = ""] = seconds.replace("-", "").split(".");
  const micros = BigInt(whole) * 1_000_000n + BigInt(fraction.slice(0, 6).padEnd(6, "0"));
  return seconds.startsWith("-") ? -micros : micros;
}
