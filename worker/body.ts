import type {RunRequest} from "../shared/queries/run-request.ts";
import type {Chunk} from "./flight.ts";
import {arrowStream, arrowStreamOfVectors} from "./formats/arrow.ts";
import {xlsxStream} from "./formats/xlsx.ts";
import {csvQuote, safeCsvQuote} from "./warehouses/encode-rows.ts";
import type {StreamOptions, Warehouse} from "./warehouses/warehouse.ts";

const encoder = new TextEncoder();
/** A piece of fewer rows waits for the next one, so that a small result is sent in one chunk. */
const SMALL_PIECE_ROWS = 1024;
/** The size of every chunk after the first, which is sent at once. Larger chunks save work in both processes. */
const CHUNK_CHARACTERS = 256 * 1024;

/** The body of the answer: what precedes the rows, the pieces, and what follows the rows. */
export async function* encodeBody(
  warehouse: Warehouse,
  request: RunRequest,
  signal: AbortSignal,
): AsyncIterableIterator<Chunk> {
  const {format} = request;
  if (format === "arrow" || format === "xlsx") {
    yield* encodeBinary(warehouse, request, signal);
    return;
  }
  const options: StreamOptions = {
    columns: request.columns,
    format,
    timezone: request.timezone,
    limit: request.limit,
    signal,
  };
  const waiting = new Collected();
  waiting.add(head(request));
  let waitingRows = 0;
  let isFirstRow = true;
  let isFirstChunk = true;
  let truncated = false;
  for await (const piece of warehouse.stream(request, options)) {
    if (format === "json" && !isFirstRow && piece.rowCount > 0) waiting.add(",");
    if (piece.rowCount > 0) isFirstRow = false;
    waiting.add(piece.text);
    waitingRows += piece.rowCount;
    truncated ||= piece.truncated;
    if (truncated) break;
    if (piece.rowCount < SMALL_PIECE_ROWS || (!isFirstChunk && waiting.length < CHUNK_CHARACTERS)) continue;
    isFirstChunk = false;
    yield {bytes: waiting.take(), rowCount: waitingRows, last: false};
    waitingRows = 0;
  }
  if (format === "json")
    waiting.add(`],"truncated":${truncated}${asOf(request)}${await totalsOf(warehouse, request, options)}}`);
  yield {bytes: waiting.take(), rowCount: waitingRows, last: true};
}

/** Text that waits to be sent: strings, which are encoded together, and bytes, which are copied once. */
class Collected {
  length = 0;
  #parts: Uint8Array[] = [];
  #text = "";

  add(text: string | Uint8Array): void {
    this.length += text.length;
    if (typeof text === "string") {
      this.#text += text;
      return;
    }
    this.#encodeText();
    this.#parts.push(text);
  }

  take(): Uint8Array {
    this.#encodeText();
    const [first = new Uint8Array(), second] = this.#parts;
    const taken = second ? Buffer.concat(this.#parts) : first;
    this.#parts = [];
    this.length = 0;
    return taken;
  }

  #encodeText(): void {
    if (this.#text !== "") this.#parts.push(encoder.encode(this.#text));
    this.#text = "";
  }
}

/** The binary formats, which are encoded from values; `last` is known only when nothing follows. */
async function* encodeBinary(
  warehouse: Warehouse,
  request: RunRequest,
  signal: AbortSignal,
): AsyncIterableIterator<Chunk> {
  const {format, columns, timezone, limit} = request;
  const parts =
    format === "arrow"
      ? arrowParts(warehouse, request, signal)
      : xlsxStream(warehouse.batches(request, {limit, signal}), columns, timezone, request.looks);
  let rowCount = 0;
  let waiting: Uint8Array[] = [];
  let waitingBytes = 0;
  for await (const part of parts) {
    rowCount += part.rowCount;
    waiting.push(part.bytes);
    waitingBytes += part.bytes.byteLength;
    if (waitingBytes < CHUNK_CHARACTERS) continue;
    yield {bytes: Buffer.concat(waiting), rowCount, last: false};
    rowCount = 0;
    waiting = [];
    waitingBytes = 0;
  }
  yield {bytes: Buffer.concat(waiting), rowCount, last: true};
}

function arrowParts(warehouse: Warehouse, request: RunRequest, signal: AbortSignal) {
  const {columns, timezone, limit} = request;
  const vectors = warehouse.vectors?.(request, columns, {limit, signal});
  if (vectors) return arrowStreamOfVectors(vectors, columns, timezone);
  return arrowStream(warehouse.batches(request, {limit, signal}), columns, timezone);
}

function head({format, columns}: RunRequest): string {
  if (format === "ndjson") return "";
  if (format === "csv") return `${columns.map(({name}) => csvQuote(name)).join(",")}\r\n`;
  if (format === "csv_safe") return `${columns.map(({name}) => safeCsvQuote(name)).join(",")}\r\n`;
  return `{"columns":${JSON.stringify(columns.map(({name, type}) => ({name, type})))},"rows":[`;
}

function asOf({dataAsOf}: RunRequest): string {
  return dataAsOf === undefined ? "" : `,"dataAsOf":${JSON.stringify(dataAsOf)}`;
}

/** `,"totals":[…]`: nulls in the dimensions' columns, then the measures over all rows, and nulls for calculations. */
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
    row ||= typeof text === "string" ? text : Buffer.from(text).toString();
  const dimensions = "null,".repeat(columns.length - measures.length);
  return `,"totals":[${dimensions}${row.slice(1, -1)}]`;
}
