import type {RunRequest} from "../shared/queries/run-request.ts";
import type {Chunk} from "./flight.ts";
import {csvQuote} from "./warehouses/encode-rows.ts";
import type {StreamOptions, Warehouse} from "./warehouses/warehouse.ts";

const encoder = new TextEncoder();
/** Below this many rows a piece waits for the next one, so that a small result leaves in one chunk. */
const SMALL_PIECE_ROWS = 1024;
/** After the first chunk, which leaves at once, what leaves together: each chunk costs both processes a turn. */
const CHUNK_CHARACTERS = 256 * 1024;

/** The answer's body: what stands before the rows, the pieces, what stands behind them. */
export async function* encodeBody(
  warehouse: Warehouse,
  request: RunRequest,
  signal: AbortSignal,
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
  let waitingRows = 0;
  let isFirstRow = true;
  let isFirstChunk = true;
  let truncated = false;
  for await (const piece of warehouse.stream(request, options)) {
    if (format === "json" && !isFirstRow && piece.rowCount > 0) waiting += ",";
    if (piece.rowCount > 0) isFirstRow = false;
    waiting += piece.text;
    waitingRows += piece.rowCount;
    truncated ||= piece.truncated;
    if (truncated) break;
    if (piece.rowCount < SMALL_PIECE_ROWS || (!isFirstChunk && waiting.length < CHUNK_CHARACTERS)) continue;
    isFirstChunk = false;
    yield {bytes: encoder.encode(waiting), rowCount: waitingRows, last: false};
    waiting = "";
    waitingRows = 0;
  }
  if (format === "json")
    waiting += `],"truncated":${truncated}${await totalsOf(warehouse, request, options)}}`;
  yield {bytes: encoder.encode(waiting), rowCount: waitingRows, last: true};
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
