const LONG_NUMBER = /\d{16}/;

/**
 * A Query result as values. Our own worker wrote it. Numbers beyond what a double counts exactly come as strings with
 * all their digits.
 */
export function readResult(json: string): {rows: Cell[][]; truncated: boolean} {
  return LONG_NUMBER.test(json) ? JSON.parse(json, keepDigits) : JSON.parse(json);
}

export type Cell = string | number | boolean | null | object;

function keepDigits(_key: string, value: unknown, context?: {source?: string}): unknown {
  if (typeof value !== "number" || Math.abs(value) <= Number.MAX_SAFE_INTEGER) return value;
  const source = context?.source;
  return source !== undefined && /^-?\d+(\.\d+)?$/.test(source) ? source : value;
}
