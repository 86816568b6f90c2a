import type {RunRequest} from "../../shared/core/wire/run-request.ts";
import {arrowStream, arrowStreamOfVectors} from "../formats/arrow.ts";
import {dataRowsStream} from "../formats/data-rows.ts";
import {xlsxStream} from "../formats/xlsx.ts";
import {arrayEncoder, type LimitedBatch} from "../warehouses/batch.ts";
import {csvQuote, safeCsvQuote} from "../warehouses/encode-rows.ts";
import type {StreamOptions, Warehouse} from "../warehouses/warehouse.ts";
import type {Chunk} from "./shared-result.ts";

const encoder = new TextEncoder();
/** A piece of fewer rows waits for the next one, so that a small result is sent in one chunk. */
const SMALL_PIECE_ROWS = 1024;
/** The size of every chunk after the first, which is sent at once. Larger chunks save work in both processes. */
const CHUNK_CHARACTERS = 256 * 1024;
/** The usual size, in bytes, of the part of a result after its rows. */
const SPARE_BYTES = 64;

/** The body of the answer: the text before the rows, the pieces of rows, and the text after the rows. */
export async function* encodeBody(
  warehouse: Warehouse,
  request: RunRequest,
  signal: AbortSignal,
): AsyncIterableIterator<Chunk> {
  const {format} = request;
  if (format === "arrow" || format === "xlsx" || format === "data_rows") {
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
    waiting.add(
      `],"truncated":${truncated}${asOf(request)}${notesOf(request)}${await totalsOf(warehouse, request, options)}}`,
    );
  yield {bytes: waiting.take(), rowCount: waitingRows, last: true};
}

/** Text that waits to be sent: strings, which are encoded together, and bytes, which are copied. */
class Collected {
  #text = "";
  #bytes = new Uint8Array();
  #used = 0;
  /** The size of the last chunk, which the next one probably has, too. */
  #usual = 0;

  get length(): number {
    return this.#used + this.#text.length;
  }

  add(text: string | Uint8Array): void {
    if (typeof text === "string") {
      this.#text += text;
      return;
    }
    this.#encodeText();
    this.#copy(text);
  }

  take(): Uint8Array {
    if (this.#used === 0) {
      const encoded = encoder.encode(this.#text);
      this.#text = "";
      return encoded;
    }
    this.#encodeText();
    const taken = this.#bytes.subarray(0, this.#used);
    this.#usual = this.#used;
    this.#bytes = new Uint8Array();
    this.#used = 0;
    return taken;
  }

  #encodeText(): void {
    if (this.#text !== "") this.#copy(encoder.encode(this.#text));
    this.#text = "";
  }

  #copy(bytes: Uint8Array): void {
    const needed = this.#used + bytes.length;
    if (needed > this.#bytes.length) {
      // The bytes are overwritten, so they need not be zero.
      const larger = Buffer.allocUnsafeSlow(Math.max(needed, this.#usual + (this.#usual >> 2)) + SPARE_BYTES);
      larger.set(this.#bytes.subarray(0, this.#used));
      this.#bytes = larger;
    }
    this.#bytes.set(bytes, this.#used);
    this.#used = needed;
  }
}

/** The binary formats, which are encoded from values; `last` is known only when nothing follows. */
async function* encodeBinary(
  warehouse: Warehouse,
  request: RunRequest,
  signal: AbortSignal,
): AsyncIterableIterator<Chunk> {
  const parts = binaryParts(warehouse, request, signal);
  let rowCount = 0;
  let waiting: Uint8Array[] = [];
  let waitingBytes = 0;
  for await (const part of parts) {
    rowCount += part.rowCount;
    waiting.push(part.bytes);
    waitingBytes += part.bytes.byteLength;
    if (waitingBytes < CHUNK_CHARACTERS) continue;
    yield {bytes: together(waiting), rowCount, last: false};
    rowCount = 0;
    waiting = [];
    waitingBytes = 0;
  }
  yield {bytes: together(waiting), rowCount, last: true};
}

/** The parts as one array. A single part that fills a chunk is not copied. */
function together(parts: readonly Uint8Array[]): Uint8Array {
  const [only] = parts;
  return only && parts.length === 1 ? only : Buffer.concat(parts);
}

function binaryParts(warehouse: Warehouse, request: RunRequest, signal: AbortSignal) {
  const {format, columns, timezone, limit, sqlTypes} = request;
  if (format === "arrow") return arrowParts(warehouse, request, signal);
  if (format === "data_rows") {
    const batches = warehouse.batches(request, {limit, signal, asMessages: limit === undefined});
    return dataRowsStream(batches, sqlTypes, timezone);
  }
  const batches =
    warehouse.vectors?.(request, columns, {limit, signal, infiniteTimes: true}) ??
    withJson(warehouse.batches(request, {limit, signal}));
  return xlsxStream(batches, columns, timezone, request.looks);
}

function arrowParts(warehouse: Warehouse, request: RunRequest, signal: AbortSignal) {
  const {columns, timezone, limit} = request;
  const vectors = warehouse.vectors?.(request, columns, {limit, signal});
  if (vectors) return arrowStreamOfVectors(vectors, columns, timezone);
  return arrowStream(withJson(warehouse.batches(request, {limit, signal})), columns, timezone);
}

/** The batches with arrays as JSON. */
async function* withJson(batches: AsyncIterable<LimitedBatch>): AsyncIterableIterator<LimitedBatch> {
  for await (const batch of batches) {
    const encoders = batch.kinds.map(arrayEncoder);
    if (encoders.every(encode => encode === undefined)) yield batch;
    else {
      const columns = batch.columns.map((values, c) => {
        const encode = encoders[c];
        return encode ? values.map(value => (value === null ? null : encode(value))) : values;
      });
      yield {...batch, columns};
    }
  }
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

function notesOf({notes = []}: RunRequest): string {
  return notes.length === 0 ? "" : `,"notes":${JSON.stringify(notes)}`;
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
