import {prettyFactory} from "pino-pretty";
import type {LineFilter} from "./log-file.ts";

/** Keys that are shown at the beginning of the line. */
const FIRST = new Set(["level", "time", "msg", "process"]);

/** Formats each entry as one line: time, level, process, message, then its other keys as `key=value`. */
export function readableLines(name: string): LineFilter {
  const pretty = prettyFactory({
    colorize: process.stderr.isTTY,
    hideObject: true,
    translateTime: "SYS:HH:MM:ss.l",
    // Errors become `err=message` on the same line; their stacks are in the file.
    errorLikeObjectKeys: [],
    messageFormat: log => `${name.padEnd(6)} ${messageOf(log)}`,
  });
  return line => {
    if (!line.startsWith("{")) return line && `${name.padEnd(6)} ${line}`;
    return pretty(line).trimEnd();
  };
}

function messageOf(log: Record<string, unknown>): string {
  const rest = Object.entries(log)
    .filter(([key]) => !FIRST.has(key))
    .map(([key, value]) => `${key}=${wordOf(value)}`);
  return [String(log["msg"] ?? ""), ...rest].join(" ").replaceAll(/\s*\n\s*/g, " ");
}

function wordOf(value: unknown): string {
  if (typeof value === "number") return String(Math.round(value * 10) / 10);
  if (typeof value !== "object" || value === null) return String(value);
  if ("message" in value && typeof value.message === "string") return `"${value.message}"`;
  return Object.values(value).map(wordOf).join(",");
}
