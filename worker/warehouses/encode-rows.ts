import type {DimensionType} from "../../shared/semantic/graph.ts";
import type {Batch, EngineKind} from "./postgres-read.ts";
import type {RowFormat, StreamOptions} from "./warehouse.ts";
import {offsetTimestamp} from "./zone-offset.ts";

type Encode = (text: string) => string;

/** The first `rowCount` rows of a batch as text, in the format asked for. */
export function encodeRows(
  batch: Batch,
  rowCount: number,
  options: Pick<StreamOptions, "columns" | "format" | "timezone">,
): string {
  const {format, columns, timezone} = options;
  const cells = columns.map((column, c) => {
    const encode =
      format === "csv"
        ? csvEncoder(column.type, timezone)
        : jsonEncoder(column.type, batch.kinds[c] ?? "other", timezone, format);
    return encodeColumn(batch.columns[c] ?? [], rowCount, encode, format === "csv" ? "" : "null");
  });
  if (format === "ndjson") {
    const keys = columns.map((column, c) => `${c === 0 ? "{" : ","}${JSON.stringify(column.name)}:`);
    return joinRows(cells, rowCount, keys, "}\n");
  }
  const between = columns.map((_, c) => (c === 0 ? (format === "json" ? "[" : "") : ","));
  if (format === "csv") return joinRows(cells, rowCount, between, "\r\n");
  return joinRows(cells, rowCount, between, "],").slice(0, -1);
}

/** Replaces every value by its encoding, in place: the batch is not needed again. */
function encodeColumn(
  values: (string | null)[],
  rowCount: number,
  encode: Encode,
  nothing: string,
): string[] {
  const encoded: string[] = new Array(rowCount);
  for (let r = 0; r < rowCount; r++) {
    const value = values[r];
    encoded[r] = value === null || value === undefined ? nothing : encode(value);
  }
  return encoded;
}

function joinRows(cells: string[][], rowCount: number, before: string[], after: string): string {
  let text = "";
  const width = cells.length;
  for (let r = 0; r < rowCount; r++) {
    for (let c = 0; c < width; c++) text += before[c]! + cells[c]![r]!;
    text += after;
  }
  return text;
}

const SIMPLE_NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

function jsonEncoder(type: DimensionType, kind: EngineKind, timezone: string, format: RowFormat): Encode {
  switch (type) {
    case "number":
      return kind === "number" ? spliceNumber : anyNumber;
    case "boolean":
      return value => booleans[value] ?? quote(value);
    case "date":
      return value => quote(dateOf(value));
    case "timestamp":
      return value => quote(offsetTimestamp(value, timezone));
    case "json":
      if (kind !== "json") return quote;
      // A line feed in JSON text can only stand between its tokens.
      return format === "ndjson" ? value => value.replace(/[\r\n]+/g, " ") : value => value;
    default:
      return quote;
  }
}

const booleans: Record<string, string> = {
  t: "true",
  true: "true",
  "1": "true",
  f: "false",
  false: "false",
  "0": "false",
};

/** The engine's own number: every digit is kept. What does not end in a digit is NaN or an infinity. */
function spliceNumber(value: string): string {
  const last = value.charCodeAt(value.length - 1);
  return last >= 48 && last <= 57 ? value : "null";
}

/** A column that is declared a number although the warehouse holds it otherwise. */
function anyNumber(value: string): string {
  return SIMPLE_NUMBER.test(value) ? value : quote(value);
}

// Quotes, backslashes, control characters, and what may be half of a surrogate pair.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must be found
const NEEDS_ESCAPE = /["\\\u0000-\u001f\ud800-\udfff]/;

function quote(value: string): string {
  return NEEDS_ESCAPE.test(value) ? JSON.stringify(value) : `"${value}"`;
}

function dateOf(value: string): string {
  return value.length > 10 && value[4] === "-" ? value.slice(0, 10) : value;
}

function csvEncoder(type: DimensionType, timezone: string): Encode {
  switch (type) {
    case "boolean":
      return value => booleans[value] ?? csvQuote(value);
    case "number":
      return value => (/^-?(inf|nan)/i.test(value) ? "" : csvQuote(value));
    case "date":
      return value => csvQuote(dateOf(value));
    case "timestamp":
      return value => csvQuote(offsetTimestamp(value, timezone));
    default:
      return csvQuote;
  }
}

/** RFC 4180; an empty string is quoted, so that it is told from null. */
export function csvQuote(value: string): string {
  return value === "" || /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}
