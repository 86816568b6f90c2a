import {Type} from "@sinclair/typebox";
import {readerOf} from "../../../core/validate.ts";

const LONG_NUMBER = /\d{16}/;

const read = readerOf(
  Type.Object({
    rows: Type.Array(Type.Array(Type.Unknown())),
    truncated: Type.Boolean(),
    totals: Type.Optional(Type.Array(Type.Unknown())),
  }),
  "a query's result",
);

/**
 * The values of a Query result in JSON, as a worker wrote it. Numbers that a double cannot represent exactly are strings
 * with all their digits.
 */
export function readResult(json: string): {rows: unknown[][]; truncated: boolean; totals?: unknown[]} {
  return read(parseExact(json));
}

/** Parses JSON. Numbers that a double cannot represent exactly become strings. */
export function parseExact(json: string): unknown {
  return LONG_NUMBER.test(json) ? JSON.parse(json, keepDigits) : JSON.parse(json);
}

function keepDigits(_key: string, value: unknown, context?: {source?: string}): unknown {
  if (typeof value !== "number" || Math.abs(value) <= Number.MAX_SAFE_INTEGER) return value;
  const source = context?.source;
  return source !== undefined && /^-?\d+(\.\d+)?$/.test(source) ? source : value;
}
