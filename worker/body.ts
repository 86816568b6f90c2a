import type {RunRequest} from "../shared/queries/run-request.ts";
import type {Chunk} from "./flight.ts";
import {csvQuote} from "./warehouses/encode-rows.ts";
import type {StreamOptions, Warehouse} from "./warehouses/warehouse.ts";

const encoder = new TextEncoder();
/** Below this many rows a piece waits for the next one, so that a small result leaves in one chunk. */
const SMALL_PIECE_ROWS = 1024;

export interface BodyStats {
  rowCount: number;
  sizeBytes: number;
}

/** The answer's body: what stands before the rows, the pieces, what stands behind them. Counts into `stats`. */
export async function* encodeBody(
  warehouse: Warehouse,
  request: RunRequest,
  signal: AbortSignal,
  stats: BodyStats,
): AsyncIterableIterator<Chunk> {
  const {format} = request;
  const options: StreamOptions = {
    columns: request.columns,
    format,
    timezone: request.timezone,
    limit: request.limit,
    signal,
  };
  let waiting = head(request);
  let truncated = false;
  for await (const piece of warehouse.stream(request, options)) {
    if (format === "json" && stats.rowCount > 0 && piece.rowCount > 0) waiting += ",";
    waiting += piece.text;
    stats.rowCount += piece.rowCount;
    truncated ||= piece.truncated;
    if (truncated) break;
    if (piece.rowCount < SMALL_PIECE_ROWS) continue;
    yield {bytes: counted(waiting, stats), last: false};
    waiting = "";
  }
  if (format === "json")
    waiting += `],"truncated":${truncated}${await totalsOf(warehouse, request, options)}}`;
  yield {bytes: counted(waiting, stats), last: true};
}

function counted(text: string, stats: BodyStats): Uint8Array {
  const bytes = encoder.encode(text);
  stats.sizeBytes += bytes.byteLength;
  return bytes;
}

function head({format, columns}: RunRequest): string {
  if (format === "ndjson") return "";
  if (format === "csv") return `${columns.map(({name}) => csvQuote(name)).join(",")}\r\n`;
  return `{"columns":${JSON.stringify(columns.map(({name, type}) => ({name, type})))},"rows":[`;
}

/** `,"totals":[…]`: nulls where the dimensions stand, then the measures over all rows. */
async function totalsOf(
  warehouse: Warehouse,
  {totals, columns}: RunRequest,
  options: StreamOptions,
): Promise<string> {
  if (!totals) return "";
  const measures = columns.slice(columns.length - totals.measureCount);
  let row = "";
  for await (const {text} of warehouse.stream(totals, {
    ...options,
    format: "json",
    columns: measures,
    limit: 1,
  }))
    row ||= text;
  const dimensions = "null,".repeat(columns.length - measures.length);
  return `,"totals":[${dimensions}${row.slice(1, -1)}]`;
}
